import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { textSearchTypes } from '#shared/domain/outcomes.ts'
import { inQuotes } from '#shared/domain/typography.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { ValueOf } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { findMistake, type WrongWords, wordsCheckQueryOptions } from '../api/words.ts'
import { isExpression } from './operators.ts'
import type { FoundRow } from './suggestion-rows.ts'

export type WordsValue = ValueOf['words']
const wordsOf = (text: string): WordsValue => ({ text, mode: isExpression(text) ? 'raw' : textSearchTypes[0].value })
export const wordsFilter = (words: WordsValue) => ({ result_text_search: words })

/** Full-text search for the typed words, with their interpretation. */
export const wordsRow = (typed: string): FoundRow => {
  const words = wordsOf(typed)
  const mode = textSearchTypes.find(({ value }) => value === words.mode)?.label ?? ''
  return {
    id: 'words',
    lead: '',
    title: `Искать ${inQuotes(typed)} в текстах решений`,
    second: `Как искать: ${mode.toLowerCase()}`,
    aside: '',
    target: { adds: writeValues(caseListFields, wordsFilter(words)) },
  }
}

/** An expression is incomplete while being typed. */
const debounceMs = 600

/**
 * Words are validated before their list is opened; answers for former words are discarded. An expression is validated
 * while being typed.
 */
export const useCheckedWords = (typed: string, isExpected: boolean, onRight: (row: FoundRow) => void) => {
  const client = useQueryClient()
  const [found, setFound] = useState<WrongWords>()
  const standing = useRef<string>(undefined)
  useEffect(() => {
    standing.current = typed
    return () => {
      standing.current = undefined
    }
  }, [typed])
  const [paused] = useDebouncedValue(typed, debounceMs)
  const words = wordsOf(typed)
  const { data } = useQuery({
    ...wordsCheckQueryOptions(words),
    enabled: isExpected && words.mode === 'raw' && paused === typed,
  })
  const searchWords = async (): Promise<void> => {
    const mistake = await findMistake(client, wordsOf(typed))
    if (standing.current !== typed) return
    if (mistake) setFound(mistake)
    else onRight(wordsRow(typed))
  }
  const typedWrong =
    isExpected && words.mode === 'raw' && data?.mistake ? { ...words, mistake: data.mistake } : undefined
  return { searchWords, wrong: found?.text === typed ? found : typedWrong }
}
