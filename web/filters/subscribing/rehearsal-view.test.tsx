import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Rehearsal } from '#shared/api/subscriptions.ts'
import { closePage } from '../../../test/web-page.tsx'
import { makeQueryClient } from '../../api/query-client.ts'
import { ThemeProvider } from '../../ui/theme.tsx'
import { RehearsalView } from './rehearsal-view.tsx'

afterEach(closePage)

const court = 'Выдуманный заречный суд'
const rehearsed: Rehearsal = {
  days: [],
  total: 0,
  cases: 0,
  per_day: 0,
  ahead: 2,
  hearings: [
    { case: { id: 7, case_number: '5-11/2026', court }, date: '2026-12-01', time: '10:30', said: 'Отложено' },
    { case: { id: 8, case_number: '5-12/2026', court }, date: '2026-12-02', time: null, said: null },
  ],
  causes: [],
  less: [],
  refusal: null,
}

const show = () =>
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <RehearsalView watched={{ case: 7 }} kinds={['result']} onLess={() => {}} />
      </QueryClientProvider>
    </ThemeProvider>,
  )

it.each([
  [{ total: 3, cases: 1, per_day: 0 }, '3 новости о 1 деле.', 0],
  [{ total: 3, cases: 2, per_day: 0 }, '3 новости о 2 делах.', 1],
  [{ total: 18, cases: 6, per_day: 0.2 }, '18 новостей о 6 делах, в среднем 0,2 в день.', 1],
])('says no average that rounds to nothing, and leaves nothing out of a single case: %#', async (told, said, heads) => {
  const less = [{ label: 'Не сообщать о движении дела', removes: 2, change: { kinds: ['result'] } }]
  vi.stubGlobal('fetch', async () => Response.json({ ...rehearsed, ...told, less }))
  show()
  const status = await screen.findByText(/новост/, { selector: '[role=status]' })
  expect(status.textContent?.replaceAll('\u00a0', ' ')).toBe(said)
  expect(screen.queryAllByRole('heading', { name: 'Сократить поток' })).toHaveLength(heads)
})

it('lists the next hearings of a rehearsal: day, hour, number, court', async () => {
  vi.stubGlobal('fetch', async () => Response.json(rehearsed))
  show()
  const list = await screen.findByRole('list', { name: 'Ближайшие заседания' })
  const said = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
  expect(said).toEqual([
    `1 декабря, 10:30 (в карточке: «Отложено») — № 5-11/2026, ${court}`,
    `2 декабря — № 5-12/2026, ${court}`,
  ])
})
