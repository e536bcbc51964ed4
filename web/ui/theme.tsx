import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import { useColorScheme, useLocalStorage } from '@mantine/hooks'
import { type ReactNode, useLayoutEffect } from 'react'

/** Light, dark, or the system's; remembered in this browser and synchronised between its tabs. */
export type ThemeChoice = 'auto' | 'light' | 'dark'
type Scheme = 'light' | 'dark'

// public/theme.js reads the same key before the first paint.
export const schemeKey = 'colorScheme'

export const useThemeChoice = (): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } => {
  const [choice, choose] = useLocalStorage<ThemeChoice>({
    key: schemeKey,
    defaultValue: 'auto',
    getInitialValueInEffect: false,
    deserialize: kept => (kept === 'light' || kept === 'dark' ? kept : 'auto'),
    serialize: next => next,
  })
  return { choice, choose }
}
export const useScheme = (): Scheme => {
  const { choice } = useThemeChoice()
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  return choice === 'auto' ? system : choice
}

/** Sets the attribute that the component library reads; the library itself is loaded on demand (library.tsx). */
export const ThemeProvider = ({ children }: { children: ReactNode }) => {
  const scheme = useScheme()
  useLayoutEffect(() => document.documentElement.setAttribute('data-mantine-color-scheme', scheme), [scheme])
  return children
}
