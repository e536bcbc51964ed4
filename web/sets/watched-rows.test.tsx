import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WatchCase, WatchRow, WatchSummary } from '#shared/api/set-watch.ts'
import type { WorkingSet } from '#shared/api/sets.ts'
import { closePage, member, pageOfResults, renderPage } from '../../test/web-page.tsx'

/** «Наблюдение» of a set, decision 0105. Names are invented. */
const evidence = { spelling: 'same', name: '', agrees: [], differs: [], several: false, is_accused: true } as const
const caseOf = (case_id: number, more: Partial<WatchCase>): WatchCase => ({
  case_id,
  case_number: `5-${case_id}/2026`,
  court: 'Завороженский районный суд',
  region: 77,
  day: '2026-03-12',
  articles: ['20.2 5'],
  state: 'perhaps',
  evidence: { ...evidence, agrees: [], differs: [] },
  decided_by: null,
  decided_at: null,
  ...more,
})
const rowOf = (id: number, text: string, more: Partial<WatchRow> = {}): WatchRow => ({
  id,
  kind: 'name',
  text,
  court: '',
  region: null,
  article: '',
  day: null,
  created_by: 'm.orlova',
  created_at: '2026-11-20T10:00:00.000Z',
  state: 'nothing',
  cases: [],
  is_cut: false,
  hidden: 0,
  from_table: [],
  unread: null,
  ...more,
})
const found = rowOf(1, 'Радугодуб Вера Олеговна', {
  court: 'Завороженский районный суд',
  region: 77,
  article: '20.2 ч. 5',
  day: '2026-03-12',
  state: 'found',
  cases: [
    caseOf(71, {
      state: 'found',
      evidence: { ...evidence, name: 'Радугодуб Вера Олеговна', agrees: ['day'], differs: [] },
    }),
    caseOf(72, { state: 'confirmed', decided_by: 'm.orlova' }),
    caseOf(73, { state: 'refused', decided_by: 'm.orlova' }),
  ],
})
const perhaps = rowOf(2, 'Камнегорск Лея Павловна', {
  state: 'perhaps',
  cases: [
    caseOf(74, {
      evidence: {
        spelling: 'typing',
        name: 'Каменгорск Лея Павловна',
        agrees: ['court', 'article'],
        differs: ['region'],
        several: true,
        is_accused: false,
      },
    }),
  ],
})
const nothing = rowOf(3, 'Луноходов Кай Ильич', {
  unread: { count: 3, of: 9, courts: ['Заоблачинский районный суд', 'Подгорский районный суд'] },
})

let role: 'owner' | 'reader'
let rows: WatchRow[]
let summary: WatchSummary
let watching: WorkingSet['watching'] = null
let asked: [string, string, unknown][]
let refuse: (sent: { text: string }[]) => { row: number; text: string; why: string }[]
beforeEach(() => {
  role = 'owner'
  rows = [found, perhaps, nothing]
  summary = {
    ...{ rows: 3, found: 1, perhaps: 1, nothing: 1, cut: 0, waiting: 1, searching: 0 },
    ...{ ends_on: null, is_ended: false },
  }
  watching = null
  asked = []
  refuse = () => []
  const set = () => ({
    ...{ id: 4, title: 'Задержания', role, owner: 'm.orlova', count: 2, hidden: 0, members: 1 },
    ...{ created_at: '2026-11-20T10:00:00.000Z', changed_at: '2026-11-20T10:00:00.000Z' },
    ...{
      progress: { unseen: 2, working: 0, checked: 0, disputed: 0 },
      watching,
      columns: [],
      labels: [],
      team: [],
      at_case: null,
    },
  })
  const changes: Record<string, (body: never) => unknown> = {
    'sets/4/watch/': ({ rows: sent }: { rows: { text: string }[] }) => {
      const refused = refuse(sent)
      return { added: sent.slice(refused.length).map((_, n) => n + 10), already: 0, refused, summary }
    },
    'sets/4/watch/cases/': ({ decisions }: { decisions: { row: number; case_id: number }[] }) => ({
      undo: decisions.map(({ row, case_id }) => ({ row, case_id, verdict: 'open' })),
      summary,
    }),
    'sets/4/watch/remove/': ({ rows: removed }: { rows: number[] }) => ({ removed, summary }),
    'sets/4/watch/restore/': () => summary,
    'sets/4/watch/keep/': () => summary,
  }
  const answers: Record<string, () => unknown> = {
    'users/me/': () => member,
    'releasedate/': () => ({ ts: 1, is_demo: false }),
    'sets/': () => pageOfResults(set()),
    'sets/4/': set,
    'sets/4/unfound/': () => pageOfResults(),
    'sets/4/watch/': () => ({ ...pageOfResults(...rows), summary }),
  }
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = address.replace('/api/v1/', '').replace(/\?.*/, '')
    if (method === 'GET') {
      const answer = answers[path]?.()
      return Response.json(answer ?? { detail: 'Здесь ничего нет.' }, { status: answer ? 200 : 404 })
    }
    const given: unknown = body === undefined ? undefined : JSON.parse(String(body))
    asked.push([method, path, given])
    return Response.json(changes[path]?.(given as never) ?? {})
  })
})
afterEach(closePage)

