import { useEffect, useRef } from 'react'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { Fields } from '#shared/filters/field.ts'
import type { writeValues } from '#shared/filters/wire.ts'
import { announceToScreenReader } from '../ui/toasts.tsx'
import { type CaseSearch, writeCaseSearch } from './case-search.ts'
import { type FilterTag, tagTextsOf } from './chips.ts'
import { addRecent, filterSummary } from './recent.ts'
import { rememberQuery, rememberTags } from './remembered.ts'

/** What the top bar says aloud, and what it remembers of the lists it stands over. */
/** The total is said aloud when it answers other filters, though it be the same number; leafing through says nothing. */
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

/** A list looked at for so long was wanted; one passed on the way to another was not. */
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
