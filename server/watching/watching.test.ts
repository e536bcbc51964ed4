import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchAdded, watchDecided, watchList, watchRemoved } from '#shared/api/set-watch.ts'
import { newInvitation, setItemList, workingSet } from '#shared/api/sets.ts'
import { todayAnswer } from '#shared/api/today.ts'
import { dayIn } from '#shared/domain/dates.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../../test/factories.ts'
import { maintainWatchLists } from './maintain-watch-lists.ts'
import { watchChanged } from './match-rows.ts'
import { keysVersion } from './name-keys.ts'
import { postKeys } from './rows.ts'
import { searchRows } from './search-rows.ts'

/** A set watches names, numbers and УИДs (decision 0105): certain matches are added to it, possible ones wait for a person. */
const { db, as } = await testApp()
const zarechny = { title: 'Завороженский районный суд', region: 77, city: 'Москва' }
const podgorny = { title: 'Заоблачинский районный суд', region: 78, city: 'Подгорск' }
const accused = (name: string) => [{ name, articles: [{ codex: 'koap' as const, article_number: '20.2', part: '5' }] }]
const caseOf = (name: string, court = zarechny, more: object = {}) =>
  buildCase(db, { court, defendants: accused(name), ...more })
const owner = await buildAccount(db)
const limited = await buildAccount(db, { regions: [77] })
const stranger = await buildAccount(db)
const [own, theirs, foreign] = await Promise.all([as(owner), as(limited), as(stranger)])
const post = (ask: Ask, path: string, body: unknown = {}) => ask(path, { method: 'POST', body })
let made = 0
const newSet = async (ask = own) =>
  workingSet.parse((await post(ask, 'sets/', { title: `Наблюдение ${++made}` })).body).id
const add = async (set: number, rows: object[], ask = own) =>
  watchAdded.parse((await post(ask, `sets/${set}/watch/`, { rows })).body)
const list = async (set: number, ask = own, query = '') =>
  watchList.parse((await ask(`sets/${set}/watch/${query}`)).body)
const told = async (set: number, ask = own) =>
  (await list(set, ask)).results.map(({ text, state, cases }) => [text, state, cases.map(one => one.case_id)])
const items = async (set: number, ask = own) =>
  setItemList.parse((await ask(`sets/${set}/items/`)).body).results.map(({ case_id }) => case_id)
const decide = async (set: number, decisions: object[]) =>
  watchDecided.parse((await own(`sets/${set}/watch/cases/`, { method: 'PATCH', body: { decisions } })).body)

