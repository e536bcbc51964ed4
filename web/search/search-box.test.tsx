import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closePage, listedCase, member, pageOfResults, renderPage } from '../../test/web-page.tsx'
import { clearRememberedQuery } from '../filters/remembered.ts'
import { catchLetters, takeLetters } from './early-letters.ts'

/** A server that suggests when the test says so, in whatever order. */
type Asked = { q: string; groups: string[]; within: string | null; answer: (body: unknown, status?: number) => void }
let asked: Asked[]
let holds: boolean
let signedOut: boolean
let countsLate: boolean
const mistakes: Readonly<Record<string, { sentence: string; at: number }>> = {
  'плакат & |': { sentence: 'Перед «|» нужно слово или скобка.', at: 9 },
  'плакат & (пикет | митинг': { sentence: 'Скобка не закрыта.', at: 9 },
  '(плакат & пикет | митинг': { sentence: 'Скобка не закрыта.', at: 0 },
}
/** Two cases of women, one of them in Moscow. */
const countOf = (set: string): number => (set.includes('regions=') ? 1 : 2)
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

const groupOf = (kind: string, items: unknown[] = [], more: object = {}) => ({
  kind,
  items,
  late: false,
  more: false,
  all: null,
  ...more,
})
const vera = {
  title: 'Радугодуб Вера Олеговна',
  filters: null,
  page: '/defendants/7',
  id: 7,
  years: { from: 2022, to: 2026 },
  regions: [77, 71],
  articles: [{ id: 1, name: '20.2 ч. 5', codex: 'koap' }],
  cases_count: 6,
  namesakes_count: 1,
  found_count: 1,
  found_second_instance_count: 0,
  is_initials_only: false,
  hearing: null,
}
const judge = {
  title: 'Радугодубская Е. П.',
  filters: { judge: ['3'] },
  page: '/judges/3',
  id: 3,
  court: { id: 5, title: 'Советский районный суд г. Тулы', region: 71 },
  cases_count: 412,
}
const found = (...groups: unknown[]) => ({ read_as: null, groups })
const usual = found(groupOf('person', [vera]), groupOf('case'), groupOf('judge', [judge]), groupOf('text'))

beforeEach(() => {
  localStorage.clear()
  asked = []
  holds = false
  signedOut = false
  countsLate = false
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', (address: string) => {
    const url = new URL(address, 'http://localhost')
    const path = url.pathname.replace('/api/v1/', '')
    if (path === 'users/me/') return Promise.resolve(json(member))
    if (path === 'releasedate/') return Promise.resolve(json({ ts: 1, is_demo: false }))
    if (path === 'cases/') return Promise.resolve(json(pageOfResults(listedCase)))
    if (path === 'words/check/') {
      const text = url.searchParams.get('result_text_search') ?? ''
      return Promise.resolve(json({ mistake: mistakes[text] ?? null }))
    }
    if (path === 'search/counts/') {
      const sets = url.searchParams.getAll('of')
      return countsLate ? new Promise(() => {}) : Promise.resolve(json({ counts: sets.map(countOf) }))
    }
    if (path === 'judgessearch/') {
      const isHers = /^петр/i.test(url.searchParams.get('query') ?? '')
      return Promise.resolve(
        json(isHers ? pageOfResults({ id: 2, name: 'Петрова П. П.', court: judge.court }) : pageOfResults()),
      )
    }
    if (path === 'users/logout/') signedOut = true
    if (path === 'names/') return Promise.resolve(json({ judges: { 2: 'Петрова П. П.' } }))
    if (
      /^(codexarticles|casesresulttypes|caseseventstypes|casedefenseparams)\/|search\/$/.test(path) &&
      path !== 'search/'
    )
      return Promise.resolve(json(pageOfResults()))
    if (path !== 'search/') return Promise.resolve(json({ detail: 'Здесь ничего нет.' }, 404))
    return new Promise<Response>(resolve => {
      const one = {
        q: url.searchParams.get('q') ?? '',
        groups: url.searchParams.getAll('groups'),
        within: url.searchParams.get('within'),
        answer: (body: unknown, status?: number) => resolve(json(body, status)),
      }
      asked.push(one)
      if (!holds) one.answer(usual)
    })
  })
})
afterEach(closePage)

