import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { toQuery } from '#shared/filters/wire.ts'
import { type CaseSearch, writeCaseSearch } from './case-search.ts'

/**
 * The panel of filters: what it is drawn of, and whether it is open. It is drawn a moment longer than it is open: two
 * thousand elements are taken away after the page has answered. Each opening begins anew, and so does one that a change of
 * the address meets: what was typed in the bar may reach it while the panel is on its way.
 */
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
