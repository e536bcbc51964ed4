import { expect, it } from 'vitest'
import { importDone, unfoundList } from '#shared/api/set-import.ts'
import { unfoundWatched, watchList } from '#shared/api/set-watch.ts'
import { setItemList } from '#shared/api/sets.ts'
import { showDate } from '#shared/domain/dates.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { watchChanged } from './match-rows.ts'

/** Rows of a table that named no case are watched by one act (decision 0111), which is told before and taken back on both sides. */
const { db, as } = await testApp()
const zarechny = { title: 'Завороженский районный суд', region: 77, city: 'Москва' }
await buildCase(db, { court: zarechny, defendants: [{ name: 'Безлюднов Лев Ильич' }] })
const owner = await buildAccount(db)
const [own, foreign] = await Promise.all([as(owner), as(await buildAccount(db))])
const post = (ask: Ask, path: string, body: unknown = {}) => ask(path, { method: 'POST', body })

const table = {
  heads: ['№ дела', 'УИД', 'Суд', 'ФИО', 'Статья', 'Дата', 'Протокол', 'Заметка', 'Источник'],
  kinds: ['number', 'uid', 'court', 'name', 'article', 'date', 'protocol', 'note', 'own'],
}
const rowsOf = [
  ['5-901/2026', '', 'Завороженский', 'Радугодуб Вера Олеговна', '20.2 ч. 5', '03.10.2026', '', 'звонить', 'письмо'],
  ['5-902/2026', '', 'Нигдейский', 'Чижевский Лев Маркович', 'разные', '03.10.2026', '', '', ''],
  ['5-903/2026', '', '', '', '', '', '', '', ''],
  ['', '', '', 'Полынцев', '', '', '', '', ''],
  ['', '', '', '', '', '', '77 АА 123456', '', ''],
  ['', '77РС0001-01-2026-000904-20', '', 'Ветрогонов', '', '', '', '', ''],
]
let made = 0
/** A set of such rows, none of which is a case. */
const load = async (rows: readonly string[][] = rowsOf, more: object = table) => {
  const body = { ...{ ...more, title: `Таблица ${++made}` }, rows: rows.map((cells, n) => ({ line: n + 2, cells })) }
  const { status, body: answer, text } = await post(own, 'sets/import/', body)
  expect(status, text).toBe(201)
  return importDone.parse(answer).set.id
}
const unfound = async (set: number) =>
  unfoundList.parse((await own(`sets/${set}/unfound/`)).body).results.map(({ id, line }) => ({ id, line }))
const linesOf = async (set: number) => (await unfound(set)).map(({ line }) => line)
const watched = async (set: number) => watchList.parse((await own(`sets/${set}/watch/`)).body).results
const act = async (set: number, body: object = {}) =>
  unfoundWatched.parse((await post(own, `sets/${set}/unfound/watch/`, body)).body)
const items = async (set: number) =>
  setItemList.parse((await own(`sets/${set}/items/`)).body).results.map(({ case_id }) => case_id)
const undo = async (set: number, body: unknown) =>
  expect((await post(own, `sets/${set}/unfound/unwatch/`, body)).status).toBe(200)

const day = showDate('2026-10-03')
const numbered = [
  [2, '5-901/2026', ['Завороженский'], [], ''],
  [3, 'Чижевский Лев Маркович', [day], ['суд «Нигдейский»', 'статья «разные»'], ''],
  [4, '5-903/2026', [], [], 'Один номер дела бывает у многих судов: укажите суд.'],
  [5, 'Полынцев', [], [], 'Одной фамилии мало: добавьте имя, суд, статью или дату.'],
  [6, '77 АА 123456', [], [], expect.stringMatching(/^В строке нет имени/)],
  [7, '77RS0001-01-2026-000904-20', [], [], ''],
]
const toldOf = ({ rows }: Awaited<ReturnType<typeof act>>) =>
  rows.map(({ line, text, beside, left_out, why }) => [line, text, beside, left_out, why])

it('what each row becomes is told by the kinds of its columns before anything is written', async () => {
  const set = await load()
  expect(toldOf(await act(set, { preview: true }))).toEqual(numbered)
  expect(toldOf(await act(set, { preview: true, by: 'name' }))).toEqual([
    [2, 'Радугодуб Вера Олеговна', ['Завороженский', '20.2 ч. 5', day], [], ''],
    ...numbered.slice(1, 5),
    // The bare surname says too little.
    numbered[5],
  ])
  expect([await linesOf(set), await watched(set)]).toEqual([[2, 3, 4, 5, 6, 7], []])
})

it('they leave «Не найдено» for the watch list with what the table said beside; the others stay', async () => {
  const set = await load()
  const done = await act(set)
  expect([toldOf(done), done.added, done.already]).toEqual([numbered, 3, 0])
  expect(await linesOf(set)).toEqual([4, 5, 6])
  expect((await watched(set)).map(({ text, kind, from_table }) => [text, kind, from_table])).toEqual([
    [
      '5-901/2026',
      'number',
      [
        { head: 'Заметка', text: 'звонить' },
        { head: 'Источник', text: 'письмо' },
      ],
    ],
    ['Чижевский Лев Маркович', 'name', []],
    ['77RS0001-01-2026-000904-20', 'uid', []],
  ])
  await undo(set, done.undo)
  expect([await linesOf(set), await watched(set)]).toEqual([[2, 3, 4, 5, 6, 7], []])
})

