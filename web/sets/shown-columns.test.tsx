import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FullSet } from '#shared/api/sets.ts'
import { clearRememberedQuery, rememberFor } from '../filters/remembered.ts'
import { useShownColumns } from './shown-columns.tsx'

/** Own columns of a set among those of its table. */
let isWide = true
beforeEach(() => {
  isWide = true
  localStorage.clear()
  const media = () => ({ matches: isWide, addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('matchMedia', media)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const setOf = (id: number, titles: readonly string[]): FullSet => ({
  ...{ id, title: 'Задержания', role: 'owner', owner: 'm.orlova', count: 2, hidden: 0, members: 1 },
  ...{ created_at: '2026-11-20T10:00:00.000Z', changed_at: '2026-11-20T10:00:00.000Z' },
  progress: { unseen: 2, working: 0, checked: 0, disputed: 0 },
  watching: null,
  columns: titles.map((title, n) => ({ key: `c${n + 1}`, title })),
  ...{ labels: [], team: [], at_case: null },
})
const open = (set: FullSet) => {
  const { result } = renderHook(() => useShownColumns(set))
  return {
    shown: () => result.current.shown.map(({ title }) => title),
    choose: (key: string, isOn: boolean) => act(() => result.current.choose(key, isOn)),
  }
}
const five = ['Источник', 'Кому передано', 'Место', 'Залог', 'Адвокат']

it('the first two stand there until somebody chooses, which is remembered for this set alone', () => {
  const table = open(setOf(4, five))
  expect(table.shown()).toEqual(five.slice(0, 2))
  table.choose('c3', true)
  table.choose('c1', false)
  expect(table.shown()).toEqual(['Кому передано', 'Место'])
  expect(open(setOf(4, five)).shown()).toEqual(['Кому передано', 'Место'])
  expect(open(setOf(5, five)).shown()).toEqual(five.slice(0, 2))
})

const orlova = { username: 'm.orlova', groups: [], is_superuser: false, regions: null }
it.each([
  ['has signed out', clearRememberedQuery],
  ['is followed by another at this browser', () => rememberFor({ ...orlova, username: 'n.petrova' })],
])('what was chosen goes when the person %s', (_, leave) => {
  rememberFor(orlova)
  open(setOf(4, five)).choose('c3', true)
  rememberFor(orlova)
  expect(open(setOf(4, five)).shown()).toHaveLength(3)
  leave()
  expect(localStorage.getItem('setColumns')).toBeNull()
  expect(open(setOf(4, five)).shown()).toEqual(five.slice(0, 2))
})

it('none may be chosen, no more than four stand there, and a dropped one goes', () => {
  const table = open(setOf(4, five))
  for (const key of ['c1', 'c2']) table.choose(key, false)
  expect(open(setOf(4, five)).shown()).toEqual([])
  for (const n of [1, 2, 3, 4, 5]) table.choose(`c${n}`, true)
  expect(table.shown()).toEqual(five.slice(0, 4))
  expect(open(setOf(4, five.slice(0, 2))).shown()).toEqual(five.slice(0, 2))
})

it('a narrow window has them with what is noted of each case', () => {
  isWide = false
  expect(open(setOf(4, five)).shown()).toEqual([])
})
