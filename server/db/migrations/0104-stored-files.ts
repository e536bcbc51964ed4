import { type Kysely, sql } from 'kysely'

/**
 * Files of exports lie in the database, in parts, for every node to give (server/exports/stored-file.ts, decision 0119). They are compressed already. Files
 * that lie in a data folder are taken in when a server of this version starts there.
 */
const statements = [
  `create table export_file (
    id bigint generated always as identity primary key,
    export_id integer not null references export_request on delete cascade,
    size bigint,
    is_whole boolean not null default false
  )`,
  // One attempt at most is the file.
  `create unique index export_file_whole on export_file (export_id) where is_whole`,
  `create index export_file_of_export on export_file (export_id)`,
  `create table export_file_part (
    file_id bigint not null references export_file on delete cascade,
    starts_at bigint not null,
    body bytea not null,
    primary key (file_id, starts_at)
  )`,
  `alter table export_file_part alter column body set storage external`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
