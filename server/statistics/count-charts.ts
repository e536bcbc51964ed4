import { type RawBuilder, sql } from 'kysely'
import { type AmountStep, durationSteps } from '#shared/domain/statistics-ranges.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'

/** Everything charts show of the cases themselves, counted in one reading of them. */
type Row = {
  month: string | null
  year: string | null
  type: number
  stage: number
  result_type_id: number | null
  region: number
  court_id: number
  judge_id: number | null
  has_text: boolean
  hidden: boolean
  in_question: boolean
  step: string | null
  count: number
}
type Column = Exclude<keyof Row, 'count'>

/** What each thing is counted by: its rows have these columns. */
const sets = {
  month: ['month', 'stage'],
  result: ['type', 'stage', 'result_type_id'],
  region: ['region'],
  court: ['court_id'],
  judge: ['judge_id'],
  text: ['year', 'has_text'],
  hidden: ['hidden'],
  duration: ['stage', 'step'],
  question: ['in_question'],
} as const satisfies Readonly<Record<string, readonly Column[]>>
type SetName = keyof typeof sets
type RowsOf = <S extends SetName>(set: S) => Pick<Row, (typeof sets)[S][number] | 'count'>[]

const types: { [C in Column]: 'text' | 'integer' | 'boolean' } = {
  month: 'text',
  year: 'text',
  type: 'integer',
  stage: 'integer',
  result_type_id: 'integer',
  region: 'integer',
  court_id: 'integer',
  judge_id: 'integer',
  has_text: 'boolean',
  hidden: 'boolean',
  in_question: 'boolean',
  step: 'text',
}

/** Which step an amount belongs to; null: to none. */
export const stepOf = (amount: ReturnType<typeof sql>, steps: readonly AmountStep[]) =>
  sql<string | null>`case ${sql.join(
    steps.map(
      ({ key, min, max }) =>
        sql`when ${amount} >= ${sql.lit(min ?? 0)} ${max === undefined ? sql`` : sql`and ${amount} <= ${sql.lit(max)}`} then ${sql.lit(key)}`,
    ),
    sql` `,
  )} end`

/** Made of another column, which is counted by first: a day is spelt out once, not for each of its cases. */
const made: { readonly [C in Column]?: { of: string; as: RawBuilder<unknown> } } = {
  month: { of: 'entry_date', as: sql`to_char(entry_date, 'YYYY-MM')` },
  year: { of: 'result_date', as: sql`to_char(result_date, 'YYYY')` },
  step: { of: 'days', as: stepOf(sql.ref('days'), durationSteps) },
}

export async function countCaseCharts(engine: CaseEngine, question: Question): Promise<RowsOf> {
  const found = engine
    .cases(question)
    .select([
      'court_case.type',
      'court_case.stage',
      'court_case.result_type_id',
      'court_case.region',
      'court_case.court_id',
      'court_case.judge_id',
      'court_case.has_text',
      'court_case.defendants_hidden as hidden',
      'court_case.in_question',
      'court_case.entry_date',
      'court_case.result_date',
      sql<number>`court_case.result_date - court_case.entry_date`.as('days'),
    ])
  const counts = Object.entries<readonly Column[]>(sets).map(([of, set]) => {
    const first = sql.join(set.map(column => sql.ref(made[column]?.of ?? column)))
    const then = (column: Column) => made[column]?.as ?? sql.ref(column)
    const told = Object.entries(types).map(([name, type]) => {
      const own = set.find(column => column === name)
      return sql`${own === undefined ? sql`null` : then(own)}::${sql.raw(type)} as ${sql.id(name)}`
    })
    return sql`
      select ${sql.lit(of)} as "of", ${sql.join(told)}, sum(cases)::integer as count
      from (select ${first}, count(*) as cases from found group by ${first}) as counted
      group by ${sql.join(set.map(then))}`
  })
  // PostgreSQL looks for the cases once; the copy reads the columns of each count faster than it stores all of them.
  const { rows } = await sql<Row & { of: SetName }>`
    with found as ${engine.isColumnar ? sql`not materialized` : sql`materialized`} (${found})
    ${sql.join(counts, sql` union all `)}`.execute(engine.db)
  return set => rows.filter(({ of }) => of === set)
}
