import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { closePage, pageOfResults } from '../../test/web-page.tsx'
import { makeQueryClient } from '../api/query-client.ts'
import { TagDialog } from '../tags/tag-dialog.tsx'
import { ThemeProvider } from '../ui/theme.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { SelectionBar } from './selection-bar.tsx'

/** What is done with picked cases. */
afterEach(closePage)

const show = (what: ReactNode) =>
  render(
    <ThemeProvider>
      <QueryClientProvider client={makeQueryClient()}>
        {what}
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  )
const Bar = ({ count }: { count: number }) => {
  const [ids] = useState(new Set(Array.from({ length: count }, (_, n) => n + 1)))
  const nothing = () => undefined
  const selection = { ids, page: 'all', toggle: nothing, togglePage: nothing, pick: nothing, clear: nothing } as const
  return <SelectionBar selection={selection} count={count} query={{}} />
}

it.each([
  [999, null],
  [1_000, null],
  [1_001, 'true'],
])(
  'of %i picked cases the act of favourites is there, refused above a thousand with a reason',
  async (count, refused) => {
    const asked = vi.fn(async () => new Response(JSON.stringify(pageOfResults())))
    vi.stubGlobal('fetch', asked)
    show(<Bar count={count} />)
    const act = screen.getByRole('button', { name: 'В избранное' })
    expect(act.getAttribute('aria-disabled')).toBe(refused)
    expect(screen.queryByText(/^В избранное — не больше 1\s000 дел за раз$/) !== null).toBe(refused !== null)
    fireEvent.click(act)
    expect(asked).toHaveBeenCalledTimes(refused ? 0 : 1)
  },
)

it('a tag that this dialog has put stands again when taking it off is undone', async () => {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return new Response(JSON.stringify(pageOfResults()))
    return new Response(
      JSON.stringify(
        address.endsWith('undo/')
          ? { detail: 'Отменено.' }
          : { upload_id: 3, cases: 2, changes: 2, refused: 0, new_tags: [], lines: [] },
      ),
    )
  })
  show(<TagDialog cases={[{ id: 7 }, { id: 8 }]} onClose={() => undefined} />)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'площадь' } })
  fireEvent.click(await screen.findByText('Создать метку «площадь»'))
  fireEvent.click(await screen.findByRole('button', { name: 'Убрать: площадь' }))
  await screen.findByText(/^Метка «площадь» снята/)
  expect(screen.queryByRole('button', { name: 'Убрать: площадь' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Отменить' }))
  await screen.findByRole('button', { name: 'Убрать: площадь' })
})
