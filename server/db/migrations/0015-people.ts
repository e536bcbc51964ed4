import { type Kysely, sql } from 'kysely'

/**
 * People across cases: who was taken for whom, on what evidence, and how to take it back. An appearance keeps whom its name
 * alone tells (`own_id`), so that nothing is lost by a merge, and a person is whoever live merges hold together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Always the person at the end: never a chain.
  `alter table defendant add column merged_into integer references defendant on delete set null`,
  `create index defendant_merged on defendant (merged_into) where merged_into is not null`,
  // Absent where it is defendant_id: nobody was merged.
  `alter table case_defendant add column own_id integer references defendant`,
  `create index case_defendant_own on case_defendant (own_id) where own_id is not null`,

  // Keys under which full names that differ by a slip meet (server/defendants/resolve/block-keys.ts).
  `create table person_key (
    key bigint not null,
    defendant_id integer not null references defendant on delete cascade,
    primary key (key, defendant_id)
  )`,
  `create index person_key_defendant on person_key (defendant_id)`,

  // Two who may be one, for a person to decide, and what was decided.
  `create table person_pair (
    id integer primary key generated always as identity,
    left_id integer not null references defendant on delete cascade,
    right_id integer not null references defendant on delete cascade,
    score real not null,
    name_relation text not null,
    evidence text[] not null,
    verdict text not null default 'open' check (verdict in ('open', 'same', 'apart', 'unknown')),
    found_at timestamptz not null default now(),
    decided_at timestamptz,
    account_id integer references account on delete set null,
    unique (left_id, right_id),
    check (left_id < right_id)
  )`,
  `create index person_pair_right on person_pair (right_id)`,
  `create index person_pair_desk on person_pair (score desc, id) where verdict = 'open'`,

  `create table person_merge (
    id integer primary key generated always as identity,
    left_id integer not null references defendant on delete cascade,
    right_id integer not null references defendant on delete cascade,
    why text not null check (why in ('automatic', 'desk')),
    score real not null,
    name_relation text not null,
    evidence text[] not null,
    -- Appearances that got another person by it: an array of [case, ordinal].
    moved jsonb not null default '[]',
    account_id integer references account on delete set null,
    merged_at timestamptz not null default now(),
    undone_at timestamptz,
    undone_by integer references account on delete set null,
    check (left_id < right_id)
  )`,
  `create unique index person_merge_live on person_merge (left_id, right_id) where undone_at is null`,
  `create index person_merge_right on person_merge (right_id)`,

  // A protocol leads to its cases. Its own collation keeps the planner from the index of letters, as with the УИД.
  `create index court_case_protocol on court_case (protocol_number collate "C") where protocol_number is not null`,
]
