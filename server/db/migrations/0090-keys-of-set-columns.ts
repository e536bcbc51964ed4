import { type Kysely, sql } from 'kysely'

/** The number of the last own column of a working set: keys of columns that are gone are never given again (decision 0102). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table case_set add column last_column integer not null default 0`,
  `update case_set set last_column = own.last from (
    select set_id, max(substr(key, 2)::integer) as last from (
      select set_id, key from case_set_column
      union all select set_id, jsonb_object_keys(columns) from case_set_item
    ) keys group by set_id) own
    where own.set_id = case_set.id`,
]