const watched = async () => {
  renderPage('/sets/4?tab=watched')
  return within(await screen.findByRole('list', { name: 'Строки наблюдения' }))
}
const rowNamed = async (text: string) => {
  const item = (await watched()).getByText(text).closest('li')
  if (item === null) throw new Error(`No row «${text}»`)
  return within(item)
}
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Имена, номера, УИД: каждое с новой строки')
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

it('a found row tells what is known of it, leads to its cases and keeps what was refused apart', async () => {
  const row = await rowNamed('Радугодуб Вера Олеговна')
  row.getByText('Завороженский районный суд · Москва · ст. 20.2 ч. 5 · 12 марта 2026')
  row.getByText('Найдено: 2')
  row.getByText('Отклонено: 1')
  expect(row.getByRole('link', { name: '5-71/2026' }).getAttribute('href')).toBe('/cases/71')
  expect(row.queryByRole('button', { name: /^Подтвердить/ })).toBeNull()
})

it('a row that may mean a case tells the evidence, and the tab how many wait', async () => {
  const row = await rowNamed('Камнегорск Лея Павловна')
  row.getByText('Возможно: 1')
  row.getByText(
    'В деле «Каменгорск Лея Павловна»: отличается буквой · Совпадает: суд, статья · Не совпадает: регион · Известны однофамильцы с тем же именем и отчеством · Роль в деле не указана',
  )
  expect(screen.getByRole('tab', { name: 'Наблюдение 1' }).getAttribute('aria-selected')).toBe('true')
})

it('a row without cases names the courts that were not read', async () => {
  const row = await rowNamed('Луноходов Кай Ильич')
  row.getByText('Ничего не найдено')
  row.getByText(
    'Суды не проверены за последнюю неделю: 3 из 9, среди них Заоблачинский районный суд, Подгорский районный суд.',
  )
})

it.each<[string, Partial<WatchRow>]>([
  ['78RS0001-01-2026-000771-20', { kind: 'uid' }],
  ['Луноходов Кай Ильич', { region: 78 }],
  ['5-771/2026', { kind: 'number', court: 'Подгорский районный суд' }],
])(
  'nothing is said to be absent, nor unsearched, where its reader may see none of its courts: %s',
  async (text, more) => {
    rows = [rowOf(3, text, { ...more, unread: { count: 0, of: 0, courts: [] } })]
    const row = await rowNamed(text)
    row.getByText(
      'В открытых вам регионах ничего не найдено. Суды этой строки — вне этих регионов: что в них, вам не видно.',
    )
    expect([row.queryByText(/^Ничего не найдено/), row.queryByText(/не ищ|не проверены/i)]).toEqual([null, null])
  },
)

it('nothing is said to be absent while it is looked for', async () => {
  summary = { ...summary, searching: 2 }
  const row = await rowNamed('Луноходов Кай Ильич')
  row.getByText('Ищем…')
  expect(row.queryByText('Ничего не найдено')).toBeNull()
})

it('nothing is said to be absent where its reader may not look', async () => {
  rows = [{ ...nothing, hidden: 2 }]
  const row = await rowNamed('Луноходов Кай Ильич')
  row.getByText('В открытых вам регионах ничего не найдено')
  row.getByText('В регионах, закрытых для вас: 2 дела.')
})

it('nothing is said to be absent where not all that is like it was looked at', async () => {
  rows = [{ ...nothing, state: 'cut', is_cut: true }]
  summary = { ...summary, nothing: 0, cut: 1 }
  const row = await rowNamed('Луноходов Кай Ильич')
  row.getByText(/^Среди просмотренных дел ничего не найдено, но показаны не все/)
  expect(row.queryByText('Ничего не найдено')).toBeNull()
  screen.getByRole('radio', { name: /^Просмотрено не всё/ })
})

it('nothing is said to be absent beneath what was found', async () => {
  rows = [{ ...nothing, state: 'found', is_cut: true }]
  const row = await rowNamed('Луноходов Кай Ильич')
  row.getByText(/^Показаны не все похожие дела/)
  expect(row.queryByText(/ничего не найдено/i)).toBeNull()
})

