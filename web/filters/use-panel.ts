import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { toQuery } from '#shared/filters/wire.ts'
import { type CaseSearch, writeCaseSearch } from './case-search.ts'

/** Kept mounted for a moment after closing, because unmounting two thousand elements would delay the page. */
export const usePanel = (search: CaseSearch) => {
  const [opened, setOpened] = useState<{ openAt: string | undefined; at: number }>()
  const now = useMemo(
    () => opened && { openAt: opened.openAt, search, key: `${opened.at} ${toQuery(writeCaseSearch(search))}` },
    [opened, search],
  )
  const before = useDeferredValue(now)
  return {
    panel: now ?? before,
    isOpen: now !== undefined,
    open: useCallback((openAt?: string) => setOpened({ openAt, at: performance.now() }), []),
    close: useCallback(() => setOpened(undefined), []),
  }
}

/** Set by a key on another page that opens the panel of the list; consumed once by the list. */
let asked = false
export const askForPanel = (): void => {
  asked = true
}
export const takeAskedPanel = (): boolean => {
  const wanted = asked
  asked = false
  return wanted
}
