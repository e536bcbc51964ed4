import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePage } from '../../test/web-page.tsx'
import { makeQueryClient } from '../api/query-client.ts'
import { CalendarButton } from '../filters/subscribing/calendar-button.tsx'
import { ThemeProvider } from '../ui/theme.tsx'
import { Feeds } from './feeds.tsx'

afterEach(closePage)

const calendar = 'http://192.0.2.7:3000/api/v1/feeds/s/hearings.ics'
const feed = {
  atom: 'http://192.0.2.7:3000/a',
  rss: 'http://192.0.2.7:3000/r',
  calendar,
  created_at: '2026-11-20T09:00:00Z',
  read_at: null,
}
const answers = (is_public: boolean) =>
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.endsWith('/calendars/') ? { calendar, subscription: 3, is_public } : { feed, is_public }, {
      status: address.endsWith('/calendars/') ? 201 : 200,
    }),
  )
const show = (what: React.ReactNode) =>
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>{what}</QueryClientProvider>
    </ThemeProvider>,
  )
const warning = /^Такая ссылка откроется только там, где открывается эта страница/

it.each([
  [true, 0],
  [false, 1],
])(
  'addresses of a server whose public address is told (%s) warn %i times that they open from here alone',
  async (isPublic, times) => {
    answers(isPublic)
    show(<Feeds subscription={{ id: 3, title: 'Мои дела', sends: 'news' }} />)
    await screen.findByLabelText('Лента новостей, Atom')
    expect(screen.queryAllByText(warning)).toHaveLength(times)
  },
)

it.each([
  [true, 0],
  [false, 1],
])('and so does the address of a calendar (%s: %i)', async (isPublic, times) => {
  answers(isPublic)
  show(<CalendarButton watched={{ case: 7 }} />)
  fireEvent.click(screen.getByRole('button', { name: 'В календарь' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Обновляемый календарь' }))
  await screen.findByLabelText('Обновляемый календарь')
  expect(screen.queryAllByText(warning)).toHaveLength(times)
})
