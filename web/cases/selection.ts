import { useMemo, useRef, useState } from 'react'

/** Picked cases. They are kept across pages and sorting, and cleared when the filters change (`listKey`). */
export type Selection = {
  ids: ReadonlySet<number>
  page: 'none' | 'some' | 'all'
  /** `range`: from the last touched row to this one (Shift). */
  toggle: (id: number, range?: boolean) => void
  togglePage: () => void
  /** Also from other pages. */
  pick: (ids: readonly number[]) => void
  clear: () => void
}

const nothing: ReadonlySet<number> = new Set()

export const useSelection = (rows: readonly { id: number }[], listKey: string): Selection => {
  const [kept, setKept] = useState({ listKey, ids: nothing })
  const anchor = useRef<number>(undefined)
  const ids = kept.listKey === listKey ? kept.ids : nothing
  // Stable identities, so that picking a row does not rerender the others.
  const told = useMemo(() => {
    const change = (next: (ids: ReadonlySet<number>) => ReadonlySet<number>): void =>
      setKept(before => ({ listKey, ids: next(before.listKey === listKey ? before.ids : nothing) }))
    const pageIds = rows.map(row => row.id)
    return {
      toggle: (id: number, range = false) => {
        const touched = range ? between(pageIds, anchor.current, id) : [id]
        anchor.current = id
        change(before => withEach(before, touched, !before.has(id)))
      },
      togglePage: () =>
        change(before =>
          withEach(
            before,
            pageIds,
            pageIds.some(id => !before.has(id)),
          ),
        ),
      pick: (all: readonly number[]) => change(() => new Set(all)),
      clear: () => change(() => nothing),
    }
  }, [listKey, rows])
  return useMemo(() => {
    const picked = rows.filter(({ id }) => ids.has(id)).length
    return { ...told, ids, page: picked === 0 ? 'none' : picked === rows.length ? 'all' : 'some' }
  }, [told, ids, rows])
}

const withEach = (ids: ReadonlySet<number>, touched: readonly number[], on: boolean): ReadonlySet<number> =>
  on ? ids.union(new Set(touched)) : ids.difference(new Set(touched))

/** Inclusive; a start on another page is ignored. */
export const between = (ids: readonly number[], from: number | undefined, to: number): number[] => {
  const [a, b] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)]
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}
