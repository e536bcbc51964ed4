import { type Kysely, sql } from 'kysely'

/** When an account last opened a case, and when it did so before: what has changed since can be told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The case first: visits go where their case goes.
  `create table case_visit (
    case_id integer not null references court_case on delete cascade,
    account_id integer not null references account on delete cascade,
    seen_at timestamptz not null default now(),
    -- The visit before this one; absent: this is the first.
    before_at timestamptz,
    primary key (case_id, account_id)
  )`,
  `create index case_visit_account on case_visit (account_id)`,
]
