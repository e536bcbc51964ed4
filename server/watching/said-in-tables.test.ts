import { expect, it } from 'vitest'
import { importDone } from '#shared/api/set-import.ts'
import { buildCase } from '../../test/factories.ts'
import { unfoundWorld } from '../../test/unfound-world.ts'
import { watchChanged } from './match-rows.ts'

/** Further values of a table row may make a match doubtful, never certain (decision 0111). */
const { db, own, post, zarechny, table, load, watched, act, items } = await unfoundWorld()
it('a row that points to a case, or whose case was declined, stays with why', async () => {
  const uid = '77RS0001-01-2026-000961-20'
  await buildCase(db, { court: zarechny, case_uid: uid, defendants: [{ name: 'Каменкин Лев Ильич' }] })
  const rows = [
    // A row of another person; and one that was found for certain and declined.
    { line: 2, cells: ['', uid, '', 'Радугодуб Вера Олеговна', '', '', '', '', ''] },
    { line: 3, cells: ['', uid, '', 'Каменкин Лев Ильич', '', '', '', '', ''], choice: null },
  ]
  const { body } = await post(own, 'sets/import/', { ...table, title: 'Таблица с делами', rows })
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
