import type { RefObject } from 'react'
import type { Shortcuts } from '../ui/keys.ts'

/** `j` and `k` move the focus along the people, so that Enter opens one by itself. */
export const usePersonKeys = (list: RefObject<HTMLElement | null>): Shortcuts => {
  const move = (step: 1 | -1): void => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-person-link]') ?? [])]
    const focused = document.activeElement
    const at = focused instanceof HTMLElement ? links.indexOf(focused) : -1
    const next = at < 0 ? (step === 1 ? links[0] : links.at(-1)) : links[at + step]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  return { j: () => move(1), k: () => move(-1) }
}
