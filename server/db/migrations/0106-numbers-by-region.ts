import { type Kysely, sql } from 'kysely'

/**
 * A number is one of every court, and who sees some regions is shown the few of theirs: without the region beside it, all cases of each number
 * were read to find them (decision 0103). Beginnings of numbers, and numbers in their courts, are found in this index as in the one before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index court_case_number_region on court_case (case_number collate "C", region, court_id)`.execute(db)
  // Absent while a load that was killed has it set aside.
  await sql`drop index if exists court_case_number_court`.execute(db)
}
