import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UpcomingDeadline } from '#shared/api/deadlines.ts'
import { tableRead } from '#shared/api/set-import.ts'
import { workingSet } from '#shared/api/sets.ts'
import type { Today } from '#shared/api/today.ts'
import { addDays, ownDay, showDate } from '#shared/domain/dates.ts'
import { closePage, member, pageOfResults, renderPage } from '../../test/web-page.tsx'

afterEach(closePage)

const deadline = (n: number, days: number, certainty: 'reckoned' | 'not_before' = 'reckoned'): UpcomingDeadline => ({
  case: { id: n, case_number: `5-${n}/2026`, court: 'Вымышленный районный суд', people: [] },
  // By another day than the reader’s: what is shown follows theirs.
  days_left: days + 1,
  deadline: {
    kind: 'complaint',
    person: null,
    title: 'Обжаловать',
    date: addDays(ownDay(), days),
    certainty,
    unmoved: null,
    is_past: false,
    assumption: '10 дней, если копия вручена.',
    brief: 'если копия вручена',
    missing: null,
    why_not: null,
    quote: null,
    is_whose_unclear: false,
    edition: {
      term: 'koap-30.3',
      article: 'КоАП, ст. 30.3 ч. 1',
      law: null,
      since: '2024-10-29',
      until: null,
      source: { title: 'Источник', url: null },
      confidence: 'high',
      status: 'in_force',
    },
  },
})
const plain = (text: string | null | undefined): string | undefined => text?.replace(/\s/g, ' ')
const today = { watches: true, hearings: [], cut: 0, later: { count: 0, next: null }, unread: 7, digests: [] }
const kept = {
  rows: 1,
  found: 1,
  perhaps: 0,
  nothing: 0,
  cut: 0,
  waiting: 0,
  searching: 0,
  ends_on: null,
  is_ended: false,
}

type World = {
  user?: object
  deadlines?: readonly UpcomingDeadline[]
  held?: Promise<void>
  unreadHeld?: Promise<void>
  unread?: number
  ending_watches?: Today['ending_watches']
  watches?: boolean
}
function open({
  user = member,
  deadlines = [],
  held,
  unreadHeld,
  unread = 7,
  ending_watches,
  watches = true,
}: World): URL[] {
  const asked: URL[] = []
  const answers: Record<string, (query: URLSearchParams) => unknown> = {
    'users/me/': () => user,
    'releasedate/': () => ({ ts: 1, is_demo: false }),
    'today/': () => ({ ...today, unread, ending_watches, watches }),
    'today/unread/': () => ({ unread, watches }),
    'sets/1/watch/keep/': () => kept,
    'today/changes/': () => ({ ...pageOfResults(), count: 4, changes: unread, last: '9' }),
    'codexarticles/': () => pageOfResults(),
    'deadlines/upcoming/': query => {
      const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
      return { ...pageOfResults(...deadlines.slice((page - 1) * size, page * size)), count: deadlines.length }
    },
  }
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'https://sudmonitor.example')
    asked.push(url)
    const path = url.pathname.replace('/api/v1/', '')
    if (/^(?:deadlines|today\/changes)/.test(path)) await held
    if (path === 'today/unread/') await unreadHeld
    const answer = answers[path]?.(url.searchParams)
    return new Response(JSON.stringify(answer ?? { detail: 'Здесь ничего нет.' }), { status: answer ? 200 : 404 })
  })
  renderPage('/today')
  return asked
}

describe('the first lines of «Сегодня»', () => {
  it('tell hearings and how much is unread at once, and the nearest deadline once it is known', async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>()
    open({ deadlines: [deadline(1, 6), deadline(2, 9)], held })
    const unread = await screen.findByRole('link', { name: /^Не.прочитано/ })
    expect(screen.getByText('Сегодня заседаний нет.')).toBeTruthy()
    expect(plain(unread.textContent)).toBe('Не прочитано 7 изменений')
    expect(screen.queryByRole('link', { name: /^Ближайший срок/ })).toBeNull()
    resolve()
    const nearest = await screen.findByRole('link', { name: /^Ближайший срок/ })
    expect(plain(nearest.textContent)).toBe('Ближайший срок: обжалование, через 6 дней')
    await screen.findByRole('link', { name: /^Не.прочитано 7.изменений в.4.делах/ })
  })
  it.each([
    [
      'what is ahead, not what has passed for the reader',
      [deadline(1, -1), deadline(2, 0)],
      'Ближайший срок: обжалование, сегодня.',
    ],
    [
      'an earliest day without counting to it',
      [deadline(1, 3, 'not_before')],
      `Ближайший срок: обжалование, не раньше ${showDate(addDays(ownDay(), 3))}.`,
    ],
    [
      'until when a court holds somebody, not a day that reads as the beginning of it',
      [
        {
          ...deadline(1, 3),
          deadline: { ...deadline(1, 3).deadline, kind: 'custody' as const, certainty: 'told' as const },
        },
      ],
      `Ближайший срок: стража до ${showDate(addDays(ownDay(), 3))}.`,
    ],
    ['that all may have passed', [deadline(1, -3, 'not_before')], 'Есть сроки, которые, возможно, уже прошли.'],
    ['that there are none', [], 'В ближайшие 90 дней сроков нет.'],
  ])('name as the nearest deadline %s', async (_, deadlines, words) => {
    open({ deadlines, unread: 0 })
    const lead = (await screen.findByRole('heading', { level: 1, name: /^Сегодня/ })).parentElement
    await waitFor(() => expect(plain(lead?.textContent)).toContain(plain(words)))
    expect(plain(lead?.textContent)).not.toContain('прочитано')
  })
})

