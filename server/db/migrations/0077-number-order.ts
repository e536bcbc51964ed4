import { type Kysely, sql } from 'kysely'

/**
 * Case numbers by year, index and number, as numbers: «5-171/2026» before «5-1712/2026», both after «5-9/2025». Every run of digits
 * becomes one of nine; the year is what follows the number, none of it comes first. The index serves the order of lists, which was that of letters.
 */
const head = String.raw`lower(coalesce(substring(case_number from '^[^-]*-\d+'), case_number))`
const steps = [
  String.raw`create function number_order(case_number text) returns text language sql immutable strict parallel safe as $$
    select coalesce(substring(case_number from '^[^-]*-\d+/(\d{4})'), '0000') || ' '
      || regexp_replace(regexp_replace(${head}, '(\d+)', '00000000\1', 'g'), '\d+(\d{9})', '\1', 'g') || ' ' || case_number
  $$`,
  `drop index court_case_number`,
  `create index court_case_number on court_case (number_order(case_number), id) include (type, stage, region)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const step of steps) await sql.raw(step).execute(db)
}
