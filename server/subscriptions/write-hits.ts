import { sql, type Transaction } from 'kysely'
import type { CaseSnapshot } from '#shared/api/subscriptions.ts'
import { messageTime, type Timing } from '#shared/domain/message-times.ts'
import { type NewsDetail, newsKindValues } from '#shared/domain/news.ts'
import { copyRows } from '../db/copying-client.ts'
import type { DB } from '../db/schema.ts'
import { arrayOf, openBatches } from './batches.ts'
import type { Match } from './find-matches.ts'
import { readStandings, type Standing } from './standings.ts'
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
  const standings = await readStandings(trx, [...new Set(found.map(({ watcher }) => watcher.id))])
  const allowed = await withoutMuted(
    trx,
    found.filter(hit => isAllowed(hit, standings.get(hit.watcher.id))),
  )
  // Only what is looked for again may have been told before.
  const hits = missed ? await withoutTold(trx, allowed) : allowed
  if (hits.length === 0) return 0
  await keepSnapshots(trx, [...new Set(hits.map(({ change }) => change))], snapshots)
  const bySubscription = Map.groupBy(hits, ({ watcher }) => watcher.id)
  const hours = new Map<Timing, Date>()
  const due = [...bySubscription.keys()].toSorted(byNumber).flatMap((id): [number, Date][] => {
    const timing = standings.get(id)?.timing
    if (timing === undefined) return []
    const at = hours.get(timing) ?? messageTime(timing, now)
    hours.set(timing, at)
    return [[id, at]]
  })
  const batches = await openBatches(trx, due, now)
  await copyRows(
    trx,
    'subscription_hit',
    ['batch_id', 'change_id', 'matched_at', 'subscription_id', 'case_id', 'missed', 'kinds', 'matched'],
    rowsOf(bySubscription, batches, { now, missed }),
  )
  return hits.length
}
const byNumber = (one: number, other: number): number => one - other

/** In the order of messages, as their index has them. */
function* rowsOf(
  hits: ReadonlyMap<number, readonly Hit[]>,
  batches: ReadonlyMap<number, number>,
  { now, missed }: Required<Options>,
): Generator<readonly (string | number | boolean)[]> {
  const at = now.toISOString()
  for (const [subscription, batch] of [...batches].toSorted(([, one], [, other]) => one - other))
    for (const { change, kinds, match } of hits.get(subscription) ?? [])
      yield [batch, change.id, at, subscription, change.case_id, missed, listOf(kinds), match.matched]
}

function hitsOf(match: Match, changes: readonly ToldChange[], snapshots: ReadonlyMap<number, CaseSnapshot>): Hit[] {
  const region = snapshots.get(match.caseId)?.court.region
  if (region === undefined) return []
  const hits: Hit[] = []
  for (const change of changes) {
    const mask = maskOf(change.kinds)
    for (const watcher of match.group.watchers.values()) {
      const kinds = watcher.kinds & mask
      if (kinds !== 0) hits.push({ watcher, change, match, region, kinds })
    }
  }
  return hits
}

/** Whether the subscription, as it is now, and the rights of its owner let it through. */
const isAllowed = ({ watcher, change, region, match }: Hit, standing: Standing | undefined): boolean => {
  if (standing === undefined || standing.version !== watcher.version || standing.since > change.at.getTime())
    return false
  const { regions, groups, is_superuser } = standing.account
  const needs = match.group.filters?.needs ?? null
  return (regions === null || regions.includes(region)) && (needs === null || is_superuser || groups.includes(needs))
}

async function withoutMuted(trx: Transaction<DB>, hits: readonly Hit[]): Promise<Hit[]> {
  const cases = [...new Set(hits.map(({ change }) => change.case_id))]
  const { rows } = await sql<{ subscription_id: number; case_id: number }>`
    select subscription_id, case_id from subscription_mute where case_id = any(${arrayOf(cases)}::int[])`.execute(trx)
  const muted = new Set(rows.map(({ subscription_id, case_id }) => `${subscription_id} ${case_id}`))
  return muted.size === 0
    ? [...hits]
    : hits.filter(({ watcher, change }) => !muted.has(`${watcher.id} ${change.case_id}`))
}

/**
 * The feed's reader tells of a change once, because it moves on in the transaction that tells; whoever looks again looks
 * at what was told, one at a time.
 */
async function withoutTold(trx: Transaction<DB>, hits: readonly Hit[]): Promise<Hit[]> {
  if (hits.length === 0) return []
  await sql`select pg_advisory_xact_lock(hashtext('subscription_sweep'))`.execute(trx)
  const first = Math.min(...hits.map(({ change }) => change.at.getTime()))
  const { rows } = await sql<{ subscription_id: number; change_id: number }>`
    select hit.subscription_id, change_id from subscription_batch batch join subscription_hit hit on batch_id = batch.id
    where batch.subscription_id = any(${arrayOf([...new Set(hits.map(({ watcher }) => watcher.id))])}::int[])
      -- Sealed by the clock of one machine, changed by that of another.
      and (sealed_at is null or sealed_at > ${new Date(first).toISOString()}::timestamptz - interval '1 day')
      and change_id = any(${arrayOf([...new Set(hits.map(({ change }) => change.id))])}::bigint[])`.execute(trx)
  const told = new Set(rows.map(({ subscription_id, change_id }) => `${subscription_id} ${change_id}`))
  return hits.filter(({ watcher, change }) => !told.has(`${watcher.id} ${change.id}`))
}

const kindLists = new Map<number, string>()
/** As PostgreSQL writes a list. */
const listOf = (mask: number): string => {
  const known = kindLists.get(mask)
  if (known !== undefined) return known
  const made = `{${newsKindValues.filter(kind => (maskOf([kind]) & mask) !== 0).join(',')}}`
  kindLists.set(mask, made)
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