describe('rows', () => {
  it('find what there is: by a name with its region, a number with its court, an УИД', async () => {
    const set = await newSet()
    const byName = await caseOf('Радугодуб Вера Олеговна')
    const short = await caseOf('Радугодуб В.О.')
    const slip = await caseOf('Радугадуб Вера Олеговна')
    const number = await caseOf('Хлебодаров Пётр Ильич', podgorny, { case_number: '5-771/2026' })
    const uid = await caseOf('Хлебодаров Ян Ильич', podgorny, { case_uid: '78RS0001-01-2026-000771-20' })
    const { added, refused } = await add(set, [
      { text: 'Радугодуб Вера Олеговна', region: 77 },
      { text: '5-771/26', court: 'Заоблачинский районный суд' },
      { text: '78РС0001-01-2026-000771-20' },
      { text: 'Луноходов Кай Ильич', region: 77 },
    ])
    expect([added.length, refused]).toEqual([4, []])
    expect(await told(set)).toEqual([
      ['Радугодуб Вера Олеговна', 'found', [byName, ...[slip, short].toSorted((a, b) => b - a)]],
      ['5-771/26', 'found', [number]],
      ['78RS0001-01-2026-000771-20', 'found', [uid]],
      ['Луноходов Кай Ильич', 'nothing', []],
    ])
    expect((await items(set)).toSorted((a, b) => a - b)).toEqual([byName, number, uid].toSorted((a, b) => a - b))
    const { summary } = await list(set)
    expect(summary).toMatchObject({ rows: 4, found: 3, perhaps: 0, nothing: 1, waiting: 2 })
    expect((await list(set, own, '?state=nothing')).results.map(({ text }) => text)).toEqual(['Луноходов Кай Ильич'])
  })
  it('that cannot be watched are told with why, those that stand there already are not doubled', async () => {
    const set = await newSet()
    const one = { text: 'Ветрогонов Лев Ильич', region: 77 }
    expect(
      await add(set, [one, one, { text: 'Ветрогонов' }, { text: '5-1/2026' }, { text: 'ООО «Луна»' }]),
    ).toMatchObject({
      already: 1,
      refused: [
        { row: 2, why: 'Одной фамилии мало: добавьте имя, суд, статью или дату.' },
        { row: 3, why: 'Один номер дела бывает у многих судов: укажите суд.' },
        { row: 4, why: 'Это не похоже на имя человека, номер дела или УИД.' },
      ],
    })
    expect(await add(set, [one])).toMatchObject({ added: [], already: 1 })
    const dayOf = (n: number): string => new Date(Date.parse('2020-01-01') + n * 86_400_000).toISOString().slice(0, 10)
    const many = Array.from({ length: 1000 }, (_, n) => ({ ...one, day: dayOf(n) }))
    const { status, body } = await post(own, `sets/${set}/watch/`, { rows: many })
    expect([status, body]).toEqual([400, { rows: [expect.stringMatching(/^В списке не больше 1\s000\sстрок\.$/)] }])
  })
  it('are looked for first where they say, and say when not all that is like them was looked at', async () => {
    const set = await newSet()
    const namesakes = Array.from({ length: 120 }, () => ({
      court: podgorny,
      defendants: accused('Звездоходов Антон Андреевич'),
    }))
    await buildCases(db, namesakes.slice(60))
    const meant = await caseOf('Звездоходов Алексей Андреевич')
    await buildCases(db, namesakes.slice(0, 60))
    const { summary } = await add(set, [
      { text: 'Звездоходов Алексей Андреевич', region: 77 },
      { text: 'Звездоходов Афанасий Андреевич', region: 77 },
      { text: 'Безлюднов Лев Ильич', region: 77 },
    ])
    expect([summary.cut, summary.nothing]).toEqual([1, 1])
    expect(await told(set)).toEqual([
      ['Звездоходов Алексей Андреевич', 'found', [meant]],
      ['Звездоходов Афанасий Андреевич', 'cut', []],
      ['Безлюднов Лев Ильич', 'nothing', []],
    ])
    expect((await list(set)).results.map(({ is_cut }) => is_cut)).toEqual([true, true, false])
  })
  it('are looked for first on their day, also where nothing is decided yet, and are cut no more when all was looked at', async () => {
    const set = await newSet()
    const meant = await caseOf('Пустоходова Ия Львовна', zarechny, { entry_date: '2026-03-12' })
    const cases = Array.from({ length: 120 }, () => ({
      entry_date: '2026-03-13',
      defendants: accused('Пустоходова Инна Львовна'),
    }))
    const namesakes = await buildCases(db, cases)
    await add(set, [{ text: 'Пустоходова Ия Львовна', day: '2026-03-12' }])
    expect(await told(set)).toEqual([['Пустоходова Ия Львовна', 'found', [meant]]])
    const isCut = async () => (await list(set)).results.map(({ is_cut }) => is_cut)
    expect(await isCut()).toEqual([true])
    await sql`delete from court_case where id = any(${namesakes}::integer[])`.execute(db)
    await sql`update case_set_watch set searched_at = null where set_id = ${set}`.execute(db)
    await searchRows(db)
    expect(await isCut()).toEqual([false])
  })
  it('have all their keys once they are looked for, unless their name was masked meanwhile', async () => {
    const set = await newSet()
    const { added } = await add(set, [{ text: 'Сверхдолгофамильцев Лев Ильич' }])
    const keys = () =>
      sql<{
        key: string
      }>`select key::text from case_set_watch_key where watch_id = any(${added}::integer[]) order by key`.execute(db)
    const { rows } = await keys()
    expect(rows.length).toBeGreaterThan(1)
    await sql`
      delete from case_set_watch_key where watch_id = any(${added}::integer[]) and key <> (select max(key) from case_set_watch_key)`.execute(
      db,
    )
    await sql`update case_set_watch set searched_at = null where set_id = ${set}`.execute(db)
    await searchRows(db)
    expect((await keys()).rows).toEqual(rows)
    // Keys of another version.
    await sql`
      delete from case_set_watch_key where watch_id = any(${added}::integer[])
        and key in (hashtextextended(${keysVersion}, 0), ${rows[0]?.key}::bigint)`.execute(db)
    await maintainWatchLists(db, new Date())
    expect((await keys()).rows).toEqual(rows)
    await sql`update case_set_watch set text = 'Скрыто' where id = any(${added}::integer[])`.execute(db)
    await postKeys(db, [{ id: Number(added[0]), kind: 'name', text: 'Сверхдолгофамильцев Лев Ильич' }])
    expect((await keys()).rows).toEqual([])
  })
  it('are not cut by people whose surnames have theirs within', async () => {
    const set = await newSet()
    const people = [{ name: 'Снегоким Вера Олеговна', role: 'unknown' as const, articles: [] }]
    await buildCases(
      db,
      Array.from({ length: 101 }, () => ({ defendants: people })),
    )
    await add(set, [{ text: 'Ким Вера Олеговна' }])
    expect(await told(set)).toEqual([['Ким Вера Олеговна', 'nothing', []]])
  })
  it.each(['Тер-Ветропрахов Лев Ильич', 'Тер–Ветропрахов Л.И.'])(
    'of a double surname are met where nobody is told to be accused: %s',
    async name => {
      const set = await newSet()
      const found = await buildCase(db, { defendants: [{ name, role: 'unknown' as const, articles: [] }] })
      await add(set, [{ text: 'Тер-Ветропрахов Лев Ильич' }])
      expect((await list(set)).results[0]?.cases.map(({ case_id }) => case_id)).toContain(found)
    },
  )
  it('are taken out and come back with what was decided', async () => {
    const set = await newSet()
    const one = await caseOf('Звонкова Яна Ильинична')
    const { added } = await add(set, [{ text: 'Звонкова Яна Ильинична' }])
    await decide(set, [{ row: added[0], case_id: one, verdict: 'refused' }])
    const { body } = await post(own, `sets/${set}/watch/remove/`, { rows: added })
    const none = { rows: 0, found: 0, perhaps: 0, nothing: 0, cut: 0, waiting: 0, searching: 0 }
    expect([await told(set), (await list(set)).summary, watchRemoved.parse(body).summary]).toEqual([
      [],
      expect.objectContaining(none),
      expect.objectContaining(none),
    ])
    await post(own, `sets/${set}/watch/restore/`, { rows: added })
    expect((await list(set)).results[0]?.cases).toMatchObject([
      { case_id: one, state: 'refused', decided_by: owner.username },
    ])
  })
})