/** Asking the library for the name of every option of a page takes many seconds. */
const option = (words: RegExp) =>
  waitFor(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[role="listbox"] [role="option"]')]
    const one = all.find(({ textContent }) => words.test(textContent))
    if (!one) throw new Error(`no option ${words} among ${all.map(({ textContent }) => textContent).join('; ')}`)
    return one
  })
const group = (title: string) =>
  waitFor(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[role="listbox"] > [role="group"]')]
    const one = all.find(
      found => document.getElementById(found.getAttribute('aria-labelledby') ?? '')?.textContent === title,
    )
    if (!one) throw new Error(`no group ${title}`)
    return one
  })
const groups = () =>
  [...document.querySelectorAll('[role="listbox"] > [role="group"]')].map(
    one => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent,
  )
const status = () => document.querySelector('[role="dialog"] [role="status"]')?.textContent ?? ''
const field = () => screen.findByPlaceholderText('Имя, номер, статья или фраза')
const open = async (path = '/exports') => {
  const page = renderPage(path)
  fireEvent.click(await screen.findByText('Имя, номер, статья или фраза'))
  return { ...page, input: await field() }
}
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const press = (input: HTMLElement, key: string, more: object = {}) => fireEvent.keyDown(input, { key, ...more })
const activeOf = (input: HTMLElement): string =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent ?? ''
const isClosed = () => waitFor(() => expect(screen.queryByPlaceholderText(/^Имя, номер/)).toBeNull())
const askedFor = (q: string) =>
  waitFor(() => {
    const one = asked.find(call => call.q === q)
    if (!one) throw new Error(`nobody asked for ${q}`)
    return one
  })

