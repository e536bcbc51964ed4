import { type Kysely, sql } from 'kysely'

/** Tables of tags that people have uploaded: who, when, and every tag that each put on a case or took off, so that it can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table tag_upload (
    id integer primary key generated always as identity,
    account_id integer references account on delete set null,
    action text not null check (action in ('add', 'remove')),
    file_name text not null default '',
    rows integer not null,
    cases integer not null,
    tags integer not null,
    uploaded_at timestamptz not null default now(),
    undone_at timestamptz,
    undone_by integer references account on delete set null
  )`,
  `create index tag_upload_of_account on tag_upload (account_id, id)`,
  // What changed, not what was asked for: a tag that was there already is not taken off by undoing.
  `create table tag_upload_change (
    upload_id integer not null references tag_upload on delete cascade,
    case_id integer not null references court_case on delete cascade,
    tag_id integer not null references tag on delete cascade,
    primary key (upload_id, case_id, tag_id)
  )`,
  `create index tag_upload_change_case on tag_upload_change (case_id)`,
  `create index tag_upload_change_tag on tag_upload_change (tag_id)`,
]
