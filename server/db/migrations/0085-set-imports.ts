import { type Kysely, sql } from 'kysely'

/** Tables that became cases of a working set (decision 0103): what was taken in, which of it named no case, and what undoing takes back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table case_set_import (
    id integer primary key generated always as identity,
    set_id integer not null references case_set on delete cascade,
    account_id integer references account on delete set null,
    file_name text not null default '',
    heads jsonb not null check (jsonb_typeof(heads) = 'array'),
    kinds jsonb not null check (jsonb_typeof(kinds) = 'array'),
    -- The next file of this account with the same heads is read alike.
    is_remembered boolean not null default false,
    created_at timestamptz not null default now(),
    undone_at timestamptz,
    undone_by integer references account on delete set null
  )`,
  `create index case_set_import_set on case_set_import (set_id)`,
  `create index case_set_import_account on case_set_import (account_id, id desc)`,

  `create table case_set_row (
    id integer primary key generated always as identity,
    import_id integer not null references case_set_import on delete cascade,
    line integer not null,
    -- Of rows that named no case: what was found keeps its texts beside its case.
    cells jsonb not null check (jsonb_typeof(cells) = 'array'),
    outcome text not null check (outcome in ('found', 'perhaps', 'not_found')),
    reason text not null default '',
    case_id integer references court_case on delete set null,
    -- The version of the item that this row put into the set; null: it was there, or there is none.
    added_version integer,
    -- Null: it waits in «Не найдено».
    resolved_at timestamptz,
    resolved_by integer references account on delete set null
  )`,
  `create index case_set_row_import on case_set_row (import_id)`,
  `create index case_set_row_waiting on case_set_row (import_id, line) where resolved_at is null`,
  // Thousands of numbers in their courts are looked up at once; beginnings of numbers are found in it as before (migration 0078).
  `create index court_case_number_court on court_case (case_number collate "C", court_id)`,
  `drop index court_case_number_letters`,
  `create index case_set_row_case on case_set_row (case_id) where case_id is not null`,
]
