import { type Kysely, sql } from 'kysely'
import { type AmountStep, arrestSteps, fineSteps } from '#shared/domain/statistics-ranges.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { selectCases } from '../cases/case-query.ts'
import { childRows, type Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { stepOf } from './count-charts.ts'

/**
 * Penalties by kind and by amount. A case counts once at each, however many of its penalties are such: filters on penalties
 * hold for the penalty that is counted, as they do in the list behind it.
 */
type PenaltyCounts = {
  kinds: { kind: string; count: number }[]
  /** КоАП: amounts by the kind of the penalty; null: hidden or not said. */
  steps: { kind: string; step: string | null; count: number }[]
  hidden: number
}
const stepped: Readonly<Record<string, readonly AmountStep[]>> = { fine: fineSteps, arrest: arrestSteps }

export async function countPenalties(db: Kysely<DB>, scope: Scope, values: AnyValues): Promise<PenaltyCounts> {
  const value = sql`case_penalty.value`
  const step = sql<string | null>`case case_penalty.type ${sql.join(
    Object.entries(stepped).map(([kind, steps]) => sql`when ${sql.lit(kind)} then ${stepOf(value, steps)}`),
    sql` `,
  )} end`
  const found = selectCases(db, scope, values, 'case_penalty')
    .innerJoin('case_penalty', join => join.on(childRows('case_penalty', scope).hang))
    .select(['court_case.id', 'court_case.type', 'case_penalty.type as kind', 'case_penalty.hidden', step.as('step')])
    .distinct()
  const { rows } = await sql<{ place: number; kind: string; type: number; step: string | null; count: number }>`
    select kind, type, step, hidden, grouping(kind, type, step, hidden)::integer as place, count(distinct id)::integer as count
    from (${found}) as found
    group by grouping sets ((kind), (kind, type, step), (hidden))`.execute(db)
  const hidden = rows.find(
    (row): row is (typeof rows)[number] & { hidden: true } => 'hidden' in row && row.hidden === true,
  )
  return {
    kinds: rows.filter(({ place }) => place === 0b0111),
    steps: rows.filter(({ place, type, kind }) => place === 0b0001 && type === 1 && kind in stepped),
    hidden: hidden?.count ?? 0,
  }
}
