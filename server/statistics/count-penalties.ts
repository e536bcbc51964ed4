import { sql } from 'kysely'
import { amountCharts } from '#shared/domain/statistics-ranges.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import { valuesOfRow } from '../cases/predicates.ts'
import { stepOf } from './count-charts.ts'

/**
 * Penalties by kind and by amount, of one codex at a time: months of prison and rubles of a fine for a car are not of one scale. A case
 * counts once at each, however many of its penalties are such: filters on penalties hold for the penalty that is counted, as they do in
 * the list behind it.
 */
const charts = Object.values(amountCharts)

export async function countPenalties(engine: CaseEngine, question: Question) {
  const value = sql`case_penalty.value`
  const step = sql<string | null>`case ${sql.join(
    charts.map(
      ({ type, kind, steps }) =>
        sql`when found.type = ${sql.lit(type)} and case_penalty.type = ${sql.lit(kind)} then ${stepOf(value, steps)}`,
    ),
    sql` `,
  )} end`
  const { rowKey, caseColumn } = engine.childRows('case_penalty')
  const found = engine.cells(question, { penalties_of: caseColumn, type: 'type' })
  const told = (set: readonly (keyof Row & string)[]) => {
    const own = (name: string) => (set.some(column => column === name) ? sql.ref(name) : sql`null`)
    return sql`
      select ${sql.lit(set.join())}::text as "of", ${own('kind')}::text as kind, ${own('type')}::integer as type,
        ${own('step')}::text as step, ${own('hidden')}::boolean as hidden, sum(cases)::integer as count
      from (select distinct penalties_of, cases, ${sql.join([...new Set(['type', ...set])].map(name => sql.ref(name)))} from penalty) as once
      group by ${sql.join(set.map(own))}`
  }
  const { rows } = await sql<Row>`
    with penalty as materialized (
      select found.penalties_of, found.type, found.cases, case_penalty.type as kind, case_penalty.hidden, ${step} as step
      from (${found}) as found join case_penalty on ${rowKey} = found.penalties_of
      where ${engine.matches(valuesOfRow(question.values, 'case_penalty'), question.scope, 'case_penalty')}
    )
    ${sql.join([told(['kind', 'type']), told(['kind', 'type', 'step']), told(['hidden'])], sql` union all `)}`.execute(
    engine.db,
  )
  const at = (set: string): Row[] => rows.filter(({ of }) => of === set)
  return {
    kinds: at('kind,type').flatMap(({ kind, type, count }) =>
      kind === null || type === null ? [] : [{ type, kind, count }],
    ),
    // Amounts by chart; null: hidden or not said.
    steps: at('kind,type,step').flatMap(({ kind, type, step, count }) =>
      charts.filter(chart => chart.kind === kind && chart.type === type).map(({ chart }) => ({ chart, step, count })),
    ),
    hidden: at('hidden').find(row => row.hidden === true)?.count ?? 0,
  }
}
type Row = {
  of: string
  kind: string | null
  type: number | null
  step: string | null
  hidden: boolean | null
  count: number
}
