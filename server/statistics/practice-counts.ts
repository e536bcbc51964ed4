import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { today } from '#shared/domain/relative-dates.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { selectCases } from '../cases/case-query.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'

/**
 * Decisions of a judge or court and of the group they belong to, counted by the mix of articles of a case: all articles
 * together, so that a case counts once.
 */
type Asked = { engine: CaseEngine; question: Question; own: AnyValues }

const whole = z.number().int()
const decidedRows = z.array(
  z.object({
    type: whole,
    stage: whole,
    result_type_id: whole.nullable(),
    mix: z.string(),
    cases: whole,
    own: whole,
    texts: whole,
    own_texts: whole,
    timed: whole,
    own_timed: whole,
    slower: whole,
    own_slower: whole,
  }),
)
type DecidedRow = z.infer<typeof decidedRows>[number]

const sumOf = (holds: RawBuilder<unknown>, as: string) =>
  sql`coalesce(sum(case when ${holds} then 1 else 0 end), 0)::integer as ${sql.ref(as)}`

/** The articles of a case as one text; `found` has `articles_of`, the key of the rows of `case_article`. */
const mixes = (engine: CaseEngine) => {
  const key = engine.childRows('case_article').rowKey
  return sql`mixes as (
    select ${key} as mix_of, string_agg(article_id::text, ',' order by article_id) as mix
    from case_article where ${key} in (select articles_of from found) group by ${key}
  )`
}

/** Decided cases by proceedings, articles and result. */
export async function countDecided({ engine, question, own }: Asked): Promise<DecidedRow[]> {
  const found = engine
    .cases(question)
    .select(['court_case.type', 'court_case.stage', 'court_case.result_type_id', 'court_case.has_text'])
    .select([
      engine.childRows('case_article').caseKey.as('articles_of'),
      sql<number>`court_case.result_date - court_case.entry_date`.as('days'),
      sql<boolean>`(${engine.matches(own, question.scope)})`.as('own'),
    ])
  const timed = sql`days >= 0`
  const slower = sql`days >= 0 and days > middle`
  const { rows } = await sql`
    with found as materialized (${found}), ${mixes(engine)},
    told as materialized (select found.*, coalesce(mix, '') as mix from found left join mixes on mix_of = articles_of),
    medians as (
      select type, stage, mix, percentile_disc(0.5) within group (order by days) as middle
      from told where ${timed} group by type, stage, mix
    )
    select type, stage, result_type_id, mix, count(*)::integer as cases, ${sumOf(sql`own`, 'own')},
      ${sumOf(sql`has_text`, 'texts')}, ${sumOf(sql`own and has_text`, 'own_texts')},
      ${sumOf(timed, 'timed')}, ${sumOf(sql`own and ${timed}`, 'own_timed')},
      ${sumOf(slower, 'slower')}, ${sumOf(sql`own and ${slower}`, 'own_slower')}
    from told left join medians using (type, stage, mix)
    group by type, stage, result_type_id, mix`.execute(engine.db)
  return decidedRows.parse(rows)
}

const penaltyRows = z.array(
  z.object({
    type: whole,
    kind: z.string(),
    suspended: z.boolean(),
    mix: z.string(),
    cases: whole,
    above: whole,
    own: whole,
    own_above: whole,
  }),
)
type PenaltyRow = z.infer<typeof penaltyRows>[number]

/** Penalties with amounts by kind and articles. The question selects penalties in force. */
export async function countPenaltiesByMix({ engine, question, own }: Asked): Promise<PenaltyRow[]> {
  const found = engine
    .cases(question, 'case_penalty')
    .innerJoin('case_penalty', join => join.on(engine.childRows('case_penalty').on))
    .where('case_penalty.value', 'is not', null)
    .select(['court_case.type', 'case_penalty.type as kind', 'case_penalty.suspended', 'case_penalty.value'])
    .select([
      engine.childRows('case_article').caseKey.as('articles_of'),
      sql<boolean>`(${engine.matches(own, question.scope)})`.as('own'),
    ])
  const { rows } = await sql`
    with found as materialized (${found}), ${mixes(engine)},
    told as materialized (select found.*, coalesce(mix, '') as mix from found left join mixes on mix_of = articles_of),
    medians as (
      select type, kind, suspended, mix, percentile_disc(0.5) within group (order by value) as middle
      from told group by type, kind, suspended, mix
    )
    select type, kind, suspended, mix, count(*)::integer as cases, ${sumOf(sql`value > middle`, 'above')},
      ${sumOf(sql`own`, 'own')}, ${sumOf(sql`own and value > middle`, 'own_above')}
    from told left join medians using (type, kind, suspended, mix)
    group by type, kind, suspended, mix`.execute(engine.db)
  return penaltyRows.parse(rows)
}

