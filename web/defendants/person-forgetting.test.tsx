import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Defendant } from '#shared/api/defendants.ts'
import { makeQueryClient } from '../api/query-client.ts'
import { ThemeProvider } from '../ui/theme.tsx'
import { PersonForgetting } from './person-forgetting.tsx'

/** Removing a name (decision 0088). Names are invented. */
const name = 'Радугодуб Вера Олеговна'
const one = { id: 7, case_number: '5-1/2026', court: 'Тверской районный суд', entry_date: '2026-10-03', name }
let asked: string[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'POST') asked.push(String(body))
    return method === 'POST' ? Response.json({ id: 3, cases: 1 }) : Response.json({ name, cases: [one] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says that no case is left, instead of a button that cannot be pressed', async () => {
  const person: Pick<Defendant, 'id' | 'name'> = { id: 5, name }
  const rootRoute = createRootRoute({ component: () => <PersonForgetting person={person} onClose={() => {}} /> })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: ['/'] }) })
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  const box = await screen.findByRole('checkbox', { name: /5-1\/2026/ })
  fireEvent.click(box)
  expect(screen.queryByText('Отметьте хотя бы одно дело.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Удалить имя/ }))
  await screen.findByText('Отметьте хотя бы одно дело.')
  expect(asked).toEqual([])
  fireEvent.click(box)
  expect(screen.queryByText('Отметьте хотя бы одно дело.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Удалить имя из/ }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(JSON.parse(asked.join())).toMatchObject({ cases: [7] })
})
