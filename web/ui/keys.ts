import { useEffect, useRef } from 'react'

/** All keyboard shortcuts; the help of `?` explains each. */
export const keyNames = [
  '/',
  'Ctrl K',
  'w',
  'f',
  'j',
  'k',
  '[',
  ']',
  's',
  'x',
  'n',
  'p',
  't',
  'c',
  'l',
  'y',
  'm',
  '1',
  '2',
  '3',
  '4',
  '?',
] as const
export type KeyName = (typeof keyNames)[number]
type Shortcuts = { readonly [K in KeyName]?: (event: KeyboardEvent) => void }

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="textbox"], input:not([type="checkbox"], [type="radio"], [type="button"])',
    ))

/** Letters of other layouts match by position («о» is `j`, «х» is `[`), which useHotkeys does not support. */
const keyOf = ({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): string => {
  if (altKey) return ''
  if (ctrlKey || metaKey) return code === 'KeyK' && !shiftKey ? 'Ctrl K' : ''
  if (code === 'Slash' && (key === '.' || key === ',')) return shiftKey ? '?' : '/'
  if (key.length !== 1 || !/\p{L}/u.test(key)) return key
  if (shiftKey) return ''
  if (/[a-z]/i.test(key)) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? brackets[code] ?? ''
}
const brackets: Readonly<Record<string, KeyName>> = { BracketLeft: '[', BracketRight: ']' }

const over = '[role="dialog"]:not([data-leaving] *), [data-overlay]'

/**
 * Shortcuts of a page: not while typing (except Ctrl or Cmd with K), and not under a dialog. `otherwise`: only keys
 * that nothing else handled.
 */
export const useShortcuts = (shortcuts: Shortcuts, { otherwise = false } = {}): void => {
  const latest = useRef<Readonly<Record<string, (event: KeyboardEvent) => void>>>(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || document.querySelector(over)) return
      const key = keyOf(event)
      if (key !== 'Ctrl K' && isTyping(event.target)) return
      const act = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined
      if (!act) return
      event.preventDefault()
      act(event)
    }
    // Events reach the window after the document.
    const place = otherwise ? window : document
    const listen = (event: Event): void => {
      if (event instanceof KeyboardEvent) onKey(event)
    }
    place.addEventListener('keydown', listen)
    return () => place.removeEventListener('keydown', listen)
  }, [otherwise])
}
