import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePage } from '../../../test/web-page.tsx'
import { makeQueryClient } from '../../api/query-client.ts'
import { ThemeProvider } from '../../ui/theme.tsx'
import { SubscriptionForm } from './subscription-form.tsx'

afterEach(closePage)

const counts = {
  facets: {
    set: [{ value: '3', count: 3 }],
    in_set: [
      { value: 'true', count: 3 },
      { value: 'false', count: 1 },
    ],
  },
  groups: {},
}

it.each([
  [{ in_favorites: 'true' }, 'Избранные дела: 4'],
  [{ in_favorites: 'true', in_set: 'false' }, 'Избранные дела вне подборок'],
])('of favourites (%o) says what it is of as its title will: %s', async (get_params, words) => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('cases/facets/') ? Response.json(counts) : new Response(null, { status: 503 }),
  )
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <SubscriptionForm watched={{ get_params }} what={[]} onClose={() => {}} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  await screen.findByText(words)
  expect(screen.queryByText(/В избранном/)).toBeNull()
})

it('of filters says them in one sentence, as its title will', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <SubscriptionForm
          watched={{ get_params: { type: '1', regions: '77' } }}
          what={[{ name: 'type', label: 'Кодекс', text: 'КоАП' }]}
          onClose={() => {}}
        />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  await screen.findByText('Дела КоАП: Москва')
})

it.each([
  ['case', { case: 5 }, 'Дело 5-1/2026'],
  ['person', { person: 7 }, 'Лицо: Кораблёва Т. И.'],
] as const)('of a %s that is watched says so at once, and makes no second one', async (about, watched, title) => {
  const kept = {
    id: 1,
    title,
    own_title: '',
    about,
    get_params: {},
    human_readable: {},
    case: about === 'case' ? { id: 5, case_number: '5-1/2026', court: 'Дачный районный суд' } : null,
    person: about === 'person' ? { id: 7, name: 'Кораблёва Т. И.' } : null,
    kinds: ['new'],
    channels: [],
    sends: 'news',
    cadence: 'at_once',
    at: '09:00',
    weekday: 1,
    zone: 'Europe/Moscow',
    quiet: null,
    paused_at: null,
    created_at: '2026-03-02T09:00:00Z',
    muted: [],
    last_hit_at: null,
    recent_hits: 0,
    next_at: null,
    undelivered: 0,
    last_error: null,
    webhook: null,
    asked_at: null,
    note: null,
  }
  vi.stubGlobal('fetch', async (address: string) =>
    /subscriptions\/$/.test(address)
      ? Response.json({ count: 1, next: null, previous: null, results: [kept] })
      : new Response(null, { status: 503 }),
  )
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <SubscriptionForm watched={watched} what={title} onClose={() => {}} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  await screen.findByText(new RegExp(`^Вы уже следите: «${title}»`))
  const button = screen.getByRole('button', { name: 'Подписаться' })
  expect([button.getAttribute('aria-disabled'), button.title]).toEqual(['true', `Вы уже следите: «${title}».`])
})
