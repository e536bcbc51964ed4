import { type Kysely, sql } from 'kysely'

const create = (how: string): string =>
  `create index ${how} court_case_number_region on court_case (case_number collate "C", region, court_id)`

/**
 * A number is one of every court, and who sees some regions is shown the few of theirs: without the region beside it, all cases of each number
 * were read to find them (decision 0103). Beginnings of numbers, and numbers in their courts, are found in this index as in the one before.
 * `court_case` is read and written by everybody for as long as this takes: one index after the other, each statement on its own (migrate.ts).
 */
export async function beside(db: Kysely<unknown>): Promise<void> {
  const { rows: broken } = await sql`
    select from pg_index where indexrelid = to_regclass('court_case_number_region') and not indisvalid`.execute(db)
  if (broken.length > 0) await sql`drop index concurrently court_case_number_region`.execute(db)
  await sql.raw(create('concurrently if not exists')).execute(db)
  await sql`drop index concurrently if exists court_case_number_court`.execute(db)
}

/** In a database that has no cases yet, or one from before `court_case_number_court`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `if not exists` would stop all writing before it looks.
  const { rows } = await sql`select where to_regclass('court_case_number_region') is null`.execute(db)
  if (rows.length > 0) await sql.raw(create('')).execute(db)
  // Absent while a load that was killed has it set aside.
  await sql`drop index if exists court_case_number_court`.execute(db)
}
