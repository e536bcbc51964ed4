import { type Kysely, sql } from 'kysely'

/** People who must be forgotten: decisions, what recognizes their names and cases without telling them, what was replaced, sealed (decision 0088). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table forgetting (
    id integer primary key generated always as identity,
    decided_at timestamptz not null default now(),
    account_id integer references account on delete set null,
    grounds text not null,
    reason text not null default '',
    -- The last day on which what is read anew is masked; null: for good.
    until date,
    cases integer not null,
    -- Keyed hashes of the forms of the name.
    words bytea[] not null default '{}',
    undone_at timestamptz,
    undone_by integer references account on delete set null
  )`,
  // Keyed hashes of what names a case at its source: its key, УИД, number in its region.
  `create table forgotten_case (
    hash bytea not null,
    forgetting_id integer not null references forgetting on delete cascade,
    primary key (hash, forgetting_id)
  )`,
  // Kept pages that are masked, or withheld because they cannot be.
  `create table forgotten_page (
    hash bytea not null,
    forgetting_id integer not null references forgetting on delete cascade,
    is_withheld boolean not null,
    primary key (hash, forgetting_id)
  )`,
  // Encrypted with a key that is not in the database; destroyed after thirty days.
  `create table forgetting_seal (
    forgetting_id integer not null references forgetting on delete cascade,
    ordinal integer not null,
    body bytea not null,
    primary key (forgetting_id, ordinal)
  )`,
  // The day on which a decision changed what the entry says.
  `alter table case_journal add column forgotten_on date`,
  // What an entry says may be masked by a decision, and come back when it is undone; which entry it is stays. A masked text has another hash.
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
  ...['case_journal', 'former_text'].flatMap(table => [
    `drop trigger keep_updated on ${table}`,
    `create trigger keep_updated after update on ${table} referencing old table as gone new table as came
      for each statement execute function keep_journal()`,
  ]),
]
