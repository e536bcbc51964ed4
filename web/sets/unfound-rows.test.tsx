import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UnfoundRow } from '#shared/api/set-import.ts'
import type { UnfoundWatch } from '#shared/api/set-watch.ts'
import { closePage, member, pageOfResults, renderPage } from '../../test/web-page.tsx'

/** «Не найдено» of a set: rows are watched by one act, decision 0111. Names are invented. */
const rowOf = (id: number, text: string): UnfoundRow => ({
  ...{ id, line: id + 1, import_id: 1, file_name: 'Задержания.xlsx', outcome: 'not_found', why: 'Дело не нашлось.' },
  ...{ candidates: [], said: [{ head: 'ФИО', text }] },
})
const toldOf = (row: number, told: Partial<UnfoundWatch>): UnfoundWatch => ({
  ...{ row, line: row + 1, text: '', kind: null, beside: [], left_out: [], why: '' },
  ...told,
})
const can = toldOf(7, { text: 'Радугодуб Вера Олеговна', kind: 'name', beside: ['20.2'], left_out: ['суд «Там»'] })
const cannot = toldOf(8, { why: 'Одной фамилии мало.' })

const candidate = {
  id: 71,
  case_number: '5-71/2026',
  court: 'Подгорский районный суд',
  people: [],
  day: null,
  agrees: [],
}

const linesOf = (text: string) => text.split('\n').map(line => line.split('\t'))
let role: 'owner' | 'reader'
let title: string
let count: number
let asked: [string, unknown][]
beforeEach(() => {
  role = 'owner'
  title = 'Задержания'
  count = 2
  asked = []
  const moment = '2026-11-20T10:00:00.000Z'
  const set = () => ({
    ...{ id: 4, title, role, owner: 'm.orlova', count: 2, hidden: 0, members: 1 },
    ...{ created_at: moment, changed_at: moment, columns: [], labels: [], team: [], at_case: null },
    progress: { unseen: 2, working: 0, checked: 0, disputed: 0 },
    watching: null,
  })
  const answers: Record<string, () => unknown> = {
    'users/me/': () => member,
    'releasedate/': () => ({ ts: 1, is_demo: false }),
    'sets/4/': set,
    'sets/4/unfound/': () => ({
      ...pageOfResults(rowOf(7, 'Радугодуб Вера Олеговна'), { ...rowOf(8, 'Полынцев'), candidates: [candidate] }),
      count,
    }),
  }
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = address.replace('/api/v1/', '').replace(/\?.*/, '')
    if (method === 'GET') {
      const answer = answers[path]?.()
      return Response.json(answer ?? { detail: 'Здесь ничего нет.' }, { status: answer ? 200 : 404 })
    }
    const given = JSON.parse(String(body))
    asked.push([path, given])
    if (path === 'sets/import/table/' && given.text === '???')
      return Response.json({ file: ['Таблица не читается.'] }, { status: 400 })
    if (path === 'sets/import/table/')
      return Response.json({ file_name: '', sheet: 1, sheets: 1, cells: linesOf(given.text), kinds: null })
    if (path === 'sets/import/preview/') return Response.json({ rows: [], cases: 0, courts: [] })
    if (path.endsWith('unwatch/')) return Response.json({ detail: 'Строки снова во вкладке «Не найдено».' })
    const rows = [can, cannot].filter(({ row }) => given.rows?.includes(row) ?? true)
    const undo = given.preview ? null : { rows: [7] }
    return Response.json({ rows, added: given.preview ? 0 : 1, already: 0, undo })
  })
})
afterEach(closePage)

const open = async () => {
  renderPage('/sets/4?tab=unfound')
  await screen.findByText('ФИО: Полынцев')
}
const dialog = async () => within(await screen.findByRole('dialog'))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const sent = () => asked.filter(([, body]) => !(typeof body === 'object' && body !== null && 'preview' in body))

