import { type Expression, type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from './schema.ts'

const explained = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number(), 'Total Cost': z.number() }) })]),
  }),
])

/** What the planner expects of a query, which is not run: by what `analyze` has kept of its tables. */
export async function planned(db: Kysely<DB>, query: Expression<unknown>): Promise<{ rows: number; cost: number }> {
  const { rows } = await sql`explain (format json) ${query}`.execute(db)
  const [{ 'QUERY PLAN': plan }] = explained.parse(rows)
  return { rows: plan[0].Plan['Plan Rows'], cost: plan[0].Plan['Total Cost'] }
}
