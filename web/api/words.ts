import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type WordsMistake, wordsCheck } from '#shared/api/words.ts'
import { wordsFields } from '#shared/filters/case-fields.ts'
import type { ValueOf } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { get } from './client.ts'

/** Words are validated before the list is requested: a syntax error leaves the list as it was. */
type Words = ValueOf['words']
export const wordsCheckQueryOptions = (words: Words) =>
  queryOptions({
    queryKey: ['words-check', words],
    queryFn: get(wordsCheck, 'words/check/', writeValues(wordsFields, { result_text_search: words })),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })

/** Together with the words it is in. */
export type WrongWords = Words & { mistake: WordsMistake }
/** If validation is unavailable, the list is requested and reports the error. */
export const findMistake = (client: QueryClient, words: Words): Promise<WrongWords | null> =>
  client.fetchQuery({ ...wordsCheckQueryOptions(words), retry: false }).then(
    ({ mistake }) => mistake && { ...words, mistake },
    () => null,
  )
