import { type Kysely, sql } from 'kysely'

/** Working sets of cases (decision 0102): who is in one, how one joins, what a team notes of each case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table case_set (
    id integer primary key generated always as identity,
    title text not null check (title <> ''),
    created_by integer references account on delete set null,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    -- A deleted set waits for a change of mind, with all that is in it.
    deleted_at timestamptz
  )`,

  `create table case_set_member (
    set_id integer not null references case_set on delete cascade,
    account_id integer not null references account on delete cascade,
    role text not null check (role in ('owner', 'editor', 'reader')),
    joined_at timestamptz not null default now(),
    -- Where this member stopped reading, and of when their last file is.
    at_case integer references court_case on delete set null,
    file_at timestamptz,
    primary key (set_id, account_id)
  )`,
  `create index case_set_member_account on case_set_member (account_id)`,
  `create index case_set_member_at_case on case_set_member (at_case) where at_case is not null`,
  `create unique index case_set_member_owner on case_set_member (set_id) where role = 'owner'`,

  `create table case_set_invitation (
    id integer primary key generated always as identity,
    set_id integer not null references case_set on delete cascade,
    token_hash bytea not null unique,
    role text not null check (role in ('editor', 'reader')),
    created_by integer references account on delete set null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create index case_set_invitation_set on case_set_invitation (set_id)`,

  // Versions never come back, as those of notes (migration 0009).
  `create sequence case_set_item_version as integer`,
  `create table case_set_item (
    set_id integer not null references case_set on delete cascade,
    case_id integer not null references court_case on delete cascade,
    position integer not null,
    status text not null default 'unseen' check (status in ('unseen', 'working', 'checked', 'disputed')),
    assignee integer references account on delete set null,
    note text not null default '',
    columns jsonb not null default '{}' check (jsonb_typeof(columns) = 'object'),
    added_by integer references account on delete set null,
    added_at timestamptz not null default now(),
    changed_by integer references account on delete set null,
    changed_at timestamptz not null default now(),
    version integer not null default nextval('case_set_item_version'),
    -- What was taken out keeps its note and status: it may be put back.
    removed_at timestamptz,
    primary key (set_id, case_id)
  )`,
  `create index case_set_item_case on case_set_item (case_id)`,

  `create table case_set_column (
    set_id integer not null references case_set on delete cascade,
    key text not null check (key ~ '^c[1-9][0-9]*$'),
    title text not null check (title <> ''),
    position integer not null,
    primary key (set_id, key)
  )`,

  // Labels of a team: whoever has no right to tags has these.
  `create table case_set_label (
    id integer primary key generated always as identity,
    set_id integer not null references case_set on delete cascade,
    title text not null check (title <> '')
  )`,
  `create unique index case_set_label_title on case_set_label (set_id, lower(title))`,
  `create table case_set_item_label (
    set_id integer not null,
    case_id integer not null,
    label_id integer not null references case_set_label on delete cascade,
    primary key (set_id, case_id, label_id),
    foreign key (set_id, case_id) references case_set_item on delete cascade
  )`,
  `create index case_set_item_label_label on case_set_item_label (label_id)`,

  // The cases of living sets as their members see them: what filters ask.
  `create view case_in_set as
    select member.account_id, item.case_id, item.set_id, item.status,
      coalesce(item.assignee = member.account_id, false) as is_mine
    from case_set_item item
    join case_set_member member on member.set_id = item.set_id
    join case_set on case_set.id = item.set_id
    where item.removed_at is null and case_set.deleted_at is null`,
]
