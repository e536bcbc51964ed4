import { sql } from 'kysely'
import { z } from 'zod'
import type { Comparables, Comparison, Share } from '#shared/api/comparables.ts'
import { outcomeKind, reviewKind } from '#shared/domain/outcome-kinds.ts'
import { unitOf } from '#shared/domain/outcomes.ts'
import { mostStacked, smallSample } from '#shared/domain/statistics-ranges.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import type { CaseEngine, Engines, Question } from '../cases/engine/engine.ts'
import { askTogether } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import { countSimilar, type PenaltyAmount, readPenalties } from './count-similar.ts'
import { medianWithInterval, placeOf, wilson } from './intervals.ts'
import { type LineArticle, readPartsOf, readResultTitles } from './lines.ts'
import { type OwnCase, type OwnOutcome, readOwnCase } from './own-outcome.ts'

/**
 * Cases similar to a decided one (decision 0092). The similarity is expressed as filters, so that the list shows
 * exactly the counted cases; conditions are relaxed one by one until there are enough.
 */
type Same = { region: boolean; years: boolean; part: boolean }
type Asked = { [C in keyof Same]?: boolean | undefined }

/** In the order of relaxation. */
const levels: readonly Same[] = [
  { region: true, years: true, part: true },
  { region: false, years: true, part: true },
  { region: false, years: false, part: true },
  { region: false, years: false, part: false },
]
/** Years before and after that of the decision. */
const yearsAround = 2
const mostPeople = 6
const mostTies = 30

type Known = {
  own: OwnCase
  one: OwnOutcome
  lines: ReadonlyMap<number, LineArticle>
  titles: ReadonlyMap<number, string>
}

export async function comparablesOf(engines: Engines, scope: Scope, id: number, asked: Asked): Promise<Comparables> {
  const [own, titles] = await Promise.all([readOwnCase(engines.db, scope, id), readResultTitles(engines.db)])
  if (own === undefined) return { comparisons: [], more: 0 }
  const people = own.people.slice(0, mostPeople)
  const numbers = people.map(({ article }) => article.article_number)
  const lines = await readPartsOf(engines.db, numbers)
  const comparisons: Comparison[] = []
  for (const one of people) comparisons.push(await compare(engines, scope, { own, one, lines, titles }, asked))
  return { comparisons, more: Math.max(0, own.people.length - mostPeople) }
}

async function compare(engines: Engines, scope: Scope, known: Known, asked: Asked): Promise<Comparison> {
  const { own, one } = known
  const isChosen = Object.values(asked).some(value => value !== undefined)
  const { region = true, years = true, part = true } = asked
  const tried = isChosen ? [{ region, years, part }] : levels
  const sides = tried.flatMap(same =>
    [similarTo(known, same), reviewsOf(known, same)].map(values => ['similar', values] as const),
  )
  return askTogether(engines, scope, sides, async (_, questions) => {
    for (const [at, same] of tried.entries()) {
      const [similar, reviews] = questions.slice(at * 2)
      if (similar === undefined || reviews === undefined) break
      const { engine, question } = similar
      const read = isMeasured(one) ? readPenalties : countSimilar
      const { count, own: itself, texts, penalties } = await read(engine, question, own.id)
      const others = count - itself
      if (others < smallSample && at < tried.length - 1) continue
      const isEnough = others >= smallSample
      return {
        ...described(known, same),
        count,
        others,
        filters: wire(question.values),
        is_enough: isEnough,
        penalties: isEnough ? penaltiesAmong(penalties, one, question.values) : null,
        why_unplaced: one.penalty === null && one.kind !== 'penalty' ? null : one.whyUnplaced,
        reviews: isEnough ? await reviewShares(engine, reviews.question, known.titles) : null,
        published: isEnough ? shareOf(texts, count, { ...question.values, has_result_text: true }) : null,
      }
    }
    throw new Error(`no conditions to compare case ${own.id} by`)
  })
}

const wire = (values: AnyValues) => writeValues(caseListFields, values)
const shareOf = (count: number, of: number, filters: AnyValues): Share => ({
  count,
  of,
  ...wilson(count, of),
  filters: wire(filters),
})

function described({ own, one, lines }: Known, same: Same) {
  return {
    person: own.accused > 1 ? one.person : null,
    article: { id: one.article.id, name: same.part ? one.article.name : one.article.article_number },
    outcome: { kind: one.kind, penalty_type: one.penalty?.type ?? null, suspended: one.penalty?.suspended ?? false },
    region: own.region,
    years: yearsOf(own),
    same: { ...same, part: partsOf(one, lines).length > 1 ? same.part : null },
  }
}

