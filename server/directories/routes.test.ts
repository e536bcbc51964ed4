import { describe, expect, it } from 'vitest'
import { type Answer, testApp } from '../../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../../test/factories.ts'

const { db, as } = await testApp()
const ask = await as(await buildAccount(db))
const editor = await as(await buildAccount(db, { groups: ['tag_editor'] }))
const ofPetersburg = await as(await buildAccount(db, { regions: [78] }))

const courts = {
  zarechny: { title: 'Заречный районный суд', region: 77, city: 'Заречинск' },
  upper: { title: 'Верхне-Заречный городской суд', region: 78, city: 'Верхний Ёлкин' },
  odd: { title: 'Суд со знаками 100%_\\', region: 77, city: 'Нижнезаречинск' },
}
await buildCases(db, [
  { court: courts.zarechny, judge: 'Ёлкина Вера Петровна' },
  { court: courts.upper, judge: 'Белоёлкин Семён Ильич' },
  { court: courts.odd, judge: 'Елкина Анна Ивановна' },
])
// Real courts bear these titles too; the cities are invented.
const cities = Object.values(courts).map(({ city }) => city)
const courtIds = Object.fromEntries(
  (await db.selectFrom('court').where('city', 'in', cities).select(['title', 'id']).execute()).map(({ title, id }) => [
    title,
    id,
  ]),
)

type Row = { id: number; title: string; name: string; city: string; region: number; value: string }
const rows = ({ status, body, text }: Answer): Row[] => {
  if (status !== 200) throw new Error(text)
  return (body as { results: Row[] }).results
}
const typed = (path: string, query: string, more = '') => `${path}/?query=${encodeURIComponent(query)}${more}`

describe('articles (§7)', () => {
  it('come whole, in the order of the codex', async () => {
    const { body } = await ask('codexarticles/?codex=koap')
    const { count, results, next } = body as { count: number; next: null; results: { name: string; codex: string }[] }
    expect(count).toBe(results.length)
    expect(next).toBeNull()
    expect(new Set(results.map(({ codex }) => codex))).toEqual(new Set(['koap']))
    const names = results.map(({ name }) => name)
    expect(names.indexOf('20.2 ч.\u00a05')).toBeLessThan(names.indexOf('20.2 ч.\u00a06.1'))
    expect(names.indexOf('6.1.1')).toBeLessThan(names.indexOf('20.1 ч.\u00a01'))
  })
  it('come by pages when asked so', async () => {
    const { body } = await ask('codexarticles/?codex=uk&size=2&page=2')
    expect(body).toMatchObject({
      next: 'http://localhost/api/v1/codexarticles/?codex=uk&size=2&page=3',
      previous: 'http://localhost/api/v1/codexarticles/?codex=uk&size=2&page=1',
    })
    expect(rows(await ask('codexarticles/?codex=uk&size=2&page=2'))).toHaveLength(2)
  })
  it('are found by number and part, in one codex or both', async () => {
    expect(rows(await ask(typed('codexarticles/search', '20.2 ч. 5')))[0]).toMatchObject({
      name: '20.2 ч.\u00a05',
      article_number: '20.2',
      part: '5',
      codex: 'koap',
      title: expect.stringContaining('митинг'),
    })
    expect(rows(await ask(typed('codexarticles/search', '158 ч. 2', '&codex=uk')))).toHaveLength(1)
    expect(rows(await ask(typed('codexarticles/search', '158 ч. 2', '&codex=koap')))).toHaveLength(0)
  })
})

