import type { ReleaseInfo } from '../api/release.ts'
import { initialRecord } from '../filters/case-search.ts'
import { forgetFilters, recallQuery } from '../filters/remembered.ts'
import { showToast } from '../ui/toasts.tsx'

/** Clears the filters, remembered and shown, after a new release (§4): they may mean something else now. They can be taken back. */
type Search = Record<string, string | string[] | undefined>
type Shown = { pathname: string; search: Search }
type Go = (to: { to: string; search: Search; replace?: boolean }) => unknown

/** Pages whose address is filters. */
const filtered: readonly string[] = ['/', '/favorites', '/stats', '/defendants']

export const clearFilters = ({ known }: ReleaseInfo, { pathname, search }: Shown, go: Go): void => {
  const isFiltered = filtered.includes(pathname) && hasFilters(search)
  const hadMemory = hasFilters(recallQuery() ?? {})
  const takeBack = forgetFilters()
  if (!isFiltered && !hadMemory) return
  if (isFiltered) void go({ to: pathname, search: {}, replace: true })
  const why = known ? 'Судмонитор обновился' : 'не удалось узнать, обновился ли Судмонитор'
  const run = (): void => {
    takeBack()
    if (filtered.includes(pathname)) void go({ to: pathname, search })
  }
  showToast(`Фильтры сброшены: ${why}.`, { act: { label: 'Вернуть', run } })
}

/** Beside those that every list begins with. */
const hasFilters = (search: Search): boolean => {
  const { ordering: _, page: _page, size: _size, ...filters } = search
  return Object.entries(filters).some(([name, value]) => value !== initialRecord[name])
}
