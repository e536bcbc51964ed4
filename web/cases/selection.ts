import { useMemo, useRef, useState } from 'react'

/**
 * Cases picked to do something with at once. A pick stays while one turns pages and orders the list, and is dropped when
 * the list becomes another one (`listKey`): what one cannot see is never acted on by surprise.
 */
export type Selection = {
  ids: ReadonlySet<number>
  /** How much of this page is picked. */
  page: 'none' | 'some' | 'all'
  /** `range`: from the row touched before to this one, as this one becomes (Shift). */
  toggle: (id: number, range?: boolean) => void
  togglePage: () => void
  clear: () => void
}

const nothing: ReadonlySet<number> = new Set()

export const useSelection = (rows: readonly { id: number }[], listKey: string): Selection => {
  const [kept, setKept] = useState({ listKey, ids: nothing })
  const anchor = useRef<number>(undefined)
  const ids = kept.listKey === listKey ? kept.ids : nothing
  return useMemo(() => {
    const set = (touched: readonly number[], on: boolean): void => {
      const next = new Set(ids)
      for (const id of touched) {
        if (on) next.add(id)
        else next.delete(id)
      }
      setKept({ listKey, ids: next })
    }
    const pageIds = rows.map(row => row.id)
    const picked = pageIds.filter(id => ids.has(id)).length
    return {
      ids,
      page: picked === 0 ? 'none' : picked === pageIds.length ? 'all' : 'some',
      toggle: (id, range = false) => {
        const touched = range ? between(pageIds, anchor.current, id) : [id]
        anchor.current = id
        set(touched, !ids.has(id))
      },
      togglePage: () => set(pageIds, picked < pageIds.length),
      clear: () => setKept({ listKey, ids: nothing }),
    }
  }, [ids, listKey, rows])
}

/** Both ends included; a beginning on another page counts for nothing. */
export const between = (ids: readonly number[], from: number | undefined, to: number): number[] => {
  const [a, b] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)]
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}
