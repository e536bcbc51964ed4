import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Days } from '#shared/domain/relative-dates.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'

/** Everything charts show of the cases themselves, counted in one reading of them. */
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

/** What each thing is counted by: its rows have these columns. */
const sets = {
  month: ['month', 'stage'],
  result: ['type', 'stage', 'result_type_id', 'entry_year'],
  region: ['region'],
  court: ['court_id'],
  judge: ['judge_id'],
  text: ['result_year', 'has_text'],
  hidden: ['hidden'],
  duration: ['type', 'stage', 'days'],
  question: ['in_question'],
} as const satisfies Readonly<Record<string, readonly Column[]>>
type SetName = keyof typeof sets
type RowsOf = <S extends SetName>(set: S) => Pick<Row, (typeof sets)[S][number] | 'count'>[]

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

/** Made of another column, which is counted by first: a day is spelt out once, not for each of its cases. */
const made: { readonly [C in Column]?: { of: string; as: RawBuilder<unknown> } } = {
  month: { of: 'entry_date', as: sql`to_char(entry_date, 'YYYY-MM')` },
}

/** `until`: a later day is a slip of the pen, and no day. */
export async function countCaseCharts(engine: CaseEngine, question: Question, until: string): Promise<RowsOf> {
  const known = (column: 'entry_date' | 'result_date') => {
    const day = sql.ref(`court_case.${column}`)
    return sql<string | null>`case when ${day} <= ${until}::date then ${day} end`
  }
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
      known('entry_date').as('entry_date'),
      sql<number | null>`extract(year from ${known('entry_date')})::integer`.as('entry_year'),
      sql<number | null>`extract(year from ${known('result_date')})::integer`.as('result_year'),
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

const knownRow = z.object({ min: z.iso.date().nullable(), max: z.iso.date().nullable() })
/** The first and last day, up to `until`, of all that the account may see: a period that reaches beyond them is not known whole. */
export async function knownDays(
  engine: CaseEngine,
  { scope }: Question,
  column: 'entry_date' | 'result_date',
  until: string,
): Promise<Days | undefined> {
  const all = engine.cases({ scope, values: {} }).where(`court_case.${column}`, '<=', until)
  const { rows } = await sql`select (${all.select(({ fn }) => fn.min(`court_case.${column}`).as('day'))})::text as min,
    (${all.select(({ fn }) => fn.max(`court_case.${column}`).as('day'))})::text as max`.execute(engine.db)
  const { min, max } = knownRow.parse(rows[0])
  return min === null || max === null ? undefined : { min, max }
}
