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

/** One page of the list and the total. Empty values come last in either direction; every order ends in `id`. */
export type Page<Ordering = ListOrdering | SetOrdering> = { ordering: Ordering; page: number; size: number }
/** `isLeast`: there are at least so many, and nobody has counted the rest. */
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
    // A standby may lack what the copy has counted.
    caseRows(isOfCopy ? primary : db, scope, ids, reader),
    words ? searching(db, values, on => snippetsOf(on, ids, words)) : new Map<number, Snippet>(),
  ])
  return { count, isLeast, rows, snippets }
}

/** One that every engine has; the usual one in place of those that are calculated afterwards. */
const engineOrdering = (ordering: ListOrdering | SetOrdering): CaseOrdering =>
  caseOrderingValues.find(value => value === ordering) ?? defaultOrdering

/** Of every found case, for what is done with all of them at once. */
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

/** How many cases are counted where all of them are too many. */
const leastTotal = 10_000

/** The page is that of any engine; the total is whole where PostgreSQL can tell it in time, else as much of it as is known. */
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
  // Past the end: how far it is from here nobody knows, but a list that has cases does not say that it has none.
  const seen = ids.length > 0 || isEnd ? ids : await pageOfIds(engine, question, { ...page, page: 1, size: 1 })
  const known = ids.length > 0 ? before + ids.length : seen.length
  return {
    ids: ids.slice(0, page.size),
    count: isEnd ? known : Math.max(known, counted ?? 0),
    isLeast: !isEnd && seen.length > 0,
  }
}

/**
 * What words and working sets find is found once, for the page and the total together: words may cost a reading of texts, and a set is
 * few cases. An index of the order would not help: it knows nothing of words, and is walked for seconds before the cases of a set come.
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

/** Reads nothing but what the order needs, so that an index can answer. `further`: so many beyond the page. */
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
