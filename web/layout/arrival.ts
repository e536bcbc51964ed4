import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Moves the focus to the heading of a new page, or back to the row of the case, until the user acts. */
export const useFocusOnArrival = (): void => {
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    const from = before.current
    before.current = path
    if (from === undefined || path === undefined || from === path) return
    return followFocus(() => rowOf(path, from) ?? document.querySelector<HTMLElement>('#main h1'))
  }, [path])
}

const rowOf = (path: string, from: string): HTMLElement | null => {
  const id = /^\/cases\/(?:text\/)?(\d+)$/.exec(from)?.[1]
  if (id === undefined || path.startsWith('/cases/')) return null
  return document.querySelector<HTMLElement>(`[data-case="${id}"] [data-case-link]`)
}

/** Another element has the focus: a field or a dialog. */
const isTaken = (focused: HTMLElement | null): boolean => {
  const active = document.activeElement
  return focused
    ? active !== focused && active !== document.body
    : active instanceof HTMLElement && active.matches('input, textarea, select')
}

/** On a slower page the user has moved on. */
const focusTimeoutMs = 10_000

const followFocus = (find: () => HTMLElement | null): (() => void) => {
  let focused: HTMLElement | null = null
  const follow = (): void => {
    if (isTaken(focused)) {
      stop()
      return
    }
    const target = find()
    if (!target || target === focused) return
    if (!target.matches('a, button, [tabindex]')) target.tabIndex = -1
    target.focus({ preventScroll: true })
    focused = target
  }
  const watching = new MutationObserver(follow)
  const acts = ['keydown', 'pointerdown'] as const
  const stop = (): void => {
    clearTimeout(timer)
    watching.disconnect()
    for (const act of acts) document.removeEventListener(act, stop, true)
  }
  const timer = setTimeout(stop, focusTimeoutMs)
  watching.observe(document.body, { childList: true, subtree: true })
  for (const act of acts) document.addEventListener(act, stop, true)
  follow()
  return stop
}
