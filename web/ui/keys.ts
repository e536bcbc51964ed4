import { useEffect, useRef } from 'react'

/** Single-key shortcuts, by `KeyboardEvent.key`, and by `code` for letters, so that a Russian layout works as well. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

const codes: Readonly<Record<string, string>> = { KeyF: 'f', KeyJ: 'j', KeyK: 'k', KeyS: 's', KeyN: 'n' }

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, [role="combobox"], input:not([type="checkbox"], [type="radio"], [type="button"])',
    ))

/** `/` and `?` sit on other keys of a Russian layout: there the person types `.` and `,` and the code tells. */
const keyOf = (event: KeyboardEvent): string => {
  if (event.key === '/' || event.key === '?') return event.key
  if (event.code === 'Slash') return event.shiftKey ? '?' : '/'
  return codes[event.code] ?? event.key
}

/**
 * Acts on the keys while the component is mounted: never while the person types, never with Ctrl, Alt or Cmd, and
 * never under an open dialog or menu.
 */
export const useShortcuts = (shortcuts: Shortcuts): void => {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"], [data-overlay]')) return
      const act = latest.current[keyOf(event)]
      if (!act) return
      event.preventDefault()
      act(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
