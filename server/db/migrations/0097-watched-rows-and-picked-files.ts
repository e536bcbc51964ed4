import { type Kysely, sql } from 'kysely'

/** A row of a table that named no case is watched for (decision 0111), and a file may be of picked cases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Which row of the watch list it became.
  `alter table case_set_row add column watch_id integer references case_set_watch on delete set null`,
  `create index case_set_row_watch on case_set_row (watch_id) where watch_id is not null`,
  // Null: all that the filters find.
  `alter table export_request add column cases integer[]`,
]