describe('suggestions (§5)', () => {
  it.each(['courtssearch', 'judgessearch', 'citiessearch', 'codexarticles/search'])(
    '%s starts at two characters',
    async path => {
      for (const query of ['', '?query=', '?query=м', '?query=%20м%20', '?query=%20%20'])
        expect(await ask(`${path}/${query}`)).toMatchObject({
          status: 400,
          body: { query: ['Введите не меньше двух букв.'] },
        })
      expect((await ask(typed(path, 'мо'))).status).toBe(200)
    },
  )
  it('of courts put what begins so first, then words that begin so', async () => {
    const titles = rows(await ask(typed('courtssearch', 'заречн'))).map(({ title }) => title)
    expect(titles.slice(0, 1)).toEqual([courts.zarechny.title])
    expect(titles).toContain(courts.upper.title)
  })
  it('want every word, in any order and letter case', async () => {
    expect(rows(await ask(typed('courtssearch', 'СУД заречн район'))).map(({ title }) => title)).toContain(
      courts.zarechny.title,
    )
    expect(rows(await ask(typed('courtssearch', 'заречный планетарный')))).toEqual([])
  })
  it('puts courts before magistrates, and leaves out districts that are no more unless cases are theirs', async () => {
    const found = rows(await ask(typed('courtssearch', 'ленинск', '&size=50')))
    expect(found).toHaveLength(50)
    expect(found.every(({ title }) => !/участок/i.test(title ?? ''))).toBe(true)
    const former = typed('courtssearch', 'участок № 1 заволжского района твери')
    expect(rows(await ask(former))).toEqual([])
    const title = 'Судебный участок № 1 Заволжского района г. Твери'
    await buildCase(db, { court: { title, region: 69 } })
    expect(rows(await ask(former)).map(one => one.title)).toEqual([title])
    expect(rows(await ask(typed('courtssearch', 'участок 7 кунгурского')))).toHaveLength(1)
  })
  it('are twenty unless more are asked for, with how many there are', async () => {
    const answer = await ask(typed('courtssearch', 'суд'))
    expect(rows(answer)).toHaveLength(20)
    expect(rows(await ask(typed('courtssearch', 'суд', '&size=50')))).toHaveLength(50)
    expect((answer.body as { count: number }).count).toBeGreaterThan(1000)
  })
  it.each([
    ['100%_\\', 1],
    ['0_%', 0],
    ['%%', 0],
    ['__', 0],
    ["' or 1=1 --", 0],
  ])('take «%s» literally', async (query, count) =>
    expect(rows(await ask(typed('courtssearch', query)))).toHaveLength(count),
  )
  it('do not tell ё from е', async () => {
    const names = (query: string) =>
      ask(typed('judgessearch', query)).then(answer => rows(answer).map(({ name }) => name))
    for (const query of ['елкин', 'ёлкин', 'ЁЛКИН'])
      expect(await names(query)).toEqual(['Елкина Анна Ивановна', 'Ёлкина Вера Петровна', 'Белоёлкин Семён Ильич'])
    expect(await names('алкин')).toEqual([])
    expect(rows(await ask(typed('citiessearch', 'елкин'))).map(({ city }) => city)).toEqual(['Верхний Ёлкин'])
  })
  it('of judges are narrowed by regions and courts', async () => {
    const found = async (more: string) => rows(await ask(typed('judgessearch', 'елкин', more))).map(({ name }) => name)
    expect(await found('&allowed_regions=78')).toEqual(['Белоёлкин Семён Ильич'])
    expect(await found('&allowed_regions=77&allowed_regions=78')).toHaveLength(3)
    expect(await found(`&court=${courtIds[courts.zarechny.title]}`)).toEqual(['Ёлкина Вера Петровна'])
    expect(await found(`&allowed_regions=78&court=${courtIds[courts.zarechny.title]}`)).toEqual([])
    expect(rows(await ask(typed('judgessearch', 'белоёлкин')))).toMatchObject([
      { court: { title: courts.upper.title, region: 78 } },
    ])
  })
  it('stay within the regions of the account (§6)', async () => {
    expect(rows(await ofPetersburg(typed('judgessearch', 'елкин'))).map(({ name }) => name)).toEqual([
      'Белоёлкин Семён Ильич',
    ])
    expect(rows(await ofPetersburg(typed('judgessearch', 'елкин', '&allowed_regions=77')))).toEqual([])
    expect(rows(await ofPetersburg(typed('citiessearch', 'заречинск')))).toEqual([])
    expect(rows(await ofPetersburg(typed('courtssearch', 'суд'))).every(({ region }) => region === 78)).toBe(true)
  })
  it('of tags are for editors, and start at two characters', async () => {
    await db
      .insertInto('tag')
      .values([{ value: 'одиночный пикет' }, { value: 'пикет' }])
      .execute()
    expect(rows(await editor(typed('tags/search', 'пик'))).map(({ value }) => value)).toEqual([
      'пикет',
      'одиночный пикет',
    ])
    expect(await editor(typed('tags/search', 'п'))).toMatchObject({
      status: 400,
      body: { query: ['Введите не меньше двух букв.'] },
    })
  })
})