describe('the one box', () => {
  it.each([
    ['/', { key: '/', code: 'Slash' }],
    ['Ctrl K', { key: 'k', code: 'KeyK', ctrlKey: true }],
    ['⌘ K in a Russian layout', { key: 'л', code: 'KeyK', metaKey: true }],
  ])('opens on every page by %s, takes the focus, and closes by Escape', async (_, init) => {
    renderPage('/presets')
    await screen.findByText('Имя, номер, статья или фраза')
    fireEvent.keyDown(document.body, init)
    const input = await field()
    await waitFor(() => expect(document.activeElement).toBe(input))
    fireEvent.keyDown(input, { key: 'Escape' })
    await isClosed()
  })
  it('takes the letters that are typed before it is there, and no key of the page hears them', async () => {
    renderPage('/exports')
    await screen.findByText('Имя, номер, статья или фраза')
    catchLetters()
    for (const key of ['р', 'а', '?']) fireEvent.keyDown(document.body, { key })
    expect(takeLetters()).toBe('ра?')
    expect(takeLetters()).toBe('')
    expect(screen.queryByText('Справка и клавиши')).toBeNull()
  })
  it('is a combobox over labelled groups, walked by arrows through all of them', async () => {
    const { input } = await open()
    type(input, 'радугодуб')
    const people = await group('Лица')
    expect(input.getAttribute('aria-controls')).toBe(document.querySelector('[role="listbox"]')?.id)
    expect(people.querySelector('[role="option"]')?.textContent).toMatch(
      /Радугодуб Вера Олеговна2022–2026 · Москва, Тульская область · ст\.\s20\.2\sч\.\s5 · с таким именем ещё 1\sлицо6\sдел/,
    )
    // One line for all that found nothing, and groups of what was found alone.
    expect((await screen.findByText('Не найдено: дела, тексты решений.')).closest('[role="listbox"]')).toBeNull()
    expect(groups()).toEqual(['Лица', 'Судьи', 'В текстах решений'])
    expect(activeOf(input)).toContain('Радугодуб Вера Олеговна')
    press(input, 'ArrowDown')
    expect(activeOf(input)).toContain('Радугодубская')
    press(input, 'ArrowUp')
    press(input, 'ArrowUp')
    expect(activeOf(input)).toContain('Радугодуб Вера Олеговна')
    expect(document.querySelectorAll('[role="listbox"] [aria-selected="true"]')).toHaveLength(1)
  })
  it('opens the page of a person by Enter, and offers the choice again', async () => {
    const { input, router } = await open()
    type(input, 'радугодуб')
    await option(/Вера Олеговна/)
    press(input, 'Enter')
    await waitFor(() => expect(router.state.location.pathname).toBe('/defendants/7'))
    fireEvent.keyDown(document.body, { key: '/', code: 'Slash' })
    expect((await group('Недавнее')).querySelector('[role="option"]')?.textContent).toBe('Радугодуб Вера Олеговна')
    clearRememberedQuery()
    expect(localStorage.getItem('recentlyFound')).toBeNull()
  })
  it.each([
    ['/?type=1&judge=2&ordering=-entry_date', '/?type=1&judge=2&judge=3&ordering=-entry_date'],
    ['/?type=1&judge_not=3&ordering=entry_date', '/?type=1&judge=3&ordering=entry_date'],
    ['/presets', '/?judge=3&ordering=-entry_date'],
  ])(
    'adds a filter to those of the list; from another page it opens the list with this one alone: %s',
    async (from, to) => {
      const { input, address } = await open(from)
      type(input, 'радугодуб')
      fireEvent.click(await option(/Радугодубская/))
      await waitFor(() => expect(address()).toBe(to))
      if (from.includes('judge=2')) await screen.findByLabelText(/^Убрать: Судья,.*Радугодубская Е/)
    },
  )
  it('looks for the words in texts by Ctrl+Enter, operators as such', async () => {
    const { input, address } = await open()
    type(input, 'плакат & пикет')
    press(input, 'Enter', { ctrlKey: true })
    await waitFor(() =>
      expect(decodeURIComponent(address())).toContain('result_text_search=плакат+&+пикет&text_search_type=raw'),
    )
  })
  it.each([
    ['Нет войне! Миру мир', 'plain', 'все слова'],
    ['нет войне!', 'plain', 'все слова'],
    ['статья (часть 2) *', 'plain', 'все слова'],
    ['плакат | пикет', 'raw', 'операторы'],
    ['плакат !пикет', 'raw', 'операторы'],
  ])('takes punctuation of a sentence for no operator, and says how it reads: «%s»', async (words, mode, label) => {
    const { input, router } = await open()
    type(input, words)
    expect((await option(/^Искать/)).textContent).toContain(`Как искать: ${label}`)
    press(input, 'Enter', { ctrlKey: true })
    await waitFor(() => expect(router.state.location.search).toMatchObject({ text_search_type: mode }))
  })
  it('says what is wrong with an expression, and stays', async () => {
    const { input, address } = await open()
    type(input, 'плакат & |')
    press(input, 'Enter', { ctrlKey: true })
    await screen.findByText(/Перед «.» нужно слово/)
    expect(address()).toBe('/exports')
    type(input, 'плакат & пикет')
    expect(screen.queryByText(/Перед «.» нужно слово/)).toBeNull()
  })
  it('knows pages and acts by the beginnings of their words', async () => {
    const { input, router } = await open()
    type(input, 'тёмное')
    await option(/^Тёмное оформление$/)
    type(input, 'выход')
    await option(/^Выйти$/)
    type(input, 'справка')
    expect((await screen.findAllByRole('option', { name: /^Справка/ })).length).toBe(1)
    type(input, 'горячие')
    await option(/^Клавиши$/)
    type(input, 'подпис')
    fireEvent.click(await option(/^Подписки$/))
    await waitFor(() => expect(router.state.location.pathname).toBe('/subscriptions'))
  })
  it('opens a page by its very name, which is then no question of days', async () => {
    const { input, router } = await open()
    type(input, 'сегодня')
    await option(/^Сегодня$/)
    await askedFor('сегодня')
    await waitFor(() => expect(activeOf(input)).toBe('Сегодня'))
    expect(screen.queryByLabelText('Как прочитан вопрос')).toBeNull()
    press(input, 'Enter')
    await waitFor(() => expect(router.state.location.pathname).toBe('/today'))
  })
  it('tells a region that is called so before its courts', async () => {
    holds = true
    const { input, address } = await open()
    const court = { ...judge, title: 'Верховный Суд Республики Татарстан', city: 'Казань', region: 16 }
    const region = { title: 'Республика Татарстан', filters: { regions: ['16'] }, page: null, region: null }
    type(input, 'татарстан')
    ;(await askedFor('татарстан')).answer(
      found(groupOf('court', [court]), groupOf('city', [{ ...region, is_called: true }])),
    )
    await waitFor(() => expect(groups().slice(0, 2)).toEqual(['Города и регионы', 'Суды']))
    await waitFor(() => expect(activeOf(input)).toBe('Республика Татарстанрегион'))
    press(input, 'Enter')
    await waitFor(() => expect(address()).toBe('/?regions=16&ordering=-entry_date'))
  })
  it('says what was typed in quotation marks, those inside it as inner ones', async () => {
    const { input } = await open()
    type(input, '«нет войне» плакат')
    expect((await option(/^Искать/)).textContent).toContain('Искать «„нет войне“ плакат» в текстах решений')
  })
  it('tells the heading of an article for its parts as that of the article, and once', async () => {
    holds = true
    const { input } = await open()
    const heading = 'Нарушение порядка собраний'
    const article = (part: string, title: string) => ({
      title,
      filters: { type: '1', codex_articles: ['1'] },
      page: null,
      codex: 'koap',
      article_number: '20.2',
      part,
      is_whole: part === '',
      heading,
      called: null,
    })
    type(input, '20.2 ч 5')
    ;(await askedFor('20.2 ч 5')).answer(found(groupOf('article', [article('5', '20.2 ч. 5')])))
    await waitFor(async () => expect((await group('Статьи')).textContent).toContain(`Статья 20.2: ${heading}`))
    type(input, '20.2')
    ;(await askedFor('20.2')).answer(found(groupOf('article', [article('', '20.2'), article('5', '20.2 ч. 5')])))
    await waitFor(async () =>
      expect((await group('Статьи')).textContent?.split('Нарушение порядка собраний')).toHaveLength(2),
    )
  })
  it.each([
    ['/?judge=2&ordering=entry_date', 'judge=2'],
    ['/favorites?type=1', 'type=1&in_favorites=true'],
    ['/presets', null],
  ])('asks on %s for numbers within the filters that stand there', async (path, within) => {
    const { input } = await open(path)
    type(input, 'радугодуб')
    expect((await askedFor('радугодуб')).within).toBe(within)
  })
})

