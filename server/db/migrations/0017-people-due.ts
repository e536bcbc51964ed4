import { type Kysely, sql } from 'kysely'

/** Cases on which people are still to be looked for; written with the case itself, so that none is passed over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `turn`: counts on when the case comes in again, so that whoever is at it does not take it for done.
  `create table people_due (
    case_id integer primary key references court_case on delete cascade,
    turn integer not null default 0
  )`,
  `insert into people_due (case_id) select distinct case_id from case_defendant where defendant_id is not null`,
]
