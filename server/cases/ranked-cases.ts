import type { Kysely } from 'kysely'
import { type ListOrdering, relevance } from '#shared/domain/orderings.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { AnyValues, ValueOf } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { byRelevance, mostRanked } from '../texts/relevance.ts'
import type { CaseEngine, Question } from './engine/engine.ts'
import { searchWords } from './engine/plan.ts'

/** Cases by relevance (decision 0101): all that is found, or nothing. The most relevant could be in the rest. */
const noWords =
  'По релевантности упорядочивают то, что найдено по словам из решения. Добавьте слова или выберите другой порядок.'
const tooMany = `По релевантности упорядочиваются до ${showNumber(mostRanked)}\u00a0дел, а найдено больше. Добавьте слова или другие фильтры либо выберите порядок по дате.`

/** The words by which cases are to be ranked; undefined: in another order. @throws HttpError 400 */
export function wordsToRank(ordering: ListOrdering, values: AnyValues): ValueOf['words'] | undefined {
  if (ordering !== relevance) return undefined
  const words = searchWords(values)
  if (words === undefined) throw fieldError('ordering', noWords)
  return words
}

type Found = { ids: readonly number[]; count: number }
/** Whichever engine finds them, their texts are PostgreSQL's. */
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
  page: { size: number; offset: number },
  most = mostRanked,
): Promise<number[]> {
  if (count > most) throw fieldError('ordering', tooMany)
  return byRelevance(db, ids, words, page)
}
