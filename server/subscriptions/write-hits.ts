import { sql, type Transaction } from 'kysely'
import type { CaseSnapshot } from '#shared/api/subscriptions.ts'
import type { NewsDetail } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import { openBatches } from './batches.ts'
import type { Match } from './find-matches.ts'

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

/** Answers how many hits are new. */
export async function writeHits(
  trx: Transaction<DB>,
  changes: readonly ToldChange[],
  matches: readonly Match[],
  snapshots: ReadonlyMap<number, CaseSnapshot>,
  { now, missed = false }: Options,
): Promise<number> {
  const told = matches.flatMap(({ group, caseId, matched }) =>
    [...group.watchers.values()].map(({ id, version }) => ({
      id,
      version,
      caseId,
      matched,
      needs: group.filters?.needs ?? null,
    })),
  )
  const cases = new Set(told.map(({ caseId }) => caseId))
  const shown = changes.filter(({ case_id }) => cases.has(case_id) && snapshots.has(case_id))
  if (shown.length === 0) return 0
  await sql`
    insert into change_snapshot (change_id, case_id, revision, details, payload)
    select one.* from unnest(
      ${shown.map(({ id }) => id)}::bigint[], ${shown.map(({ case_id }) => case_id)}::int[],
      ${shown.map(({ revision }) => revision)}::int[], ${shown.map(({ details }) => JSON.stringify(details ?? []))}::jsonb[],
      ${shown.map(({ case_id }) => JSON.stringify(snapshots.get(case_id)))}::jsonb[]
    ) as one(change_id, case_id, revision, details, payload)
    join court_case on court_case.id = one.case_id
    on conflict do nothing`.execute(trx)
  const { rows } = await sql<{ id: number; subscription_id: number }>`
    with told as (
      select * from unnest(
        ${told.map(({ id }) => id)}::int[], ${told.map(({ version }) => version)}::int[],
        ${told.map(({ caseId }) => caseId)}::int[], ${told.map(({ matched }) => matched)}::text[],
        ${told.map(({ needs }) => needs)}::text[]
      ) as one(subscription_id, version, case_id, matched, needs)
    ),
    change as (
      select id, case_id, string_to_array(kinds, ' ') as kinds, at from unnest(
        ${shown.map(({ id }) => id)}::bigint[], ${shown.map(({ case_id }) => case_id)}::int[],
        ${shown.map(({ kinds }) => kinds.join(' '))}::text[], ${shown.map(({ at }) => at.toISOString())}::timestamptz[]
      ) as one(id, case_id, kinds, at)
    )
    insert into subscription_hit (subscription_id, change_id, case_id, kinds, matched, matched_at, missed)
    select subscription.id, change.id, change.case_id,
      array(select kind from unnest(change.kinds) kind where kind = any(subscription.kinds)),
      told.matched::jsonb, ${now.toISOString()}::timestamptz, ${missed}
    from told
    join subscription on subscription.id = told.subscription_id and subscription.watch_version = told.version
    join account on account.id = subscription.account_id
    join change on change.case_id = told.case_id
    join court_case on court_case.id = told.case_id
    where subscription.paused_at is null and subscription.deleted_at is null
      and subscription.watched_since <= change.at and subscription.kinds && change.kinds
      and account.approved_at is not null and account.blocked_at is null
      and (account.regions is null or court_case.region = any(account.regions))
      and (told.needs is null or account.is_superuser or told.needs = any(account.groups))
      and not exists (
        select from subscription_mute
        where subscription_mute.subscription_id = subscription.id and subscription_mute.case_id = told.case_id
      )
    on conflict (subscription_id, change_id) do nothing
    returning id, subscription_id`.execute(trx)
  await openBatches(trx, rows, now)
  return rows.length
}
