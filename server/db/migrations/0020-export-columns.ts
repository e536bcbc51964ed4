import { type Kysely, sql } from 'kysely'

/** Which columns a person takes away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table export_choice (
    account_id integer primary key references account on delete cascade,
    selected_columns text[] not null
  )`.execute(db)
}
