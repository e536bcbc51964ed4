import { type Kysely, sql } from 'kysely'

/** A case has several numbers, and a person on it a result of their own (decision 0064). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // All of them in one text, parted by «; »: they are looked for as letters are, and few cases have any.
  `alter table court_case add column other_numbers text not null default ''`,
  `create index court_case_other_numbers_words on court_case
    using gin (translate(other_numbers, 'Ёё', 'Ее') gin_trgm_ops) where other_numbers <> ''`,
  `alter table case_defendant add column own_result text, add column own_result_date date`,
]
