import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Answer, testApp } from '../../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../../test/factories.ts'
import { buildRichCase } from '../../test/rich-case.ts'
import { searching } from '../texts/text-search.ts'
import { listIds } from './list-cases.ts'

const { db, as } = await testApp()
const member = await as(await buildAccount(db))
const editor = await as(await buildAccount(db, { groups: ['tag_editor'] }))
const ofPetersburg = await as(await buildAccount(db, { regions: [78] }))
const ofNowhere = await as(await buildAccount(db, { regions: [] }))

const rich = await buildRichCase(db)
const petersburg = await buildCase(db, {
  court: { title: 'Выдуманный районный суд', region: 78, city: 'Санкт-Петербург' },
  entry_date: '2026-05-01',
})
const undated = await buildCase(db, { type: 2, stage: 2, case_number: '22-1/2026', entry_date: undefined })

type List = { count: number; next: string | null; previous: string | null; results: { id: number }[] }
const listOf = ({ body }: Answer): List => body as List
const ids = (answer: Answer): number[] => listOf(answer).results.map(({ id }) => id)

describe('the list of cases (§7)', () => {
  it('is by the newest first, those without a date last (§9)', async () =>
    expect(ids(await member('cases/'))).toEqual([petersburg, rich, undated]))
  it.each([
    ['entry_date', () => [rich, petersburg, undated]],
    ['-result_date', () => [rich, undated, petersburg]],
    ['case_number', () => [rich, petersburg, undated]],
    ['region', () => [rich, undated, petersburg]],
  ])('is ordered by %s', async (ordering, expected) =>
    expect(ids(await member(`cases/?ordering=${ordering}`)).slice(0, expected().length)).toEqual(expected()),
  )
  it('comes without its trailing slash too', async () => {
    expect(listOf(await member('cases')).count).toBe(3)
    expect(ids(await member('cases?type=2'))).toEqual([undated])
  })
  it('takes an empty value for no filter', async () =>
    expect(listOf(await member('cases/?type=&judge=&ordering=&page=')).count).toBe(3))
  it('is answered uncached', async () => expect((await member('cases/')).headers['cache-control']).toBe('no-store'))
})

describe('the numbers of every found case', () => {
  const found = async (ask: typeof member, query = '') =>
    ((await ask(`cases/ids/${query}`)).body as { ids: number[] }).ids
  it('are in the order of the list, over all its pages', async () => {
    expect(await found(member, '?ordering=entry_date')).toEqual(
      ids(await member('cases/?ordering=entry_date&size=100')),
    )
    expect(await found(member, '?type=1')).toEqual([petersburg, rich])
  })
  it('are in the usual order where that of the list is relevance, which no page less shows', async () =>
    expect(await found(member, '?ordering=relevance')).toEqual([petersburg, rich, undated]))
  it('are of the regions of the account alone (§6)', async () => {
    expect(await found(ofPetersburg)).toEqual([petersburg])
    expect(await found(ofNowhere)).toEqual([])
  })
  it('are refused to a filter that only editors of tags may use (§6)', async () =>
    expect((await member('cases/ids/?tags=1')).status).toBe(403))
  it('are not told where there are more than may be picked at once', async () => {
    const found = (most: number) => listIds({ db }, { accountId: 0, regions: 'all' }, {}, '-entry_date', most)
    expect(await found(3)).toHaveLength(3)
    await expect(found(2)).rejects.toMatchObject({ status: 400 })
  })
})

describe('paging', () => {
  it('says how many there are and where the next ones are, keeping the query in its one wire form', async () => {
    const answer = await member('cases/?stage=1&regions=78&regions=77&size=1&ordering=entry_date')
    expect(listOf(answer)).toMatchObject({
      count: 2,
      previous: null,
      next: 'http://localhost/api/v1/cases/?stage=1&regions=78&regions=77&size=1&ordering=entry_date&page=2',
      results: [{ id: rich }],
    })
    const second = await member(String(listOf(answer).next).replace('http://localhost', ''))
    expect(listOf(second)).toMatchObject({ count: 2, next: null, results: [{ id: petersburg }] })
    expect(listOf(second).previous).toMatch(/page=1$/)
  })
  it('writes the second spelling of the defence parameters as the first', async () =>
    expect(listOf(await member('cases/?case_defense_params=1&size=1&page=2')).previous).toContain(
      'case_defence_params=1',
    ))
  it('past its end is empty, with the right total', async () =>
    expect(listOf(await member('cases/?page=999'))).toMatchObject({ count: 3, next: null, results: [] }))
  it('is by a full order: no case is missed or repeated between pages', async () => {
    const made = await buildCases(
      db,
      Array.from({ length: 25 }, () => ({ entry_date: '2019-01-01' })),
    )
    const seen: number[] = []
    for (const page of [1, 2, 3]) {
      const range = 'entry_date_range_min=2019-01-01&entry_date_range_max=2019-01-01'
      seen.push(...ids(await member(`cases/?${range}&page=${page}`)))
    }
    expect(seen).toEqual(made.toReversed())
    await db.deleteFrom('court_case').where('id', 'in', made).execute()
  })
})

