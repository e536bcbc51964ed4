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
import type { CaseEngine, Engines, Question } from './engine/engine.ts'
import { isFoundFirst } from './engine/plan.ts'
import { askCases } from './engine/run.ts'
import type { Scope } from './predicates.ts'
import { ranking, toRank } from './ranked-cases.ts'

/** One page of the list and the total. Empty values come last in either direction; every order ends in `id`. */
export type Page<Ordering = ListOrdering | SetOrdering> = { ordering: Ordering; page: number; size: number }
type PageOfCases = { ids: readonly number[]; count: number }

export async function listCases(
  now: Engines,
  scope: Scope,
  values: Values<CaseFields>,
  page: Page,
  reader: Reader,
  most = mostRanked,
): Promise<{ count: number; rows: CaseRecordRow[]; snippets: ReadonlyMap<number, Snippet> }> {
  const engines = await enginesAt(now, values)
  const { db } = engines
  const words = values.result_text_search
  const { ordering } = page
  const rank = ranking(ordering, values, most)
  const ofEngine = engineOrdering(ordering)
  const found = await askCases(
    engines,
    { scope, values },
    (engine, question) =>
      rank ? toRank(engine, question, most) : pageOfCases(engine, question, { ...page, ordering: ofEngine }),
    { seconds: longestSearchSeconds, ofWords: true },
  )
  const { count } = found
  const shown = { size: page.size, offset: (page.page - 1) * page.size }
  const ids = rank ? await searching(db, values, on => rank(on, found, shown)) : found.ids
  const [rows, snippets] = await Promise.all([
    caseRows(db, scope, ids, reader),
    words ? searching(db, values, on => snippetsOf(on, ids, words)) : new Map<number, Snippet>(),
  ])
  return { count, rows, snippets }
}

/** One that every engine has; the usual one in place of those that are reckoned afterwards. */
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
): Promise<PageOfCases> {
  if (isFoundFirst(question.values)) return pageOfFound(engine, question, page)
  const [ids, count] = await Promise.all([pageOfIds(engine, question, page), countCases(engine, question)])
  return { ids, count }
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

/** Reads nothing but what the order needs, so that an index can answer. */
async function pageOfIds(
  engine: CaseEngine,
  question: Question,
  { ordering, page, size }: Page<CaseOrdering>,
): Promise<number[]> {
  const found = await engine
    .cases(question)
    .select('court_case.id')
    .orderBy(inOrder(ordering, orderKey(engine, ordering)))
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return found.map(({ id }) => id)
}

export const countCases = (engine: CaseEngine, question: Question): Promise<number> => countRows(engine.cases(question))
