import { tableParams } from '#shared/filters/views.ts'
import type { ReleaseInfo } from '../api/release.ts'
import { initialRecord } from '../filters/case-search.ts'
import { clearRememberedFilters, recallQuery } from '../filters/remembered.ts'
import { showToast } from '../ui/toasts.tsx'

/**
 * Clears remembered and current filters after a new release (§4), because their meaning may have changed. Can be
 * undone.
 */
type Search = Record<string, string | string[] | undefined>
type Shown = { pathname: string; search: Search }
type Go = (to: { to: string; search: Search; replace?: boolean }) => unknown

/** Pages whose address contains filters, with their other parameters, which are kept. */
const ofTable = tableParams.filter(name => name !== 'compare')
const filtered = new Map<string, readonly string[]>([
  ['/', ofTable],
  ['/favorites', []],
  ['/stats', ofTable],
  ['/defendants', []],
  ['/data', ofTable],
])

export const clearFilters = ({ known }: ReleaseInfo, { pathname, search }: Shown, go: Go): void => {
  const others = filtered.get(pathname)
  const kept = Object.fromEntries(Object.entries(search).filter(([name]) => others?.includes(name)))
  const isFiltered = others !== undefined && hasFilters(search, others)
  const hadMemory = hasFilters(recallQuery() ?? {})
  const takeBack = clearRememberedFilters()
  if (!isFiltered && !hadMemory) return
  if (isFiltered) void go({ to: pathname, search: kept, replace: true })
  const why = known ? 'Судмонитор обновился' : 'не удалось узнать, обновился ли Судмонитор'
  const run = (): void => {
    takeBack()
    if (others) void go({ to: pathname, search })
  }
  showToast(`Фильтры сброшены: ${why}.`, { act: { label: 'Вернуть', run } })
}

/** Other than the default filters of a list. */
const hasFilters = (search: Search, others: readonly string[] = []): boolean => {
  const { ordering: _, page: _page, size: _size, ...filters } = search
  return Object.entries(filters).some(([name, value]) => !others.includes(name) && value !== initialRecord[name])
}
