import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Days } from '#shared/domain/relative-dates.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'

/** Counts for all charts about cases themselves, in one scan. */
type Row = {
  month: string | null
  entry_year: number | null
  result_year: number | null
  type: number
  stage: number
  result_type_id: number | null
  region: number
  court_id: number
  judge_id: number | null
  has_text: boolean
  hidden: boolean
  in_question: boolean
  days: number | null
  count: number
}
type Column = Exclude<keyof Row, 'count'>

/** Columns that each count groups by. */
const sets = {
  month: ['month', 'stage'],
  result: ['type', 'stage', 'result_type_id', 'entry_year'],
  region: ['region'],
  court: ['court_id'],
  judge: ['judge_id'],
  text: ['result_year', 'has_text'],
  flags: ['hidden', 'in_question'],
  duration: ['type', 'stage', 'days'],
} as const satisfies Readonly<Record<string, readonly Column[]>>
export type SetName = keyof typeof sets
/** Courts and judges shown separately: those with the most cases. */
const mostNamed = 15
/** An id that no court or judge has. */
export const others = 0
export type RowsOf = <S extends SetName>(set: S) => Pick<Row, (typeof sets)[S][number] | 'count'>[]

const types: { [C in Column]: 'text' | 'integer' | 'boolean' } = {
  month: 'text',
  entry_year: 'integer',
  result_year: 'integer',
  type: 'integer',
  stage: 'integer',
  result_type_id: 'integer',
  region: 'integer',
  court_id: 'integer',
  judge_id: 'integer',
  has_text: 'boolean',
  hidden: 'boolean',
  in_question: 'boolean',
  days: 'integer',
}

/**
 * A column computed from another one. Grouping is by the source column first, so that the expression runs once per
 * distinct value, not once per case. A day after `until` is a typing error and counts as missing.
 */
type Made = { of: string; by: DateColumn; as: RawBuilder<unknown> }
const made: { readonly [C in Column]?: Made } = {
  month: { of: 'entry_date', by: 'entry_date', as: sql`to_char(entry_date, 'YYYY-MM')` },
  entry_year: { of: 'entry_told', by: 'entry_date', as: sql`entry_told` },
  result_year: { of: 'result_told', by: 'result_date', as: sql`result_told` },
}

/** The rows of all `wanted` counts in one statement. */
export async function countCaseCharts(
  engine: CaseEngine,
  question: Question,
  until: string,
  wanted: readonly SetName[],
): Promise<RowsOf> {
  if (wanted.length === 0) return () => []
  const year = (column: DateColumn) => sql`extract(year from ${sql.ref(`court_case.${column}`)})::integer`
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
      year('entry_date').as('entry_told'),
      year('result_date').as('result_told'),
      sql<number>`court_case.result_date - court_case.entry_date`.as('days'),
    ])
  const counts = wanted.map(of => {
    const set: readonly Column[] = sets[of]
    const columns = set.map(column => made[column]?.of ?? column)
    const then = (column: Column) => made[column]?.as ?? sql.ref(column)
    const told = Object.entries(types).map(([name, type]) => {
      const own = set.find(column => column === name)
      return sql`${own === undefined ? sql`null` : then(own)}::${sql.raw(type)} as ${sql.id(name)}`
    })
    const counted = countedBy(columns, until, set.map(column => made[column]).find(Boolean))
    return sql`
      select ${sql.lit(of)} as "of", ${sql.join(told)}, sum(cases)::integer as count
      from (${of === 'court' || of === 'judge' ? commonestOf(counted, `${of}_id`) : counted}) as counted
      group by ${sql.join(set.map(then))} having sum(cases) > 0`
  })
  // PostgreSQL materialises the cases once; the copy reads the columns for each count faster than it would store them.
  const { rows } = await sql<Row & { of: SetName }>`
    with found as ${engine.isColumnar ? sql`not materialized` : sql`materialized`} (${found})
    ${sql.join(counts, sql` union all `)}`.execute(engine.db)
  const ofSets = Map.groupBy(rows, ({ of }) => of)
  return set => ofSets.get(set) ?? []
}

/**
 * Days after `until` are moved from their months and years to the missing dates by separate scans: they are very few,
 * and grouping by that condition takes the copy three times as long.
 */
function countedBy(columns: readonly string[], until: string, dated: Made | undefined): RawBuilder<unknown> {
  const by = sql.join(columns.map(column => sql.ref(column)))
  if (dated === undefined) return sql`select ${by}, count(*) as cases from found group by ${by}`
  const others = columns.filter(column => column !== dated.of).map(column => sql.ref(column))
  const isLater = sql`${sql.ref(dated.by)} > ${until}::date`
  return sql`
    select ${by}, count(*) as cases from found group by ${by}
    union all select ${by}, -count(*) from found where ${isLater} group by ${by}
    union all select ${sql.join(columns.map(column => (column === dated.of ? sql`null` : sql.ref(column))))}, count(*)
    from found where ${isLater} group by ${sql.join(others)}`
}

/** The most common named values; the rest become `others`, and nulls stay null. */
const commonestOf = (counted: RawBuilder<unknown>, column: string): RawBuilder<unknown> => sql`
  select case when ${sql.ref(column)} is null or place <= ${sql.lit(mostNamed)} then ${sql.ref(column)} else ${sql.lit(others)} end
    as ${sql.id(column)}, cases
  from (
    select *, row_number() over (order by ${sql.ref(column)} is null, cases desc, ${sql.ref(column)}) as place
    from (${counted}) as one
  ) as placed`

export type DateColumn = 'entry_date' | 'result_date'
const knownRow = z.object({ min: z.iso.date().nullable(), max: z.iso.date().nullable() })
/** The first and last day, up to `until`, of all data visible to the account: periods beyond are incomplete. */
export async function knownDays(
  engine: CaseEngine,
  { scope }: Question,
  column: DateColumn,
  until: string,
): Promise<Days | undefined> {
  const all = engine.cases({ scope, values: {} }).where(`court_case.${column}`, '<=', until)
  const { rows } = await sql`select (${all.select(({ fn }) => fn.min(`court_case.${column}`).as('day'))})::text as min,
    (${all.select(({ fn }) => fn.max(`court_case.${column}`).as('day'))})::text as max`.execute(engine.db)
  const { min, max } = knownRow.parse(rows[0])
  return min === null || max === null ? undefined : { min, max }
}