it('what rows become is shown before; what cannot be watched stays with why; both sides are taken back', async () => {
  await open()
  press('Следить за ненайденными')
  const shown = await dialog()
  await shown.findByText('Будем искать: 1')
  shown.getByText('Не понятно и не учитывается: суд «Там»')
  shown.getByText('Останутся в «Не найдено»: 1')
  shown.getByText('Одной фамилии мало.')
  fireEvent.click(shown.getByRole('radio', { name: 'имени' }))
  await waitFor(() => expect(asked.at(-1)).toEqual(['sets/4/unfound/watch/', { by: 'name', preview: true }]))
  const act = await shown.findByRole('button', { name: /^Следить: 1\sстрока/ })
  await waitFor(() => expect(act.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(act)
  await screen.findByText(/^Подборка следит: 1\sстрока\./)
  expect(sent()).toEqual([['sets/4/unfound/watch/', { by: 'name', rows: [7] }]])
  press('Отменить')
  await waitFor(() => expect(sent().at(-1)).toEqual(['sets/4/unfound/unwatch/', { rows: [7] }]))
})

it('picked rows alone are asked for', async () => {
  await open()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Выбрать строку 9' }))
  press('Следить за выбранными: 1')
  await (await dialog()).findByText('Одной фамилии мало.')
  expect(asked.at(-1)?.[1]).toEqual({ rows: [8], by: 'number', preview: true })
  const act = (await dialog()).getByRole('button', { name: 'Следить' })
  const before = asked.length
  act.focus()
  fireEvent.click(act)
  expect([document.activeElement, act.title, act.getAttribute('aria-disabled'), asked.length]).toEqual([
    act,
    'Ни по одной строке искать нельзя.',
    'true',
    before,
  ])
})

it('a reader has neither, and chooses no case', async () => {
  role = 'reader'
  await open()
  await screen.findByRole('link', { name: '5-71/2026' })
  expect(screen.queryByRole('button', { name: 'Это оно' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Следить/ })).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
})

it('the button that has led to the last page keeps the focus', async () => {
  count = 60
  await open()
  const next = screen.getByRole('button', { name: 'Дальше' })
  next.focus()
  for (const _ of [1, 2, 3]) fireEvent.click(next)
  await waitFor(() => expect(next.getAttribute('aria-disabled')).toBe('true'))
  expect(document.activeElement).toBe(next)
})

it('a set that has changed elsewhere is shown anew when its tab is returned to', async () => {
  await open()
  title = 'Задержания 3 октября'
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await screen.findByRole('heading', { name: title, level: 1 })
})

it('«Прочитать» says what is missing when nothing is pasted', async () => {
  renderPage('/sets/import')
  fireEvent.click(await screen.findByRole('button', { name: 'Прочитать' }))
  expect(await screen.findByText('Вставьте сюда хотя бы одну строку.')).toBeTruthy()
  expect(document.activeElement?.tagName).toBe('TEXTAREA')
})
it('a table that the server cannot read is told once, at the field, which keeps it', async () => {
  renderPage('/sets/import')
  const field = await screen.findByRole('textbox', { name: /^Или вставьте/ })
  fireEvent.change(field, { target: { value: '???' } })
  press('Прочитать')
  expect(await screen.findAllByText('Таблица не читается.')).toHaveLength(1)
  expect(field).toHaveProperty('value', '???')
})
it('«Создать подборку» says that the title is missing, and creates nothing', async () => {
  renderPage('/sets/import')
  fireEvent.change((await screen.findAllByRole('textbox')).at(-1) ?? document.body, {
    target: { value: 'ФИО\tНомер\nРадугодуб Вера Олеговна\t5-1/2026' },
  })
  press('Прочитать')
  fireEvent.click(await screen.findByRole('button', { name: /^Проверить / }))
  fireEvent.click(await screen.findByRole('button', { name: 'Создать подборку' }))
  expect(await screen.findByText('Заполните это поле.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Название подборки'))
  expect(asked.at(-1)?.[0]).toBe('sets/import/preview/')
})
it('a pasted table says how many rows are heads, and the second is taken back as a row of values', async () => {
  renderPage('/sets/import')
  const rows = [
    ['Дело', '', 'Лицо', 'Адвокат', ''],
    ['Номер', 'Суд', 'ФИО', 'ФИО', 'Телефон'],
    ['5-1/2026', 'Тверской районный суд', 'Радугодуб Вера Олеговна', 'Прозоров Ян Ильич', '+7 900 000-00-00'],
  ]
  const text = rows.map(row => row.join('\t')).join('\n')
  fireEvent.change((await screen.findAllByRole('textbox')).at(-1) ?? document.body, { target: { value: text } })
  press('Прочитать')
  await screen.findByText(/^1\sстрока, первые две строки\s— заголовки$/)
  const kindOf = (head: string) => screen.getByLabelText(`Прочитать столбец «${head}» как`)
  expect(kindOf('Лицо: ФИО')).toHaveProperty('value', 'name')
  expect(kindOf('Адвокат: ФИО')).toHaveProperty('value', 'own')
  const isValue = screen.getByRole('checkbox', { name: /^Вторая строка/ })
  fireEvent.click(isValue)
  await screen.findByText(/^2\sстроки, первая строка\s— заголовки$/)
  expect(kindOf('Лицо')).toHaveProperty('value', 'name')
  expect(kindOf('Адвокат')).toHaveProperty('value', 'own')
  fireEvent.click(isValue)
  await screen.findByText(/^1\sстрока, /)
})

it.each([
  [
    ['46298', '46300'],
    ['2026-10-03', '2026-10-05'],
    /2\sчисла читаем как даты Excel: от 3 октября 2026 до 5 октября 2026/,
  ],
  [['46298', '45000', '90000'], ['46298', '45000', '90000'], /^не читается: строки 2, 3, 4$/],
])('bare numbers %j of a column of days are sent as %j', async (days, expected, told) => {
  renderPage('/sets/import')
  const text = [['ФИО', 'Дата'], ...days.map(day => ['Радугодуб Вера Олеговна', day])]
  fireEvent.change((await screen.findAllByRole('textbox')).at(-1) ?? document.body, {
    target: { value: text.map(row => row.join('\t')).join('\n') },
  })
  press('Прочитать')
  await screen.findByText(told)
  press(/^Проверить /)
  await waitFor(() => expect(asked.at(-1)?.[0]).toBe('sets/import/preview/'))
  expect(asked.at(-1)?.[1]).toMatchObject({ rows: expected.map(day => ({ cells: ['Радугодуб Вера Олеговна', day] })) })
})
