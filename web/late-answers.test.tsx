import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CaseRow } from '#shared/api/cases.ts'
import { makeQueryClient } from './api/query-client.ts'
import { makeRouter } from './router.tsx'
import { Theme } from './ui/theme.tsx'

/** A server that answers when the test says so, in whatever order. */
configure({ defaultHidden: true, asyncUtilTimeout: 4_000 })

type Waiting = { query: string; cancelled: boolean; answer: (case_number: string) => void }
let waiting: Waiting[]
const asked = (query: string): Waiting => {
  const found = waiting.find(one => one.query === query)
  if (!found) throw new Error(`nobody asked for ${query}, only for ${waiting.map(one => one.query).join(', ')}`)
  return found
}
const known: Record<string, unknown> = {
  'users/me/': { username: 'm.orlova', groups: [], is_superuser: false, regions: null },
  'releasedate/': { ts: 1, is_demo: false },
}
const json = (body: unknown) => new Response(JSON.stringify(body))

beforeEach(() => {
  localStorage.clear()
  waiting = []
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    const url = new URL(address, 'http://localhost')
    const path = url.pathname.replace('/api/v1/', '')
    if (path !== 'cases/')
      return Promise.resolve(json(known[path] ?? { count: 0, next: null, previous: null, results: [] }))
    return new Promise<Response>((resolve, reject) => {
      const one: Waiting = {
        query: url.searchParams.get('case_number') ?? '',
        cancelled: false,
        answer: case_number => resolve(json(list(case_number))),
      }
      signal?.addEventListener('abort', () => {
        one.cancelled = true
        reject(signal.reason)
      })
      waiting.push(one)
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row: CaseRow = {
  id: 7,
  type: 1,
  stage: 1,
  case_number: '',
  case_uid: null,
  protocol_number: null,
  entry_date: '2026-11-20',
  result_date: null,
  court: { id: 5, title: 'Ишимский городской суд', city: 'Ишим', region: 72 },
  judge: null,
  codex_articles: [],
  defendants: [],
  defendants_hidden: false,
  penalties: [],
  result_type: null,
  has_result_text: false,
  result_text_url: null,
  last_scheduled_hearing_date: null,
  last_scheduled_hearing_time: null,
  state: 'no_info',
  in_favorites: false,
  folder: null,
  note: null,
  changed_since: null,
  url: null,
  sm_url: '/cases/7',
}
const list = (case_number: string) => ({ count: 1, next: null, previous: null, results: [{ ...row, case_number }] })

describe('a list that is asked for again before it has come', () => {
  it('cancels the earlier asking, whose late answer never takes the place of the newer', async () => {
    const client = makeQueryClient()
    const router = makeRouter(client, createMemoryHistory({ initialEntries: ['/?case_number=5-1'] }))
    render(
      <Theme>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Theme>,
    )
    await screen.findByRole('heading', { name: 'Дела' })
    await waitFor(() => asked('5-1'))
    await router.navigate({ to: '/', search: { case_number: '5-12' } })
    await router.navigate({ to: '/', search: { case_number: '5-123' } })
    await waitFor(() => asked('5-123'))
    await waitFor(() =>
      expect(waiting.filter(one => one.query !== '5-123').map(one => one.cancelled)).not.toContain(false),
    )
    asked('5-123').answer('5-123/2026')
    await screen.findByRole('link', { name: '5-123/2026' })
    asked('5-1').answer('5-1/2026')
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(screen.getByRole('link', { name: '5-123/2026' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: '5-1/2026' })).toBeNull()
  })
})
