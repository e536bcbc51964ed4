import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { FullSet, SetItem } from '#shared/api/sets.ts'
import { closePage, pageOfResults } from '../../test/web-page.tsx'
import { makeQueryClient } from '../api/query-client.ts'
import { HiddenOfSets } from '../filters/hidden-of-sets.tsx'
import { ThemeProvider } from '../ui/theme.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ColumnCells } from './column-cells.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { ImportAudience } from './import-outlook.tsx'
import { undoChanges, useItemChanges } from './item-changes.ts'
import { ItemDialog } from './item-dialog.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { SetPicker } from './set-picker.tsx'

/** What a team does to cases of a set, and how it is taken back. */
afterEach(() => {
  closePage()
  sessionStorage.clear()
})

const moment = '2026-11-20T10:00:00.000Z'
const set: FullSet = {
  id: 4,
  title: 'Задержания',
  role: 'owner',
  owner: 'm.orlova',
  created_at: moment,
  changed_at: moment,
  count: 2,
  hidden: 0,
  progress: { unseen: 2, working: 0, checked: 0, disputed: 0 },
  watching: null,
  members: 2,
  columns: [
    { key: 'c1', title: 'Кому передано' },
    { key: 'c2', title: 'Источник' },
  ],
  labels: ['площадь', 'суд'],
  team: [],
  at_case: null,
}
const item: SetItem = {
  case_id: 7,
  position: 1,
  status: 'unseen',
  assignee: null,
  note: 'Звонили',
  columns: { c1: 'Пресс-служба' },
  labels: ['площадь'],
  added_by: 'm.orlova',
  added_at: moment,
  changed_by: 'm.orlova',
  changed_at: moment,
  version: 5,
}
const theirs: SetItem = {
  ...item,
  columns: { c1: 'Адвокат' },
  labels: ['площадь', 'суд'],
  changed_by: 'i.gromov',
  version: 9,
}
const show = (what: ReactNode, client = makeQueryClient()) => {
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        {what}
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return client
}
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
type Call = { method: string; path: string; body: unknown }
/** Answers as `serve` says, and keeps what was asked. */
const server = (serve: (call: Call) => Response) => {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const call = {
      method,
      path: address.replace('/api/v1/', ''),
      body: body === undefined ? undefined : JSON.parse(String(body)),
    }
    calls.push(call)
    return serve(call)
  })
  return { calls, changes: () => calls.filter(({ method }) => method !== 'GET') }
}
const changed = (undo: unknown[] = [{ case_id: 7, version: 10 }]) => answer({ changed: 1, items: [], undo })

