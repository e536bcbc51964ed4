import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WireRecord } from '#shared/filters/wire.ts'
import { ThemeProvider } from '../../ui/theme.tsx'
import { ExportButton } from './export-button.tsx'
import { cleanChatId } from './send-export.tsx'

/** The form of exports (§2, §5, §8, §9). */
const settings = { direct_limit: 250, selected_columns: ['id', 'judge'] }
const asked = {
  id: 1,
  status: 'waiting',
  format: 'csv',
  selected_columns: ['id'],
  readable: [],
  telegram: null,
  count: null,
  written: 0,
  bytes: null,
  file_name: null,
  file_url: null,
  error: null,
  created_at: '2026-11-21T10:00:00.000Z',
  finished_at: null,
  sent_at: null,
  expires_at: null,
}
const sent: { path: string; body: unknown }[] = []
let answer: () => Response
let hasBot: boolean
beforeEach(() => {
  sent.length = 0
  hasBot = true
  answer = () => new Response(JSON.stringify(asked), { status: 201 })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (init.method === 'POST' || init.method === 'PUT') {
      sent.push({ path: address, body: JSON.parse(String(init.body)) })
      return init.method === 'POST' ? answer() : new Response(JSON.stringify(settings))
    }
    const bot = { name: 'bot', url: 'https://t.me/sudmonitor_bot' }
    return new Response(
      JSON.stringify(
        address.includes('telegram') ? { is_set_up: hasBot, bot: hasBot ? bot : null, chat: null } : settings,
      ),
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Answers how to change the filters of the list. */
const open = (count: number, cases?: readonly number[]): ((filters: WireRecord) => void) => {
  let change: (filters: WireRecord) => void = () => {}
  const Shown = () => {
    const [filters, setFilters] = useState<WireRecord>({ type: '1' })
    change = setFilters
    return (
      <ExportButton
        user={{ groups: [], is_superuser: false }}
        filters={filters}
        {...(cases && { cases })}
        ordering="-entry_date"
        count={count}
        openedFirst={true}
      />
    )
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Shown }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return filters => act(() => change(filters))
}
const number = () => screen.findByLabelText<HTMLInputElement>('Ваш номер в Telegram')
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Отправить' })
const posts = () => sent.filter(({ path }) => path === '/api/v1/exports/')

describe('a list of up to 250 cases (§9)', () => {
  it('is offered by a direct link with its filters, its order and its columns, id among them (§7)', async () => {
    open(250)
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Скачать CSV' })
    expect(link.getAttribute('href')).toBe(
      '/api/v1/data/casescsv/export.csv?type=1&ordering=-entry_date&fields=id%2Cjudge',
    )
    expect(screen.queryByRole('button', { name: 'Отправить' })).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: /Excel/ }))
    expect(screen.getByRole('link', { name: 'Скачать Excel' }).getAttribute('href')).toContain('export.xlsx?')
  })
  it('offers no tags to who may not see them, and remembers what is chosen', async () => {
    open(3)
    fireEvent.click(await screen.findByRole('button', { name: /^Ещё/ }))
    expect(screen.queryByRole('checkbox', { name: 'Метки' })).toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: 'УИД' }))
    await waitFor(() =>
      expect(sent.map(({ body }) => body)).toEqual([{ selected_columns: ['id', 'judge', 'case_uid'] }]),
    )
    expect(screen.getByRole('link', { name: 'Скачать CSV' }).getAttribute('href')).toContain('id%2Cjudge%2Ccase_uid')
  })
})

it('of picked cases names them, in the link and in what is asked for', async () => {
  open(2, [7, 9])
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Скачать CSV' })
  expect(link.getAttribute('href')).toContain('?type=1&cases=7%2C9&ordering=')
  cleanup()
  open(251, [7, 9])
  fireEvent.click(await screen.findByRole('button', { name: 'Собрать здесь, без бота' }))
  await waitFor(() => expect(posts()[0]?.body).toMatchObject({ cases: [7, 9] }))
})

describe('a longer list', () => {
  it('goes by the bot, whose link stands beside the number (§2)', async () => {
    open(251)
    expect((await number()).value).toBe('')
    expect(screen.getByRole('link', { name: 'наш бот' }).getAttribute('href')).toBe('https://t.me/sudmonitor_bot')
    expect(screen.queryByRole('link', { name: /Скачать/ })).toBeNull()
  })
  it('cannot be sent to an empty number, and trying says so (§5, §8)', async () => {
    open(251)
    const field = await number()
    expect(send().disabled).toBe(true)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Что-то пошло не так. Обновите страницу и попробуйте еще раз',
    )
    expect(posts()).toEqual([])
  })
  it('takes a lone hyphen for no number (§5)', async () => {
    open(251)
    fireEvent.change(await number(), { target: { value: '-' } })
    expect(send().disabled).toBe(true)
    fireEvent.keyDown(await number(), { key: 'Enter' })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Что-то пошло не так. Обновите страницу и попробуйте еще раз',
    )
    expect(posts()).toEqual([])
    fireEvent.change(await number(), { target: { value: '-1' } })
    expect(send().disabled).toBe(false)
  })
  it('is sent as selected_columns, filters and telegram (§3); then «Спасибо, скоро пришлем!» (§8)', async () => {
    open(251)
    fireEvent.change(await number(), { target: { value: '-12 34а-5' } })
    expect((await number()).value).toBe('-12345')
    fireEvent.click(send())
    expect((await screen.findByRole('alert')).textContent).toContain('Спасибо, скоро пришлем!')
    expect(posts()[0]?.body).toEqual({
      selected_columns: ['id', 'judge'],
      filters: { type: '1' },
      telegram: '-12345',
      format: 'csv',
      ordering: '-entry_date',
    })
  })
  it('shows the first item of what the server answers to a failure (§8)', async () => {
    answer = () =>
      new Response(JSON.stringify({ telegram: ['Бот ещё не знает этот чат.', 'и другое'] }), { status: 400 })
    open(251)
    fireEvent.change(await number(), { target: { value: '77' } })
    fireEvent.click(send())
    expect((await screen.findByRole('alert')).textContent).toBe('Бот ещё не знает этот чат.')
  })
  it('begins anew when the filters change (§4)', async () => {
    const change = open(251)
    fireEvent.change(await number(), { target: { value: '77' } })
    fireEvent.click(send())
    await screen.findByText(/Спасибо/)
    change({ type: '2' })
    expect((await number()).value).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
  })
  it('stays here where no bot is set up', async () => {
    hasBot = false
    open(251)
    await screen.findByText(/^Бот не настроен/)
    expect(screen.queryByText(/от бота/)).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'Собрать файл' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Мои выгрузки')
    expect(posts()[0]?.body).toMatchObject({ telegram: null })
  })
})

it.each([
  ['123', '123'],
  ['12-3', '123'],
  ['-12-3', '-123'],
  ['@имя 5', '5'],
  ['--7', '-7'],
  ['', ''],
])('a typed number %j is kept as %j (§5)', (typed, kept) => expect(cleanChatId(typed)).toBe(kept))
