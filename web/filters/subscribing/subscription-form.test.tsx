import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePage } from '../../../test/web-page.tsx'
import { makeQueryClient } from '../../api/query-client.ts'
import { ThemeProvider } from '../../ui/theme.tsx'
import { SubscriptionForm } from './subscription-form.tsx'

afterEach(closePage)

const folders = {
  count: 1,
  next: null,
  previous: null,
  results: [{ id: 3, title: 'Клиент', count: 3 }],
  all: 4,
  unfiled: 1,
}

it.each([
  [{ in_favorites: 'true' }, 'Избранные дела: 4'],
  [{ in_favorites: 'true', favorite_folder: '3' }, 'Папка «Клиент»: 3'],
])('of favourites (%o) says what it is of as its title will: %s', async (get_params, words) => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('favoritefolders/') ? Response.json(folders) : new Response(null, { status: 503 }),
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
