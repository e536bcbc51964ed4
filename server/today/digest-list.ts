import { type Kysely, sql } from 'kysely'
import type { Today } from '#shared/api/today.ts'
import type { DB } from '../db/schema.ts'
import type { AccountRights } from '../http/auth.ts'
import { digestPage } from '../subscriptions/digests.ts'
import { type TitledRow, titledSubscriptions } from '../subscriptions/titles.ts'

/** Digests of recent days (decision 0089); their contents are read on the linked page. */
const shownDays = 14
const mostShown = 10
type Row = TitledRow & { id: number; at: Date; from: string; to: string }

export async function listDigests(db: Kysely<DB>, owner: AccountRights, now: Date): Promise<Today['digests']> {
  const { rows } = await sql<Row>`
    select batch.id, sealed_at as at, from_day::text as from, to_day::text as to, title, sends, get_params,
      about_case_id, about_person_id
    from subscription join subscription_batch batch on subscription_id = subscription.id
    where account_id = ${owner.id} and deleted_at is null and kind = 'changes'
      and sealed_at > ${now.toISOString()}::timestamptz - ${shownDays}::integer * interval '1 day'
    order by sealed_at desc, batch.id desc limit ${mostShown}`.execute(db)
  if (rows.length === 0) return []
  const titled = await titledSubscriptions(db, owner, rows)
  return rows.flatMap(({ id, at, from, to }, n) => {
    const [title, filters] = [titled[n]?.title, titled[n]?.filters]
    // Filters that have lost their meaning would show other cases.
    if (title === undefined || filters === undefined || filters.note !== null) return []
    return [{ id, title, at: at.toISOString(), from, to, page: digestPage(filters.get_params, { from, to }) }]
  })
}
