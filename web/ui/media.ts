import { useCallback, useSyncExternalStore } from 'react'

/** Widths at which the layout changes; style sheets repeat them, because CSS has no constants for media queries. */
export const narrow = '(max-width: 48em)'
export const wide = '(min-width: 75em)'

/** Whether a media query holds; follows it. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