/** A watched name, and the spelling of a clerk. */
const spellings: readonly (readonly [watched: string, written: string, isMet: boolean])[] = [
  ['Ветропрахов Гусейн Львович', 'Ветропрахов Хусейн Львович', true],
  ['Ветрозвонов Хусейн Львович', 'Ветрозвонов Гусейн Львович', true],
  ['Ветросветов Лев Хусейнович', 'Ветросветов Лев Гусейнович', true],
  ['Сверхлунопрахов Ким Львович', 'Севрхлунопрхов Ким Львович', true],
  ['Междуречнозорин Ким Львович', 'Мехдуречзорин К.Л.', false],
  ['Неведомозвездин Ким Львович', 'Невидомазвездин Ким Львович', true],
  ['Долгодорожнинов Ким Львович', 'Долгодорожнннв Ким Львович', true],
  ['Светлолунодаров К.Л.', 'Светлолунадорав Ким Львович', false],
  ['Светлозернодаров Ким Львович', 'Светлозернадоров Ким Львович', true],
]
describe('a name in another spelling', () => {
  it.each(spellings)(
    '%s, written %s: is met in a case that is there and in one that changes alike',
    async (text, name, isMet) => {
      const [before, after] = [await newSet(), await newSet()]
      await add(after, [{ text, region: 77 }])
      const one = await caseOf(name)
      await add(before, [{ text, region: 77 }])
      await watchChanged(db, [one])
      const met = [[text, isMet ? 'perhaps' : 'nothing', isMet ? [one] : []]]
      expect([await told(before), await told(after)]).toEqual([met, met])
    },
  )
})

