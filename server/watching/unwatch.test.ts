import { expect, it } from 'vitest'
import { setImportList } from '#shared/api/set-import.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { unfoundWorld } from '../../test/unfound-world.ts'
import { watchChanged } from './match-rows.ts'

/** Table rows that are no longer watched wait again, or are removed with their import (decision 0111). */
const { db, as, own, post, zarechny, table, rowsOf, load, linesOf, watched, act, items, undo } = await unfoundWorld()
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

it('undoing the import of their table ends watching for them, and says so', async () => {
  const uid = '77RS0001-01-2026-000981-20'
  const set = await load([['', uid, '', '', '', '', '', '', ''], ...rowsOf.slice(0, 1)])
  expect(
    (await post(own, `sets/${set}/watch/`, { rows: [{ text: '5-901/2026', court: 'Завороженский' }] })).status,
  ).toBe(200)
  const done = await act(set)
  await watchChanged(db, [
    await buildCase(db, { court: zarechny, case_uid: uid, defendants: [{ name: 'Лунев Лев Ильич' }] }),
  ])
  expect((await items(set)).length).toBe(1)
  const [one] = setImportList.parse((await own(`sets/${set}/imports/`)).body).results
  const { text } = await post(own, `sets/${set}/imports/${one?.id}/undo/`)
  expect(text).toMatch(/убрано 1\sдело\. Снято с наблюдения: 1\sстрока\./)
  // Entries watched before stay, without the values of the table.
  expect((await watched(set)).map(({ text: said, from_table }) => [said, from_table])).toEqual([['5-901/2026', []]])
  expect(await items(set)).toEqual([])
  expect((await post(own, `sets/${set}/unfound/unwatch/`, done.undo)).status).toBe(409)
})

it('a row of a table waits again when its row of the list is removed, and not when that comes back', async () => {
  const set = await load(rowsOf.slice(0, 1))
  await act(set)
  expect(await linesOf(set)).toEqual([])
  const rows = (await watched(set)).map(({ id }) => id)
  await post(own, `sets/${set}/watch/remove/`, { rows })
  expect(await linesOf(set)).toEqual([2])
  await post(own, `sets/${set}/watch/restore/`, { rows })
  expect(await linesOf(set)).toEqual([])
  expect((await watched(set)).map(({ from_table }) => from_table.length)).toEqual([5])
  await post(own, `sets/${set}/watch/remove/`, { rows })
  await db
    .updateTable('case_set_watch')
    .set({ removed_at: new Date(Date.now() - 2 * 86_400_000) })
    .where('set_id', '=', set)
    .execute()
  await act(set)
  expect((await watched(set)).map(({ text }) => text)).toEqual(['5-901/2026'])
})

it('an entry that rows of two tables have become stays while either needs it, whichever is taken back first', async () => {
  const said = ['', '', 'Завороженский', 'Звездочётов Кай Ильич', '', '', '', '', '']
  for (const [first, last] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const set = await load([said])
    await act(set)
    expect((await post(own, 'sets/import/', { ...table, set, rows: [{ line: 2, cells: said }] })).status).toBe(201)
    expect((await act(set)).already).toBe(1)
    const imports = setImportList.parse((await own(`sets/${set}/imports/`)).body).results
    const takeBack = async (nth: number) =>
      expect((await post(own, `sets/${set}/imports/${imports[nth]?.id}/undo/`)).status).toBe(200)
    await takeBack(first)
    expect((await watched(set)).map(({ text, from_table }) => [text, from_table.length])).toEqual([[said[3], 0]])
    await takeBack(last)
    expect(await watched(set)).toEqual([])
  }
})

it('an entry that somebody has also said by hand stays without its table', async () => {
  const set = await load(rowsOf.slice(0, 1))
  const { undo: made } = await act(set)
  const said = { rows: [{ text: '5-901/2026', court: 'Завороженский' }] }
  expect((await post(own, `sets/${set}/watch/`, said)).status).toBe(200)
  await undo(set, made)
  expect([await linesOf(set), (await watched(set)).map(({ text }) => text)]).toEqual([[2], ['5-901/2026']])
})

it('what was found for an entry is in doubt while a row of a table that joins it says another number, and certain again without that row', async () => {
  const name = 'Звездоходов Пров Ильич'
  const articles = [{ codex: 'koap' as const, article_number: '20.2', part: '5' }]
  const defendants = [{ name, articles }]
  const one = await buildCase(db, { court: zarechny, case_number: '5-10/2026', defendants })
  const set = await load([['5-99/2026', '', '', name, '20.2', '', '', '', '']])
  const said = { rows: [{ text: name, article: '20.2' }] }
  expect((await post(own, `sets/${set}/watch/`, said)).status).toBe(200)
  const stands = async () => [
    (await watched(set)).map(({ cases }) => cases.map(({ state }) => state)),
    await items(set),
  ]
  const certain = [[['found']], [one]]
  expect(await stands()).toEqual(certain)
  const done = await act(set, { by: 'name' })
  expect([done.added, done.already]).toEqual([0, 1])
  expect(await stands()).toEqual([[['perhaps']], []])
  await undo(set, done.undo)
  expect(await stands()).toEqual(certain)
  await act(set, { by: 'name' })
  expect(await stands()).toEqual([[['perhaps']], []])
  const [table] = setImportList.parse((await own(`sets/${set}/imports/`)).body).results
  expect((await post(own, `sets/${set}/imports/${table?.id}/undo/`)).status).toBe(200)
  expect(await stands()).toEqual(certain)
})

it('whoever does not see a case neither takes it out nor has it counted as taken out', async () => {
  const uids = [0, 1].map(n => `77RS0001-01-2026-00096${n}-20`)
  const courts = [zarechny, { title: 'Дальний районный суд', region: 78, city: 'Санкт-Петербург' }]
  const set = await load(uids.map(uid => ['', uid, '', '', '', '', '', '', '']))
  await act(set)
  const defendants = [{ name: 'Луноходов Пров Ильич' }]
  const cases = await Promise.all(
    courts.map((court, n) => buildCase(db, { court, case_uid: uids[n] ?? '', defendants })),
  )
  await watchChanged(db, cases)
  expect((await items(set)).toSorted()).toEqual(cases.toSorted())
  const limited = await buildAccount(db, { regions: [77] })
  await db.insertInto('case_set_member').values({ set_id: set, account_id: limited.id, role: 'editor' }).execute()
  const [one] = setImportList.parse((await own(`sets/${set}/imports/`)).body).results
  const { text } = await post(await as(limited), `sets/${set}/imports/${one?.id}/undo/`)
  expect(text).toMatch(/убрано 1\sдело\. Снято с наблюдения: 2\sстроки\. Не видны вам и остались: 1\sдело\./)
  expect(await items(set)).toEqual(cases.slice(1))
})
