import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeQueryClient } from '../api/query-client.ts'
import { ThemeProvider } from '../ui/theme.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { PeoplePairs } from './people-pairs.tsx'

/** Pairs without cases: what is looked at here are the keys. */
const person = (id: number, name: string) => ({ id, name, gender: 'm', cases_count: 0, cases: [] })
const pair = (id: number, left: string, right: string) => ({
  id,
  score: 5,
  name_relation: 'initials',
  evidence: ['near_in_court', 'common_name'],
  verdict: 'open',
  decided_at: null,
  username: null,
  left: person(id * 10, left),
  right: person(id * 10 + 1, right),
})
let waiting: ReturnType<typeof pair>[]
let asked: string[]
beforeEach(() => {
  asked = []
  waiting = [pair(1, 'Ветрогонов П.И.', 'Ветрогонов Пётр Ильич'), pair(2, 'Песцветов Г.И.', 'Песцветов Глеб Ильич')]
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json({ count: waiting.length, next: null, previous: null, results: waiting })
    const id = Number(/pairs\/(\d+)/.exec(address)?.[1])
    // Files of tests share a process: another's page may still be sending.
    if (Number.isNaN(id)) return Response.json({}, { status: 404 })
    const { verdict } = JSON.parse(String(body))
    asked.push(`${id} ${verdict}`)
    if (verdict === 'same' && id === 2) return Response.json({ detail: 'Уже решено, что они разные.' }, { status: 409 })
    return Response.json({ id, verdict })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = async () => {
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <PeoplePairs verdict="open" />
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  await screen.findByRole('heading', { name: 'Ветрогонов П.И.' })
}
const press = (key: string, code: string) => fireEvent.keyDown(document.body, { key, code })

describe('one person or two', () => {
  it('tells what speaks for it and against it', async () => {
    await open()
    expect(screen.getByText('Фамилия и инициалы совпадают')).toBeDefined()
    expect(screen.getByText('один суд, одна статья, близкие даты')).toBeDefined()
    expect(screen.getByText('частая фамилия')).toBeDefined()
  })
  it.each([
    ['д', 'KeyL', '1 same'],
    ['н', 'KeyY', '1 apart'],
    [',', 'Slash', ''],
  ])('«%s» answers and brings the next pair at once', async (key, code, call) => {
    await open()
    fireEvent.keyDown(document.body, { key, code, shiftKey: key === ',' })
    expect(screen.getByRole('heading', { name: 'Песцветов Г.И.' })).toBeDefined()
    await waitFor(() => expect(asked).toEqual([call || '1 unknown']))
  })
  it('takes an answer back, and the pair is there again', async () => {
    await open()
    press('н', 'KeyY')
    fireEvent.click(await screen.findByRole('button', { name: 'Отменить' }))
    await screen.findByRole('heading', { name: 'Ветрогонов П.И.' })
    await waitFor(() => expect(asked).toEqual(['1 apart', '1 open']))
  })
  it('brings a pair back that the server refused, and says why', async () => {
    await open()
    press('?', 'Slash')
    press('д', 'KeyL')
    expect(await screen.findByText('Уже решено, что они разные.')).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Песцветов Г.И.' })).toBeDefined()
  })
  it('says when there is nobody to decide about', async () => {
    waiting = []
    render(
      <QueryClientProvider client={makeQueryClient()}>
        <PeoplePairs verdict="open" />
      </QueryClientProvider>,
    )
    expect(await screen.findByText(/^Сомнительных пар нет/)).toBeDefined()
  })
})