describe('a changed case', () => {
  it('joins the set it is found for, once: taken out by hand it stays out', async () => {
    const set = await newSet()
    await add(set, [{ text: 'Медополёт Ия Львовна', court: 'Завороженский районный суд' }])
    const [one, other] = [await caseOf('Медополёт Ия Львовна'), await caseOf('МЕДОПОЛЁТ ИЯ ЛЬВОВНА')]
    await watchChanged(db, [one, other])
    expect(await items(set)).toEqual([one, other])
    await post(own, `sets/${set}/items/remove/`, { cases: [one] })
    await watchChanged(db, [one, other])
    await sql`delete from case_set_item where removed_at is not null`.execute(db)
    await watchChanged(db, [one, other])
    expect(await items(set)).toEqual([other])
  })
  it('that may be meant waits: confirmed it joins, refused it never does, and both can be taken back', async () => {
    const set = await newSet()
    const { added } = await add(set, [{ text: 'Камнегорск Лея Павловна', region: 77 }])
    const [row] = added
    const one = await caseOf('Камнегорск Л.П.')
    const other = await caseOf('Каменгорск Лея Павловна')
    await watchChanged(db, [one, other])
    expect([await items(set), (await list(set)).summary.waiting]).toEqual([[], 2])
    const { undo } = await decide(set, [
      { row, case_id: one, verdict: 'confirmed' },
      { row, case_id: other, verdict: 'refused' },
    ])
    await watchChanged(db, [one, other])
    expect(await items(set)).toEqual([one])
    await decide(set, undo)
    expect([await items(set), (await list(set)).summary.waiting]).toEqual([[], 2])
  })
  it('refused leaves the set only where the list has put it there', async () => {
    const set = await newSet()
    const [byHand, found] = [await caseOf('Песцветов Ким Львович'), await caseOf('Песцветов Ким Львович')]
    await post(own, `sets/${set}/items/`, { cases: [byHand] })
    const { added } = await add(set, [{ text: 'Песцветов Ким Львович', article: '20.2' }])
    expect(await items(set)).toEqual([byHand, found])
    await decide(
      set,
      [byHand, found].map(case_id => ({ row: added[0], case_id, verdict: 'refused' })),
    )
    expect(await items(set)).toEqual([byHand])
  })
  it('outside the owner’s regions is not found; within theirs a reader of fewer is told only how many there are', async () => {
    const [wide, narrow] = [await newSet(), await newSet(theirs)]
    const one = { text: 'Дождеслухов Ян Львович', article: '20.2' }
    await add(wide, [one])
    await add(narrow, [one], theirs)
    const there = await caseOf('Дождеслухов Ян Львович', podgorny)
    await watchChanged(db, [there])
    expect([await told(wide), await told(narrow, theirs)]).toEqual([
      [['Дождеслухов Ян Львович', 'found', [there]]],
      [['Дождеслухов Ян Львович', 'nothing', []]],
    ])
    const { token } = newInvitation.parse((await post(own, `sets/${wide}/invitations/`, { role: 'reader' })).body)
    await post(theirs, 'sets/invitations/accept/', { token })
    expect((await list(wide, theirs)).results).toMatchObject([{ state: 'nothing', cases: [], hidden: 1 }])
    expect((await post(theirs, `sets/${wide}/watch/`, { rows: [one] })).status).toBe(403)
    expect((await foreign(`sets/${wide}/watch/`)).status).toBe(404)
  })
  it('that the court puts right is found no more, and leaves the set unless somebody has worked on it', async () => {
    const set = await newSet()
    const name = 'Яснополов Ян Львович'
    await add(set, [{ text: name, article: '20.2' }])
    const written = (number: number, who = name, article_number = '20.2') =>
      caseOf(who, zarechny, {
        source_key: `test:put-right-${number}`,
        case_number: `5-88${number}/2026`,
        defendants: [{ name: who, articles: [{ codex: 'koap', article_number, part: '5' }] }],
      })
    const [other, article, noted, same] = [await written(1), await written(2), await written(3), await written(4)]
    const all = [other, article, noted, same]
    await watchChanged(db, all)
    expect((await items(set)).toSorted((a, b) => a - b)).toEqual(all)
    const status = { items: [{ case_id: noted, status: 'working' }] }
    expect((await own(`sets/${set}/items/`, { method: 'PATCH', body: status })).status).toBe(200)
    await written(1, 'Снегозвонов Пётр Ильич')
    await written(2, name, '19.3')
    await written(3, 'Снегозвонов Пётр Ильич')
    await watchChanged(db, all)
    expect((await items(set)).toSorted((a, b) => a - b)).toEqual([noted, same])
    expect((await list(set)).results[0]?.cases.map(one => [one.case_id, one.state, one.evidence.differs])).toEqual([
      [same, 'found', []],
      [article, 'perhaps', ['article']],
    ])
    await written(1)
    await written(2)
    await watchChanged(db, all)
    expect((await items(set)).toSorted((a, b) => a - b)).toEqual(all)
  })
  it('put right while the list had ended is found no more when it goes on', async () => {
    const set = await newSet()
    const { added } = await add(set, [{ text: 'Горновзоров Ян Львович', article: '20.2' }])
    const written = (who: string) =>
      caseOf(who, zarechny, { source_key: 'test:put-right-later', case_number: '5-889/2026' })
    const one = await written('Горновзоров Ян Львович')
    await watchChanged(db, [one])
    expect(await items(set)).toEqual([one])
    await post(own, `sets/${set}/watch/remove/`, { rows: added })
    await written('Снегозвонов Пётр Ильич')
    await watchChanged(db, [one])
    await post(own, `sets/${set}/watch/restore/`, { rows: added })
    expect([await items(set), await told(set)]).toEqual([[], [['Горновзоров Ян Львович', 'nothing', []]]])
  })
  it('is not found by the article of a co-accused: one’s own is another, or is not told', async () => {
    const set = await newSet()
    const uk = (article_number: string) => [{ codex: 'uk' as const, article_number, part: '' }]
    const withOther = (articles: ReturnType<typeof uk>, name: string) =>
      caseOf(name, zarechny, {
        articles: uk('228'),
        defendants: [
          { name, articles, role: 'accused' },
          { name: 'Хлебодаров Пётр Ильич', articles: uk('228') },
        ],
      })
    const other = await withOther(uk('158'), 'Светлояр Вера Олеговна')
    const untold = await withOther([], 'Светлояр Нина Олеговна')
    const own = await withOther(uk('228'), 'Светлояр Анна Олеговна')
    await add(
      set,
      ['Вера', 'Нина', 'Анна'].map(given => ({ text: `Светлояр ${given} Олеговна`, article: 'ст. 228' })),
    )
    expect((await list(set)).results).toMatchObject([
      { state: 'perhaps', cases: [{ case_id: other, evidence: { agrees: [], differs: ['article'] } }] },
      { state: 'perhaps', cases: [{ case_id: untold, evidence: { agrees: [], differs: [] } }] },
      { state: 'found', cases: [{ case_id: own, evidence: { agrees: ['article'], differs: [] } }] },
    ])
    expect(await items(set)).toEqual([own])
  })
  it('of a second bearer of the name makes nobody found', async () => {
    const set = await newSet()
    await caseOf('Лугомостов Лев Львович', podgorny)
    const here = await caseOf('Лугомостов Лев Львович')
    await add(set, [{ text: 'Лугомостов Лев Львович', court: 'Завороженский районный суд' }])
    expect((await list(set)).results[0]).toMatchObject({ state: 'perhaps', cases: [{}, {}] })
    expect([await items(set), (await list(set)).results[0]?.cases.some(({ case_id }) => case_id === here)]).toEqual([
      [],
      true,
    ])
  })
})