it('who was overtaken sees all that a teammate changed, and sends only what they changed themselves', async () => {
  const { changes } = server(({ method, body }) => {
    if (method === 'GET') return answer(pageOfResults(theirs))
    return JSON.stringify(body).includes('"version":9') ? changed() : answer({ detail: 'Изменил другой.' }, 409)
  })
  show(<ItemDialog set={set} item={item} name="5-1/2026" onClose={() => undefined} />)
  fireEvent.change(screen.getByLabelText('Запись команды'), { target: { value: 'Ждём' } })
  fireEvent.click(screen.getByRole('button', { name: 'Убрать: площадь' }))
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('i.gromov')
  expect([...alert.querySelectorAll('li')].map(li => li.textContent)).toEqual([
    'Метки: «площадь, суд»',
    'Столбец «Кому передано»: «Адвокат»',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  await screen.findByText('Выберите, чью запись оставить.')
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить свою' }))
  await screen.findByText('Запись сохранена.')
  expect(changes().at(-1)?.body).toEqual({
    items: [{ case_id: 7, version: 9, note: 'Ждём', remove_labels: ['площадь'] }],
  })
})

it('a record that is not saved is closed by Escape only after a question, and one that is as it was at once', async () => {
  const onClose = vi.fn()
  show(<ItemDialog set={set} item={item} name="5-1/2026" onClose={onClose} />)
  const field = screen.getByLabelText('Запись команды')
  const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' })
  const question = () => screen.queryByRole('dialog', { name: 'Закрыть без сохранения?' })
  fireEvent.change(field, { target: { value: 'Ждём' } })
  pressEscape()
  await expect.poll(question).not.toBeNull()
  pressEscape()
  await expect.poll(question).toBeNull()
  expect([onClose.mock.calls.length, screen.queryByDisplayValue('Ждём')]).toEqual([0, field])
  pressEscape()
  fireEvent.click(await screen.findByRole('button', { name: 'Не сохранять' }))
  expect(onClose).toHaveBeenCalledOnce()
  fireEvent.change(field, { target: { value: item.note } })
  pressEscape()
  expect(onClose).toHaveBeenCalledTimes(2)
})

it('a record that was not saved when its page was lost is there when it is opened again, until it is saved', async () => {
  const { changes } = server(() => changed())
  const open = () =>
    show(<ItemDialog set={set} item={{ ...item, version: 9 }} name="5-1/2026" onClose={() => undefined} />)
  const note = () => screen.getByLabelText<HTMLTextAreaElement>('Запись команды')
  show(<ItemDialog set={set} item={item} name="5-1/2026" onClose={() => undefined} />)
  fireEvent.change(note(), { target: { value: 'Ждём' } })
  cleanup()
  open()
  expect(note().value).toBe('Ждём')
  screen.getByText('Это вы написали раньше и не сохранили.')
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  await screen.findByText('Запись сохранена.')
  // Over what it was written on: whatever somebody has written since is asked about.
  expect(changes().at(-1)?.body).toEqual({ items: [{ case_id: 7, version: 5, note: 'Ждём' }] })
  cleanup()
  open()
  expect(note().value).toBe(item.note)
})

it.each([
  ['is in the set no more', () => answer(pageOfResults()), /^Пока вы писали, дело убрали из подборки/],
  ['cannot be asked for', () => answer({ detail: 'Нельзя.' }, 403), /^Запись изменил кто-то другой, но прочесть её/],
])('says so when what a teammate wrote %s', async (_, told, sentence) => {
  server(({ method }) => (method === 'GET' ? told() : answer({ detail: 'Изменил другой.' }, 409)))
  show(<ItemDialog set={set} item={item} name="5-1/2026" onClose={() => undefined} />)
  fireEvent.change(screen.getByLabelText('Запись команды'), { target: { value: 'Ждём' } })
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  await screen.findByText(sentence)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a change of ten thousand cases is taken back in bodies that the server takes', async () => {
  const { calls } = server(() => changed())
  const labels = Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(60, 'ы'))
  const undo = Array.from({ length: 10_000 }, (_, n) => ({ case_id: n + 1, version: 2_000_000_000, labels }))
  await undoChanges(4, undo)
  const bodies = calls.map(({ body }) => JSON.stringify(body))
  expect(Math.max(...bodies.map(body => new TextEncoder().encode(body).length))).toBeLessThan(1_048_576)
  expect(bodies.join('').match(/"case_id":/g)).toHaveLength(10_000)
})

it('a label that was taken back stands there no more', async () => {
  server(({ method }) => (method === 'GET' ? answer(set) : changed()))
  show(<LabelDialog set={set} cases={[{ case_id: 7 }, { case_id: 8 }]} onClose={() => undefined} />)
  const removeButton = () => screen.queryByRole('button', { name: 'Убрать: суд' })
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'суд' } })
  fireEvent.click(screen.getByRole('option', { name: 'суд' }))
  await expect.poll(removeButton).not.toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Отменить' }))
  await expect.poll(removeButton).toBeNull()
})

it('labels of one case stand in the dialog, and a tag editor goes on to the tags that everybody sees', async () => {
  const { changes } = server(({ method }) => (method === 'GET' ? answer(set) : changed()))
  const onTags = vi.fn()
  show(<LabelDialog set={set} cases={[item]} name="5-1/2026" onTags={onTags} onClose={() => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Убрать: площадь' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Убрать: площадь' })).toBeNull()
  expect(changes().map(({ body }) => body)).toEqual([{ cases: [7], change: { remove_labels: ['площадь'] } }])
  fireEvent.click(screen.getByRole('button', { name: 'Метки для всех' }))
  expect(onTags).toHaveBeenCalledOnce()
})

