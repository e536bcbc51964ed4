import { type Kysely, sql } from 'kysely'

/**
 * People are found by the end of their surnames and first letters, too: two slips at the beginning of a long surname (decision 0112). Rows of
 * watch lists get keys of other spellings of a name («Гусейн», «Хусейн») when they are looked for, which they are again.
 */
const names = [
  `create index defendant_normal_from_end on defendant (reverse(name_normal))`,
  `create index defendant_own_normal_from_end on defendant (reverse(own_normal)) where own_normal is not null`,
  `update case_set_watch set searched_at = null where kind = 'name' and removed_at is null`,
]

/**
 * The region of its case in each item of a set: sets are counted without their cases for whoever sees some regions, too. Kept as that of inboxes is
 * (migration 0079), under the same lock. No index of it: without figures of the table the planner takes one that begins with the set for the way to
 * each case of it, and joining a thousand cases took minutes.
 */
const moved = 'select id, region from added except select id, region from gone'
const regions = [
  `alter table case_set_item add column region smallint`,
  `update case_set_item set region = court_case.region from court_case where court_case.id = case_id`,
  `alter table case_set_item alter column region set not null`,
  `create function tell_set_item_region() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(hashtext('inbox_regions'));
    -- A restored item comes before its case, with its region. Of no case: the key of cases says so.
    new.region := coalesce((select region from court_case where id = new.case_id), new.region, 0);
    return new;
  end $$`,
  `create trigger told_set_item_region before insert on case_set_item for each row execute function tell_set_item_region()`,
  `create or replace function keep_inbox_regions() returns trigger language plpgsql set enable_nestloop = off as $$ begin
    if exists (${moved}) then
      perform pg_advisory_xact_lock(hashtext('inbox_regions'));
      update inbox_item set region = moved.region from (${moved}) moved where case_id = moved.id;
      update case_set_item set region = moved.region from (${moved}) moved where case_id = moved.id;
    end if;
    return null;
  end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...names, ...regions]) await sql.raw(statement).execute(db)
}
