import { type Kysely, sql } from 'kysely'

/** An entry of a watch list that was made for rows of tables goes with the last of them (decision 0111), whichever act took them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table case_set_watch add column of_tables boolean not null default false`,
  // Until now the moment of one act told it.
  `update case_set_watch own set of_tables = true
    where exists (select from case_set_row where watch_id = own.id and resolved_at = own.created_at)`,
]
