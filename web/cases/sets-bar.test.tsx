import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePage, pageOfResults } from '../../test/web-page.tsx'
import { makeQueryClient } from '../api/query-client.ts'
import type { CaseValues } from '../filters/case-search.ts'
import { makeRouter } from '../router.tsx'
import { ThemeProvider } from '../ui/theme.tsx'
import { SetsBar } from './sets-bar.tsx'

/** Favourites by sets: a tab is current where its figure is that of the list below. */
afterEach(closePage)

const day = '2026-03-01T09:00:00Z'
const pickets = {
  id: 5,
  title: 'Пикеты',
  role: 'owner',
  owner: 'анна',
  created_at: day,
  changed_at: day,
  count: 28,
  hidden: 0,
  progress: { unseen: 28, working: 0, checked: 0, disputed: 0 },
  watching: null,
  members: 1,
}
const facets = {
  set: [{ value: '5', count: 28 }],
  in_set: [
    { value: 'true', count: 28 },
    { value: 'false', count: 12 },
  ],
}
async function show(values: CaseValues) {
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = address.includes('facets') ? { facets, groups: {} } : pageOfResults(pickets)
    return new Response(JSON.stringify(answer))
  })
  const client = makeQueryClient()
  const onChange = vi.fn()
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <RouterContextProvider router={makeRouter(client, createMemoryHistory())}>
          <SetsBar values={values} onChange={onChange} />
        </RouterContextProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  )
  await screen.findByRole('button', { name: /^Все/ })
  return onChange
}
const current = () =>
  screen.getAllByRole('button').flatMap(one => (one.getAttribute('aria-current') ? [one.textContent] : []))

it.each<[CaseValues, string[]]>([
  [{}, ['Все40']],
  [{ in_set: false }, ['Вне подборок12']],
  [{ set: [5] }, ['Пикеты28']],
  [{ set_not: [5] }, []],
  [{ set_mine: true }, []],
  [{ set: [5], set_status: ['checked'] }, []],
])('of %j the tabs %j are current', async (values, tabs) => {
  await show(values)
  expect(current()).toEqual(tabs)
})

it('a tab lets go of what else was asked of sets, and keeps the other filters', async () => {
  const onChange = await show({ type: '1', set_not: [5], set_status: ['checked'], set_mine: true })
  fireEvent.click(screen.getByRole('button', { name: /^Пикеты/ }))
  expect(onChange).toHaveBeenCalledWith({ type: '1', set: [5] })
})
