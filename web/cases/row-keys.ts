import type { RefObject } from 'react'
import type { Shortcuts } from '../ui/keys.ts'

/**
 * `j` and `k` move the focus along the links of the rows, so that Enter opens the case by itself; `s` keeps or lets go
 * the case whose row holds the focus, `x` picks it.
 */
export const useRowKeys = (
  list: RefObject<HTMLElement | null>,
  { onStar, onPick }: { onStar: (id: number) => void; onPick: (id: number) => void },
): Shortcuts => {
  const links = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[data-case-link]') ?? [])]
  const focusedCase = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-case]') ?? null
  const onFocused = (act: (id: number) => void): void => {
    const id = focusedCase()?.dataset.case
    if (id) act(Number(id))
  }
  const move = (step: 1 | -1): void => {
    const all = links()
    const current = focusedCase()
    const at = all.findIndex(link => current?.contains(link))
    const next = at < 0 ? (step === 1 ? all[0] : all.at(-1)) : all[at + step]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  return {
    j: () => move(1),
    k: () => move(-1),
    s: () => onFocused(onStar),
    x: () => onFocused(onPick),
  }
}
