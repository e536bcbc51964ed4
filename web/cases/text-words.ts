import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMatch, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { textSearchTypes } from '#shared/domain/outcomes.ts'
import { wordsFields } from '#shared/filters/case-fields.ts'
import type { ValueOf } from '#shared/filters/field.ts'
import { readLenient, writeValues } from '#shared/filters/wire.ts'
import { textHitsQueryOptions } from '../api/case-details.ts'
import { useShortcuts } from '../ui/keys.ts'
import { useListOrigin } from './list-origin.ts'

/** The words of the address, else those of the list the text was opened from. */
export type Words = ValueOf['words']
const noWords: Words = { text: '', mode: 'plain' }

export const useTextWords = (): { words: Words; change: (words: Words) => void } => {
  const navigate = useNavigate()
  const inAddress = useMatch({
    strict: false,
    select: match => readLenient(wordsFields, match.search).result_text_search,
    structuralSharing: true,
  })
  const from = useListOrigin()
  const [touched, setTouched] = useState(false)
  const ofList = useMemo(() => readLenient(wordsFields, from?.query ?? {}).result_text_search, [from])
  const words = inAddress ?? (touched ? undefined : ofList) ?? noWords
  return {
    words,
    change: next => {
      setTouched(true)
      const search = next.text.trim() ? writeValues(wordsFields, { result_text_search: next }) : {}
      void navigate({ to: '.', search, replace: true, hash: true, state: true, resetScroll: false })
    },
  }
}

export const modeOf = (mode: string) => textSearchTypes.find(({ value }) => value === mode)?.value ?? 'plain'

export const useHits = (id: number, words: Words) => {
  const isSet = words.text.trim() !== ''
  const query = writeValues(wordsFields, { result_text_search: words })
  const { data, error, isFetching } = useQuery({
    ...textHitsQueryOptions(id, query),
    enabled: isSet,
    placeholderData: keepPreviousData,
  })
  const found = isSet && !error ? data : undefined
  const hits = useMemo(() => found?.hits ?? [], [found])
  const [at, setAt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words begin anew
  useEffect(() => setAt(0), [hits])
  const go = (to: number): void => {
    if (hits.length === 0) return
    const next = (to + hits.length) % hits.length
    setAt(next)
    showHit(next)
  }
  useShortcuts({ n: () => go(at + 1), p: () => go(at - 1) })
  return {
    hits,
    more: found?.more ?? false,
    at,
    go,
    error: isSet ? error : null,
    isFetching: isSet && isFetching,
    isSet,
  }
}

export const hitId = (hit: number): string => `h${hit + 1}`
export const showHit = (hit: number): void =>
  document.getElementById(hitId(hit))?.scrollIntoView({ block: 'center', behavior: 'instant' })