describe('a directory asked wrongly', () => {
  it.each([
    ['courtssearch/?query=суд&allowed_regions=x', 'allowed_regions', 'Нужны номера регионов.'],
    ['courtssearch/?query=суд&court=1', 'court', 'Неизвестный параметр.'],
    ['courtssearch/?query=суд&query=рай', 'query', 'Нужно одно значение.'],
    ['courtssearch/?query=%D1%81%00', 'query', 'Недопустимый знак с кодом 0.'],
    ['judgessearch/?query=бел&court=99999999999', 'court', 'Нужны номера судов.'],
    ['codexarticles/?codex=gk', 'codex', 'Возможные значения: koap, uk.'],
    ['casesresulttypes/?type=3', 'type', 'Возможные значения: 1, 2.'],
    ['casesresulttypes/?type=1&type=2', 'type', 'Возможные значения: 1, 2.'],
    ['casedefenseparams/?size=1000000', 'size', 'Размер страницы: не больше 5000.'],
    ['casedefenseparams/?page=0', 'page', 'Страница: нужно целое число от 1 до 10000000.'],
    ['names/?courts=abc', 'courts', 'Нужны номера.'],
    ['names/?people=1', 'people', 'Неизвестный параметр.'],
  ])('%s', async (path, field, sentence) =>
    expect(await ask(path)).toMatchObject({ status: 400, body: { [field]: [sentence] } }),
  )
  it('with numbers past what its columns hold finds nothing', async () => {
    expect(rows(await ask(typed('courtssearch', 'суд', '&allowed_regions=2147483647')))).toEqual([])
    expect(rows(await ask('casedefenseparams/?page=9999999'))).toEqual([])
  })
})

describe('the fixed lists', () => {
  it('of results depend on the codex and the instance (§5)', async () => {
    const titles = async (query: string) => rows(await ask(`casesresulttypes/${query}`)).map(({ title }) => title)
    const [all, koap, uk, koapAppeal] = [
      await titles(''),
      await titles('?type=1'),
      await titles('?type=2'),
      await titles('?type=1&stage=2'),
    ]
    expect(koap.length).toBeGreaterThan(0)
    expect(koap.length).toBeLessThan(all.length)
    expect(koapAppeal.length).toBeLessThan(koap.length)
    expect(uk).not.toEqual(koap)
    expect(await titles('?type=&stage=')).toEqual(all)
  })
  it('of events say which are hearings', async () =>
    expect(
      new Set(rows(await ask('caseseventstypes/')).map(row => JSON.stringify(row).includes('"is_hearing":true'))),
    ).toEqual(new Set([true, false])))
  it('of defence parameters come in one piece (§9)', async () => {
    await db.insertInto('defence_param').values({ key: 'действия', value: 'держал плакат' }).execute()
    const answer = await ask('casedefenseparams/?size=500')
    expect(rows(answer)).toContainEqual({ id: expect.any(Number), key: 'действия', value: 'держал плакат' })
    expect((answer.body as { next: unknown }).next).toBeNull()
  })
})

describe('names for chips', () => {
  it('are answered by their numbers', async () => {
    const [article] = rows(await ask(typed('codexarticles/search', '20.2 ч. 5')))
    const court = courtIds[courts.upper.title]
    expect((await ask(`names/?articles=${article?.id}&courts=${court}&courts=999999`)).body).toEqual({
      articles: { [String(article?.id)]: '20.2 ч.\u00a05' },
      courts: { [String(court)]: courts.upper.title },
      judges: {},
      sets: {},
      tags: {},
    })
  })
  it('of tags are for editors', async () => {
    expect((await ask('names/?tags=1')).status).toBe(403)
    expect((await editor('names/?tags=1')).status).toBe(200)
  })
})

describe('the release date (§4)', () => {
  it('stays the same from call to call, and tells a demonstration', async () => {
    const first = await ask('releasedate/')
    expect(first.body).toEqual({ ts: expect.any(Number), is_demo: false })
    await buildCases(db, [{}], 'demo')
    expect((await ask('releasedate/')).body).toEqual({ ...(first.body as object), is_demo: true })
  })
  it('is newer when another version of the product runs', async () => {
    const { body } = await ask('releasedate/')
    await db
      .updateTable('installation')
      .set({ value: JSON.stringify({ version: '0.0.0', ts: 1 }) })
      .where('key', '=', 'release')
      .execute()
    const { ts } = (await ask('releasedate/')).body as { ts: number }
    expect(ts).toBeGreaterThanOrEqual((body as { ts: number }).ts)
  })
})
