import { type Kysely, sql } from 'kysely'

/** Folders of favourites and private notes on cases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table favourite_folder (
    id integer primary key generated always as identity,
    account_id integer not null references account on delete cascade,
    title text not null,
    created_at timestamptz not null default now(),
    -- Deleted folders wait for a change of mind, with what lies in them.
    deleted_at timestamptz
  )`,
  `create unique index favourite_folder_title on favourite_folder (account_id, lower(title)) where deleted_at is null`,
  `create index favourite_folder_account on favourite_folder (account_id)`,

  // A case lies in one folder or in none.
  `alter table favourite add column folder_id integer references favourite_folder on delete set null`,
  `create index favourite_folder_cases on favourite (folder_id) where folder_id is not null`,
  `create view favourite_in_folder as
    select favourite.account_id, favourite.case_id, favourite.folder_id
    from favourite join favourite_folder on favourite_folder.id = favourite.folder_id
    where favourite_folder.deleted_at is null`,

  // Versions never come back, not even when a note is written anew: see server/favourites/notes.ts.
  `create sequence case_note_version as integer`,
  `create table case_note (
    account_id integer not null references account on delete cascade,
    case_id integer not null references court_case on delete cascade,
    text text not null check (text <> ''),
    version integer not null default nextval('case_note_version'),
    changed_at timestamptz not null default now(),
    primary key (account_id, case_id)
  )`,
  `create index case_note_case on case_note (case_id)`,
]
