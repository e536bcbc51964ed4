import { type Kysely, sql } from 'kysely'

/**
 * The region of its case in each row of an inbox: whoever sees some regions is counted from the index alone, as others are (decision 0096).
 * Kept by a trigger, whoever moves a case; it waits for those who are filling inboxes, so that no row stays behind.
 */
const moved = 'select id, region from added except select id, region from gone'
const statements = [
  `alter table inbox_item add column region smallint`,
  `update inbox_item set region = court_case.region from court_case where court_case.id = case_id`,
  `delete from inbox_item where region is null`,
  `alter table inbox_item alter column region set not null`,
  `drop index inbox_item_unseen`,
  `create index inbox_item_unseen on inbox_item (account_id) include (region) where seen_at is null`,
  // Its plans are made for one case and used for ten thousand, too.
  `create function keep_inbox_regions() returns trigger language plpgsql set enable_nestloop = off as $$ begin
    if exists (${moved}) then
      perform pg_advisory_xact_lock(hashtext('inbox_regions'));
      update inbox_item set region = moved.region from (${moved}) moved where case_id = moved.id;
    end if;
    return null;
  end $$`,
  `create trigger kept_inbox_regions after update on court_case referencing new table as added old table as gone
    for each statement execute function keep_inbox_regions()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
