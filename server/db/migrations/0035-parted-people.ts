import { type Kysely, sql } from 'kysely'

/**
 * Two of one full name in one region: once a person has said which cases are another's, these have a person of their own, who
 * remembers whom they were taken out of (decision 0060).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table defendant add column parted_from integer references defendant on delete set null`,
  `create index defendant_parted on defendant (parted_from) where parted_from is not null`,
]