describe('says which courts of a row were not read: nothing was found in them', () => {
  /** The states of all courts are cached for a minute. */
  let passed = 0
  const minuteLater = () => vi.setSystemTime(Date.now() + 60_000 * ++passed)
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    minuteLater()
  })
  afterEach(() => vi.useRealTimers())
  const unreadOf = async (row: object, ask = own) => {
    const set = await newSet(ask)
    await add(set, [row], ask)
    return (await list(set, ask)).results[0]?.unread
  }
  const coded = { title: 'Кодовый районный суд', region: 78, city: 'Подгорск', vnkod: '78RS9901' }
  const courts = async (region?: number) =>
    (
      await db
        .selectFrom('court')
        .where('state', 'not in', ['gone', 'renumbered'])
        .$if(region !== undefined, query => query.where('region', '=', region ?? 0))
        .select('id')
        .execute()
    ).length

  it('the court that it names, or whose code its УИД begins with, whatever region is told beside', async () => {
    await Promise.all([zarechny, coded].map(court => caseOf('Кодов Лев Ильич', court)))
    const of = ({ title }: { title: string }) => ({ count: 1, of: 1, courts: [title] })
    expect(await unreadOf({ text: 'Безвестнов Лев Ильич', court: zarechny.title })).toEqual(of(zarechny))
    expect(await unreadOf({ text: '78RS9901-01-2026-000001-20' })).toEqual(of(coded))
    expect(await unreadOf({ text: '78RS9901-01-2026-000001-20', court: zarechny.title, region: 78 })).toEqual(
      of(zarechny),
    )
  })
  it('those of its region, which the code of a court that is not known tells as well; else of every region', async () => {
    expect(await unreadOf({ text: 'Безвестнов Ян Ильич', region: 78 })).toMatchObject({ of: await courts(78) })
    expect(await unreadOf({ text: '78RS9999-01-2026-000001-20' })).toMatchObject({ of: await courts(78) })
    for (const text of ['Безвестнов Ян Ильич', '99RS0001-01-2026-000001-20', '78GV9999-01-2026-000001-20'])
      expect(await unreadOf({ text })).toMatchObject({ of: await courts() })
  })
  it.each([
    ['02', 4],
    ['03', 2],
    ['04', 3],
    ['20', 95],
    ['82', 41],
    ['91', 82],
  ])('of the region that УИД with the code %s are of, which has another number: %i', async (digits, region) => {
    const unread = await unreadOf({ text: `${digits}RS9999-01-2026-000001-20` })
    const { id } = await db
      .selectFrom('court')
      .where('title', '=', unread?.courts[0] ?? '')
      .where('region', '=', region)
      .select('id')
      .executeTakeFirstOrThrow()
    expect([unread?.of, id]).toEqual([await courts(region), expect.any(Number)])
  })
  it('of those that its reader may see alone', async () => {
    await Promise.all([podgorny, coded].map(court => caseOf('Закрытов Лев Ильич', court)))
    expect(await unreadOf({ text: 'Безвестнов Ян Ильич' }, theirs)).toMatchObject({ of: await courts(77) })
    const none = { count: 0, of: 0, courts: [] }
    expect(await unreadOf({ text: '78RS9901-01-2026-000001-20' }, theirs)).toEqual(none)
    // Whatever visible region is given as well.
    for (const row of [{ text: '78RS9901-01-2026-000001-20' }, { text: 'Безвестнов Ян Ильич', court: podgorny.title }])
      expect(await unreadOf({ ...row, region: 77 }, theirs)).toEqual(none)
  })
  it('those of the region in place of a court that is no more', async () => {
    const gone = { ...coded, title: 'Упразднённый районный суд', vnkod: '78RS9902' }
    await caseOf('Безкодов Лев Ильич', gone)
    await db.updateTable('court').set({ state: 'gone' }).where('vnkod', '=', gone.vnkod).execute()
    expect(await unreadOf({ text: '78RS9902-01-2026-000001-20' })).toMatchObject({ of: await courts(78) })
  })
  it('all courts are asked once a minute for the same regions, whatever pages ask; the court of a row each time', async () => {
    const [before, ofTheirs] = [await unreadOf({ text: 'Безвестнов Ян Ильич' }), await courts(77)]
    const later = { ...zarechny, title: 'Поздний районный суд' }
    await caseOf('Поздненко Лев Ильич', later)
    expect(await unreadOf({ text: 'Безвестнов Пётр Ильич' })).toEqual(before)
    expect(await unreadOf({ text: 'Безвестнов Пётр Ильич' }, theirs)).toMatchObject({ of: ofTheirs + 1 })
    expect(await unreadOf({ text: 'Безвестнов Пётр Ильич', court: later.title })).toMatchObject({ of: 1 })
    minuteLater()
    expect(await unreadOf({ text: 'Безвестнов Пётр Ильич' })).toMatchObject({ of: await courts() })
    expect(await courts()).toBe((before?.of ?? 0) + 1)
  })
})