it('confirms a case, and takes it back', async () => {
  await watched()
  press('Подтвердить: 5-74/2026')
  fireEvent.click(await screen.findByRole('button', { name: 'Отменить' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  const said = (verdict: string) => ['PATCH', 'sets/4/watch/cases/', { decisions: [{ row: 2, case_id: 74, verdict }] }]
  expect(asked).toEqual([said('confirmed'), said('open')])
})

it('removes a row, and brings it back', async () => {
  await watched()
  press('Убрать строку: Луноходов Кай Ильич')
  fireEvent.click(await screen.findByRole('button', { name: 'Отменить' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked).toEqual([
    ['POST', 'sets/4/watch/remove/', { rows: [3] }],
    ['POST', 'sets/4/watch/restore/', { rows: [3] }],
  ])
})

it('says what is missing when nothing is written', async () => {
  await watched()
  await field()
  press('Наблюдать')
  expect(await screen.findByText('Впишите хотя бы одну строку.')).toBeTruthy()
  expect(asked).toEqual([])
})
it('sends lines with what stands beside them, and keeps those that were refused, with why', async () => {
  refuse = sent => [{ row: 0, text: sent[0]?.text ?? '', why: 'Один номер дела бывает у многих судов: укажите суд.' }]
  await watched()
  const area = await field()
  const twice = 'Звонкова Яна Ильинична; Москва; Тульская область'
  const odd = 'Звонкова Яна Ильинична; Тверской р/с; Подгорский р/с'
  const noDays = ['Звонкова Яна Ильинична; 31.02.2026', 'Звонкова Яна Ильинична; Тверской р/с; 2026-13-32']
  const long = 'я'.repeat(10_000)
  fireEvent.change(area, {
    target: {
      value: `5-1/2026\n\n${[twice, odd, ...noDays, long].join('\n')}\nРадугодуб Вера Олеговна; г. Москва; 20.2 ч. 5\t12.03.2026; Тверской р/с`,
    },
  })
  press('Наблюдать')
  const refused = await screen.findByRole('list', { name: 'Не добавленные строки' })
  const known = { region: 77, article: '20.2 ч. 5', day: '12.03.2026', court: 'Тверской р/с' }
  const rowsSent = [{ text: '5-1/2026' }, { text: 'Радугодуб Вера Олеговна', ...known }]
  expect(asked).toEqual([['POST', 'sets/4/watch/', { rows: rowsSent }]])
  expect(
    within(refused)
      .getAllByRole('listitem')
      .map(one => one.textContent),
  ).toEqual([
    '«5-1/2026». Один номер дела бывает у многих судов: укажите суд.',
    `«${twice}». Суд, регион, статью и дату указывают по одному разу.`,
    `«${odd}». Непонятно, где здесь суд: «Тверской р/с» или «Подгорский р/с». Дату пишут как 03.10.2026, регион\u00a0— его названием.`,
    `«${noDays[0]}». «31.02.2026»\u00a0— не\u00a0дата. Дату пишут как 03.10.2026.`,
    `«${noDays[1]}». «2026-13-32»\u00a0— не\u00a0дата. Дату пишут как 03.10.2026.`,
    expect.stringMatching(/^«я{120}…»\. Строка длиннее \d+ знаков\.$/),
  ])
  expect(area.value).toBe(['5-1/2026', twice, odd, ...noDays, long].join('\n'))
})

it.each([
  ['beside the name of the set, whichever part of it is open', '/sets/4'],
  ['once where the list is open', '/sets/4?tab=watched'],
  ['in the list of sets', '/sets'],
])('says that watching is to end, and prolongs it: %s', async (_, path) => {
  watching = { ends_on: '2027-03-12', is_ended: false }
  renderPage(path)
  const said = 'Наблюдение закончится 12 марта 2027, если его не продлить.'
  await screen.findByText(said, { exact: false })
  if (path.includes('watched')) await screen.findByRole('list', { name: 'Строки наблюдения' })
  expect(screen.getAllByText(said, { exact: false })).toHaveLength(1)
  watching = null
  press('Продлить наблюдение: Задержания')
  await waitFor(() => expect(screen.queryByText(said, { exact: false })).toBeNull())
  expect(asked).toEqual([['POST', 'sets/4/watch/keep/', undefined]])
})

it('a reader sees the rows and has nothing to press', async () => {
  role = 'reader'
  watching = { ends_on: null, is_ended: true }
  await watched()
  screen.getByText('Наблюдение закончилось: новые дела не ищутся.')
  expect(screen.queryByRole('button', { name: /^Продлить/ })).toBeNull()
  const panel = within(screen.getByRole('tabpanel'))
  expect([panel.queryAllByRole('button'), panel.queryAllByRole('textbox')]).toEqual([[], []])
})

it('an empty list says what watching does', async () => {
  rows = []
  summary = { ...summary, rows: 0, found: 0, perhaps: 0, nothing: 0, waiting: 0 }
  renderPage('/sets/4?tab=watched')
  await screen.findByText(/^Подборка ищет дела по именам, номерам и УИД/)
  screen.getByRole('tab', { name: 'Наблюдение' })
})
