import { type Kysely, sql, type Transaction } from 'kysely'
import { arrayLiteral } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'

/**
 * The inbox of an account: changes in its favourites and in cases watched by its subscriptions, each once. It is not a
 * channel of the outbox: those wait for debounce and quiet hours, and favourites have no subscription (decision 0096).
 */
type Change = { id: number; case_id: number; at: Date }
type Told = { accountId: number; changeId: number }

/** The PostgreSQL notification channel that tells every process whose inboxes have changed. */
export const inboxChannel = 'inbox'
/** A notification holds less than eight thousand bytes. */
const accountsInNotice = 500

export async function fillInboxes(
  trx: Transaction<DB>,
  changes: readonly Change[],
  told: readonly Told[],
): Promise<void> {
  if (changes.length === 0) return
  const byKey = new Map(told.map(one => [`${one.accountId} ${one.changeId}`, one]))
  const distinct = [...byKey.values()]
  // A transaction that moves a case to another region waits until these rows are written, and moves them as well
  // (migration 0079).
  await sql`select pg_advisory_xact_lock_shared(hashtext('inbox_regions'))`.execute(trx)
  const { rows } = await sql<{ ids: number[] | null }>`
    with change as materialized (
      select one.*, (select region from court_case where court_case.id = one.case_id) from unnest(${arrayLiteral(changes.map(({ id }) => id))}::bigint[], ${arrayLiteral(changes.map(({ case_id }) => case_id))}::int[],
        ${changes.map(({ at }) => at.toISOString())}::timestamptz[]) as one(id, case_id, at)
    ), told as (
      select account_id, change_id from unnest(${arrayLiteral(distinct.map(({ accountId }) => accountId))}::int[],
        ${arrayLiteral(distinct.map(({ changeId }) => changeId))}::bigint[]) as one(account_id, change_id)
      -- What was known before a case was kept is no news.
      union select account_id, change.id from change join favourite using (case_id) where added_at <= change.at
    ), filled as (
      insert into inbox_item (account_id, change_id, case_id, region, at)
      select account_id, change.id, case_id, region, change.at from told join change on change.id = change_id
      where region is not null
      on conflict do nothing returning account_id
    )
    select array_agg(distinct account_id) as ids from filled`.execute(trx)
  await notifyInboxes(trx, rows[0]?.ids ?? [])
}

/** Delivered on commit. */
export async function notifyInboxes(db: Kysely<DB>, accountIds: readonly number[]): Promise<void> {
  for (let at = 0; at < accountIds.length; at += accountsInNotice)
    await sql`select pg_notify(${inboxChannel}, ${accountIds.slice(at, at + accountsInNotice).join(',')})`.execute(db)
}
