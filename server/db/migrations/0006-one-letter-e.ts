import { type Kysely, sql } from 'kysely'

/** Courts write ё and е as they please; filters by text take them for one letter, and so do the indexes that serve them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const words = (index: string, table: string, column: string): string[] => [
  `drop index ${index}`,
  `create index ${index} on ${table} using gin (translate(${column}, 'Ёё', 'Ее') gin_trgm_ops)`,
]
const statements = [
  ...words('court_case_number_words', 'court_case', 'case_number'),
  ...words('court_case_uid_words', 'court_case', 'case_uid'),
  ...words('court_case_protocol_words', 'court_case', 'protocol_number'),
  ...words('case_defendant_name_words', 'case_defendant', 'name'),
  ...words('case_participant_name_words', 'case_participant', 'name'),
  `drop index court_case_city`,
  `create index court_case_city on court_case (translate(city, 'Ёё', 'Ее'))`,
]
