import { type Kysely, sql } from 'kysely'

/** Who is named on a case and not said to be accused stands among those who take part, with what is told of their articles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table case_participant add column articles text check (articles in ('none', 'not_told'))`,
  `create index case_participant_unknown on case_participant (case_id) where role = 'unknown'`,
]
