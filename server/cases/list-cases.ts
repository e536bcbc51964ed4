import { sql } from 'kysely'
import { maxPicked } from '#shared/domain/limits.ts'
import { type CaseOrdering, caseOrderingValues, defaultOrdering, type ListOrdering } from '#shared/domain/orderings.ts'
import type { SetOrdering } from '#shared/domain/set-orderings.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { CaseFields } from '#shared/filters/case-fields.ts'
import type { Values } from '#shared/filters/field.ts'
import { countRows } from '../db/page-of-query.ts'
import { requestError } from '../http/errors.ts'
import { type Snippet, snippetsOf } from '../texts/find-hits.ts'
import { mostRanked } from '../texts/relevance.ts'
import { longestSearchSeconds, searching } from '../texts/text-search.ts'
import { inOrder, orderKey } from './case-query.ts'
import { type CaseRecordRow, caseRows, type Reader } from './case-rows.ts'
import { enginesAt } from './engine/at-day.ts'
import { isCountableInTime } from './engine/countable.ts'
import type { CaseEngine, Engines, Question } from './engine/engine.ts'
import { isFoundFirst } from './engine/plan.ts'
import { askCases } from './engine/run.ts'
import type { Scope } from './predicates.ts'
import { ranking, toRank } from './ranked-cases.ts'

/** One page of the list and the total. Nulls come last in either direction; every order ends in `id`. */
export type Page<Ordering = ListOrdering | SetOrdering> = { ordering: Ordering; page: number; size: number }
/** `isLeast`: `count` is a lower bound. */
type PageOfCases = { ids: readonly number[]; count: number; isLeast?: boolean }

export async function listCases(
  now: Engines,
  scope: Scope,
  values: Values<CaseFields>,
  page: Page,
  reader: Reader,
  most = mostRanked,
): Promise<{ count: number; isLeast: boolean; rows: CaseRecordRow[]; snippets: ReadonlyMap<number, Snippet> }> {
  const engines = await enginesAt(now, values)
  const { db, primary = db } = engines
  const words = values.result_text_search
  const { ordering } = page
  const rank = ranking(ordering, values, most)
  const ofEngine = engineOrdering(ordering)
  let isOfCopy = false
  const found: PageOfCases = await askCases(
    engines,
    { scope, values },
    (engine, question) => {
      isOfCopy = engine.isColumnar
      return rank ? toRank(engine, question, most) : pageOfCases(engine, question, { ...page, ordering: ofEngine })
    },
    { seconds: longestSearchSeconds, ofWords: true },
  )
  const { count, isLeast = false } = found
  const shown = { size: page.size, offset: (page.page - 1) * page.size }
  const ids = rank ? await searching(db, values, on => rank(on, found, shown)) : found.ids
  const [rows, snippets] = await Promise.all([
    // A standby may lack cases that the copy has counted.
    caseRows(isOfCopy ? primary : db, scope, ids, reader),
    words ? searching(db, values, on => snippetsOf(on, ids, words)) : new Map<number, Snippet>(),
  ])
  return { count, isLeast, rows, snippets }
}

/** An ordering that every engine supports; the default one in place of orderings that are calculated afterwards. */
const engineOrdering = (ordering: ListOrdering | SetOrdering): CaseOrdering =>
  caseOrderingValues.find(value => value === ordering) ?? defaultOrdering

/** The ids of all found cases, for bulk actions. */
export async function listIds(
  now: Engines,
  scope: Scope,
  values: Values<CaseFields>,
  ordering: ListOrdering | SetOrdering,
  most = maxPicked,
): Promise<number[]> {
  const engines = await enginesAt(now, values)
  const page = { ordering: engineOrdering(ordering), page: 1, size: most + 1 }
  const ids = await askCases(engines, { scope, values }, (engine, question) => pageOfIds(engine, question, page), {
    seconds: longestSearchSeconds,
    ofWords: true,
  })
  if (ids.length > most)
    throw requestError(`Найдено больше ${showNumber(most)} дел: за раз столько не выбрать. Сузьте список фильтрами.`)
  return ids
}

export async function pageOfCases(
  engine: CaseEngine,
  question: Question,
  page: Page<CaseOrdering>,
  least = leastTotal,
): Promise<PageOfCases> {
  if (isFoundFirst(question.values)) return pageOfFound(engine, question, page)
  if (engine.isAlone) return pageWithoutCopy(engine, question, page, least)
  const [ids, count] = await Promise.all([pageOfIds(engine, question, page), countCases(engine, question)])
  return { ids, count }
}

/** How many cases are counted when counting all would take too long. */
const leastTotal = 10_000

/** The page comes from PostgreSQL; the total is exact if it can be counted in time, else a lower bound. */
async function pageWithoutCopy(
  engine: CaseEngine,
  question: Question,
  page: Page<CaseOrdering>,
  least: number,
): Promise<PageOfCases> {
  const cases = engine.cases(question).select('court_case.id')
  if (await isCountableInTime(engine.db, cases)) {
    const [ids, count] = await Promise.all([pageOfIds(engine, question, page), countRows(cases)])
    return { ids, count }
  }
  const some = cases.limit(least)
  const [ids, counted] = await Promise.all([
    pageOfIds(engine, question, page, 1),
    isCountableInTime(engine.db, some).then(isFew =>
      isFew ? countRows(engine.db.selectFrom(some.as('some'))) : undefined,
    ),
  ])
  if (counted !== undefined && counted < least) return { ids: ids.slice(0, page.size), count: counted }
  const before = (page.page - 1) * page.size
  const isEnd = ids.length > 0 ? ids.length <= page.size : before === 0
  // A page past the end still needs a lower bound of the total: the list must not claim to be empty.
  const seen = ids.length > 0 || isEnd ? ids : await pageOfIds(engine, question, { ...page, page: 1, size: 1 })
  const known = ids.length > 0 ? before + ids.length : seen.length
  return {
    ids: ids.slice(0, page.size),
    count: isEnd ? known : Math.max(known, counted ?? 0),
    isLeast: !isEnd && seen.length > 0,
  }
}

/**
 * Words and working sets are searched once, for the page and the total: words may require reading texts, and a set is
 * few cases. An index on the order would not help: its scan would run for seconds before it meets the few matching
 * cases.
 */
async function pageOfFound(
  engine: CaseEngine,
  question: Question,
  { ordering, page, size }: Page<CaseOrdering>,
): Promise<PageOfCases> {
  const found = engine.cases(question).select(['court_case.id', orderKey(engine, ordering).as('key')])
  const { rows } = await sql<PageOfCases>`
    with found as materialized (${found})
    select (select count(*) from found) as count, array(
      select id from found order by ${inOrder(ordering, sql.ref('found.key'), 'found')} limit ${size} offset ${(page - 1) * size}
    ) as ids`.execute(engine.db)
  return rows[0] ?? { ids: [], count: 0 }
}

/** Reads only the sort columns, so that an index can answer. `further`: how many ids beyond the page. */
async function pageOfIds(
  engine: CaseEngine,
  question: Question,
  { ordering, page, size }: Page<CaseOrdering>,
  further = 0,
): Promise<number[]> {
  const found = await engine
    .cases(question)
    .select('court_case.id')
    .orderBy(inOrder(ordering, orderKey(engine, ordering)))
    .limit(size + further)
    .offset((page - 1) * size)
    .execute()
  return found.map(({ id }) => id)
}

export const countCases = (engine: CaseEngine, question: Question): Promise<number> => countRows(engine.cases(question))
