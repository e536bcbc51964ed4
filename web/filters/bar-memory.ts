import { useEffect, useRef } from 'react'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { Fields } from '#shared/filters/field.ts'
import type { writeValues } from '#shared/filters/wire.ts'
import { announceToScreenReader } from '../ui/toasts.tsx'
import { type CaseSearch, writeCaseSearch } from './case-search.ts'
import { type FilterTag, tagTextsOf } from './chips.ts'
import { addRecent, filterSummary } from './recent.ts'
import { rememberQuery, rememberTags } from './remembered.ts'

/** Announces the total when it answers other filters, not when one only turns a page. */
export const useSpokenTotal = (query: string, count: number | undefined): void => {
  const said = useRef('')
  useEffect(() => {
    if (count === undefined || said.current === `${query} ${count}`) return
    said.current = `${query} ${count}`
    announceToScreenReader(`Всего ${counted(count, caseForms)}`)
  }, [query, count])
}

/** The browser remembers the last list of cases, not the sections beside it (§3). */
export const useMemory = (
  section: 'index' | 'favourites' | 'stats',
  search: CaseSearch,
  chips: readonly FilterTag[],
): void => {
  useEffect(() => {
    if (section === 'index') rememberQuery(writeCaseSearch(search))
  }, [section, search])
  const texts = JSON.stringify(tagTextsOf(chips))
  useEffect(() => {
    if (section === 'index' && texts !== undefined) rememberTags(JSON.parse(texts))
  }, [section, texts])
}

/** A list counts as a recent search after being looked at for so many milliseconds. */
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