describe('all deadlines of «Сегодня»', () => {
  it('are told by pages of ten, by the reader’s own day', async () => {
    const asked = open({ deadlines: Array.from({ length: 23 }, (_, n) => deadline(n + 1, n)) })
    const block = within(await screen.findByRole('region', { name: 'Сроки' }))
    const shown = () => block.getAllByRole('link', { name: /^5-\d+\/2026$/ }).map(({ textContent }) => textContent)
    await block.findByText(/^1–10 из.23/)
    expect(shown()).toEqual(Array.from({ length: 10 }, (_, n) => `5-${n + 1}/2026`))
    expect(block.getByText('завтра')).toBeTruthy()
    fireEvent.click(block.getByRole('link', { name: 'Следующая страница' }))
    await block.findByText(/^11–20 из.23/)
    expect(shown()[0]).toBe('5-11/2026')
    fireEvent.click(block.getByRole('link', { name: 'Страница 3' }))
    await block.findByText(/^21–23 из.23/)
    expect(shown()).toEqual(['5-21/2026', '5-22/2026', '5-23/2026'])
    const pages = asked
      .filter(({ pathname }) => pathname.endsWith('/upcoming/'))
      .map(({ searchParams }) => searchParams)
    expect(pages.map(query => [query.get('page'), query.get('day')])).toEqual(['1', '2', '3'].map(n => [n, ownDay()]))
  })
  it('stand each with its court and assumption; the law and its source are told when asked for', async () => {
    const one = deadline(1, 6, 'not_before')
    const people = [
      { name: 'Ветрогонов Пётр Ильич', hidden: false },
      { name: 'Полынцев Лука Савич', hidden: false },
    ]
    open({
      deadlines: [{ case: { ...one.case, people }, deadline: { ...one.deadline, missing: 'served' }, days_left: 6 }],
    })
    const block = within(await screen.findByRole('region', { name: 'Сроки' }))
    const [row] = await block.findAllByRole('listitem')
    const why = within(row ?? document.body).getByRole('group')
    expect(plain(row?.textContent)).toMatch(
      /^не раньше \d+ \S+ \d+ Обжалование: Ветрогонов П. И. и ещё 1, 5-1\/2026 Вымышленный районный судесли копия вручена Указать деньОснование/,
    )
    expect(why.querySelector('summary')?.getAttribute('aria-label')).toBe(
      'Основание: обжалование, 5-1/2026, Вымышленный районный суд',
    )
    // The name alone may be cut on a narrow screen, not that there are others.
    expect([...(row?.querySelectorAll('.clip') ?? [])].map(({ textContent }) => plain(textContent))).toEqual([
      'Ветрогонов П. И. ',
    ])
    expect(why.hasAttribute('open')).toBe(false)
    expect(plain(why.textContent)).toBe(
      'ОснованиеДопущение10 дней, если копия вручена.ПравилоКоАП, ст. 30.3 ч. 1, редакция с 29 октября 2024ИсточникИсточник, достоверность высокая',
    )
  })
  it('of one page have no others', async () => {
    open({ deadlines: Array.from({ length: 10 }, (_, n) => deadline(n + 1, n)) })
    const block = within(await screen.findByRole('region', { name: 'Сроки' }))
    await block.findByText('завтра')
    expect(block.queryByRole('link', { name: 'Следующая страница' })).toBeNull()
  })
})

it('takes answers of the former version, and shows the whole assumption in place of its few words', async () => {
  const { brief: _, ...former } = deadline(1, 3).deadline
  const set = { id: 1, title: 'Набор', role: 'owner', owner: 'm.orlova', count: 2, hidden: 0, members: 1 }
  const days = { created_at: '2026-11-20T10:00:00.000Z', changed_at: '2026-11-20T10:00:00.000Z' }
  const progress = { unseen: 2, working: 0, checked: 0, disputed: 0 }
  expect(workingSet.parse({ ...set, ...days, progress }).watching).toBeNull()
  expect(tableRead.parse({ file_name: '', sheets: 2, cells: [], kinds: null }).sheet).toBe(1)
  open({ deadlines: [{ ...deadline(1, 3), deadline: former }] })
  const block = within(await screen.findByRole('region', { name: 'Сроки' }))
  expect(await block.findAllByText('10 дней, если копия вручена.')).toHaveLength(2)
  expect(block.queryByText(/Сервер ответил не так/)).toBeNull()
})

