import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { readPersonName } from '../../ingest/person-name.ts'

/**
 * The name of a person is the most frequent spelling, then the longest, then alphabetically. The own spelling stays in own_name, by which
 * people are searched.
 */
export async function keepNames(trx: Transaction<DB>, people: readonly number[]): Promise<void> {
  if (people.length === 0) return
  const { rows } = await sql<{ id: number; shown: string | null }>`
    select id, shown from (
      select id, name, own_name, case when merged_into is not null then own_name else (
        select case_defendant.name from case_defendant where defendant_id = defendant.id
        group by case_defendant.name order by count(*) desc, length(case_defendant.name) desc, case_defendant.name collate "C" limit 1
      ) end as shown
      from defendant where id = any(${people}::integer[])
    ) as one where shown <> name order by id for update`.execute(trx)
  if (rows.length === 0) return
  const names = rows.map(({ id, shown }) => ({ id, name: shown, normal: readPersonName(shown ?? '').normal }))
  await sql`
    update defendant set name = r.name, name_normal = r.normal,
      own_name = nullif(coalesce(own_name, defendant.name), r.name),
      own_normal = case when coalesce(own_name, defendant.name) <> r.name then coalesce(own_normal, name_normal) end
    from json_to_recordset(${JSON.stringify(names)}::json) as r(id integer, name text, normal text)
    where defendant.id = r.id`.execute(trx)
}
