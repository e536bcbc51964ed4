import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type WordsMistake, wordsCheck } from '#shared/api/words.ts'
import { wordsFields } from '#shared/filters/case-fields.ts'
import type { ValueOf } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { get } from './client.ts'

/** Words are checked before the list is asked for: what cannot be read leaves the list as it was. */
type Words = ValueOf['words']
export const wordsCheckQueryOptions = (words: Words) =>
  queryOptions({
    queryKey: ['words-check', words],
    queryFn: get(wordsCheck, 'words/check/', writeValues(wordsFields, { result_text_search: words })),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })

/** With the words it was found in. */
export type WrongWords = Words & { mistake: WordsMistake }
/** Without an answer the list is asked, and says what is wrong. */
export const findMistake = (client: QueryClient, words: Words): Promise<WrongWords | null> =>
  client.fetchQuery({ ...wordsCheckQueryOptions(words), retry: false }).then(
    ({ mistake }) => mistake && { ...words, mistake },
    () => null,
  )
