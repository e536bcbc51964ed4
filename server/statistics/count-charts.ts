import { type Kysely, sql } from 'kysely'
import { type AmountStep, durationSteps } from '#shared/domain/statistics-ranges.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'

/** Everything charts show of the cases themselves, counted in one reading of them: rows by what they are grouped by. */
type CaseCounts = {
  month: { value: string | null; stage: number; count: number }[]
  result: { type: number; stage: number; result_type_id: number | null; count: number }[]
  region: { value: number; count: number }[]
  court: { value: number; count: number }[]
  judge: { value: number | null; count: number }[]
  text: { year: string | null; has_text: boolean; count: number }[]
  hidden: { hidden: boolean; count: number }[]
  duration: { stage: number; step: string | null; count: number }[]
}
type Row = {
  place: number
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
  step: string | null
  count: number
}

/** The columns that are grouped by, in the order of the bits of `grouping`; a set of them for each thing counted. */
const columns = [
  'month',
  'year',
  'type',
  'stage',
  'result_type_id',
  'region',
  'court_id',
  'judge_id',
  'has_text',
  'hidden',
  'step',
] as const
const sets: { [K in keyof CaseCounts]: readonly (typeof columns)[number][] } = {
  month: ['month', 'stage'],
  result: ['type', 'stage', 'result_type_id'],
  region: ['region'],
  court: ['court_id'],
  judge: ['judge_id'],
  text: ['year', 'has_text'],
  hidden: ['hidden'],
  duration: ['stage', 'step'],
}
/** `grouping` has a bit for each column, the first highest: 0 where the row is of that column. */
const placeOf = (set: readonly string[]): number =>
  columns.reduce((bits, column) => bits * 2 + (set.includes(column) ? 0 : 1), 0)

/** Which step an amount belongs to; null: to none. */
export const stepOf = (amount: ReturnType<typeof sql>, steps: readonly AmountStep[]) =>
  sql<string | null>`case ${sql.join(
    steps.map(
      ({ key, min, max }) =>
        sql`when ${amount} >= ${sql.lit(min ?? 0)} ${max === undefined ? sql`` : sql`and ${amount} <= ${sql.lit(max)}`} then ${sql.lit(key)}`,
    ),
    sql` `,
  )} end`

export async function countCases(db: Kysely<DB>, scope: Scope, values: AnyValues): Promise<CaseCounts> {
  const found = selectCases(db, scope, values).select([
    'court_case.type',
    'court_case.stage',
    'court_case.result_type_id',
    'court_case.region',
    'court_case.court_id',
    'court_case.judge_id',
    'court_case.has_text',
    'court_case.defendants_hidden as hidden',
    sql<string | null>`to_char(court_case.entry_date, 'YYYY-MM')`.as('month'),
    sql<string | null>`to_char(court_case.result_date, 'YYYY')`.as('year'),
    stepOf(sql`(court_case.result_date - court_case.entry_date)`, durationSteps).as('step'),
  ])
  const asked = Object.values(sets).map(set => sql`(${sql.join(set.map(column => sql.ref(column)))})`)
  const { rows } = await sql<Row>`
    select ${sql.join(columns.map(column => sql.ref(column)))},
      grouping(${sql.join(columns.map(column => sql.ref(column)))})::integer as place, count(*)::integer as count
    from (${found}) as found
    group by grouping sets (${sql.join(asked)})`.execute(db)
  const at = (set: readonly string[]): Row[] => rows.filter(({ place }) => place === placeOf(set))
  return {
    month: at(sets.month).map(({ month, stage, count }) => ({ value: month, stage, count })),
    result: at(sets.result),
    region: at(sets.region).map(({ region, count }) => ({ value: region, count })),
    court: at(sets.court).map(({ court_id, count }) => ({ value: court_id, count })),
    judge: at(sets.judge).map(({ judge_id, count }) => ({ value: judge_id, count })),
    text: at(sets.text),
    hidden: at(sets.hidden),
    duration: at(sets.duration),
  }
}
