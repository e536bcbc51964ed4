import { type Kysely, sql } from 'kysely'
import { type AmountStep, arrestSteps, fineSteps } from '#shared/domain/statistics-ranges.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { countedBy } from '../cases/cells.ts'
import { ofRows } from '../cases/dimensions.ts'
import { childRows, matches, type Scope } from '../cases/predicates.ts'
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
  const { rowKey, caseColumn } = childRows('case_penalty', scope)
  const found = countedBy(db, scope, values, { penalties_of: caseColumn, type: 'type' })
  const told = (set: readonly (keyof Row & string)[]) => {
    const own = (name: string) => (set.some(column => column === name) ? sql.ref(name) : sql`null`)
    return sql`
      select ${own('kind')}::text as kind, ${own('type')}::integer as type, ${own('step')}::text as step,
        ${own('hidden')}::boolean as hidden, sum(cases)::integer as count
      from (select distinct penalties_of, cases, ${sql.join([...new Set(['type', ...set])].map(name => sql.ref(name)))} from penalty) as once
      group by ${sql.join(set.map(own))}`
  }
  const { rows } = await sql<Row>`
    with penalty as materialized (
      select found.penalties_of, found.type, found.cases, case_penalty.type as kind, case_penalty.hidden, ${step} as step
      from (${found}) as found join case_penalty on ${rowKey} = found.penalties_of
      where ${matches(caseFields, ofRows(values, 'case_penalty'), scope, 'case_penalty')}
    )
    ${sql.join([told(['kind']), told(['kind', 'type', 'step']), told(['hidden'])], sql` union all `)}`.execute(db)
  return {
    kinds: rows.flatMap(({ kind, type, count }) => (kind !== null && type === null ? [{ kind, count }] : [])),
    steps: rows.flatMap(({ kind, type, step, count }) =>
      kind !== null && type === 1 && kind in stepped ? [{ kind, step, count }] : [],
    ),
    hidden: rows.find(row => row.hidden === true)?.count ?? 0,
  }
}
type Row = { kind: string | null; type: number | null; step: string | null; hidden: boolean | null; count: number }
