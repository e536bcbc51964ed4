import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Regions without cases none of whose court sites has ever answered: not regions that have no cases. */
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
