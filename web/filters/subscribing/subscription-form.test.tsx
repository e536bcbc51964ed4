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