describe('answers of the box', () => {
  it('that are late never stand under newer letters, and Enter waits for its own', async () => {
    holds = true
    const { input, router } = await open()
    type(input, 'радуга')
    const first = await askedFor('радуга')
    first.answer(found(groupOf('person', [{ ...vera, id: 8, page: '/defendants/8', title: 'Радугова Анна' }])))
    await option(/Радугова/)
    type(input, 'радугод')
    press(input, 'Enter')
    const second = await askedFor('радугод')
    type(input, 'радугодуб')
    press(input, 'Enter')
    const third = await askedFor('радугодуб')
    second.answer(found(groupOf('person', [{ ...vera, id: 9, page: '/defendants/9' }])))
    expect(router.state.location.pathname).toBe('/exports')
    third.answer(usual)
    await waitFor(() => expect(router.state.location.pathname).toBe('/defendants/7'))
  })
  it('that come after one walks elsewhere open nothing by the Enter before', async () => {
    holds = true
    const { input, address } = await open()
    type(input, 'радугодуб')
    press(input, 'Enter')
    const call = await askedFor('радугодуб')
    press(input, 'ArrowDown')
    call.answer(usual)
    await option(/Вера Олеговна/)
    await waitFor(() => expect(status()).toContain('Найдено 2 строки'))
    expect(address()).toBe('/exports')
    expect(screen.queryByPlaceholderText(/^Имя, номер/)).toBeTruthy()
  })
  it.each(['fail', 'find nobody'])('never sign anybody out by an Enter that waited for them: they %s', async how => {
    holds = true
    const { input, address } = await open()
    type(input, 'вый')
    press(input, 'Enter')
    const call = await askedFor('вый')
    if (how === 'fail') call.answer({ detail: 'Слишком много запросов.' }, 429)
    else call.answer(found(groupOf('person')))
    if (how === 'fail') await screen.findByText('Слишком много запросов.')
    await waitFor(() =>
      expect(how === 'fail' ? activeOf(input) : address()).toMatch(/^Искать «вый»|result_text_search/),
    )
    if (how === 'fail') expect(address()).toBe('/exports')
    expect(signedOut).toBe(false)
  })
  it('of fewer letters stand dimmed under more of them, cannot be chosen, and say nothing; under others they go', async () => {
    holds = true
    const { input, address } = await open()
    type(input, 'радуга')
    const first = await askedFor('радуга')
    first.answer(
      found(
        groupOf('person', [vera], { more: true, all: { page: '/defendants', filters: {}, count: 9 } }),
        groupOf('case'),
      ),
    )
    await screen.findByText('Не найдено: дела.')
    await waitFor(() => expect(status()).toBe('Найдена 1 строка. Не найдено: дела.'))
    type(input, 'радугад')
    const old = await option(/Вера Олеговна/)
    expect(old.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Ищем…')).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/Не найдено|Показать все/)
    fireEvent.click(old)
    expect(address()).toBe('/exports')
    expect(status()).toBe('')
    type(input, 'тверь')
    await waitFor(() => expect(document.body.textContent).not.toContain('Вера Олеговна'))
    expect(screen.getByText('Ищем…')).toBeTruthy()
    ;(await askedFor('тверь')).answer(found(groupOf('person'), groupOf('case')))
    await screen.findAllByText('Ничего не найдено.')
    await waitFor(() => expect(status()).toBe('Ничего не найдено.'))
    expect(groups()).toEqual(['В текстах решений'])
  })
  it('to letters of another keyboard are said to be so', async () => {
    holds = true
    const { input } = await open()
    type(input, 'hfleujle,')
    ;(await askedFor('hfleujle,')).answer({ ...found(groupOf('person', [vera])), read_as: 'радугодуб' })
    await waitFor(() => expect(status()).toBe('Показано для «радугодуб». Найдена 1 строка.'))
  })
  it('that fail say why, and never that nothing was found', async () => {
    holds = true
    const { input } = await open()
    type(input, 'радугодуб')
    const call = await askedFor('радугодуб')
    call.answer({ detail: 'Слишком много запросов. Подождите минуту и повторите.' }, 429)
    expect(await screen.findByText('Слишком много запросов. Подождите минуту и повторите.')).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/не найдено/i)
    expect(status()).not.toMatch(/найден/i)
  })
  it('of a group that had no time are asked for alone; unfinished is not called nothing', async () => {
    holds = true
    const { input } = await open()
    type(input, 'радугодуб')
    const call = await askedFor('радугодуб')
    call.answer(found(groupOf('person', [vera]), groupOf('text', [], { late: true })))
    const texts = await group('В текстах решений')
    const alone = await waitFor(() => {
      const one = asked.find(({ groups }) => groups.join() === 'text')
      if (!one) throw new Error('nobody asked for texts alone')
      return one
    })
    expect(texts.textContent).toContain('Ищем…')
    alone.answer(found(groupOf('text', [], { late: true })))
    await waitFor(() => expect(texts.textContent).toContain('не закончен'))
    await waitFor(() =>
      expect(status()).toBe('Найдена 1 строка. В текстах решений: Поиск здесь не закончен. Уточните слова.'),
    )
    expect(document.body.textContent).not.toMatch(/не найдено/i)
  })
  it('of words that stand in nearly every decision say so at once, and are not asked again', async () => {
    holds = true
    const { input } = await open()
    type(input, 'радугодуб')
    ;(await askedFor('радугодуб')).answer(found(groupOf('text', [], { late: true, more: true })))
    const texts = await group('В текстах решений')
    await waitFor(() => expect(texts.textContent).toContain('Эти слова есть в очень многих решениях.'))
    expect(asked.filter(({ groups }) => groups.length > 0)).toEqual([])
  })
})

