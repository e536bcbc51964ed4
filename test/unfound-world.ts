import { expect } from 'vitest'
import { importDone, unfoundList } from '#shared/api/set-import.ts'
import { unfoundWatched, watchList } from '#shared/api/set-watch.ts'
import { setItemList } from '#shared/api/sets.ts'
import { type Ask, testApp } from './app.ts'
import { buildAccount, buildCase } from './factories.ts'

/** A set with table rows that matched no case, and operations on them (decision 0111). */
export async function unfoundWorld() {
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
  /** Imports such rows, none of which matches a case. */
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
  return { db, as, own, foreign, post, zarechny, table, rowsOf, load, linesOf, unfound, watched, act, items, undo }
}
