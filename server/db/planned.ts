import { type Expression, type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from './schema.ts'

const explained = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number(), 'Total Cost': z.number() }) })]),
  }),
])

/** The planner's estimate from statistics of `analyze`, without running the query. */
export async function planned(db: Kysely<DB>, query: Expression<unknown>): Promise<{ rows: number; cost: number }> {
  const { rows } = await sql`explain (format json) ${query}`.execute(db)
  const [{ 'QUERY PLAN': plan }] = explained.parse(rows)
  return { rows: plan[0].Plan['Plan Rows'], cost: plan[0].Plan['Total Cost'] }
}