describe('a question in the box', () => {
  it('of a judge’s cases is answered by them, and opens nobody of that name', async () => {
    const { input, address } = await open()
    type(input, 'дела судьи Петровой П. П.')
    await screen.findByLabelText('Как прочитан вопрос')
    press(input, 'Enter')
    await waitFor(() => expect(address()).toBe('/?judge=2&ordering=-entry_date'))
  })
  const look = (value: string) =>
    [...document.querySelectorAll(`[data-look="${value}"]`)].map(({ textContent }) => textContent)
  it('shows each condition with its words, marks what was not read, and says so before it is run', async () => {
    const { input, address } = await open()
    type(input, 'женщины, домашний арест')
    const part = await screen.findByLabelText('Как прочитан вопрос')
    expect(look('read')).toEqual(['женщины'])
    expect(look('unread')).toEqual(['домашний арест'])
    await waitFor(() => expect(part.textContent).toMatch(/«женщины»Пол:Женский/))
    expect(part.textContent).toContain('Это не наказание: мер пресечения и обеспечения карточки не называют.')
    expect(part.textContent).toContain('Не войдёт в поиск: «домашний арест».')
    await waitFor(() => expect(part.textContent).toMatch(/Найти 2\sдела/))
    // The whole line is nobody's name: beside cases that it finds this is no news.
    expect(document.body.textContent).not.toMatch(/Ничего не найдено|Не найдено:/)
    // No row is taken for the answer.
    expect(input.getAttribute('aria-activedescendant')).toBeNull()
    press(input, 'Enter')
    await waitFor(() => expect(address()).toBe('/?defendant_gender=f&ordering=-entry_date'))
  })
  it('is not run by an Enter that came before its unread words were said', async () => {
    const { input, address } = await open()
    type(input, 'женщины, домашний арест')
    press(input, 'Enter')
    const part = await screen.findByLabelText('Как прочитан вопрос')
    await waitFor(() => expect(part.textContent).toContain('Не войдёт в поиск: «домашний арест».'))
    await waitFor(() => expect(status()).toContain('Не войдёт в поиск: «домашний арест».'))
    expect(address()).toBe('/exports')
    expect(screen.queryByPlaceholderText(/^Имя, номер/)).toBeTruthy()
    press(input, 'Enter')
    await waitFor(() => expect(address()).toBe('/?defendant_gender=f&ordering=-entry_date'))
  })
  it('that was read whole is run by an Enter that waited for it', async () => {
    const { input, address } = await open()
    type(input, 'женщины')
    press(input, 'Enter')
    await waitFor(() => expect(address()).toBe('/?defendant_gender=f&ordering=-entry_date'))
  })
  it('puts unread words into the search of texts, or lets them go, by one press', async () => {
    const { input } = await open()
    type(input, 'женщины, домашний арест')
    fireEvent.click(await screen.findByText('Искать в текстах'))
    expect(input).toHaveProperty('value', 'женщины, «домашний арест»')
    await waitFor(() => expect(look('read')).toEqual(['женщины', '«домашний арест»']))
    type(input, 'женщины, домашний арест')
    fireEvent.click(await screen.findByText('Убрать слова'))
    expect(input).toHaveProperty('value', 'женщины')
    await waitFor(() => expect(look('unread')).toEqual([]))
  })
  it('says after each condition how many cases are left, and nothing while that is not known', async () => {
    const { input } = await open()
    type(input, 'женщины в Москве')
    const part = await screen.findByLabelText('Как прочитан вопрос')
    await waitFor(() => expect(part.textContent).toMatch(/«женщины».*2 дела.*«Москве».*1 осталось.*Найти 1\sдело/))
    countsLate = true
    type(input, 'женщины в Петербурге')
    await waitFor(() => expect(document.body.textContent).toContain('«Петербурге»'))
    expect(screen.getByLabelText('Как прочитан вопрос').textContent).not.toMatch(/осталось|Найти \d/)
  })
  it('is kept as a set under its own sentence, in the form that the list has', async () => {
    const { input } = await open()
    type(input, 'женщины в Москве')
    fireEvent.click(await screen.findByText('Сохранить набором'))
    const title = await screen.findByLabelText<HTMLInputElement>('Название')
    expect(title.value).toBe('Дела: Москва, пол женский')
    // Escape closes the form alone.
    fireEvent.keyDown(title, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByLabelText('Название')).toBeNull())
    expect(screen.queryByPlaceholderText(/^Имя, номер/)).toBeTruthy()
  })
  it('is followed by the form of a subscription, which comes back to it', async () => {
    const { input } = await open()
    type(input, 'женщины в Москве')
    fireEvent.click(await screen.findByText('Следить за новыми'))
    await screen.findByRole('form', { name: 'Подписка' })
    expect(screen.queryByPlaceholderText(/^Имя, номер/)).toBeNull()
    fireEvent.click(screen.getByText('Отмена'))
    expect(await field()).toHaveProperty('value', 'женщины в Москве')
  })
  it('is neither kept nor followed while words of it are not read, and says why', async () => {
    const { input } = await open()
    type(input, 'женщины, домашний арест')
    for (const act of ['Сохранить набором', 'Следить за новыми']) {
      const button = (await screen.findByText(act)).closest('button')
      expect(button?.getAttribute('aria-disabled')).toBe('true')
      expect(button?.title).toMatch(/^Сначала уберите непрочитанное: «домашний арест»\./)
      if (button) fireEvent.click(button)
    }
    expect(screen.queryByLabelText('Название')).toBeNull()
    expect(screen.queryByRole('form', { name: 'Подписка' })).toBeNull()
  })
})

