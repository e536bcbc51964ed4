import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closePage, listedCase, member, pageOfResults, renderPage } from '../test/web-page.tsx'

/** A server that answers when the test says so, in whatever order. */
type Waiting = { query: string; cancelled: boolean; answer: (case_number: string) => void }
let waiting: Waiting[]
const asked = (query: string): Waiting => {
  const found = waiting.find(one => one.query === query)
  if (!found) throw new Error(`nobody asked for ${query}, only for ${waiting.map(one => one.query).join(', ')}`)
  return found
}
const known: Record<string, unknown> = { 'users/me/': member, 'releasedate/': { ts: 1, is_demo: false } }
const json = (body: unknown) => new Response(JSON.stringify(body))

beforeEach(() => {
  localStorage.clear()
  waiting = []
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    const url = new URL(address, 'http://localhost')
    const path = url.pathname.replace('/api/v1/', '')
    if (path !== 'cases/') return Promise.resolve(json(known[path] ?? pageOfResults()))
    return new Promise<Response>((resolve, reject) => {
      const one: Waiting = {
        query: url.searchParams.get('case_number') ?? '',
        cancelled: false,
        answer: case_number => resolve(json(pageOfResults({ ...listedCase, case_number }))),
      }
      signal?.addEventListener('abort', () => {
        one.cancelled = true
        reject(signal.reason)
      })
      waiting.push(one)
    })
  })
})
afterEach(closePage)

describe('a list that is asked for again before it has come', () => {
  it('cancels the earlier asking, whose late answer never takes the place of the newer', async () => {
    const { router } = renderPage('/?case_number=5-1')
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