const dayRows = z.array(z.object({ type: whole, stage: whole, value: whole, count: whole }))
/** Days from entry to decision, with the number of cases. */
export async function countDays(engine: CaseEngine, question: Question) {
  const found = engine
    .cases(question)
    .whereRef('court_case.result_date', '>=', 'court_case.entry_date')
    .where('court_case.result_date', '<=', today())
    .where('court_case.result_type_id', 'is not', null)
    .select(['court_case.type', 'court_case.stage', sql`court_case.result_date - court_case.entry_date`.as('value')])
  const { rows } = await sql`
    select type, stage, value, count(*)::integer as count from (${found}) as found group by type, stage, value`.execute(
    engine.db,
  )
  return dayRows.parse(rows)
}

const amountRows = z.array(
  z.object({ type: whole, kind: z.string(), suspended: z.boolean(), value: z.number(), count: whole }),
)
/** Amounts of penalties, with their number. */
export async function countAmounts(engine: CaseEngine, question: Question) {
  const found = engine
    .cases(question, 'case_penalty')
    .innerJoin('case_penalty', join => join.on(engine.childRows('case_penalty').on))
    .where('case_penalty.value', 'is not', null)
    .select(['court_case.type', 'case_penalty.type as kind', 'case_penalty.suspended', 'case_penalty.value'])
  const { rows } = await sql`
    select type, kind, suspended, value::double precision as value, count(*)::integer as count
    from (${found}) as found group by type, kind, suspended, value`.execute(engine.db)
  return amountRows.parse(rows)
}

const monthRows = z.array(z.object({ month: z.string().nullable(), count: whole }))
/** Cases by month of entry, in order. */
export async function countMonths(engine: CaseEngine, question: Question) {
  const found = engine.cases(question).where('court_case.entry_date', '<=', today()).select('court_case.entry_date')
  const { rows } = await sql`
    select to_char(entry_date, 'YYYY-MM') as month, count(*)::integer as count from (${found}) as found group by month`.execute(
    engine.db,
  )
  return monthRows
    .parse(rows)
    .flatMap(({ month, count }) => (month === null ? [] : [{ month, count }]))
    .toSorted((one, other) => (one.month < other.month ? -1 : 1))
}

const reviewRows = z.array(z.object({ type: whole, result_type_id: whole, mix: z.string(), cases: whole, own: whole }))
type ReviewRow = z.infer<typeof reviewRows>[number]
/**
 * Outcomes of the last reviews of a court's decisions, by linked cases that the asker may know of. The copy has no
 * links.
 */
export async function countReviews(
  db: Kysely<DB>,
  scope: Scope,
  { court, judge }: { court: number; judge?: number | undefined },
): Promise<ReviewRow[]> {
  const { regions } = scope
  const found = selectCases(db, scope, { court: [court], stage: '1' })
    .innerJoin('case_link', 'case_link.case_id', 'court_case.id')
    .innerJoin('court_case as review', 'review.id', 'case_link.other_id')
    .where('review.stage', '=', 2)
    .where('review.result_type_id', 'is not', null)
    .where(
      sql<boolean>`(review.region = court_case.region ${regions === 'all' ? sql`or true` : sql`or review.region = any(${regions}::integer[])`})`,
    )
    .distinctOn('court_case.id')
    .orderBy('court_case.id')
    .orderBy('review.result_date', order => order.desc().nullsLast())
    .orderBy('review.id', 'desc')
    .select(['court_case.id as articles_of', 'court_case.type', 'review.result_type_id'])
    .select(
      sql<boolean>`${judge === undefined ? sql`true` : sql`coalesce(court_case.judge_id = ${judge}::integer, false)`}`.as(
        'own',
      ),
    )
  const { rows } = await sql`
    with found as materialized (${found}),
    mixes as (
      select case_id as mix_of, string_agg(article_id::text, ',' order by article_id) as mix
      from case_article where case_id in (select articles_of from found) group by case_id
    )
    select type, result_type_id, coalesce(mix, '') as mix, count(*)::integer as cases, ${sumOf(sql`own`, 'own')}
    from found left join mixes on mix_of = articles_of group by type, result_type_id, coalesce(mix, '')`.execute(db)
  return reviewRows.parse(rows)
}