describe('a request that is not right', () => {
  it.each([
    ['page=0', { page: ['Страница: нужно целое число от 1 до 10000000.'] }],
    ['page=-1', { page: ['Страница: нужно целое число от 1 до 10000000.'] }],
    ['page=1.5', { page: ['Страница: нужно целое число от 1 до 10000000.'] }],
    ['page=99999999', { page: ['Страница: не больше 10000000.'] }],
    ['page=1&page=2', { page: ['Страница: нужно одно целое число.'] }],
    ['size=1000000', { size: ['Размер страницы: не больше 100.'] }],
    ['size=0', { size: ['Размер страницы: нужно целое число от 1 до 100.'] }],
    ['type=3', { type: ['Возможные значения: 1, 2.'] }],
    ['type=1&type=2', { type: ['Нужно одно значение.'] }],
    ['page=&page=2&page=3', { page: ['Страница: нужно одно целое число.'] }],
    ['case_number=a&case_number=b', { case_number: ['Нужно одно значение.'] }],
    ['case_number=%00', { case_number: ['Недопустимый знак с кодом 0.'] }],
    ['judge=abc', { judge: ['Нужно целое положительное число.'] }],
    ['judge=1&judge=x', { judge: ['Нужно целое положительное число.'] }],
    ['judge=0', { judge: ['Нет такого номера.'] }],
    ['judge=99999999999', { judge: ['Нужно целое положительное число.'] }],
    ['judge=4000000000', { judge: ['Нет такого номера.'] }],
    ['codex_articles=group_id_20.2', { codex_articles: ['Нужно целое положительное число.'] }],
    ['entry_date_range_min=вчера', { entry_date_range_min: ['Нужна дата в виде ГГГГ-ММ-ДД.'] }],
    [
      'entry_date_range_min=2026-02-01',
      { entry_date_range_max: ['Нужны оба конца срока: entry_date_range_min и entry_date_range_max.'] },
    ],
    ['entry_date_range_min=2026-02-30', { entry_date_range_min: ['Нужна дата в виде ГГГГ-ММ-ДД.'] }],
    [
      'entry_date_range_min=2026-03-01&entry_date_range_max=2026-02-01',
      { entry_date_range_min: ['Начало больше конца.'] },
    ],
    ['penalty_from=ten', { penalty_from: ['Нужно число не меньше нуля, до двух знаков после запятой.'] }],
    ['penalty_from=5.555', { penalty_from: ['Нужно число не меньше нуля, до двух знаков после запятой.'] }],
    ['has_result=yes', { has_result: ['Возможные значения: true, false.'] }],
    ['text_search_type=magic', { text_search_type: [expect.stringContaining('plain, phrase, raw')] }],
    ['colour=red', { colour: ['Неизвестный параметр.'] }],
    ['colour=', { colour: ['Неизвестный параметр.'] }],
    ['__proto__=1', { ['__proto__']: ['Неизвестный параметр.'] }],
    ['__proto__=1&__proto__=2', { ['__proto__']: ['Неизвестный параметр.'] }],
    ['constructor=1', { constructor: ['Неизвестный параметр.'] }],
    ['defendants=Ветрогонов', { defendants: ['Неизвестный параметр.'] }],
    ['case_number=%zz', { non_field_errors: ['Адрес закодирован неверно.'] }],
    ['case_number=%ff%fe', { non_field_errors: ['Адрес закодирован неверно.'] }],
    [`case_number=${'a'.repeat(201)}`, { case_number: ['Не больше 200 знаков.'] }],
    [`judge=${Array(1001).fill('1').join('&judge=')}`, { judge: ['Не больше 1000 значений.'] }],
  ])('?%s', async (query, errors) => {
    const answer = await member(`cases/?${query}`)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text)).toEqual(errors)
  })
  it('names every parameter that is wrong at once', async () =>
    expect(Object.keys(JSON.parse((await member('cases/?type=9&page=0&x=1')).text)).toSorted()).toEqual([
      'page',
      'type',
      'x',
    ]))
  it('a thousand values of one filter are not too many', async () =>
    expect(
      (await member(`cases/?${Array.from({ length: 1000 }, (_, n) => `codex_articles=${n + 1}`).join('&')}`)).status,
    ).toBe(200))
})