it('is read where nothing can be written, and who has looked is recorded afterwards', async () => {
  const set = await newSet()
  await add(set, [{ text: 'Безмолвнов Лев Ильич' }])
  const looks = async () =>
    (
      await sql`select from audit_entry where action = 'set_watch_seen' and details ->> 'set_id' = ${String(set)}`.execute(
        db,
      )
    ).rows.length
  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger no_room before insert on audit_entry execute function no_room()`.execute(db)
  expect((await list(set)).results).toHaveLength(1)
  await sql`drop function no_room() cascade`.execute(db)
  expect(await looks()).toBe(0)
  await list(set)
  expect(await looks()).toBe(1)
})

it('tells the audit log who has looked at it, once a day for each member, and never what stands in it', async () => {
  const set = await newSet()
  const seen = async () =>
    (
      await sql<{ account_id: number; details: unknown }>`select account_id, details from audit_entry
        where action = 'set_watch_seen' and details ->> 'set_id' = ${String(set)} order by id`.execute(db)
    ).rows
  await list(set)
  expect(await seen()).toEqual([])
  await add(set, [{ text: 'Незримов Лев Ильич', article: '20.2' }])
  const { token } = newInvitation.parse((await post(own, `sets/${set}/invitations/`, { role: 'reader' })).body)
  await post(theirs, 'sets/invitations/accept/', { token })
  for (const ask of [own, theirs, own]) await list(set, ask)
  await foreign(`sets/${set}/watch/`)
  const both = [owner, limited].map(({ id }) => ({ account_id: id, details: { set_id: set } }))
  expect(await seen()).toEqual(both)
  const earlier = (hours: number) =>
    sql`update case_set_member set watch_seen_at = now() - ${hours}::integer * interval '1 hour' where set_id = ${set}`.execute(
      db,
    )
  await earlier(23)
  await list(set)
  expect(await seen()).toEqual(both)
  await earlier(25)
  await list(set)
  expect(await seen()).toEqual([...both, both[0]])
})

describe('a list that nobody touches', () => {
  const day = 86_400_000
  const states = async (set: number, now: Date) => {
    await maintainWatchLists(db, now)
    const { summary } = await list(set)
    return [summary.ends_on !== null, summary.is_ended]
  }
  it('is warned of after eleven months and ends a month later; whoever prolongs it gets what it has missed', async () => {
    const set = await newSet()
    await add(set, [{ text: 'Тихонравов Лев Ильич', article: '20.2' }])
    const { token } = newInvitation.parse((await post(own, `sets/${set}/invitations/`, { role: 'reader' })).body)
    await post(theirs, 'sets/invitations/accept/', { token })
    const toldToday = async (ask: Ask) =>
      todayAnswer.parse((await ask('today/')).body).ending_watches?.filter(({ id }) => id === set)
    const { rows } = await sql<{ year: Date }>`select now() + interval '12 months' as year`.execute(db)
    const warned = (rows[0]?.year.getTime() ?? 0) - 30 * day
    const told = async () => workingSet.parse((await own(`sets/${set}/`)).body).watching
    // The end was reached during the request.
    const on = warned + 60_000
    expect([await states(set, new Date(warned - day)), await told(), await toldToday(own)]).toEqual([
      [false, false],
      null,
      [],
    ])
    expect(await states(set, new Date(on))).toEqual([true, false])
    const end = { ends_on: dayIn('Europe/Moscow', new Date(on + 30 * day)), is_ended: false }
    expect(await told()).toEqual(end)
    // «Сегодня» shows it to those who can prolong it.
    expect([await toldToday(own), await toldToday(theirs)]).toEqual([
      [{ id: set, title: `Наблюдение ${made}`, ...end }],
      [],
    ])
    await own(`sets/${set}/members/${limited.id}/`, { method: 'PATCH', body: { role: 'editor' } })
    expect(await toldToday(theirs)).toMatchObject([end])
    // Any change of the set prolongs it at once, not only from the nightly job on.
    const touch = (at: number) =>
      db
        .updateTable('case_set')
        .set({ changed_at: new Date(at) })
        .where('id', '=', set)
        .execute()
    const { changed_at } = await db
      .selectFrom('case_set')
      .where('id', '=', set)
      .select('changed_at')
      .executeTakeFirstOrThrow()
    await touch(on + day)
    expect([await told(), await toldToday(own), (await list(set)).summary.ends_on]).toEqual([null, [], null])
    await touch(changed_at.getTime())
    expect(await states(set, new Date(on + day))).toEqual([true, false])
    expect(await states(set, new Date(on + 29 * day))).toEqual([true, false])
    expect(await states(set, new Date(on + 30 * day))).toEqual([true, true])
    expect(await states(set, new Date(on + 31 * day))).toEqual([true, true])
    expect([await told(), ...((await toldToday(own)) ?? [])]).toMatchObject([{ is_ended: true }, { is_ended: true }])
    const one = await caseOf('Тихонравов Лев Ильич')
    await watchChanged(db, [one])
    expect(await items(set)).toEqual([])
    await post(own, `sets/${set}/watch/keep/`)
    await searchRows(db)
    expect((await list(set)).summary).toMatchObject({ is_ended: false, ends_on: null, found: 1 })
    expect(await toldToday(own)).toEqual([])
    expect(await items(set)).toEqual([one])
  })
})