it('picked rows alone are taken; two that say the same are one row of the list, which stays while either needs it', async () => {
  const twice = ['', '', 'Завороженский', 'Луноходов Кай Ильич', '', '', '', '', '']
  const set = await load([twice, twice, twice])
  const [first, second, third] = await unfound(set)
  const one = await act(set, { rows: [first?.id, second?.id] })
  expect([one.added, one.already, await linesOf(set)]).toEqual([1, 1, [4]])
  const other = await act(set, { rows: [third?.id] })
  expect([other.added, other.already, await linesOf(set)]).toEqual([0, 1, []])
  await undo(set, one.undo)
  expect([await linesOf(set), (await watched(set)).length]).toEqual([[2, 3], 1])
  await undo(set, other.undo)
  expect((await post(own, `sets/${set}/unfound/watch/`, { rows: [first?.id, 2_000_000] })).status).toBe(400)
})

it('cases that only they have found go when they are taken back, unless somebody has worked on them', async () => {
  const uid = (n: number) => `77RS0001-01-2026-00095${n}-20`
  const set = await load([0, 1].map(n => ['', uid(n), '', '', '', '', '', '', '']))
  const done = await act(set)
  const cases = await Promise.all(
    [0, 1].map(n =>
      buildCase(db, { court: zarechny, case_uid: uid(n), defendants: [{ name: 'Звездоходов Лев Ильич' }] }),
    ),
  )
  await watchChanged(db, cases)
  expect((await items(set)).toSorted()).toEqual(cases.toSorted())
  const change = { cases: [cases[0]], change: { status: 'working' } }
  expect((await own(`sets/${set}/items/`, { method: 'PATCH', body: change })).status).toBe(200)
  await undo(set, done.undo)
  expect(await items(set)).toEqual([cases[0]])
})

it('a row that points to a case, or whose case was declined, stays with why', async () => {
  const uid = '77RS0001-01-2026-000961-20'
  await buildCase(db, { court: zarechny, case_uid: uid, defendants: [{ name: 'Каменкин Лев Ильич' }] })
  const rows = [
    // Of another person; found for sure, and declined.
    { line: 2, cells: ['', uid, '', 'Радугодуб Вера Олеговна', '', '', '', '', ''] },
    { line: 3, cells: ['', uid, '', 'Каменкин Лев Ильич', '', '', '', '', ''], choice: null },
  ]
  const { body } = await post(own, 'sets/import/', { ...table, title: `Таблица ${++made}`, rows })
  const { id } = importDone.parse(body).set
  const stay = [
    [2, 'В деле указано другое лицо.'],
    [3, 'Дело по этой строке есть: выберите его или уберите строку.'],
  ]
  const whys = async () => (await act(id)).rows.map(({ line, why }) => [line, why])
  expect(await whys()).toEqual(stay)
  await db.updateTable('court_case').set({ case_uid: null }).where('case_uid', '=', uid).execute()
  expect((await whys())[1]).toEqual([3, 'Дело, найденное по этой строке, при загрузке не приняли.'])
})

it('a case of other people, of another number or court than the table said beside is never certain', async () => {
  const uid = (n: number) => `77RS0001-01-2026-00097${n}-20`
  const named = 'Снегоходов Лев Ильич'
  const set = await load([
    ['', uid(0), '', 'Снегоходова Вера Олеговна', '', '', '', '', ''],
    ['5-978/2026', uid(1), '', named, '', '', '', '', ''],
    ['', uid(2), 'Нигдейский', named, '', '', '', '', ''],
    ['', uid(3), 'Завороженский', `Чижевский Лев Маркович\n${named}`, '', '', '', '', ''],
    ['5-974/2026', '', 'Завороженский', 'Радугодуб Вера Олеговна', '', '', '', '', ''],
    ['5-975/2026', '', 'Завороженский', 'Снегоходов Л.И.', '', '', '', '', ''],
  ])
  expect((await act(set)).added).toBe(6)
  const cases = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(n =>
      buildCase(db, {
        ...{ court: zarechny, case_number: `5-97${n}/2026`, defendants: [{ name: named }] },
        ...(n < 4 && { case_uid: uid(n) }),
      }),
    ),
  )
  await watchChanged(db, cases)
  expect((await watched(set)).map(({ state }) => state)).toEqual([
    ...['perhaps', 'perhaps', 'perhaps', 'found', 'perhaps', 'found'],
  ])
  expect((await items(set)).toSorted()).toEqual([cases[3], cases[5]].toSorted())
})

it('a name without a fact that is not understood is never certain', async () => {
  const meant = { codex: 'koap' as const, article_number: '20.2', part: '5' }
  const named = (last: string) => `Зверобоев Лев ${last}`
  const set = await load([
    ['', '', 'Завороженский', named('Ильич'), '20.2', '', '', '', ''],
    ['', '', 'Завороженский', named('Олегович'), 'разные', '', '', '', ''],
    ['', '', 'Нигдейский', named('Павлович'), '20.2', '', '', '', ''],
  ])
  expect((await act(set)).added).toBe(3)
  const cases = await Promise.all(
    ['Ильич', 'Олегович', 'Павлович'].map(last =>
      buildCase(db, { court: zarechny, defendants: [{ name: named(last), articles: [meant] }] }),
    ),
  )
  await watchChanged(db, cases)
  expect((await watched(set)).map(({ state }) => state)).toEqual(['found', 'perhaps', 'perhaps'])
})

it('another account neither sees nor does it', async () => {
  const set = await load()
  const done = await act(set)
  for (const [path, body] of [
    ['watch', {}],
    ['unwatch', done.undo],
  ] as const)
    expect((await post(foreign, `sets/${set}/unfound/${path}/`, body)).status).toBe(404)
  expect(await linesOf(set)).toEqual([4, 5, 6])
})
