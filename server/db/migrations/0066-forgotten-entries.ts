import { type Kysely, sql } from 'kysely'
import { keepVersions } from '../as-of/versions.ts'

/**
 * An entry of the journal says on which day a decision to forget somebody changed it, and a former text that was masked gets the hash of what it
 * says now (decision 0088). Former rows are not kept of what a decision rewrites.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  await keepVersions(db)
}

const statements = [
  `alter table case_journal add column forgotten_on date`,
  `create or replace function keep_journal() returns trigger language plpgsql as $$
  declare
    decision constant integer := nullif(current_setting('sudmonitor.forgetting', true), '')::integer;
  begin
    if tg_op = 'DELETE' then
      if not exists (select from gone join court_case on court_case.id = gone.case_id) then return null; end if;
    elsif exists (select from forgetting where id = decision and undone_at is null) then
      if tg_table_name = 'former_text' then
        if not exists (select case_id from gone except all select case_id from came) then return null; end if;
      elsif not exists (
        select case_id, number, seen_at, origin, page_hash, page_reader, text_reader from gone
        except select case_id, number, seen_at, origin, page_hash, page_reader, text_reader from came
      ) then return null; end if;
    end if;
    raise exception 'Entries of % stay as they are', tg_table_name;
  end $$`,
]
