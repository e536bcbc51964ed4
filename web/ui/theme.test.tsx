import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ThemeProvider, useScheme, useThemeChoice } from './theme.tsx'

const said = () => document.documentElement.getAttribute('data-mantine-color-scheme')
const shown = () => renderHook(() => ({ ...useThemeChoice(), scheme: useScheme() }), { wrapper: ThemeProvider }).result
beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('the theme (design §9)', () => {
  it('is the system’s until one is chosen, and the choice is remembered', () => {
    const theme = shown()
    expect([theme.current.choice, said()]).toEqual(['auto', theme.current.scheme])
    act(() => theme.current.choose('dark'))
    expect([theme.current.choice, theme.current.scheme, said()]).toEqual(['dark', 'dark', 'dark'])
    expect(localStorage.getItem('colorScheme')).toBe('dark')
    act(() => theme.current.choose('light'))
    expect(said()).toBe('light')
  })
  it('follows a choice made in another tab', () => {
    const theme = shown()
    localStorage.setItem('colorScheme', 'dark')
    act(
      () =>
        void window.dispatchEvent(
          new StorageEvent('storage', { key: 'colorScheme', newValue: 'dark', storageArea: localStorage }),
        ),
    )
    expect([theme.current.choice, said()]).toEqual(['dark', 'dark'])
  })
  it('takes a word that is no theme for none', () => {
    localStorage.setItem('colorScheme', 'purple')
    expect(shown().current.choice).toBe('auto')
  })
})
