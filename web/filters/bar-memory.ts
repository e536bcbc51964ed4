import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { caseForms } from '#shared/domain/wording.ts'
import { filterSummary } from '#shared/filters/describe.ts'
import type { Fields } from '#shared/filters/field.ts'
import { toQuery, type WireRecord, type writeValues } from '#shared/filters/wire.ts'
import { announceToScreenReader } from '../ui/toasts.tsx'
import { type CaseSearch, withoutTable, writeCaseSearch } from './case-search.ts'
import { type FilterTag, tagTextsOf } from './chips.ts'
import type { CaseListKind } from './list-fields.ts'
import { keep, recall, recentKey, rememberQuery, rememberTags, wireRecord } from './remembered.ts'
import { totalWords, useDemoLoading } from './total.tsx'

/** Announces the total for new filters, but not for another page. */
export const useSpokenTotal = (query: string, count: number | undefined, forms = caseForms, isLeast = false): void => {
  const said = useRef('')
  const loading = useDemoLoading()
  useEffect(() => {
    if (count === undefined || said.current === `${query} ${count}`) return
    said.current = `${query} ${count}`
    announceToScreenReader(totalWords(count, forms, loading, isLeast))
  }, [query, count, forms, loading, isLeast])
}

/** The browser remembers the last list of cases, but not other sections (§3). */
export const useMemory = (section: CaseListKind, search: CaseSearch, chips: readonly FilterTag[]): void => {
  useEffect(() => {
    if (section === 'index') rememberQuery(withoutTable(writeCaseSearch(search)))
  }, [section, search])
  const texts = JSON.stringify(tagTextsOf(chips))
  useEffect(() => {
    if (section === 'index' && texts !== undefined) rememberTags(JSON.parse(texts))
  }, [section, texts])
}

/** Milliseconds after which a list counts as a recent search. */
const wantedAfter = 2_000
export const useRecent = (
  fields: Fields,
  query: string,
  chips: readonly FilterTag[],
  answered: boolean,
  filters: () => ReturnType<typeof writeValues>,
): void => {
  const text = filterSummary(fields, chips)
  const isWanted = answered && text !== '' && query !== 'type=1' && chips.every(({ named }) => named)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query says the filters
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => addRecent({ filters: filters(), text }), wantedAfter)
    return () => clearTimeout(timer)
  }, [isWanted, query, text])
}

/** The last sets of filters, newest first, with the words of their tags. Cleared on sign-out. */
export const recentSearchCount = 10

const recent = z.object({ filters: wireRecord, text: z.string() })
export type RecentSearch = z.infer<typeof recent>

export const recallRecent = (): RecentSearch[] => recall(recentKey, z.array(recent)) ?? []

const others = (filters: WireRecord): RecentSearch[] =>
  recallRecent().filter(one => toQuery(one.filters) !== toQuery(filters))
export const addRecent = (added: RecentSearch): void =>
  keep(recentKey, [added, ...others(added.filters)].slice(0, recentSearchCount))
export const removeRecent = (filters: WireRecord): RecentSearch[] => {
  const left = others(filters)
  keep(recentKey, left)
  return left
}
