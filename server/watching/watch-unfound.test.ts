import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { showDate } from '#shared/domain/dates.ts'
import { unfoundWorld } from '../../test/unfound-world.ts'

/** Table rows without a case are watched in one act (decision 0111), which has a preview and can be undone on both sides. */
const { db, own, foreign, post, load, linesOf, unfound, watched, act, undo } = await unfoundWorld()
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
    // A surname alone is not enough.
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
        { head: 'ФИО', text: 'Радугодуб Вера Олеговна' },
        { head: 'Статья', text: '20.2 ч. 5' },
        { head: 'Дата', text: '03.10.2026' },
        { head: 'Заметка', text: 'звонить' },
        { head: 'Источник', text: 'письмо' },
      ],
    ],
    [
      ...['Чижевский Лев Маркович', 'name'],
      [
        { head: '№ дела', text: '5-902/2026' },
        { head: 'Суд', text: 'Нигдейский' },
        { head: 'Статья', text: 'разные' },
      ],
    ],
    ['77RS0001-01-2026-000904-20', 'uid', [{ head: 'ФИО', text: 'Ветрогонов' }]],
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
  expect([await linesOf(set), await watched(set)]).toEqual([[2, 3, 4], []])
  expect((await post(own, `sets/${set}/unfound/watch/`, { rows: [first?.id, 2_000_000] })).status).toBe(400)
})

it('a cell of several people is none of them; what the list has room for goes first, and the rest stays', async () => {
  const named = (name: string) => ['', '', 'Завороженский', name, '', '', '', '', '']
  const both = 'Одноходов Кай Ильич'
  const set = await load([
    ...[named(`${both}\nМногоходов Лев Ильич`), named(`${both}; Многоходов Л.И.`), named(both)],
    ...[named('Тихоходов Ян Ильич'), named('Пустоходов Ян Ильич')],
  ])
  const why = async (body: object) => {
    const { rows, already } = await act(set, body)
    return [rows.map(one => one.why), already]
  }
  const several = 'В строке несколько лиц.'
  expect(await why({ preview: true })).toEqual([[several, several, '', '', ''], 0])
  await sql`insert into case_set_watch (set_id, kind, text)
    select ${set}, 'name', 'Безлюднов Лев Ильич' from generate_series(1, 998)`.execute(db)
  expect((await post(own, `sets/${set}/watch/`, { rows: [{ text: both, court: 'Завороженский' }] })).status).toBe(200)
  const told = [several, several, '', '', expect.stringMatching(/^В списке нет места: .*\s1\s000\sстрок\.$/)]
  expect(await why({ preview: true })).toEqual([told, 1])
  expect(await why({})).toEqual([told, 1])
  expect(await linesOf(set)).toEqual([2, 3, 6])
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
