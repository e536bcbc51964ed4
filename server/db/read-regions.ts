import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * Regions of which nothing is known: there is no case of them, and no site of their courts has ever answered as it should.
 * Where a map shows none, these are not regions without cases.
 */
export async function unreadRegions(db: Kysely<DB>, numbers: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from unnest(${numbers}::integer[]) as region (number)
    where not exists (select from court_case where court_case.region = region.number)
      and not exists (
        select from court join court_check on court_check.court_id = court.id
        where court.region = region.number and court_check.last_good_at is not null
      )
    order by number`.execute(db)
  return rows.map(({ number }) => number)
}
