import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { textSearchTypes } from '#shared/domain/outcomes.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { writeValues } from '#shared/filters/wire.ts'
import type { WrongWords } from '../api/words.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import type { FoundRow } from './suggestion-rows.ts'

/** Punctuation of a sentence is no operator: «Нет войне! Миру мир» asks for no text without «миру». */
const isExpression = (text: string): boolean => /[&|]|(?<![^\s(])!(?=[\p{L}\d("«])/u.test(text)
const wordsOf = (text: string): { text: string; mode: string } => ({
  text,
  mode: isExpression(text) ? 'raw' : textSearchTypes[0].value,
})

/** Looking for what is typed in texts, and how it will be read there. */
export const wordsRow = (typed: string): FoundRow => {
  const words = wordsOf(typed)
  const mode = textSearchTypes.find(({ value }) => value === words.mode)?.label ?? ''
  return {
    id: 'words',
    lead: '',
    title: `Искать «${typed}» в текстах решений`,
    second: `Как искать: ${mode.toLowerCase()}`,
    aside: '',
    target: { adds: writeValues(caseListFields, { result_text_search: words }) },
  }
}

/** Words are checked before their list is opened; what is answered after others are typed is of no use. */
export const useCheckedWords = (typed: string, onRight: (row: FoundRow) => void) => {
  const client = useQueryClient()
  const [found, setFound] = useState<WrongWords>()
  const standing = useRef<string>(undefined)
  useEffect(() => {
    standing.current = typed
    return () => {
      standing.current = undefined
    }
  }, [typed])
  const searchWords = async (): Promise<void> => {
    const mistake = await loadChunk(() => import('../api/words.ts')).then(
      ({ findMistake }) => findMistake(client, wordsOf(typed)),
      () => null,
    )
    if (standing.current !== typed) return
    if (mistake) setFound(mistake)
    else onRight(wordsRow(typed))
  }
  return { searchWords, wrong: found?.text === typed ? found : undefined }
}
