import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
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

it('one picked case is followed by itself, several as a set that they are put into', async () => {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = address.replace('/api/v1/', '').replace(/\?.*/, '')
    if (method === 'POST') sent.push([path, JSON.parse(String(body))])
    if (path === 'sets/' && method === 'POST')
      return Response.json({
        ...{ id: 4, title: 'Пикеты', role: 'owner', owner: 'm.orlova', count: 2, hidden: 0, members: 1 },
        ...{ created_at: '2026-11-20T10:00:00.000Z', changed_at: '2026-11-20T10:00:00.000Z' },
        progress: { unseen: 2, working: 0, checked: 0, disputed: 0 },
        watching: null,
      })
    return Response.json(pageOfResults())
  })
  const isAbout = (about: object) =>
    waitFor(() => expect(sent.at(-1)).toEqual(['subscriptions/rehearsal/', expect.objectContaining(about)]))
  show(<Bar count={1} />)
  fireEvent.click(screen.getByRole('button', { name: 'Подписка' }))
  await isAbout({ case: 1 })
  cleanup()
  show(<Bar count={2} />)
  fireEvent.click(screen.getByRole('button', { name: 'Подписка' }))
  fireEvent.change(await screen.findByLabelText('Новая подборка'), { target: { value: 'Пикеты' } })
  fireEvent.click(screen.getByRole('button', { name: 'Создать' }))
  await isAbout({ get_params: { set: '4' } })
  expect(sent.find(([path]) => path === 'sets/')?.[1]).toEqual({ title: 'Пикеты', cases: [1, 2] })
})

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