describe('an expression with a mistake', () => {
  it('is marked where it is wrong, and mended by one press where that is certain', async () => {
    const { input, router } = await open()
    type(input, 'плакат & (пикет | митинг')
    await screen.findByText(/Скобка не закрыта/)
    expect([...document.querySelectorAll('[data-look="wrong"]')].map(({ textContent }) => textContent)).toEqual(['('])
    fireEvent.click(await screen.findByText(/^Закрыть скобку и найти 1\sдело$/))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        result_text_search: 'плакат & (пикет | митинг)',
        text_search_type: 'raw',
      }),
    )
  })
  it('is not mended where the bracket may belong elsewhere, and can be looked for as plain words', async () => {
    const { input, router } = await open()
    type(input, '(плакат & пикет | митинг')
    await screen.findByText(/Скобка не закрыта/)
    expect(screen.getByText('Все операторы').getAttribute('href')).toBe('/manual/words')
    expect(screen.queryByText(/^Закрыть скобку/)).toBeNull()
    fireEvent.click(screen.getByText('Искать как простые слова'))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        result_text_search: 'плакат пикет митинг',
        text_search_type: 'plain',
      }),
    )
  })
})

describe('filters changed as words', () => {
  const openEdited = async (path: string) => {
    const page = renderPage(path)
    fireEvent.click(await screen.findByText('Изменить словами'))
    const input = await field()
    await waitFor(() => expect(input).not.toHaveProperty('value', ''))
    return { ...page, input }
  }
  it('stand in the box as their sentence, and unchanged are the same', async () => {
    const { input, router } = await openEdited('/?regions=77&defendant_gender=f&ordering=-entry_date')
    expect(input).toHaveProperty('value', 'Дела: Москва, пол женский')
    await screen.findByText(/^Найти 1\sдело$/)
    press(input, 'Enter')
    await isClosed()
    expect(router.state.location).toMatchObject({ pathname: '/', search: { regions: '77', defendant_gender: 'f' } })
  })
  it('are changed by a word, on the page where they were, and say what is not read', async () => {
    const { input, router } = await openEdited('/stats?regions=77&defendant_gender=f')
    type(input, 'Дела: Тульская область, пол женский, домашний арест')
    await waitFor(() => expect(status()).toMatch(/Не войдёт в поиск: «домашний арест»/))
    type(input, 'Дела: Тульская область, пол женский')
    await screen.findByText(/^Найти 1\sдело$/)
    press(input, 'Enter')
    await isClosed()
    expect(router.state.location).toMatchObject({
      pathname: '/stats',
      search: { regions: '71', defendant_gender: 'f' },
    })
  })
  it('of one filter alone are a question as well', async () => {
    const { input } = await openEdited('/?regions=77')
    expect(input).toHaveProperty('value', 'Дела: Москва')
    await screen.findByText(/^Найти 1\sдело$/)
  })
})