describe('words of the decision (§3 text_search_type)', () => {
  const words = (text: string, mode: string) =>
    member(`cases/?result_text_search=${encodeURIComponent(text)}&text_search_type=${mode}`)
  it.each([
    ['плакаты гражданина', 'plain'],
    ['стоял с плакатом', 'phrase'],
    ['плакат & !арест', 'raw'],
    ['с плакатом.', 'exact_match'],
    ['плакат[оа]м', 'regexp'],
  ])('«%s» as %s finds the text', async (text, mode) => expect(ids(await words(text, mode))).toEqual([rich]))
  it.each([
    ['(плакат', 'regexp', 'Регулярное выражение составлено неверно: скобки ( ) не закрыты.'],
    ['*', 'regexp', 'Регулярное выражение составлено неверно: знак повторения стоит не после буквы.'],
    ['плакат[', 'regexp', 'Регулярное выражение составлено неверно: скобки [ ] не закрыты.'],
    ['(плакат &', 'raw', 'После «&» нужно слово или скобка.'],
    ['плакат )', 'raw', 'На 8-м знаке: эта скобка ничего не закрывает.'],
    ['и в на', 'plain', 'Такие слова есть почти в каждом решении: добавьте другие или ищите их как фразу.'],
    ['№', 'phrase', 'Здесь нет ни одного слова: введите хотя бы одно.'],
  ])('«%s» as %s is explained', async (text, mode, sentence) => {
    const answer = await words(text, mode)
    expect([answer.status, answer.body]).toEqual([400, { result_text_search: [sentence] }])
  })
  it.each(['plain', 'phrase', 'exact_match'])('any signs are literal in %s', async mode => {
    for (const text of [
      "'; drop table court_case; --",
      'плакат (((',
      'плакат & | !',
      'плакат %_\\',
      'a \ud83d\ude00',
      'b:*',
      "c\\'",
    ])
      expect((await words(text, mode)).status).toBe(200)
  })
})

describe('a costly search', () => {
  const slow = (on: typeof db) => sql`select pg_sleep(2)`.execute(on)
  it.each(['regexp', 'exact_match', 'plain', 'raw'])('%s is stopped at its time limit, and says so', mode =>
    expect(searching(db, { result_text_search: { text: 'а', mode } }, slow, 0.05)).rejects.toMatchObject({
      status: 400,
      body: { result_text_search: [expect.stringMatching(/^Поиск занял больше/)] },
    }),
  )
  it('leaves no limit behind on its connection', async () => {
    await searching(db, { result_text_search: { text: 'а', mode: 'regexp' } }, async () => undefined, 0.05)
    await sql`select pg_sleep(0.1)`.execute(db)
  })
  it('does not take another failure for the words', () =>
    expect(
      searching(db, { result_text_search: { text: 'а', mode: 'raw' } }, on => sql`select 1 / 0`.execute(on)),
    ).rejects.toThrow('division by zero'))
})

describe('text filters are literal (design §4)', () => {
  it.each([
    ['100%_\\', true],
    ['100_', false],
    ['%', true],
    ['_\\', true],
    ['аб 100', true],
    ['\\%', false],
  ])('protocol_number=%s', async (text, found) =>
    expect(ids(await member(`cases/?protocol_number=${encodeURIComponent(text)}`)).includes(rich)).toBe(found),
  )
})

