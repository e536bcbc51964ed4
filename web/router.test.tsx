import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chartKeys } from '#shared/api/statistics.ts'
import { closePage, listedCase, member, pageOfResults, renderPage } from '../test/web-page.tsx'
import { makeQueryClient } from './api/query-client.ts'
import { currentUserQueryOptions } from './api/session.ts'
import { checkSessionUser } from './router.tsx'

/** Pages and who may open them, on a server that is a table of answers. */
type Reply = unknown | ((query: URLSearchParams, body: string) => unknown)
const refuse = (status: number, body: unknown) => ({ status, body })
let server: Record<string, Reply>
let asked: string[]
/** Answers that wait. */
let held: Record<string, Promise<void>>
beforeEach(() => {
  localStorage.clear()
  asked = []
  held = {}
  server = {
    'GET users/me/': member,
    'GET releasedate/': { ts: 1, is_demo: false },
    'GET cases/': pageOfResults(listedCase),
    'PATCH users/me/': member,
  }
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address === '/healthz') return new Response('{"status":"ok"}')
    const url = new URL(address, 'http://localhost')
    const call = `${init.method} ${url.pathname.replace('/api/v1/', '')}`
    asked.push(`${call}${decodeURIComponent(url.search)}`)
    await held[call]
    const found = server[call]
    const reply = typeof found === 'function' ? found(url.searchParams, String(init.body)) : found
    const refused = typeof reply === 'object' && reply !== null && 'status' in reply && 'body' in reply
    return refused
      ? new Response(JSON.stringify(reply.body), { status: Number(reply.status) })
      : new Response(JSON.stringify(reply ?? { detail: 'Здесь ничего нет.' }), { status: reply ? 200 : 404 })
  })
})
afterEach(closePage)
const noCharts = {
  charts: Object.fromEntries(chartKeys.map(key => [key, { marks: [], places: [], of: 0, missing: 0, spread: null }])),
  medians: {},
  in_question: 0,
  unread_regions: [],
  asked_regions: null,
  today: '2026-11-21',
}
const tableOf = (metrics = ['cases']) => ({
  of: { rows: 'regions', columns: 'none', metrics },
  rows: [{ key: null, label: 'Всего', hint: '', is_open: false }],
  columns: [{ key: null, label: 'Всего', hint: '', is_open: false }],
  sides: [{ filters: {}, readable: [], rows: [{}], columns: [{}], metrics: [{}], cells: [[[[196, 196]]]] }],
  left_out: { rows: 0, columns: 0 },
  today: '2026-11-21',
})
/** The total that is seen, not the same words that are said aloud. */
const seen = { selector: 'section p' }
/** Everything that an answer sets off has happened. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await act(() => new Promise(resolve => setTimeout(resolve)))
}
const guest = refuse(401, { detail: 'Нужно войти.' })
const signIn = async (password = 'верный') => {
  fireEvent.change(await screen.findByLabelText('Имя пользователя'), { target: { value: 'm.orlova' } })
  fireEvent.change(screen.getByLabelText('Пароль'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Войти' }))
}

describe('who may open a page (§2)', () => {
  it('sends a guest to sign in, and back to where they were going', async () => {
    server['GET users/me/'] = guest
    const { address } = renderPage('/?type=2&ordering=region')
    await screen.findByRole('heading', { name: 'Вход' })
    expect(address()).toBe('/login?next=%2F%3Ftype%3D2%26ordering%3Dregion')
    server['POST token/'] = () => {
      server['GET users/me/'] = member
      return { token: 'x' }
    }
    await signIn()
    await screen.findByRole('link', { name: '5-2608/2026' })
    expect(address()).toBe('/?type=2&ordering=region')
  })
  it('says what is wrong with a password, and stays', async () => {
    server['GET users/me/'] = guest
    server['POST token/'] = refuse(400, { non_field_errors: ['Неверное имя пользователя или пароль.'] })
    const { address } = renderPage('/login')
    await signIn('неверный')
    expect((await screen.findByRole('alert')).textContent).toBe('Неверное имя пользователя или пароль.')
    expect(address()).toBe('/login')
  })
  it.each(['//evil.example', '/%5Cevil.example', 'https://evil.example'])('does not return to %s', async next => {
    server['GET users/me/'] = guest
    server['POST token/'] = () => {
      server['GET users/me/'] = member
      return { token: 'x' }
    }
    const { address } = renderPage(`/login?next=${encodeURIComponent(next)}`)
    await signIn()
    await screen.findByRole('link', { name: '5-2608/2026' })
    expect(address()).toBe('/?type=1&ordering=-entry_date')
  })
  it('sends who is signed in from the login page home', async () => {
    const { address } = renderPage('/login')
    await screen.findByRole('link', { name: '5-2608/2026' })
    expect(address()).toBe('/?type=1&ordering=-entry_date')
  })
  it('ends the session on 401 of any call (§8)', async () => {
    server['GET cases/'] = guest
    const { address } = renderPage('/favorites?ordering=region')
    await screen.findByRole('heading', { name: 'Вход' })
    expect(address()).toBe('/login?next=%2Ffavorites%3Fordering%3Dregion')
    // A cookie that still opens something would open it again.
    expect(asked.filter(call => call === 'GET users/logout/')).toHaveLength(1)
  })
  it('signs in only once the session of a 401 is ended: its late answer takes no new cookie away (§8)', async () => {
    server['GET cases/'] = guest
    const ending = Promise.withResolvers<void>()
    held['GET users/logout/'] = ending.promise
    renderPage('/favorites')
    await screen.findByRole('heading', { name: 'Вход' })
    server['GET cases/'] = pageOfResults(listedCase)
    server['POST token/'] = { token: 'x' }
    await signIn()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Войти' }).getAttribute('aria-disabled')).toBe('true'),
    )
    expect(asked).not.toContain('POST token/')
    ending.resolve()
    await waitFor(() => expect(asked).toContain('POST token/'))
  })
  it('finds the sections in the main menu, and the password under their own name (§2)', async () => {
    renderPage('/sessions')
    const menu = await screen.findByRole('navigation', { name: 'Главное меню' })
    const sections = within(menu)
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')])
    for (const section of [
      ['Дела', '/'],
      ['Избранное', '/favorites'],
      ['Лица', '/defendants'],
      ['Наборы фильтров', '/presets'],
    ])
      expect(sections).toContainEqual(section)
    fireEvent.click(screen.getByRole('button', { name: 'Меню, m.orlova' }))
    expect((await screen.findByRole('link', { name: 'Сменить пароль' })).getAttribute('href')).toBe('/changepassword')
  })
  it('signs out with «Выйти», to the login page', async () => {
    server['GET users/logout/'] = () => {
      server['GET users/me/'] = guest
      return { detail: 'Вы вышли.' }
    }
    const { address } = renderPage('/favorites')
    fireEvent.click(await screen.findByRole('button', { name: 'Меню, m.orlova' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Выйти' }))
    await screen.findByRole('heading', { name: 'Вход' })
    expect(address()).toBe('/login')
  })
  it.each([
    ['has signed out', guest, ['signs out']],
    ['has signed in as somebody else', { ...member, username: 'i.petrov' }, ['begins anew']],
    ['has signed in as the same person', member, []],
  ] as const)('learns that another tab %s', async (_, now, expected) => {
    const client = makeQueryClient()
    await client.ensureQueryData(currentUserQueryOptions)
    server['GET users/me/'] = now
    const done: string[] = []
    const acts = { signOut: () => done.push('signs out'), beginAnew: () => done.push('begins anew') }
    await checkSessionUser(client, acts)()
    expect(done).toEqual(expected)
  })
  it.each(['/no/such/page', '/%FF', '/cases/%FF'])(
    'says 404 in the words of the specification, with a way home and the menu, at %s (§2)',
    async path => {
      renderPage(path)
      expect(await screen.findByRole('navigation', { name: 'Главное меню' })).toBeTruthy()
      expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This page could not be found')
      expect(screen.getByText('404')).toBeTruthy()
      expect(screen.getByRole('link', { name: 'На главную' }).getAttribute('href')).toBe('/')
    },
  )
  it.each([
    ['/cases', '/?type=1&ordering=-entry_date'],
    ['/cases/text', '/?type=1&ordering=-entry_date'],
    ['/cases?stage=2', '/?stage=2&ordering=-entry_date'],
  ])('opens the list at %s: the id is optional, filters are not lost', async (path, expected) => {
    const { address } = renderPage(path)
    await screen.findByRole('link', { name: '5-2608/2026' })
    expect(address()).toBe(expected)
  })
})

describe('the list of cases', () => {
  it('begins with КоАП when nothing is remembered, without a trace in the history', async () => {
    const { address } = renderPage('/')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    expect(address()).toBe('/?type=1&ordering=-entry_date')
    expect(asked).toContain('GET cases/?type=1&ordering=-entry_date&page=1&size=10')
  })
  it('begins where one left off', async () => {
    localStorage.setItem('urlGetParams', '{"stage":"2","ordering":"region"}')
    localStorage.setItem('lastReleaseDate', '1')
    const { address } = renderPage('/')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    expect(address()).toBe('/?stage=2&ordering=region')
  })
  const leftOff = () => {
    localStorage.setItem('urlGetParams', '{"stage":"2","ordering":"region"}')
    localStorage.setItem('lastReleaseDate', '1')
  }
  it.each([
    ['/', '/?type=1&ordering=-entry_date', '/?stage=2&ordering=region'],
    ['/?type=2&ordering=region', '/?type=1&ordering=-entry_date', '/?type=2&ordering=region'],
    ['/favorites?type=2&ordering=region', '/favorites', '/favorites?type=2&ordering=region'],
    ['/stats?penalty_type=fine', '/stats', '/stats?penalty_type=fine'],
    ['/data?rows=court&regions=77', '/data?rows=court', '/data?rows=court&regions=77'],
    ['/cases/7', '/cases/7', '/cases/7'],
  ])('clears the filters after a new release, and offers to take them back: %s (§4)', async (path, cleared, taken) => {
    leftOff()
    server['GET releasedate/'] = { ts: 2, is_demo: false }
    const { address } = renderPage(path)
    fireEvent.click(
      await screen.findByRole('button', { name: 'Вернуть' }).then(async offer => {
        expect(screen.getByRole('status').textContent).toContain('Фильтры сброшены: Судмонитор обновился.')
        expect(localStorage.getItem('lastReleaseDate')).toBe('2')
        await waitFor(() => expect(address()).toBe(cleared))
        expect(localStorage.getItem('urlGetParams') ?? '').not.toContain('stage')
        return offer
      }),
    )
    await waitFor(() => expect(address()).toBe(taken))
    if (path !== '/?type=2&ordering=region') expect(localStorage.getItem('urlGetParams')).toContain('"stage":"2"')
    expect(localStorage.getItem('lastReleaseDate')).toBe('2')
  })
  it('takes the current time for the release that could not be asked for (§8), and says that it could not', async () => {
    leftOff()
    server['GET releasedate/'] = refuse(500, {})
    const began = Date.now()
    const { address } = renderPage('/?type=2&ordering=region')
    const offer = await screen.findByRole('button', { name: 'Вернуть' })
    expect(screen.getByRole('status').textContent).toContain('не удалось узнать, обновился ли Судмонитор')
    expect(Number(localStorage.getItem('lastReleaseDate'))).toBeGreaterThanOrEqual(began)
    await waitFor(() => expect(address()).toBe('/?type=1&ordering=-entry_date'))
    fireEvent.click(offer)
    await waitFor(() => expect(address()).toBe('/?type=2&ordering=region'))
  })
  it('says nothing of a new release to who has no filters but the usual ones', async () => {
    localStorage.setItem('urlGetParams', '{"type":"1","ordering":"-entry_date"}')
    localStorage.setItem('lastReleaseDate', '1')
    server['GET releasedate/'] = { ts: 2, is_demo: false }
    renderPage('/')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    await waitFor(() => expect(localStorage.getItem('lastReleaseDate')).toBe('2'))
    expect(screen.queryByRole('button', { name: 'Вернуть' })).toBeNull()
  })
  it('has nothing to clear on a first visit, and notes the release wherever that begins', async () => {
    const { address } = renderPage('/favorites?type=2&ordering=region')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    await waitFor(() => expect(localStorage.getItem('lastReleaseDate')).toBe('1'))
    expect(address()).toBe('/favorites?type=2&ordering=region')
    expect(screen.queryByRole('button', { name: 'Вернуть' })).toBeNull()
  })
  it('asks only for favourites on their page', async () => {
    renderPage('/favorites')
    await screen.findByRole('link', { name: '5-2608/2026' })
    expect(asked).toContain('GET cases/?ordering=-entry_date&page=1&size=10&in_favorites=true')
    expect(screen.getByText('Нет фильтров')).toBeTruthy()
  })
  it('lets a filter go by its tag', async () => {
    const { address } = renderPage('/?type=1&stage=2&ordering=region&page=1')
    fireEvent.click(await screen.findByRole('button', { name: 'Убрать: Инстанция, Вторая инстанция' }))
    await waitFor(() => expect(address()).toBe('/?type=1&ordering=region'))
    fireEvent.click(screen.getByRole('button', { name: 'Убрать: Кодекс, КоАП' }))
    await waitFor(() => expect(address()).toBe('/?ordering=region'))
    expect(screen.getByText('Нет фильтров')).toBeTruthy()
  })
  it('is emptied when it fails, with the reason and no total; and comes back (§8)', async () => {
    server['GET cases/'] = refuse(400, { result_text_search: ['Скобка не закрыта.'] })
    renderPage('/?ordering=region')
    const failed = await screen.findByRole('alert')
    expect(failed.textContent).toContain('Скобка не закрыта.')
    expect(screen.queryByText(/^Всего/, seen)).toBeNull()
    server['GET cases/'] = pageOfResults(listedCase)
    fireEvent.click(within(failed).getByRole('button', { name: 'Повторить' }))
    await screen.findByRole('link', { name: '5-2608/2026' })
    expect(screen.queryByRole('alert')).toBeNull()
  })
  it('stays as it was where words cannot be read: what is wrong stands under them, with its place', async () => {
    const sentence = 'Перед «|» нужно слово или скобка.'
    server['GET words/check/'] = (query: URLSearchParams) => ({
      mistake: query.get('result_text_search') === 'плакат & | пикет' ? { sentence, at: 9 } : null,
    })
    const { address } = renderPage('/?type=1&ordering=region')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    const line = screen.getByRole('searchbox')
    fireEvent.change(line, { target: { value: 'плакат & | пикет' } })
    fireEvent.submit(line)
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(alert.textContent).toBe(`${sentence}плакат & | пикет`))
    expect(alert.querySelector('mark')?.textContent).toBe('|')
    expect(line.getAttribute('aria-invalid')).toBe('true')
    expect(address()).toBe('/?type=1&ordering=region')
    expect(screen.getByText(/^Всего 1\sдело$/, seen)).toBeTruthy()
    expect(screen.getByRole('link', { name: '5-2608/2026' })).toBeTruthy()
    fireEvent.change(line, { target: { value: 'плакат' } })
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.submit(line)
    await waitFor(() => expect(address()).toContain('result_text_search='))
  })
  it.each(['submitted', 'left for a case'])('keeps what came after words whose check is late: %s', async after => {
    const checked = Promise.withResolvers<void>()
    held['GET words/check/'] = checked.promise
    server['GET words/check/'] = { mistake: null }
    const { address, router } = renderPage('/?type=1&ordering=region')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    const line = screen.getByRole('searchbox')
    fireEvent.change(line, { target: { value: 'плакат' } })
    fireEvent.submit(line)
    await waitFor(() => expect(asked.filter(call => call.startsWith('GET words/check/'))).toHaveLength(1))
    delete held['GET words/check/']
    if (after === 'submitted') {
      fireEvent.change(line, { target: { value: 'пикет' } })
      fireEvent.submit(line)
      await waitFor(() => expect(decodeURIComponent(address())).toContain('result_text_search=пикет'))
    } else void router.navigate({ to: '/exports' })
    const then = address()
    checked.resolve()
    await settled()
    expect(address()).toBe(then)
    expect(router.state.location.href).toBe(then)
  })
  it('says no mistake of former words under newer ones', async () => {
    const checked = Promise.withResolvers<void>()
    held['GET words/check/'] = checked.promise
    server['GET words/check/'] = { mistake: { sentence: 'Перед «|» нужно слово или скобка.', at: 0 } }
    renderPage('/?type=1&ordering=region')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    const line = screen.getByRole('searchbox')
    fireEvent.change(line, { target: { value: '| пикет' } })
    fireEvent.submit(line)
    await waitFor(() => expect(asked.filter(call => call.startsWith('GET words/check/'))).toHaveLength(1))
    fireEvent.change(line, { target: { value: 'пикет' } })
    checked.resolve()
    await settled()
    expect(screen.queryByRole('alert')).toBeNull()
  })
  it('has no total of other filters, and its former rows are dimmed, while it is asked for', async () => {
    const { address } = renderPage('/?type=1&stage=2&ordering=region')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    const answering = Promise.withResolvers<void>()
    held['GET cases/'] = answering.promise
    server['GET cases/'] = pageOfResults(listedCase, listedCase)
    fireEvent.click(screen.getByRole('button', { name: 'Убрать: Инстанция, Вторая инстанция' }))
    await waitFor(() => expect(address()).toBe('/?type=1&ordering=region'))
    await waitFor(() => expect(screen.queryByText(/^Всего/, seen)).toBeNull())
    expect(screen.getByRole('link', { name: '5-2608/2026' }).closest('[data-stale]')).toBeTruthy()
    answering.resolve()
    await screen.findByText(/^Всего 2\sдела$/, seen)
    expect(document.querySelector('[data-stale]')).toBeNull()
  })
  it('says its filters in one sentence to who does not see their tags', async () => {
    renderPage('/?type=1&stage=2&case_number=5-1&entry_date_range_relative=last_month')
    await screen.findByText('Дела КоАП второй инстанции: номер дела «5-1», поступившие в прошлом месяце')
  })
  it('says why it is empty, and what would bring cases back', async () => {
    server['GET cases/'] = (query: URLSearchParams) => ({
      ...pageOfResults(),
      count: query.get('case_number') === null ? 12 : query.get('type') === null ? 3 : 0,
    })
    const { address } = renderPage('/?type=1&case_number=5-1&ordering=region')
    const ways = await screen.findAllByRole('button', { name: /^Убрать «/ })
    expect(ways.map(way => way.textContent)).toEqual(['Убрать «Номер дела: 5-1»', 'Убрать «Кодекс: КоАП»'])
    const [best] = ways
    if (best) fireEvent.click(best)
    await waitFor(() => expect(address()).toBe('/?type=1&ordering=region'))
  })
  it.each([
    [[], 'Вам не открыт ни один регион'],
    [[77], /^Выбранные регионы не открыты/],
  ])(
    'is empty where regions are not open, and says so, not that there are 0 cases: %j (§6)',
    async (regions, sentence) => {
      server['GET users/me/'] = { ...member, regions }
      server['GET cases/'] = pageOfResults()
      renderPage('/?regions=36&ordering=region')
      await screen.findByText(sentence)
      expect(screen.queryByText(/Всего\s+0/)).toBeNull()
    },
  )

  it.each([
    ['/?ordering=region', true],
    ['/favorites?ordering=region', true],
    ['/sessions', false],
    ['/cases/7', false],
  ])('has the top bar with tags and main filters over it, other pages have none: %s (§2)', async (path, isList) => {
    server['GET sessions/'] = pageOfResults()
    server['GET tokens/'] = pageOfResults()
    renderPage(path)
    await screen.findByRole('main')
    const shown = isList ? await screen.findByRole('region', { name: 'Что выбрано' }) : null
    expect(Boolean(shown ?? screen.queryByRole('region', { name: 'Что выбрано' }))).toBe(isList)
    expect(Boolean(screen.queryByRole('radiogroup', { name: 'Тип' }))).toBe(isList)
  })
  it('has what acts on filters in its top bar: presets, saving, the filter button, a link (§2)', async () => {
    renderPage('/?ordering=region')
    const bar = within(await screen.findByRole('region', { name: 'Что выбрано' }))
    for (const name of ['Наборы фильтров', 'Сохранить набор', 'Закрепить фильтры', 'Скопировать ссылку'])
      expect(bar.getByRole('button', { name })).toBeTruthy()
    expect(bar.getByText('Нет фильтров')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Фильтры/ })).toBeTruthy()
  })
  it('asks for articles from the second letter on, of the chosen codex (§5)', async () => {
    renderPage('/?type=1&ordering=region')
    fireEvent.focus(await screen.findByLabelText('Статья'))
    const searches = () => asked.filter(call => call.startsWith('GET codexarticles/search/'))
    // The picker takes the place of a plain field: it is the one that asks for all the articles.
    await waitFor(() => expect(asked).toContain('GET codexarticles/'))
    fireEvent.change(screen.getByLabelText('Статья'), { target: { value: '2' } })
    await new Promise(resolve => setTimeout(resolve, 250))
    expect(searches()).toEqual([])
    fireEvent.change(screen.getByLabelText('Статья'), { target: { value: '20' } })
    await waitFor(() => expect(searches()).toEqual(['GET codexarticles/search/?query=20&codex=koap']))
  })
  it.each([
    [undefined, 'В списке 1 страница.', 'На последнюю'],
    [true, undefined, 'К началу списка'],
  ])('tells of a page past the end how many there are only where that is known: %s', async (isLeast, pages, way) => {
    server['GET cases/'] = { ...pageOfResults(), count: 1, ...(isLeast && { count_is_least: isLeast }) }
    const { address } = renderPage('/?ordering=region&page=4')
    const message = (await screen.findByRole('heading', { name: 'Такой страницы нет' })).parentElement
    expect(message?.querySelector('p')?.textContent.replaceAll('\u00a0', ' ')).toBe(pages)
    server['GET cases/'] = pageOfResults(listedCase)
    fireEvent.click(screen.getByRole('button', { name: way }))
    await screen.findByRole('link', { name: '5-2608/2026' })
    expect(address()).toBe('/?ordering=region')
  })
  it('says under a list of sets how many of their cases are closed, without asking for all sets', async () => {
    const setOf = (id: number, title: string, hidden: number) => ({
      ...{ id, title, hidden, role: 'reader', owner: 'анна', count: 1, members: 2, watching: null, at_case: null },
      ...{ created_at: '2026-03-01T09:00:00Z', changed_at: '2026-03-01T09:00:00Z' },
      ...{ progress: { unseen: 1, working: 0, checked: 0, disputed: 0 }, columns: [], labels: [], team: [] },
    })
    server['GET sets/4/'] = setOf(4, 'Пикеты', 3)
    server['GET sets/5/'] = setOf(5, 'Митинги', 0)
    renderPage('/?ordering=region&set=4&set=5&set=6')
    await screen.findByText(/^Подборка «Пикеты»: скрыто от вас 3\sдела вне регионов/)
    await settled()
    expect(screen.queryByText(/^Подборка «Митинги»/)).toBeNull()
    expect(asked.filter(call => call.startsWith('GET sets/'))).toEqual(['GET sets/4/', 'GET sets/5/', 'GET sets/6/'])
  })
  it('has ten rows a page, or twenty, fifty, a hundred (§9)', async () => {
    server['GET cases/'] = { ...pageOfResults(listedCase), count: 300 }
    const { address } = renderPage('/?ordering=region&page=4')
    const size = await screen.findByLabelText<HTMLSelectElement>('Дел на странице')
    expect([...size.options].map(({ value }) => value)).toEqual(['10', '20', '50', '100'])
    expect(size.value).toBe('10')
    fireEvent.change(size, { target: { value: '50' } })
    await waitFor(() => expect(address()).toBe('/?ordering=region&size=50'))
  })
  it.each([
    // What cannot be read of a filter is told, and stays to be told.
    ['/?type=1&utm_source=letter&stage=9&ordering=region', '/?type=1&ordering=region&unread=stage%3D9'],
    [
      '/?type=1&ordering=cheapest&page=0&size=7',
      '/?type=1&ordering=-entry_date&unread=ordering%3Dcheapest&unread=page%3D0&unread=size%3D7',
    ],
    ['/?utm_source=letter', '/?type=1&ordering=-entry_date'],
    ['/?type=1&ordering=region&case_number=%FF', '/?type=1&ordering=region&unread=case_number%3D%EF%BF%BD'],
    ['/?colour=red', '/?type=1&ordering=-entry_date&unread=colour%3Dred'],
    // What a table is of is told on every view, though only one of them draws it.
    [
      '/?type=1&rows=bogus',
      '/?type=1&ordering=-entry_date&rows=regions&columns=entry_year&metrics=cases&unread=rows%3Dbogus',
    ],
    ['/?rows=bogus', '/?type=1&ordering=-entry_date&unread=rows%3Dbogus'],
    ['/?type=1&ordering=region&rows=court&columns=none', '/?type=1&ordering=region&rows=court&columns=none'],
    ['/favorites?colour=red', '/favorites?unread=colour%3Dred'],
    ['/favorites?in_favorites=false&type=2&ordering=region', '/favorites?type=2&ordering=region'],
  ])('lets junk leave the address: %s', async (path, clean) => {
    const { address } = renderPage(path)
    await screen.findByText(/^Всего 1\sдело$/, seen)
    expect(address()).toBe(clean)
  })
  it.each([
    ['/?tags=4', '/?ordering=-entry_date'],
    ['/?tags_not=4&type=2&ordering=region', '/?type=2&ordering=region'],
    ['/?tags=%D0%BF%D0%B8%D0%BA%D0%B5%D1%82', '/?ordering=-entry_date'],
    ['/favorites?tags=4', '/favorites?ordering=-entry_date'],
    ['/stats?tags=4&has_result=true', '/stats?has_result=true'],
    ['/data?tags=4&type=2', '/data?type=2'],
  ])(
    'refuses a filter that one may not use instead of showing another list, one’s own least of all: %s (§6)',
    async (path, without) => {
      localStorage.setItem('rememberedFor', '"m.orlova"')
      localStorage.setItem('frozenFilters', '{"regions":["36"]}')
      localStorage.setItem('urlGetParams', '{"stage":"2","ordering":"region"}')
      // React tells the console of every error that a page is made of.
      vi.spyOn(console, 'error').mockImplementation(() => {})
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      const { address } = renderPage(path)
      await screen.findByRole('heading', { name: 'Фильтр «Метки» вам недоступен' })
      expect(screen.getByText('403')).toBeTruthy()
      expect(address()).toBe(path)
      expect(asked.filter(call => !/^GET (users\/me|releasedate|today\/unread)\//.test(call))).toEqual([])
      expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
      fireEvent.click(screen.getByRole('link', { name: 'Показать без него' }))
      await waitFor(() => expect(address().startsWith(without)).toBe(true))
      await waitFor(() => expect(screen.queryByText('403')).toBeNull())
    },
  )
  it('takes a filter for some from who may use it', async () => {
    server['GET users/me/'] = { ...member, groups: ['tag_editor'] }
    const { address } = renderPage('/?tags=4&ordering=region')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    expect(address()).toBe('/?tags=4&ordering=region')
  })
  it.each([
    ['/', '/?regions=36&ordering=-entry_date'],
    ['/favorites', '/favorites?regions=36&ordering=-entry_date'],
    ['/?type=2&ordering=region', '/?type=2&ordering=region'],
  ])('begins with what is pinned, where the address says nothing: %s (§4)', async (path, begun) => {
    localStorage.setItem('rememberedFor', '"m.orlova"')
    localStorage.setItem('frozenFilters', '{"regions":["36"]}')
    localStorage.setItem('urlGetParams', '{"stage":"2","ordering":"region"}')
    const { address } = renderPage(path)
    await screen.findByText(/^Всего 1\sдело$/, seen)
    expect(address()).toBe(begun)
  })
  it('returns to the defaults when cleared: КоАП, the newest first, the first page (§4)', async () => {
    server['GET cases/'] = pageOfResults()
    const { address } = renderPage('/?case_number=5-1&ordering=region&page=3&size=20')
    fireEvent.click(await screen.findByRole('button', { name: 'Сбросить фильтры' }))
    await waitFor(() => expect(address()).toBe('/?type=1&ordering=-entry_date'))
  })
  it('remembers the query and the words of its tags under the names of the specification (§3)', async () => {
    renderPage('/?type=2&stage=1&ordering=region')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    await waitFor(() => expect(localStorage.getItem('humanFilterValues')).toContain('УК'))
    expect(JSON.parse(localStorage.getItem('urlGetParams') ?? '')).toEqual({
      type: '2',
      stage: '1',
      ordering: 'region',
    })
    expect(JSON.parse(localStorage.getItem('humanFilterValues') ?? '')).toEqual({
      type: 'УК',
      stage: 'Первая инстанция',
    })
  })

  const listsAsked = () => asked.filter(call => /^GET cases\/\?.*size=10$/.test(call)).length
  it('is asked for anew by «Фильтровать», though it be the same list; the panel closes (§2)', async () => {
    const { address } = renderPage('/?type=1&ordering=-entry_date&page=1')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    const before = listsAsked()
    fireEvent.click(screen.getByRole('button', { name: /^Фильтры/ }))
    fireEvent.click(await screen.findByRole('button', { name: /^Фильтровать/ }))
    await waitFor(() => expect(listsAsked()).toBe(before + 1))
    expect(address()).toBe('/?type=1&ordering=-entry_date')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('goes back to its first page with filters from the panel (§2)', async () => {
    const { address } = renderPage('/?type=1&ordering=-entry_date&page=3&size=20')
    await screen.findByRole('button', { name: 'Изменить: Кодекс, КоАП' })
    fireEvent.click(screen.getByRole('button', { name: 'Изменить: Кодекс, КоАП' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Штраф' }))
    fireEvent.click(screen.getByRole('button', { name: /^Фильтровать/ }))
    await waitFor(() => expect(address()).toBe('/?type=1&penalty_type=fine&ordering=-entry_date&size=20'))
  })
  it('is of a preset once it is applied: query, words of its tags, the preset itself are remembered; cases are asked for (§4)', async () => {
    server['GET presets/'] = pageOfResults({
      id: 4,
      title: 'Аресты',
      description: '',
      category: null,
      get_params: { type: '1', penalty_type: ['arrest'] },
      human_readable: { type: 'КоАП', penalty_type: 'Арест' },
      position: 1,
      note: null,
    })
    renderPage('/?type=2&stage=1&ordering=region&page=2')
    fireEvent.click(await screen.findByRole('button', { name: 'Наборы фильтров' }))
    fireEvent.click(await screen.findByRole('button', { name: /^Аресты/ }))
    await screen.findByRole('button', { name: 'Убрать: Набор, Аресты' })
    const kept = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')
    await waitFor(() => expect(kept('humanFilterValues')).toEqual({ type: 'КоАП', penalty_type: 'Арест' }))
    expect(kept('urlGetParams')).toEqual({ type: '1', penalty_type: ['arrest'], ordering: '-entry_date' })
    expect(kept('activePresetId')).toBe(4)
    expect(asked).toContain('GET cases/?type=1&penalty_type=arrest&ordering=-entry_date&page=1&size=10')
  })
  it('is of no preset that has been deleted elsewhere since the last visit (§4)', async () => {
    localStorage.setItem('rememberedFor', '"m.orlova"')
    localStorage.setItem('lastReleaseDate', '1')
    const { activatePreset } = await import('./filters/presets/active-preset.ts')
    activatePreset({ id: 4, title: 'Вторая инстанция', get_params: { stage: '2' } })
    let isAsked = (): void => {}
    const asks = new Promise<void>(resolve => (isAsked = resolve))
    server['GET presets/'] = () => {
      isAsked()
      return pageOfResults()
    }
    renderPage('/?stage=2&ordering=region')
    await screen.findByRole('button', { name: 'Убрать: Инстанция, Вторая инстанция' })
    await asks
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Убрать: Набор, Вторая инстанция' })).toBeNull())
    expect(localStorage.getItem('activePresetId')).toBeNull()
  })
  it('can be handed on from the page of favourites: the link says that they are favourites', async () => {
    let linked: unknown
    server['POST links/'] = (_: URLSearchParams, body: string) => {
      linked = JSON.parse(body)
      return refuse(503, { detail: 'Ссылки сейчас не делаются.' })
    }
    renderPage('/favorites?stage=1&ordering=-entry_date')
    fireEvent.click(await screen.findByRole('button', { name: 'Скопировать ссылку' }))
    await waitFor(() => expect(linked).toEqual({ get_params: { stage: '1', in_favorites: true } }))
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Сообщения' }).textContent).toContain('Ссылки сейчас не делаются.'),
    )
  })

  const star = () => screen.findByRole('button', { name: 'Избранное: 5-2608/2026' })
  it('keeps a case at once', async () => {
    renderPage('/?ordering=region')
    fireEvent.click(await star())
    await waitFor(async () => expect((await star()).getAttribute('aria-pressed')).toBe('true'))
    expect(asked).toContain('PATCH users/me/')
  })
  it('takes the star back, with the reason, when the server refuses', async () => {
    server['PATCH users/me/'] = refuse(403, { detail: 'Для этого не хватает прав.' })
    renderPage('/?ordering=region')
    fireEvent.click(await star())
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Сообщения' }).textContent).toContain('Для этого не хватает прав.'),
    )
    expect((await star()).getAttribute('aria-pressed')).toBe('false')
  })

  it('is walked with j and k, and stars with s, also in a Russian layout', async () => {
    server['GET cases/'] = pageOfResults(listedCase, { ...listedCase, id: 8, case_number: '5-1411/2026' })
    renderPage('/?ordering=region')
    await star()
    const press = (key: string, code: string, on: Element = document.body) => fireEvent.keyDown(on, { key, code })
    press('о', 'KeyJ')
    expect(document.activeElement?.textContent).toBe('5-2608/2026')
    press('j', 'KeyJ')
    expect(document.activeElement?.textContent).toBe('5-1411/2026')
    press('k', 'KeyK')
    press('ы', 'KeyS')
    await waitFor(async () => expect((await star()).getAttribute('aria-pressed')).toBe('true'))
  })
  it('listens to no key while one types, and to none with Ctrl', async () => {
    renderPage('/?ordering=region')
    await star()
    const words = screen.getByLabelText(/^Слова из текста/)
    fireEvent.keyDown(words, { key: 'j', code: 'KeyJ' })
    fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ', ctrlKey: true })
    expect(document.activeElement?.textContent).not.toBe('5-2608/2026')
    fireEvent.keyDown(document.body, { key: 'w', code: 'KeyW' })
    expect(document.activeElement).toBe(words)
  })
})

it.each([
  [0, 'Дел пока нет'],
  [3, 'Под эти фильтры дел нет'],
])('a list that is empty under a lone filter, with %i without it, says «%s»', async (count, said) => {
  server['GET cases/'] = (query: URLSearchParams) => ({ ...pageOfResults(), count: query.has('type') ? 0 : count })
  renderPage('/?type=1&ordering=-entry_date')
  await screen.findByRole('heading', { name: said })
})

describe('statistics', () => {
  /** Every figure that was asked for since the last look. */
  const figuresAsked = () =>
    asked
      .splice(0)
      .filter(call => call.startsWith('GET frontcountcases/'))
      .toSorted()
  const figures = (query: string) => [`GET frontcountcases/?${query}`, `GET frontcountcases/charts/?${query}`]
  const submit = async (): Promise<void> => {
    fireEvent.click(await screen.findByRole('button', { name: /^Фильтровать/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The panel asks for its own count; what is asked for twice is asked for before that is settled.
    await waitFor(() => expect(asked.some(call => call.startsWith('GET frontcountcases/charts/'))).toBe(true))
    await waitFor(() => expect(router?.state.status).toBe('idle'))
  }
  let router: ReturnType<typeof renderPage>['router'] | undefined
  it('are asked for once as the page opens, and once by each submit, be it the same filters (§2)', async () => {
    server['GET frontcountcases/'] = []
    server['GET frontcountcases/charts/'] = noCharts
    const page = renderPage('/stats?penalty_type=fine')
    router = page.router
    await screen.findByRole('heading', { name: 'Считать нечего' })
    expect(figuresAsked()).toEqual(figures('penalty_type=fine'))
    fireEvent.click(screen.getByRole('button', { name: /^Фильтры/ }))
    await submit()
    expect(figuresAsked()).toEqual(figures('penalty_type=fine'))
    fireEvent.click(await screen.findByRole('button', { name: 'Изменить: Наказание, Штраф' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Штраф' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Арест' }))
    await submit()
    expect(page.address()).toBe('/stats?penalty_type=arrest')
    expect(figuresAsked()).toEqual(figures('penalty_type=arrest'))
  })
})

it('a median that is still awaited is not one of too few cases', async () => {
  const counts = { count: 20, count_first_instance: 20, count_second_instance: 0 }
  const outcomes = { penalty: 20, terminated: 0, returned: 0, other: 0, none: 0 }
  const filters = { type: '1' }
  const outcome_filters = { penalty: {}, terminated: {}, returned: {}, other: {}, none: {} }
  server['GET frontcountcases/'] = [
    { key: 'koap', article: 'КоАП', description: 'КоАП', ...counts, outcomes, filters, outcome_filters, children: [] },
  ]
  server['GET frontcountcases/charts/'] = noCharts
  const drawing = Promise.withResolvers<void>()
  held['GET frontcountcases/charts/'] = drawing.promise
  renderPage('/stats')
  await screen.findByRole('columnheader', { name: /^Медиана, дней/ })
  const median = () => document.querySelector('td[data-column="median"]')?.textContent
  expect(median()).toBe('')
  drawing.resolve()
  await waitFor(() => expect(median()).toBe('—'))
})

describe('the list, charts and the table are three views of one selection', () => {
  const selection = 'type=1&codex_articles=5&codex_articles=7&regions=77&ordering=case_number&page=3&size=20'
  const table = 'rows=court&columns=none&metrics=fine_median'
  const tags = () =>
    within(screen.getByRole('list', { name: 'Выбранные фильтры' }))
      .getAllByRole('button', { name: /^Убрать/ })
      .map(tag => tag.getAttribute('aria-label'))
  const go = async (name: string) =>
    fireEvent.click(within(await screen.findByRole('navigation', { name: 'Вид' })).getByRole('link', { name }))
  const total = () => screen.findByText(/^Всего 196\sдел$/, { selector: 'section *' })
  beforeEach(() => {
    server['GET cases/'] = { ...pageOfResults(listedCase), count: 196 }
    server['GET codexarticles/'] = pageOfResults()
    server['GET frontcountcases/'] = []
    const of196 = { ...noCharts.charts.regions, of: 196 }
    server['GET frontcountcases/charts/'] = { ...noCharts, charts: { ...noCharts.charts, regions: of196 } }
    server['GET data/pivot/'] = tableOf()
    server['GET data/citations/'] = pageOfResults()
  })
  it('with the same tags, total and address there and back, each asked for under every filter', async () => {
    const { address } = renderPage(`/?${selection}&${table}`)
    await total()
    const before = tags()
    expect(before).toHaveLength(3)
    asked.splice(0)
    await go('Графики')
    await waitFor(() => expect(address()).toBe(`/stats?${selection}&${table}`))
    await total()
    expect(tags()).toEqual(before)
    await waitFor(() =>
      expect(asked).toContain('GET frontcountcases/charts/?type=1&codex_articles=5&codex_articles=7&regions=77'),
    )
    // The tree has articles, codices and instances as its lines and columns (§3 stats set).
    expect(asked).toContain('GET frontcountcases/?regions=77')
    asked.splice(0)
    await go('Таблица')
    await waitFor(() => expect(address()).toBe(`/data?${selection}&${table}`))
    await total()
    expect(tags()).toEqual(before)
    await waitFor(() =>
      expect(asked).toContain(`GET data/pivot/?${table}&type=1&codex_articles=5&codex_articles=7&regions=77`),
    )
    await go('Список')
    await waitFor(() => expect(address()).toBe(`/?${selection}&${table}`))
    await total()
    expect(tags()).toEqual(before)
  })
  it('calls a total of «Таблица» that could not be counted whole the least, and offers to make its file', async () => {
    server['GET cases/'] = { ...pageOfResults(listedCase), count: 10_000, count_is_least: true }
    renderPage('/data?type=2')
    await screen.findByText(/^Не\sменее 10\s000\sдел$/, { selector: 'section *' })
    fireEvent.click(screen.getByRole('button', { name: 'CSV' }))
    await screen.findByText(/^Дел много, сколько — сейчас быстро не\sсосчитать/)
    await screen.findByRole('button', { name: /^Собрать/ })
  })
  it('says that there is nothing to count where no case is found, in «Таблица» too', async () => {
    server['GET cases/'] = pageOfResults()
    const { address } = renderPage('/data?type=2')
    await screen.findByRole('heading', { name: 'Считать нечего' })
    expect(screen.queryByRole('table')).toBeNull()
    server['GET cases/'] = { ...pageOfResults(listedCase), count: 196 }
    fireEvent.click(screen.getByRole('button', { name: 'Убрать все фильтры' }))
    await total()
    expect(address()).toBe('/data')
    expect(screen.queryByRole('heading', { name: 'Считать нечего' })).toBeNull()
  })
  it('asks for a table once when it is opened and once by a submit, be it the same filters (§2)', async () => {
    renderPage('/data?type=2')
    await total()
    const tables = () => asked.filter(call => call.startsWith('GET data/pivot/'))
    await waitFor(() => expect(tables()).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: /^Фильтры/ }))
    fireEvent.click(await screen.findByRole('button', { name: /^Фильтровать/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(tables()).toHaveLength(2))
    expect(new Set(tables()).size).toBe(1)
  })
  it.each([
    ['/', '&ordering=-entry_date'],
    ['/stats', ''],
    ['/data', ''],
  ])('tells what of an address the table is not of, until something is chosen: %s', async (path, ordered) => {
    const { address } = renderPage(`${path}?type=2&rows=judges&metrics=cases&compare=stage%3D9`)
    const told = 'Условия из адреса не прочитаны и не применяются: строки таблицы: judges; в наборе Б — Инстанция: 9.'
    const line = () =>
      screen.queryByText((_, at) => at?.tagName === 'SPAN' && at.textContent?.replaceAll('\u00a0', ' ') === told)
    await waitFor(() => expect(line()).not.toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Понятно' }))
    await waitFor(() => expect(line()).toBeNull())
    expect(address()).toBe(`${path}?type=2${ordered}&rows=regions&columns=entry_year&metrics=cases&compare=all`)
  })
  it.each<[number, number[] | null, string]>([
    [0, null, ' В базе тогда не было ни одного дела.'],
    [0, [77], ' В базе тогда не было ни одного дела открытых вам регионов.'],
    [5, null, ''],
  ])('says of a past day with %i cases in the base of %j why nothing is found', async (ofDay, regions, why) => {
    server['GET users/me/'] = { ...member, regions }
    server['GET cases/'] = (query: URLSearchParams) => ({ ...pageOfResults(), count: query.has('type') ? 0 : ofDay })
    renderPage('/?type=1&as_of=2020-01-01&ordering=region')
    const line = await screen.findByText(/^Так было известно/)
    await waitFor(() => expect(asked).toContain('GET cases/?as_of=2020-01-01&size=1'))
    await waitFor(() => expect(line.textContent?.replaceAll('\u00a0', ' ').split('не учтено.')[1]).toBe(why))
  })
  it('chooses codex and instance in the panel of charts too, and takes them from a preset (§2)', async () => {
    server['GET presets/'] = pageOfResults({
      id: 4,
      title: 'Пикеты',
      description: '',
      category: null,
      get_params: { type: '2', stage: '2', codex_articles: ['9'], has_result: true },
      human_readable: {},
      position: 1,
      note: null,
    })
    const { address } = renderPage('/stats?type=1&stage=1&has_result=true')
    fireEvent.click(await screen.findByRole('button', { name: /^Фильтры/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Сбросить' }))
    const stages = await screen.findByRole('radiogroup', { name: 'Инстанция' })
    fireEvent.click(within(stages).getByRole('radio', { name: '2-я' }))
    fireEvent.click(await screen.findByRole('button', { name: /^Фильтровать/ }))
    await waitFor(() => expect(address()).toBe('/stats?type=1&stage=2'))
    fireEvent.click(await screen.findByRole('button', { name: /^Фильтры/ }))
    fireEvent.click(await screen.findByRole('tab', { name: /^Сохраненные фильтры/ }))
    fireEvent.click(await screen.findByRole('button', { name: /Пикеты/ }))
    await waitFor(() => expect(address()).toBe('/stats?type=2&stage=2&codex_articles=9&has_result=true'))
  })
})

describe('a link to filters', () => {
  const saved = (note: string | null = null) => ({
    id: '7xKq2mTbWcP4n',
    url: 'http://localhost/l/7xKq2mTbWcP4n',
    get_params: { type: '2', has_advocate: true, regions: ['36'] },
    note,
  })
  it('opens the list with them, and leaves no trace of itself in the history', async () => {
    server['GET links/7xKq2mTbWcP4n/'] = saved()
    const { address } = renderPage('/l/7xKq2mTbWcP4n')
    await screen.findByText(/^Всего 1\sдело$/, seen)
    expect(address()).toBe('/?type=2&has_advocate=true&regions=36&ordering=-entry_date')
  })
  it('says what of it does not count for this reader', async () => {
    server['GET links/7xKq2mTbWcP4n/'] = saved('Фильтр «Метки» вам недоступен.')
    renderPage('/l/7xKq2mTbWcP4n')
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Сообщения' }).textContent).toContain('Фильтр «Метки» вам недоступен.'),
    )
  })
  it('that is unknown is a page that could not be found', async () => {
    renderPage('/l/7xKq2mTbWcP4n')
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This page could not be found')
  })
  it('waits for a guest to sign in', async () => {
    server['GET users/me/'] = guest
    server['GET links/7xKq2mTbWcP4n/'] = saved()
    const { address } = renderPage('/l/7xKq2mTbWcP4n')
    await screen.findByRole('heading', { name: 'Вход' })
    expect(address()).toBe('/login?next=%2Fl%2F7xKq2mTbWcP4n')
    server['POST token/'] = () => {
      server['GET users/me/'] = member
      return { token: 'x' }
    }
    await signIn()
    await waitFor(() => expect(address()).toBe('/?type=2&has_advocate=true&regions=36&ordering=-entry_date'))
  })
})

it('says that the data are a demonstration', async () => {
  server['GET releasedate/'] = { ts: 1, is_demo: true }
  renderPage('/favorites')
  expect(await screen.findByText(/^Демонстрационные дела: люди и события выдуманы/)).toBeTruthy()
})

it('says in every list how much of the demonstration is loaded, and calls no total final until it is whole', async () => {
  server['GET releasedate/'] = { ts: 1, is_demo: true, demo_loading: { loaded: 8_000, total: 20_000 } }
  renderPage('/favorites')
  await screen.findByText(/^Загружаются демонстрационные дела: 8\s000 из 20\s000\.$/)
  await screen.findByText(/^Пока 1\sдело$/, seen)
  expect(screen.getByText(/из 1, загружены не все$/)).toBeTruthy()
  // What fails for a moment makes nothing final.
  server['GET releasedate/'] = refuse(500, {})
  const asks = () => asked.filter(call => call === 'GET releasedate/').length
  const before = asks()
  await waitFor(() => expect(asks()).toBeGreaterThan(before + 1))
  expect(screen.getByText(/^Пока 1\sдело$/, seen)).toBeTruthy()
  server['GET releasedate/'] = { ts: 1, is_demo: true }
  server['GET cases/'] = { ...pageOfResults(listedCase), count: 20_000 }
  await screen.findByText(/^Всего 20\s000\sдел$/, seen)
  expect(screen.queryByText(/^Загружаются/)).toBeNull()
})

it('calls no list empty while the demonstration is being loaded, and shows what comes', async () => {
  server['GET releasedate/'] = { ts: 1, is_demo: true, demo_loading: { loaded: 0, total: 20_000 } }
  server['GET cases/'] = pageOfResults()
  renderPage('/?type=1')
  await screen.findByRole('heading', { name: 'Пока ничего не найдено' })
  expect(screen.queryByRole('button', { name: 'Сбросить фильтры' })).toBeNull()
  server['GET releasedate/'] = { ts: 1, is_demo: true, demo_loading: { loaded: 1_000, total: 20_000 } }
  server['GET cases/'] = pageOfResults(listedCase)
  await screen.findByRole('link', { name: '5-2608/2026' })
})

it.each([
  ['/stats', 'GET frontcountcases/', []],
  ['/defendants', 'GET defendants/', pageOfResults()],
])('does not say of %s that there is nothing while the demonstration is being loaded', async (page, call, nothing) => {
  server['GET releasedate/'] = { ts: 1, is_demo: true, demo_loading: { loaded: 0, total: 20_000 } }
  server[call] = nothing
  server['GET frontcountcases/charts/'] = noCharts
  renderPage(page)
  await screen.findByRole('heading', { name: 'Пока ничего не найдено' })
  expect(screen.queryByText(/^(Считать нечего|Лиц пока нет)$/)).toBeNull()
})

it('leads to pages of others where they are set up, and to the manual (§2)', async () => {
  const links = { suggest_article: 'https://form.example/', help_bot: 'https://t.me/helper' }
  server['GET releasedate/'] = { ts: 1, is_demo: false, links }
  renderPage('/favorites')
  const href = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await href(/^Предложить статью/)).toBe(links.suggest_article)
  expect(await href(/^Помощь/)).toBe(links.help_bot)
  expect(screen.queryByRole('link', { name: /^Руководство|^Поддержать/ })).toBeNull()
})

it('opens help and keys alike, from the head and by «?»', async () => {
  renderPage('/favorites')
  fireEvent.click(await screen.findByRole('button', { name: 'Справка и клавиши' }))
  const opened = await screen.findByRole('dialog', { name: 'Справка и клавиши' })
  const link = within(opened).getByRole('link', { name: 'Справка об этой странице' })
  expect(link.getAttribute('href')).toBe('/manual/favourites')
  fireEvent.keyDown(opened, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true })
  await screen.findByRole('dialog', { name: 'Справка и клавиши' })
})
