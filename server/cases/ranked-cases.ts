import type { Kysely } from 'kysely'
import { type ListOrdering, relevance } from '#shared/domain/orderings.ts'
import { isSetOrdering, type SetOrdering } from '#shared/domain/set-orderings.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { AnyValues, ValueOf } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { byRelevance, mostRanked } from '../texts/relevance.ts'
import type { CaseEngine, Question } from './engine/engine.ts'
import { searchWords } from './engine/plan.ts'
import { bySetNotes } from './set-order.ts'

/**
 * Sorts cases by relevance (decision 0101): all found cases or none, because the most relevant one could be in the
 * rest.
 */
const noWords =
  'По релевантности упорядочивают то, что найдено по словам из решения. Добавьте слова или выберите другой порядок.'
const tooMany = `По релевантности упорядочиваются до ${showNumber(mostRanked)}\u00a0дел, а найдено больше. Добавьте слова или другие фильтры либо выберите порядок по дате.`

/** The words to rank by; undefined for another order. @throws HttpError 400 */
export function wordsToRank(ordering: ListOrdering, values: AnyValues): ValueOf['words'] | undefined {
  if (ordering !== relevance) return undefined
  const words = searchWords(values)
  if (words === undefined) throw fieldError('ordering', noWords)
  return words
}

const noSet =
  'По записанному в подборке упорядочивают дела одной подборки. Добавьте её в фильтры или выберите другой порядок.'
const tooManyOfSet = 'В подборке больше дел, чем можно упорядочить по записанному в ней.'

type PageAsked = { size: number; offset: number }
/**
 * Orders that PostgreSQL calculates over everything an engine has found; undefined for an order of the engine. @throws
 * HttpError 400
 */
export function ranking(
  ordering: ListOrdering | SetOrdering,
  values: AnyValues,
  most: number,
): ((db: Kysely<DB>, found: Found, page: PageAsked) => Promise<number[]>) | undefined {
  if (!isSetOrdering(ordering)) {
    const words = wordsToRank(ordering, values)
    return words && ((db, found, page) => rankedCases(db, found, words, page, most))
  }
  const [set, ...others] = Array.isArray(values.set) ? values.set : []
  if (typeof set !== 'number' || others.length > 0) throw fieldError('ordering', noSet)
  return (db, { ids, count }, page) => {
    if (count > most) throw fieldError('ordering', tooManyOfSet)
    return bySetNotes(db, ids, { set, ordering }, page)
  }
}

type Found = { ids: readonly number[]; count: number }
/** The texts are in PostgreSQL, whichever engine finds the cases. */
export async function toRank(engine: CaseEngine, question: Question, most = mostRanked): Promise<Found> {
  const found = await engine
    .cases(question)
    .select('court_case.id')
    .limit(most + 1)
    .execute()
  return { ids: found.map(({ id }) => id), count: found.length }
}

/** @throws HttpError 400 when they are more than `most` */
export async function rankedCases(
  db: Kysely<DB>,
  { ids, count }: Found,
  words: ValueOf['words'],
  page: PageAsked,
  most = mostRanked,
): Promise<number[]> {
  if (count > most) throw fieldError('ordering', tooMany)
  return byRelevance(db, ids, words, page)
}
