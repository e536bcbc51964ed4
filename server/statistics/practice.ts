import { type Kysely, sql } from 'kysely'
import type { CourtPractice, JudgePractice, PracticeSection } from '#shared/api/practice.ts'
import { addMonths } from '#shared/domain/dates.ts'
import { outcomeKind, reviewKind } from '#shared/domain/outcome-kinds.ts'
import { unitOf } from '#shared/domain/outcomes.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { daysOfPeriod, intersectDays, smallSample } from '#shared/domain/statistics-ranges.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { askTogether } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { countedDays } from './chart-scales.ts'
import { resultsOf, reviewOutcome } from './comparables.ts'
import { knownDays } from './count-charts.ts'
import { countSimilar } from './count-similar.ts'
import { medianWithInterval } from './intervals.ts'
import { readResultTitles } from './lines.ts'
import {
  countAmounts,
  countDays,
  countDecided,
  countMonths,
  countPenaltiesByMix,
  countReviews,
} from './practice-counts.ts'
import { type Stratum, standardised } from './standardised.ts'

/**
 * Pages of a judge and of a court (decision 0092): their decisions next to what is expected for the same articles in
 * the judge's court or the court's region. Nothing is shown for fewer than twenty cases, and nobody is ranked.
 */
const mostMonths = 60
const wire = (values: AnyValues) => writeValues(caseListFields, values)
const certain = { stage: '1', in_question: false, penalty_certain: true }

export async function judgePageOf(engines: Engines, scope: Scope, id: number): Promise<JudgePractice> {
  const judge = await engines.db
    .selectFrom('judge')
    .where('id', '=', id)
    .select(['id', 'name', 'court_id'])
    .executeTakeFirst()
  const court = judge && (await courtOf(engines.db, scope, judge.court_id))
  if (judge === undefined || court === undefined) throw notFound('Судья не найден.')
  const about = { own: { judge: [id] }, all: { court: [court.id] }, reviewsOf: { court: court.id, judge: id } }
  return { id, name: judge.name, court, ...(await practiceOf(engines, scope, about)) }
}

export async function courtPageOf(engines: Engines, scope: Scope, id: number): Promise<CourtPractice> {
  const court = await courtOf(engines.db, scope, id)
  if (court === undefined) throw notFound('Суд не найден.')
  const judges = await engines.db
    .selectFrom('judge')
    .where('court_id', '=', id)
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  const about = { own: { court: [id] }, all: { regions: [court.region] }, reviewsOf: { court: id } }
  return { id, name: court.title, court, judges, ...(await practiceOf(engines, scope, about)) }
}

const courtOf = (db: Kysely<DB>, { regions }: Scope, id: number) =>
  db
    .selectFrom('court')
    .where('id', '=', id)
    .where(regions === 'all' ? sql<boolean>`true` : sql<boolean>`region = any(${regions}::integer[])`)
    .select(['id', 'title', 'city', 'region', 'url'])
    .executeTakeFirst()

type About = { own: AnyValues; all: AnyValues; reviewsOf: Parameters<typeof countReviews>[2] }

async function practiceOf(engines: Engines, scope: Scope, { own, all, reviewsOf }: About) {
  const titles = await readResultTitles(engines.db)
  const sides = [own, { ...all, has_result: true }, { ...all, ...certain }, { ...own, ...certain }]
  const named = sides.map(values => ['own', values] as const)
  return askTogether(engines, scope, named, async (db, questions) => {
    const [mine, decided, punished, minePunished] = questions
    if (!mine || !decided || !punished || !minePunished) throw new Error('a question was lost')
    const { engine, question } = mine
    const { count } = await countSimilar(engine, question)
    const isEnough = count >= smallSample
    const told = { cases: count, filters: wire(own), is_enough: isEnough }
    if (!isEnough) return { ...told, months: [], sections: [] }
    const counted = {
      decided: await countDecided({ ...decided, own }),
      days: await countDays(engine, question),
      penalties: await countPenaltiesByMix({ ...punished, own }),
      amounts: await countAmounts(engine, minePunished.question),
      reviews: await countReviews(db, scope, reviewsOf),
    }
    const known = await knownDays(engine, question, 'entry_date', today())
    const first = addMonths(`${today().slice(0, 7)}-01`, 1 - mostMonths).slice(0, 7)
    const months = (await countMonths(engine, question)).filter(({ month }) => month >= first)
    return {
      ...told,
      months: months.map(({ month, count: cases }) => ({
        month,
        count: cases,
        is_partial: month === today().slice(0, 7) || countedDays(month, { asked: undefined, known }).is_partial,
        // A future day is a typing error and is not counted.
        filters: wire({
          ...own,
          entry_date_range: intersectDays(daysOfPeriod(month), { min: `${first}-01`, max: today() }),
        }),
      })),
      sections: ([1, 2] as const).flatMap(stage =>
        ([1, 2] as const).flatMap(type => sectionOf({ type, stage, own, titles, ...counted }) ?? []),
      ),
    }
  })
}

