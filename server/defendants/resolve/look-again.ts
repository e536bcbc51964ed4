import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Queues all cases of these people for resolving. */
export async function lookAgain(db: Kysely<DB>, people: readonly number[]): Promise<void> {
  if (people.length === 0) return
  await sql`
    insert into people_due (case_id)
    select distinct case_id from defendant
    join case_defendant on case_defendant.defendant_id = coalesce(defendant.merged_into, defendant.id)
      and coalesce(own_id, defendant_id) = defendant.id
    where defendant.id = any(${people}::integer[]) order by 1
    on conflict (case_id) do update set turn = people_due.turn + 1`.execute(db)
}
