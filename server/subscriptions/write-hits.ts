import { sql, type Transaction } from 'kysely'
import type { CaseSnapshot } from '#shared/api/subscriptions.ts'
import { type NewsDetail, newsKindValues } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import { openBatches } from './batches.ts'
import type { Match } from './find-matches.ts'
import { maskOf, type Watcher } from './watch-list.ts'

/**
 * Writes who is told of what, each once: here, in the transaction of the reading, everything that may have changed since
 * is looked at again, regions and rights of the account above all.
 */
export type ToldChange = {
  id: number
  case_id: number
  revision: number | null
  kinds: string[]
  details: NewsDetail[] | null
  at: Date
}
type Options = { now: Date; missed?: boolean }

/** One change for one subscription. */
type Hit = { watcher: Watcher; change: ToldChange; match: Match; region: number; kinds: number }

/** Answers how many hits are new. */
export async function writeHits(
  trx: Transaction<DB>,
  changes: readonly ToldChange[],
  matches: readonly Match[],
  snapshots: ReadonlyMap<number, CaseSnapshot>,
  { now, missed = false }: Options,
): Promise<number> {
  const ofCase = Map.groupBy(changes, ({ case_id }) => case_id)
  const found = matches.flatMap(match => hitsOf(match, ofCase.get(match.caseId) ?? [], snapshots))
  if (found.length === 0) return 0
  const hits = await allowedAmong(trx, found)
  if (hits.length === 0) return 0
  const told = new Set(hits.map(({ change }) => change))
  await keepSnapshots(trx, [...told], snapshots)
  const batches = await openBatches(trx, [...new Set(hits.map(({ watcher }) => watcher.id))], now)
  const written = await sql`
    insert into subscription_hit (subscription_id, change_id, case_id, kinds, matched, matched_at, missed, batch_id)
    select subscription_id, change_id, case_id, string_to_array(kinds, ' '), matched::jsonb, ${now.toISOString()}::timestamptz,
      ${missed}, batch_id
    from unnest(
      ${hits.map(({ watcher }) => watcher.id)}::int[], ${hits.map(({ change }) => change.id)}::bigint[],
      ${hits.map(({ change }) => change.case_id)}::int[], ${hits.map(({ kinds }) => namesOf(kinds))}::text[],
      ${hits.map(({ match }) => match.matched)}::text[], ${hits.map(({ watcher }) => batches.get(watcher.id) ?? 0)}::bigint[]
    ) as hit(subscription_id, change_id, case_id, kinds, matched, batch_id)
    on conflict do nothing`.execute(trx)
  return Number(written.numAffectedRows ?? 0)
}

const hitsOf = (match: Match, changes: readonly ToldChange[], snapshots: ReadonlyMap<number, CaseSnapshot>): Hit[] => {
  const region = snapshots.get(match.caseId)?.court.region
  if (region === undefined) return []
  return changes.flatMap(change => {
    const mask = maskOf(change.kinds)
    return [...match.group.watchers.values()].flatMap(watcher => {
      const kinds = watcher.kinds & mask
      return kinds === 0 ? [] : [{ watcher, change, match, region, kinds }]
    })
  })
}

/** Those that their subscription, as it is now, and the rights of its owner let through. */
async function allowedAmong(trx: Transaction<DB>, hits: readonly Hit[]): Promise<Hit[]> {
  const { rows } = await sql<{ allowed: number[] | null }>`
    select json_agg(hit.n) as allowed
    from unnest(
      ${hits.map((_, n) => n)}::int[], ${hits.map(({ watcher }) => watcher.id)}::int[],
      ${hits.map(({ watcher }) => watcher.version)}::int[], ${hits.map(({ change }) => change.id)}::bigint[],
      ${hits.map(({ change }) => change.case_id)}::int[], ${hits.map(({ region }) => region)}::smallint[],
      ${hits.map(({ change }) => change.at.toISOString())}::timestamptz[],
      ${hits.map(({ match }) => match.group.filters?.needs ?? null)}::text[]
    ) as hit(n, subscription_id, version, change_id, case_id, region, at, needs)
    join subscription on subscription.id = hit.subscription_id and subscription.watch_version = hit.version
    join account on account.id = subscription.account_id
    where subscription.paused_at is null and subscription.deleted_at is null and subscription.watched_since <= hit.at
      and account.approved_at is not null and account.blocked_at is null
      and (account.regions is null or hit.region = any(account.regions))
      and (hit.needs is null or account.is_superuser or hit.needs = any(account.groups))
      and not exists (
        select from subscription_mute mute where mute.subscription_id = subscription.id and mute.case_id = hit.case_id
      )
      and not exists (
        select from subscription_hit told where told.subscription_id = subscription.id and told.change_id = hit.change_id
      )`.execute(trx)
  return (rows[0]?.allowed ?? []).flatMap(n => hits[n] ?? [])
}

const kindNames = new Map<number, string>()
const namesOf = (mask: number): string => {
  const known = kindNames.get(mask)
  if (known !== undefined) return known
  const made = newsKindValues.filter(kind => (maskOf([kind]) & mask) !== 0).join(' ')
  kindNames.set(mask, made)
  return made
}

const keepSnapshots = (
  trx: Transaction<DB>,
  shown: readonly ToldChange[],
  snapshots: ReadonlyMap<number, CaseSnapshot>,
): Promise<unknown> =>
  sql`
  insert into change_snapshot (change_id, case_id, revision, details, payload)
  select one.* from unnest(
    ${shown.map(({ id }) => id)}::bigint[], ${shown.map(({ case_id }) => case_id)}::int[],
    ${shown.map(({ revision }) => revision)}::int[], ${shown.map(({ details }) => JSON.stringify(details ?? []))}::jsonb[],
    ${shown.map(({ case_id }) => JSON.stringify(snapshots.get(case_id)))}::jsonb[]
  ) as one(change_id, case_id, revision, details, payload)
  join court_case on court_case.id = one.case_id
  on conflict do nothing`.execute(trx)
