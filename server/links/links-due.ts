import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Linked } from './link-cases.ts'

/** Queues clocks and people: a review affects the clocks of the people of the decision, and links are evidence of identity. */
export async function noteLinksDue(trx: Transaction<DB>, { relinked, doubted }: Linked): Promise<void> {
  const cases = [...relinked, ...doubted]
  if (cases.length > 0)
    await sql`
      insert into risk_due (defendant_id)
      select distinct defendant_id from case_defendant
      where defendant_id is not null and case_id = any(${cases}::integer[])
      order by 1 on conflict do nothing`.execute(trx)
  await notePeopleDue(trx, relinked)
}

export async function notePeopleDue(trx: Transaction<DB>, relinked: readonly number[]): Promise<void> {
  if (relinked.length === 0) return
  await sql`
    insert into people_due (case_id)
    select distinct case_id from case_defendant where case_id = any(${relinked}::integer[]) and not hidden
    order by 1 on conflict (case_id) do update set turn = people_due.turn + 1`.execute(trx)
}
