import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { member } from '../../test/web-page.tsx'
import { makeQueryClient } from '../api/query-client.ts'
import { ThemeProvider } from '../ui/theme.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ForgettingPage } from './forgetting-page.tsx'

/** The register of removed names, and decisions for those who make them (decision 0088). */
const decision = {
  id: 7,
  decided_at: '2026-11-20T10:00:00.000Z',
  username: 'решающий',
  grounds: 'court',
  reason: 'Решение от 19 ноября',
  until: null,
  cases: 2,
  state: 'in_force',
  undone_at: null,
  undo_until: '2026-12-20T10:00:00.000Z',
}
const some = { decisions: null, in_force: null, undone: 0 }
const register = {
  all: { decisions: 5, in_force: 4, undone: null },
  grounds: [{ grounds: 'court', ...some }],
  years: [{ year: 2026, ...some }],
}
let asked: string[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address.replace(/^.*\/v1\//, '').replace(/\?.*/, '')}`)
    if (method === 'POST') return Response.json({ detail: 'Решение отменено, имя возвращено.' })
    if (address.includes('decisions'))
      return Response.json({ count: 1, next: null, previous: null, results: [decision] })
    return Response.json(register)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const open = (isSuperuser: boolean) =>
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <ForgettingPage user={{ ...member, is_superuser: isSuperuser }} />
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  )

describe('the register of removed names', () => {
  it('tells everybody numbers, and small ones not exactly', async () => {
    open(false)
    const row = await screen.findByRole('row', { name: /Решение суда/ })
    expect(within(row).getAllByText(/^меньше.3$/)).toHaveLength(2)
    expect(within(row).getByText('0')).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'Решения' })).toBeNull()
    expect(asked).toEqual(['GET forgetting/'])
  })
  it('lets a superuser undo a decision while that is possible', async () => {
    open(true)
    fireEvent.click(await screen.findByRole('button', { name: 'Отменить решение №\u00a07' }))
    await waitFor(() => expect(asked).toContain('POST forgetting/7/undo/'))
    await screen.findByText('Решение отменено, имя возвращено.')
  })
})