const yearsOf = ({ year }: OwnCase) => ({ from: year - yearsAround, to: year + yearsAround })
const partsOf = ({ article: { codex, article_number } }: OwnOutcome, lines: Known['lines']): number[] =>
  [...lines.values()]
    .filter(other => other.codex === codex && other.article_number === article_number)
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)

/** Filters on what similar cases share with the case and its reviews. */
function common({ own, one, lines }: Known, same: Same): AnyValues {
  const { from, to } = yearsOf(own)
  return {
    type: String(own.type),
    codex_articles: same.part ? [one.article.id] : partsOf(one, lines),
    ...(same.region && { regions: [own.region] }),
    ...(same.years && { result_date_range: { min: `${from}-01-01`, max: `${to}-12-31` } }),
  }
}

function similarTo(known: Known, same: Same): AnyValues {
  const { one, titles } = known
  const first = { ...common(known, same), stage: '1' }
  if (one.penalty === null)
    return { ...first, result_type: resultsOf(titles, title => outcomeKind(title) === one.kind) }
  const { type, value, suspended } = one.penalty
  return {
    ...first,
    in_question: false,
    penalty_type: [type],
    penalty_certain: true,
    ...(unitOf(type) !== null && { penalty_suspended: suspended }),
    ...(unitOf(type) !== null && value !== null && { penalty_amount: { min: 0 } }),
  }
}

export const resultsOf = (titles: Known['titles'], fits: (title: string) => boolean): number[] =>
  [...titles].flatMap(([id, title]) => (fits(title) ? [id] : [])).toSorted((one, other) => one - other)

/** The outcome of a review; undefined when it did not decide on the decision. */
export function reviewOutcome(title: string): 'upheld' | 'changed' | 'annulled' | undefined {
  const kind = reviewKind(title)
  if (kind === 'upheld' || kind === 'changed') return kind
  return kind === 'annulled' || kind === 'annulled_ended' || kind === 'retrial' ? 'annulled' : undefined
}

const reviewsOf = (known: Known, same: Same): AnyValues => ({
  ...common(known, same),
  stage: '2',
  result_type: resultsOf(known.titles, title => reviewOutcome(title) !== undefined),
})

const isMeasured = ({ penalty }: OwnOutcome): boolean =>
  penalty !== null && penalty.value !== null && unitOf(penalty.type) !== null

function penaltiesAmong(read: readonly PenaltyAmount[], one: OwnOutcome, values: AnyValues): Comparison['penalties'] {
  const own = one.penalty?.value
  const spread = medianWithInterval(read)
  const others = read.map(({ value, count, own }) => ({ value, count: count - own }))
  const [least, most] = [read[0], read.at(-1)]
  if (own === undefined || own === null || spread === undefined || least === undefined || most === undefined)
    return null
  if (spread.n < smallSample) return null
  return {
    ...spread,
    least: least.value,
    most: most.value,
    dots: read.flatMap(({ value, dots }) => dots.map(case_id => ({ case_id, value }))),
    ties: read
      .filter(({ count }) => count > mostStacked)
      .toSorted((one, other) => other.count - one.count)
      .slice(0, mostTies)
      .map(({ value, count }) => ({
        value,
        count,
        filters: wire({ ...values, penalty_amount: { min: value, max: value } }),
      })),
    own: one.whyUnplaced === null ? { value: own, ...placeOf(others, own) } : null,
  }
}

const results = z.array(z.object({ result_type_id: z.number().int(), count: z.number().int() }))
async function reviewShares(
  engine: CaseEngine,
  question: Question,
  titles: Known['titles'],
): Promise<Comparison['reviews']> {
  const found = engine.cases(question).select('court_case.result_type_id')
  const { rows } = await sql`
    select result_type_id, count(*)::integer as count from (${found}) as found group by result_type_id`.execute(
    engine.db,
  )
  const told = results.parse(rows)
  const of = told.reduce((sum, { count }) => sum + count, 0)
  if (of < smallSample) return null
  const kindOf = (id: number) => reviewOutcome(titles.get(id) ?? '')
  const one = (kind: 'upheld' | 'changed' | 'annulled'): Share => {
    const count = told.reduce((sum, row) => sum + (kindOf(row.result_type_id) === kind ? row.count : 0), 0)
    const result_type = resultsOf(titles, title => reviewOutcome(title) === kind)
    return shareOf(count, of, { ...question.values, result_type })
  }
  return {
    of,
    filters: wire(question.values),
    kinds: { upheld: one('upheld'), changed: one('changed'), annulled: one('annulled') },
  }
}
