import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import './tokens.css'
import './base.css'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'

/**
 * Light, dark, or as the system has it; remembered in this browser. Said on the root element, under the name the component
 * library listens to; the library itself comes with what is built of it.
 */
export type ThemeChoice = 'auto' | 'light' | 'dark'
export type Scheme = 'light' | 'dark'

// The same key is read by public/theme.js before the first paint.
export const schemeKey = 'colorScheme'
const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)')

const recalled = (): ThemeChoice => {
  try {
    const kept = localStorage.getItem(schemeKey)
    return kept === 'light' || kept === 'dark' ? kept : 'auto'
  } catch {
    return 'auto'
  }
}
/** Where nothing can be remembered, the choice holds until the page is left. */
let unkept: ThemeChoice | undefined
const chosen = (): ThemeChoice => unkept ?? recalled()
const resolved = (): Scheme => {
  const choice = chosen()
  return choice === 'auto' ? (systemIsDark().matches ? 'dark' : 'light') : choice
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  const system = systemIsDark()
  system.addEventListener('change', listener)
  // Another tab may choose as well.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
    window.removeEventListener('storage', listener)
  }
}
const choose = (choice: ThemeChoice): void => {
  try {
    localStorage.setItem(schemeKey, choice)
    unkept = undefined
  } catch {
    unkept = choice
  }
  for (const listener of listeners) listener()
}

export const useThemeChoice = (): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } => ({
  choice: useSyncExternalStore(subscribe, chosen),
  choose,
})
/** What the choice comes to now. */
export const useScheme = (): Scheme => useSyncExternalStore(subscribe, resolved)

export const ThemeProvider = ({ children }: { children: ReactNode }) => {
  const scheme = useScheme()
  useLayoutEffect(() => document.documentElement.setAttribute('data-mantine-color-scheme', scheme), [scheme])
  return children
}