it('lists of cases by status are asked for again when a status changes, others are not', async () => {
  server(() => changed())
  const client = makeQueryClient()
  const [byStatus, byAll] = [
    ['cases', { set: '4', set_status: 'unseen' }],
    ['cases', { set: '4' }],
  ] as const
  for (const key of [byStatus, byAll]) client.setQueryData(key, pageOfResults())
  const Change = () => {
    const change = useItemChanges(4)
    return (
      <button type="button" onClick={() => void change([7], { status: 'checked' })}>
        Проверено
      </button>
    )
  }
  show(<Change />, client)
  fireEvent.click(screen.getByRole('button', { name: 'Проверено' }))
  await screen.findByText('«Проверено»: 1 дело.')
  expect([byStatus, byAll].map(key => client.getQueryState(key)?.isInvalidated)).toEqual([true, false])
})

it('a set needs a title, and one that was made of cases goes when that is taken back', async () => {
  const { changes } = server(({ method }) =>
    method === 'GET'
      ? answer(pageOfResults())
      : method === 'DELETE'
        ? answer({ detail: 'Удалена.' })
        : answer(set, 201),
  )
  show(<SetPicker cases={[{ id: 7 }, { id: 8 }]} onDone={() => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Создать' }))
  expect(screen.getByText('Заполните это поле.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Новая подборка'))
  fireEvent.change(screen.getByLabelText('Новая подборка'), { target: { value: 'Задержания' } })
  fireEvent.click(screen.getByRole('button', { name: 'Создать' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Отменить' }))
  await expect
    .poll(() => changes().map(({ method, path }) => [method, path]))
    .toEqual([
      ['POST', 'sets/'],
      ['DELETE', 'sets/4/'],
    ])
})

it('an addition is taken back but for cases of which something was noted since, and says how many stay', async () => {
  const { changes } = server(({ method, path }) => {
    if (method === 'GET') return answer(pageOfResults(set))
    return answer(path.endsWith('remove/') ? { removed: [8], set } : { added: [7, 8], already: 0, version: 12, set })
  })
  show(<SetPicker cases={[{ id: 7 }, { id: 8 }]} onDone={() => undefined} />)
  fireEvent.click(await screen.findByRole('button', { name: /^Задержания/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Отменить' }))
  await screen.findByText(/^В подборке осталось 1\sдело/)
  expect(changes().at(-1)?.body).toEqual({ cases: [7, 8], version: 12 })
})

it('a cell of an own column is filled in place, and what a teammate has written there meanwhile is shown first', async () => {
  const { changes } = server(({ method }) =>
    method === 'GET' ? answer(pageOfResults(theirs)) : answer({ detail: 'Изменил другой.' }, 409),
  )
  show(<ColumnCells set={set} item={item} name="5-1/2026" />)
  fireEvent.click(screen.getByRole('button', { name: /^Кому передано: Пресс-служба/ }))
  const field = screen.getByLabelText('Кому передано, дело 5-1/2026')
  fireEvent.change(field, { target: { value: 'Редактору' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('«Адвокат»')
  expect(changes().map(({ body }) => body)).toEqual([
    { items: [{ case_id: 7, version: 5, columns: { c1: 'Редактору' } }] },
  ])
  expect(screen.getByDisplayValue('Редактору')).toBeTruthy()
})

it('a cell that Escape leaves says what it said, and a reader fills none', () => {
  const { calls } = server(() => changed())
  show(<ColumnCells set={set} item={item} name="5-1/2026" />)
  fireEvent.click(screen.getByRole('button', { name: /^\+ Источник/ }))
  const field = screen.getByLabelText('Источник, дело 5-1/2026')
  fireEvent.change(field, { target: { value: 'Чат' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.getByRole('button', { name: /^\+ Источник/ })).toBeTruthy()
  expect(calls).toEqual([])
  closePage()
  show(<ColumnCells set={{ ...set, role: 'reader' }} item={item} name="5-1/2026" />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('Кому передано: Пресс-служба')).toBeTruthy()
})

it('own columns are renamed, put in order, made and dropped at once, and taken back at once', async () => {
  const { changes } = server(({ method }) =>
    method === 'GET'
      ? answer(set)
      : answer({
          ...set,
          columns: [
            { key: 'c2', title: 'Откуда' },
            { key: 'c3', title: 'Итог' },
          ],
        }),
  )
  show(<ColumnsDialog set={set} onClose={() => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Ниже: Кому передано' }))
  fireEvent.change(screen.getByLabelText('Столбец 1'), { target: { value: 'Откуда' } })
  fireEvent.click(screen.getByRole('button', { name: 'Удалить: Кому передано' }))
  fireEvent.click(screen.getByRole('button', { name: 'Добавить столбец' }))
  fireEvent.change(screen.getByLabelText('Столбец 2'), { target: { value: 'Итог' } })
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Отменить' }))
  await expect
    .poll(() => changes().map(({ body }) => body))
    .toEqual([
      { columns: [{ key: 'c2', title: 'Откуда' }, { title: 'Итог' }], dropped_columns: ['c1'] },
      { columns: set.columns, dropped_columns: ['c3'], restored_columns: ['c1'] },
    ])
})

it('own columns keep the focus where it works: in a new one, beside a dropped one, on an arrow that has reached its end', async () => {
  show(<ColumnsDialog set={set} onClose={() => undefined} />)
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  const press = (name: string) => {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  await expect.poll(focused).toBe('Столбец 1')
  press('Выше: Источник')
  expect(focused()).toBe('Выше: Источник')
  press('Выше: Источник')
  press('Ниже: Кому передано')
  expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
    'Источник',
    'Кому передано',
  ])
  press('Добавить столбец')
  expect(focused()).toBe('Столбец 3')
  press('Удалить: Источник')
  await expect.poll(focused).toBe('Столбец 1')
  press('Удалить: Кому передано')
  press('Удалить:')
  await expect.poll(focused).toBe('Добавить столбец')
})

it('what a set has already is marked, and goes from it by the same click, until that is taken back', async () => {
  const { changes } = server(({ method, path }) => {
    if (method === 'GET') return answer(pageOfResults(set))
    return answer(path.endsWith('remove/') ? { removed: [7], set } : set)
  })
  const sets = [{ id: 4, title: 'Задержания', status: 'unseen' } as const]
  show(<SetPicker cases={[{ id: 7, sets }]} onDone={() => undefined} />)
  fireEvent.click(await screen.findByRole('button', { name: /^Задержания/, pressed: true }))
  await screen.findByText(/^Из подборки «Задержания» убрано: 1\sдело\.$/)
  fireEvent.click(screen.getByRole('button', { name: 'Отменить' }))
  await expect
    .poll(() => changes().map(({ path, body }) => [path, body]))
    .toEqual([
      ['sets/4/items/remove/', { cases: [7] }],
      ['sets/4/items/restore/', { cases: [7] }],
    ])
})

it.each([
  [
    'that lacks one of them',
    [
      { id: 7, sets: [{ id: 4, title: 'Задержания', status: 'unseen' } as const] },
      { id: 8, sets: [] },
    ],
  ],
  ['of a case that is on no list', [{ id: 7 }]],
])('a set %s is not marked', async (_, cases) => {
  server(() => answer(pageOfResults(set)))
  show(<SetPicker cases={cases} onDone={() => undefined} />)
  await screen.findByRole('button', { name: /^Задержания/, pressed: false })
})

it('says before a table is kept who will see it: of a shared set everybody in it, by name', () => {
  const member = (id: number) => ({ id, username: `m${id}`, role: 'editor' as const, joined_at: moment })
  const told = (count: number | undefined): string => {
    const team = count === undefined ? undefined : Array.from({ length: count }, (_, at) => member(at + 1))
    const { container, unmount } = render(<ImportAudience team={team} />)
    const text = container.textContent
    unmount()
    return text
  }
  const alone = 'Кто видит: только вы, пока не пригласите других.'
  expect([told(undefined), told(1)]).toEqual([alone, alone])
  expect(told(2)).toContain('Кто видит: m1, m2. Дела\u00a0— каждый в своих регионах')
  expect(told(6)).toContain('Кто видит: m1, m2, m3, m4, m5 и ещё 1. ')
})

it('says under a list of sets how many of their cases are closed to the reader, and nothing where none is', async () => {
  server(({ path }) => answer(path === 'sets/4/' ? { ...set, hidden: 3 } : { ...set, id: 5, title: 'Открытая' }))
  const client = show(<HiddenOfSets values={{ set: ['4', '5'] }} />)
  await screen.findByText(/^Подборка «Задержания»: скрыто от вас 3\sдела вне регионов вашей учётной записи\.$/)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByText(/Открытая/)).toBeNull()
})
