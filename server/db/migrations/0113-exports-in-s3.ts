import { type Kysely, sql } from 'kysely'

/**
 * A part of a file of an export lies in the database, or as an object of S3 that its row names (server/exports/stored-file.ts, decision 0135). Whatever
 * deletes the row, its object is deleted by a job, and once more when no request that would write it can be on its way any more.
 */
const statements = [
  `alter table export_file_part add column object_address text`,
  `alter table export_file_part alter column body drop not null`,
  `alter table export_file_part add constraint export_file_part_lies_somewhere check (num_nonnulls(body, object_address) = 1)`,
  `create table export_object_removal (
    address text primary key,
    queued_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    removed_at timestamptz
  )`,
  `create index export_object_removal_due on export_object_removal (due_at)`,
  `create function queue_object_removal() returns trigger language plpgsql as $$
  begin
    insert into export_object_removal (address) select object_address from gone where object_address is not null;
    return null;
  end $$`,
  `create trigger queue_object_removal after delete on export_file_part referencing old table as gone
    for each statement execute function queue_object_removal()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
