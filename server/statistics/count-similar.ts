import { sql } from 'kysely'
import { z } from 'zod'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'

/**
 * How many cases are similar and the range of their penalties, in one scan on either engine. `own`: the compared case
 * itself.
 */
type Similar = { count: number; own: number; texts: number; penalties: readonly PenaltyAmount[] }
export type PenaltyAmount = { value: number; count: number; own: number; dots: readonly number[] }

const whole = z.number().int()
const counts = z.tuple([z.object({ count: whole, own: whole, texts: whole })])
export async function countSimilar(engine: CaseEngine, question: Question, id = 0): Promise<Similar> {
  const found = engine.cases(question).select(['court_case.id', 'court_case.has_text'])
  const { rows } = await sql`
    select count(*)::integer as count, coalesce(sum(case when id = ${id}::integer then 1 else 0 end), 0)::integer as own,
      coalesce(sum(case when has_text then 1 else 0 end), 0)::integer as texts
    from (${found}) as found`.execute(engine.db)
  const [told] = counts.parse(rows)
  return { ...told, penalties: [] }
}

const mostDots = 200
const readRows = z.array(
  z.object({
    of: z.enum(['cases', 'value', 'dot']),
    value: z.number().nullable(),
    count: whole,
    more: whole,
    own: whole,
  }),
)
/** The cases, the amounts of their penalties, and which are drawn, in one scan. */
export async function readPenalties(engine: CaseEngine, question: Question, id: number): Promise<Similar> {
  const found = engine
    .cases(question, 'case_penalty')
    .innerJoin('case_penalty', join => join.on(engine.childRows('case_penalty').on))
    .select(['court_case.id', 'court_case.has_text', 'case_penalty.ordinal'])
    .select(sql<number>`case_penalty.value::double precision`.as('value'))
  const isOwn = sql`case when id = ${id}::integer then 1 else 0 end`
  const step = (rank: string) => sql`floor((${sql.raw(rank)})::double precision * ${mostDots}::integer / n)`
  const { rows } = await sql`
    with found as materialized (${found}),
    placed as (
      select id, value, row_number() over (order by value, id, ordinal) as place, count(*) over () as n from found
    )
    select 'cases' as of, null::double precision as value, count(*)::integer as count,
      coalesce(sum(case when has_text then 1 else 0 end), 0)::integer as more, coalesce(sum(${isOwn}), 0)::integer as own
    from (select distinct id, has_text from found) as once
    union all select 'value', value, count(*)::integer, 0, sum(${isOwn})::integer from found group by value
    union all select 'dot', value, id, place::integer, 0 from placed
    where n <= ${mostDots}::integer or ${step('place')} > ${step('place - 1')}`.execute(engine.db)
  const read = readRows.parse(rows)
  const [told] = read.filter(({ of }) => of === 'cases')
  const dots = read.filter(({ of }) => of === 'dot').toSorted((one, other) => one.more - other.more)
  const penalties = read
    .flatMap(({ of, value, count, own }) => (of === 'value' && value !== null ? [{ value, count, own }] : []))
    .toSorted((one, other) => one.value - other.value)
    .map(one => ({ ...one, dots: dots.filter(({ value }) => value === one.value).map(({ count: id }) => id) }))
  return { count: told?.count ?? 0, own: told?.own ?? 0, texts: told?.more ?? 0, penalties }
}