type Counted = {
  type: 1 | 2
  stage: 1 | 2
  own: AnyValues
  titles: ReadonlyMap<number, string>
  decided: Awaited<ReturnType<typeof countDecided>>
  days: Awaited<ReturnType<typeof countDays>>
  penalties: Awaited<ReturnType<typeof countPenaltiesByMix>>
  amounts: Awaited<ReturnType<typeof countAmounts>>
  reviews: Awaited<ReturnType<typeof countReviews>>
}

/** Undefined for fewer than twenty decisions. */
function sectionOf({ type, stage, own, titles, ...all }: Counted): PracticeSection | undefined {
  const decided = all.decided.filter(row => row.type === type && row.stage === stage)
  const base = { ...own, type: String(type), stage: String(stage), has_result: true }
  const published = standardised(
    byMix(decided, row => ({ cases: row.cases, such: row.texts, own: row.own, ownSuch: row.own_texts })),
  )
  if (published === undefined) return undefined
  const kindOf = (id: number | null) =>
    id === null ? 'none' : (stage === 1 ? outcomeKind : reviewKind)(titles.get(id) ?? '')
  const kinds = [...new Set(decided.filter(row => row.own > 0).map(row => kindOf(row.result_type_id)))]
  const spread = medianWithInterval(all.days.filter(row => row.type === type && row.stage === stage))
  const slower = standardised(
    byMix(decided, row => ({ cases: row.timed, such: row.slower, own: row.own_timed, ownSuch: row.own_slower })),
  )
  return {
    type,
    stage,
    decided: published.of,
    filters: wire(base),
    days: spread && slower ? { ...spread, slower: { ...slower, filters: wire(base) } } : null,
    outcomes: kinds
      .flatMap(kind => {
        const isSuch = (row: { result_type_id: number | null }): boolean => kindOf(row.result_type_id) === kind
        const found = standardised(
          byMix(decided, row => ({
            cases: row.cases,
            such: isSuch(row) ? row.cases : 0,
            own: row.own,
            ownSuch: isSuch(row) ? row.own : 0,
          })),
        )
        const result_type = resultsOf(titles, title => (stage === 1 ? outcomeKind : reviewKind)(title) === kind)
        return found ? [{ ...found, kind, filters: wire({ ...base, result_type }) }] : []
      })
      .toSorted((one, other) => other.count - one.count || (one.kind < other.kind ? -1 : 1)),
    penalties: stage === 1 ? penaltiesOf(type, own, all) : [],
    published: { ...published, filters: wire({ ...base, has_result_text: true }) },
    reviews: stage === 1 ? reviewsOf(all.reviews, type, titles) : null,
  }
}

const byMix = <T extends { mix: string }>(rows: readonly T[], of: (row: T) => Stratum): Stratum[] => {
  const strata = new Map<string, Stratum>()
  for (const row of rows) {
    const [one, more] = [strata.get(row.mix) ?? { cases: 0, such: 0, own: 0, ownSuch: 0 }, of(row)]
    strata.set(row.mix, {
      cases: one.cases + more.cases,
      such: one.such + more.such,
      own: one.own + more.own,
      ownSuch: one.ownSuch + more.ownSuch,
    })
  }
  return [...strata.values()]
}

function penaltiesOf(
  type: 1 | 2,
  own: AnyValues,
  { penalties, amounts }: Pick<Counted, 'penalties' | 'amounts'>,
): PracticeSection['penalties'] {
  const rows = penalties.filter(row => row.type === type && unitOf(row.kind) !== null)
  const groups = Map.groupBy(rows, ({ kind, suspended }) => `${kind} ${suspended}`)
  return [...groups.values()]
    .flatMap(group => {
      const [first] = group
      if (first === undefined) return []
      const { kind, suspended } = first
      const isSuch = (row: { type: number; kind: string; suspended: boolean }): boolean =>
        row.type === type && row.kind === kind && row.suspended === suspended
      const above = standardised(
        byMix(group, row => ({ cases: row.cases, such: row.above, own: row.own, ownSuch: row.own_above })),
      )
      const spread = medianWithInterval(amounts.filter(isSuch))
      if (above === undefined || spread === undefined) return []
      const filters = wire({
        ...own,
        ...certain,
        type: String(type),
        penalty_type: [kind],
        penalty_suspended: suspended,
        penalty_amount: { min: 0 },
      })
      return [{ ...spread, penalty_type: kind, suspended, above: { ...above, filters }, filters }]
    })
    .toSorted((one, other) => other.n - one.n || (one.penalty_type < other.penalty_type ? -1 : 1))
}

function reviewsOf(rows: Counted['reviews'], type: 1 | 2, titles: Counted['titles']): PracticeSection['reviews'] {
  const kindOf = ({ result_type_id: id }: { result_type_id: number }) => reviewOutcome(titles.get(id) ?? '')
  const told = rows.filter(row => row.type === type && kindOf(row) !== undefined)
  const one = (kind: 'upheld' | 'changed' | 'annulled') =>
    standardised(
      byMix(told, row => {
        const isSuch = kindOf(row) === kind
        return { cases: row.cases, such: isSuch ? row.cases : 0, own: row.own, ownSuch: isSuch ? row.own : 0 }
      }),
    )
  const [upheld, changed, annulled] = [one('upheld'), one('changed'), one('annulled')]
  return upheld && changed && annulled ? { upheld, changed, annulled } : null
}