describe('one case (§7)', () => {
  it('comes with everything known about it', async () => {
    const { status, body } = await member(`cases/${rich}/`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: rich,
      court: { title: 'Заречный районный суд', region: 77, city: 'Заречинск', time_zone: 'Europe/Moscow' },
      judge: { name: 'Белоозёрова Нина Викторовна' },
      codex_articles: [
        { name: '19.3 ч.\u00a01', codex: 'koap' },
        { name: '20.2 ч.\u00a05', article_number: '20.2', part: '5' },
        { name: '20.2 ч.\u00a06.1' },
      ],
      defendants: [{ name: expect.stringMatching(/^Ветрогонов/), gender: 'm', hidden: false }, { hidden: true }],
      penalties: [{ type: 'fine', value: 10000, hidden: false }],
      participants: [
        { role: 'advocate', name: expect.stringMatching(/^Прозоров/) },
        { role: 'prosecutor', name: expect.stringMatching(/^Крутояров/) },
      ],
      events: [
        { date: '2026-03-02', time: '09:15', is_hearing: false },
        { date: '2026-03-20', time: '12:40', happens_at: '2026-03-20T09:40:00.000Z', hall: '3', is_hearing: true },
      ],
      defence_params: [
        { key: 'действия', value: 'плакат', by_text: true },
        { key: 'семейноеПоложение', value: 'трое детей', by_text: false },
      ],
      sources: [{ origin: 'test' }],
      state: 'in_past',
      last_scheduled_hearing_date: '2026-03-20',
      last_scheduled_hearing_time: '12:40',
      has_result_text: true,
      result_text_url: `http://localhost/cases/text/${rich}`,
      sm_url: `http://localhost/cases/${rich}`,
      url: 'https://court.example/case',
      gone_at: '2026-04-01T21:30:00.000Z',
    })
  })
  it('tells its linked cases, once each, and only those that may be seen', async () => {
    const [other, hidden] = await buildCases(db, [
      { court: { title: 'Выдуманный районный суд', region: 78 } },
      { court: { title: 'Вымышленный районный суд', region: 77 } },
    ])
    if (other === undefined || hidden === undefined) throw new Error('no cases')
    await db
      .insertInto('case_link')
      .values([
        { case_id: petersburg, other_id: other, why: 'УИД', certainty: 1 },
        { case_id: other, other_id: petersburg, why: 'УИД', certainty: 0.5 },
        { case_id: hidden, other_id: petersburg, why: 'номер протокола', certainty: 0.9 },
      ])
      .execute()
    expect((await member(`cases/${petersburg}/`)).body).toMatchObject({
      linked_cases: [
        { id: other, why: 'УИД', certainty: 1 },
        { id: hidden, why: 'номер протокола', certainty: expect.closeTo(0.9) },
      ],
    })
    expect((await ofPetersburg(`cases/${petersburg}/`)).body).toMatchObject({ linked_cases: [{ id: other }] })
  })
  it('tells what changed on it', async () => {
    const source_key = 'test:changing'
    const id = await buildCase(db, { source_key, case_number: '5-1/2026' })
    await buildCase(db, { source_key, case_number: '5-1/2026', result_date: '2026-04-01' })
    expect((await member(`cases/${id}/`)).body).toMatchObject({
      result_date: '2026-04-01',
      revisions: [{ number: 1, changes: [{ field: 'result_date', before: null, after: '2026-04-01' }] }],
    })
  })
  it('shows tags to those who may see them and no one else (§6)', async () => {
    expect((await editor(`cases/${rich}/`)).body).toMatchObject({ tags: [{ value: 'пикет' }] })
    expect((await editor('cases/?type=1')).body).toMatchObject({ results: expect.arrayContaining([]) })
    expect((await member(`cases/${rich}/`)).body).not.toHaveProperty('tags')
    expect(JSON.stringify((await member('cases/')).body)).not.toContain('пикет')
  })
  it.each(['0', '-1', 'abc', '1.5', '1e3', '99999999999', '2147483648', '%00', '1%20', "1'"])(
    'is not there under «%s»',
    async id => {
      const answer = await member(`cases/${id}/`)
      expect([answer.status, answer.body]).toEqual([404, { detail: expect.any(String) }])
    },
  )
  it('of another region is exactly like an absent one', async () => {
    for (const path of [(id: number) => `cases/${id}/`, (id: number) => `cases/${id}/text/`]) {
      const [theirs, absent] = [await ofPetersburg(path(rich)), await ofPetersburg(path(123_456_789))]
      expect(theirs.status).toBe(404)
      expect(theirs.text).toBe(absent.text)
    }
  })
})

describe('the text of a decision', () => {
  it('is answered with where it was read', async () =>
    expect((await member(`cases/${rich}/text/`)).body).toEqual({
      id: rich,
      case_number: '5-209/2026',
      text: expect.stringContaining('стоял с плакатом'),
      url: 'https://court.example/text',
      read_at: expect.stringMatching(/Z$/),
    }))
  it('that is not there is said so', async () =>
    expect(await member(`cases/${petersburg}/text/`)).toMatchObject({
      status: 404,
      body: { detail: 'Текста решения по этому делу нет.' },
    }))
})

describe('regions of an account (§6)', () => {
  it('limit the list', async () => {
    expect(listOf(await ofPetersburg('cases/')).results.every(row => JSON.stringify(row).includes('"region":78'))).toBe(
      true,
    )
    expect(listOf(await ofPetersburg('cases/?regions=77')).count).toBe(0)
  })
  it('that are none show nothing', async () => expect(listOf(await ofNowhere('cases/')).count).toBe(0))
})

describe('a filter for some (design §4)', () => {
  it('is refused to the others', async () => {
    for (const query of ['tags=1', 'tags_not=1'])
      expect(await member(`cases/?${query}`)).toMatchObject({
        status: 403,
        body: { detail: 'Фильтр «Метки» вам недоступен.' },
      })
    expect((await editor('cases/?tags=1')).status).toBe(200)
  })
})