it('says of which sets watching is to end, asks for no set, and prolongs it', async () => {
  const ending = { ends_on: '2027-03-12', is_ended: false }
  const ending_watches = [
    { id: 1, title: 'Набор 1', ...ending },
    { id: 2, title: 'Набор 2', ...ending, is_ended: true },
  ]
  const asked = open({ ending_watches })
  const first = await screen.findByRole('link', { name: '«Набор 1»' })
  expect(first.getAttribute('href')).toBe('/sets/1?tab=watched')
  expect(first.closest('.screen-only')).not.toBeNull()
  expect(first.closest('[role=alert]')).toBeNull()
  expect([...(first.closest('ul')?.children ?? [])].map(({ textContent }) => plain(textContent))).toEqual([
    'Подборка «Набор 1». Наблюдение закончится 12 марта 2027, если его не продлить. Продлить',
    'Подборка «Набор 2». Наблюдение закончилось: новые дела не ищутся. Продлить',
  ])
  const ofSets = () => asked.map(({ pathname }) => pathname).filter(path => path.includes('/sets/'))
  expect(ofSets()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Продлить наблюдение: Набор 1' }))
  ending_watches.shift()
  await waitFor(() => expect(screen.queryByRole('link', { name: '«Набор 1»' })).toBeNull())
  expect(ofSets()).toEqual(['/api/v1/sets/1/watch/keep/'])
})

it.each([
  ['no region is open', [], true],
  ['one is', [77], false],
  ['all are', null, false],
])('why nothing is seen is said where %s', async (_, regions, isSaid) => {
  open({ user: { ...member, regions } })
  await screen.findByRole('heading', { level: 1, name: /^Сегодня/ })
  expect(screen.queryByText('Вам не открыт ни один регион') !== null).toBe(isSaid)
})

it('asks for each of its answers once, though the number that is told as it opens comes before the one it asks for', async () => {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  const told: ((event: MessageEvent) => void)[] = []
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener = (kind: string, on: (event: MessageEvent) => void) => void (kind === 'unread' && told.push(on))
      close = () => {}
    },
  )
  const asked = open({ unreadHeld: held })
  const paths = () => asked.map(({ pathname }) => pathname).filter(path => /today\/(?:changes\/)?$/.test(path))
  const tell = (unread: number) => {
    for (const on of told) on(new MessageEvent('unread', { data: JSON.stringify({ unread }) }))
  }
  const once = ['/api/v1/today/', '/api/v1/today/changes/']
  await screen.findByRole('heading', { name: 'Что изменилось' })
  await waitFor(() => expect(told).toHaveLength(1))
  tell(7)
  resolve()
  await screen.findAllByText(/непрочитанных/)
  expect(paths().toSorted()).toEqual(once)
  // Another number is news.
  tell(8)
  await waitFor(() => expect(paths().toSorted()).toEqual([once[0], once[0], once[1], once[1]]))
})

it.each([
  ['Фамилия, имя, отчество', ' ', /^Найти и\sследить$/, 'Напишите фамилию, имя и отчество.'],
  ['Статья КоАП или УК', '99.99', 'Открыть дела', /^Такой статьи среди дел нет/],
  ['Строки списка', '', 'Найти дела', 'В списке нет ни одного номера, УИД или ссылки.'],
  ['Строки списка', '5-1/2026\n'.repeat(1001), 'Найти дела', /^Больше 1000 строк: разделите список\.$/],
])(
  '«%s» says at the field what is wrong, gets the focus and keeps what was typed',
  async (label, typed, act, sentence) => {
    open({ watches: false, unread: 0 })
    const field = await screen.findByLabelText(label)
    fireEvent.change(field, { target: { value: typed } })
    const button = screen.getByRole('button', { name: act })
    button.focus()
    fireEvent.click(button)
    const said = await screen.findByText(sentence)
    expect(field.getAttribute('aria-describedby')).toContain(said.id)
    expect(document.activeElement).toBe(field)
    expect(field).toHaveProperty('value', typed)
    fireEvent.change(field, { target: { value: `${typed}1` } })
    expect(screen.queryByText(sentence)).toBeNull()
  },
)

it.each([
  ['of 0 bytes', [], 'В файле нет ни одной строки.'],
  ['that is no table', [1, 0, 2], 'Это не таблица: нужен файл XLSX, ODS или CSV.'],
])('a file %s is refused at the field of the list', async (_, bytes, sentence) => {
  open({ watches: false, unread: 0 })
  const file = new File([new Uint8Array(bytes)], 'список.csv')
  fireEvent.change(await screen.findByLabelText(/^Взять из файла/), { target: { files: [file] } })
  const said = await screen.findByText(sentence)
  expect(document.activeElement?.getAttribute('aria-describedby')).toContain(said.id)
})
