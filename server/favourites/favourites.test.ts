import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { caseRow } from '#shared/api/cases.ts'
import { type FolderList, folder, folderList } from '#shared/api/favourites.ts'
import { fullCase } from '#shared/api/full-case.ts'
import { listOf } from '#shared/api/lists.ts'
import { maxFolders, maxFolderTitle, maxNoteText } from '#shared/domain/limits.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../../test/factories.ts'

/** Folders of favourites and notes on cases. */
const { db, as } = await testApp()
const person = async (regions: number[] | null = null) => {
  const account = await buildAccount(db, { regions })
  return { account, ask: await as(account) }
}
const patch = (body: unknown) => ({ method: 'PATCH', body }) as const
const post = (body?: unknown) => ({ method: 'POST', ...(body !== undefined && { body }) }) as const
const put = (body: unknown) => ({ method: 'PUT', body }) as const
const remove = { method: 'DELETE' } as const

const makeFolder = async (ask: Ask, title: string): Promise<number> =>
  folder.parse((await ask('favoritefolders/', post({ title }))).body).id
const foldersOf = async (ask: Ask): Promise<FolderList> => folderList.parse((await ask('favoritefolders/')).body)
const idsOf = async (ask: Ask, query: string): Promise<number[]> =>
  listOf(caseRow)
    .parse((await ask(`cases/?${query}`)).body)
    .results.map(({ id }) => id)
const caseOf = async (ask: Ask, id: number) => fullCase.parse((await ask(`cases/${id}/`)).body)

describe('folders of favourites', () => {
  it('are made, listed in Russian order with their counts, renamed and deleted', async () => {
    const { ask } = await person()
    const cases = await buildCases(db, [{}, {}, {}])
    const [b, a] = [await makeFolder(ask, 'Пикеты 10'), await makeFolder(ask, ' Пикеты 9 ')]
    await ask(
      'favorites/',
      patch({
        keep: [
          { folder: a, cases: cases.slice(0, 2) },
          { folder: null, cases: cases.slice(2) },
        ],
      }),
    )
    expect(await foldersOf(ask)).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [
        { id: a, title: 'Пикеты 9', count: 2 },
        { id: b, title: 'Пикеты 10', count: 0 },
      ],
      all: 3,
      unfiled: 1,
    })
    expect(await ask(`favoritefolders/${a}/`, patch({ title: 'Апелляции' }))).toMatchObject({
      status: 200,
      body: { results: [{ title: 'Апелляции', count: 2 }, { title: 'Пикеты 10' }] },
    })
    expect(await ask(`favoritefolders/${a}/`, remove)).toMatchObject({ status: 200, body: { all: 3, unfiled: 3 } })
  })
  it('hold a case each: moving it takes it out of the folder it was in', async () => {
    const { ask } = await person()
    const id = await buildCase(db)
    const [a, b] = [await makeFolder(ask, 'Первая'), await makeFolder(ask, 'Вторая')]
    await ask('favorites/', patch({ keep: [{ folder: a, cases: [id] }] }))
    await ask('favorites/', patch({ keep: [{ folder: b, cases: [id] }] }))
    expect(await idsOf(ask, `favorite_folder=${a}`)).toEqual([])
    expect(await idsOf(ask, `favorite_folder=${b}`)).toEqual([id])
    expect(await caseOf(ask, id)).toMatchObject({ in_favorites: true, folder: { id: b, title: 'Вторая' } })
    // The star's own call leaves the folder alone.
    await ask('users/me/', patch({ favorite_cases: { add: [id] } }))
    expect(await caseOf(ask, id)).toMatchObject({ folder: { id: b } })
  })
  it('filter the list through the kernel: in one, in none, in all but one', async () => {
    const { ask } = await person()
    const [one, two, three] = await buildCases(db, [{}, {}, {}])
    const folder = await makeFolder(ask, 'Сюда')
    await ask(
      'favorites/',
      patch({
        keep: [
          { folder, cases: [one] },
          { folder: null, cases: [two, three] },
        ],
      }),
    )
    const order = '&ordering=case_number&size=100'
    expect(await idsOf(ask, `favorite_folder=${folder}${order}`)).toEqual([one])
    expect((await idsOf(ask, `in_favorites=true&in_folder=false${order}`)).toSorted()).toEqual([two, three].toSorted())
    expect((await idsOf(ask, `in_favorites=true&favorite_folder_not=${folder}${order}`)).toSorted()).toEqual(
      [two, three].toSorted(),
    )
  })
  it('come back with their cases when deleting is taken back, even twice', async () => {
    const { ask } = await person()
    const [one, two] = await buildCases(db, [{}, {}])
    const folder = await makeFolder(ask, 'Нужная')
    await ask('favorites/', patch({ keep: [{ folder, cases: [one, two] }] }))
    await ask(`favoritefolders/${folder}/`, remove)
    expect(await idsOf(ask, `favorite_folder=${folder}`)).toEqual([])
    expect(await caseOf(ask, one ?? 0)).toMatchObject({ in_favorites: true, folder: null })
    const other = await makeFolder(ask, 'Другая')
    await ask('favorites/', patch({ keep: [{ folder: other, cases: [two] }] }))
    for (const _ of [1, 2])
      expect(await ask(`favoritefolders/${folder}/restore/`, post())).toMatchObject({ status: 200 })
    expect(await idsOf(ask, `favorite_folder=${folder}`)).toEqual([one])
    expect(await idsOf(ask, `favorite_folder=${other}`)).toEqual([two])
  })
  it('are swept away a day after they were deleted; the cases stay', async () => {
    const { ask } = await person()
    const id = await buildCase(db)
    const [old, next] = [await makeFolder(ask, 'Старая'), await makeFolder(ask, 'Ещё одна')]
    await ask('favorites/', patch({ keep: [{ folder: old, cases: [id] }] }))
    await ask(`favoritefolders/${old}/`, remove)
    await db
      .updateTable('favourite_folder')
      .set({ deleted_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', old)
      .execute()
    await ask(`favoritefolders/${next}/`, remove)
    expect((await ask(`favoritefolders/${old}/restore/`, post())).status).toBe(404)
    expect(await idsOf(ask, 'in_favorites=true')).toEqual([id])
  })
  it('have one title each, letter case aside, also when one comes back', async () => {
    const { ask } = await person()
    const folder = await makeFolder(ask, 'Пикеты')
    const taken = { status: 400, body: { title: ['Папка «Пикеты» уже есть.'] } }
    expect(await ask('favoritefolders/', post({ title: 'ПИКЕТЫ' }))).toMatchObject(taken)
    expect((await ask(`favoritefolders/${folder}/`, patch({ title: 'пикеты' }))).status).toBe(200)
    await ask(`favoritefolders/${folder}/`, remove)
    const second = await makeFolder(ask, 'Пикеты')
    expect((await ask(`favoritefolders/${folder}/restore/`, post())).status).toBe(400)
    const other = await makeFolder(ask, 'Иное')
    expect(await ask(`favoritefolders/${other}/`, patch({ title: ' пикеты ' }))).toMatchObject(taken)
    expect(second).not.toBe(folder)
  })
  it.each([
    ['İ', 'i'],
    ['\ud800', '\udc00'],
  ])('have titles that PostgreSQL tells apart: %j and %j are one to it', async (first, second) => {
    const { ask } = await person()
    await makeFolder(ask, first)
    expect(await ask('favoritefolders/', post({ title: second }))).toMatchObject({
      status: 400,
      body: { title: [expect.stringMatching(/уже есть\.$/)] },
    })
  })
  it('are at most a hundred, however many ask at once', async () => {
    const { ask, account } = await person()
    await sql`insert into favourite_folder (account_id, title)
      select ${account.id}, 'Папка ' || n from generate_series(1, ${maxFolders - 1}) n`.execute(db)
    const answers = await Promise.all(
      ['а', 'б', 'в'].map(title => ask('favoritefolders/', post({ title })).then(({ status }) => status)),
    )
    expect(answers.toSorted()).toEqual([201, 400, 400])
  })
  it('are nobody else’s: not to be seen, filled, renamed, deleted or filtered by', async () => {
    const [{ ask: mine }, { ask: theirs }] = [await person(), await person()]
    const id = await buildCase(db)
    const folder = await makeFolder(mine, 'Моя')
    await mine('favorites/', patch({ keep: [{ folder, cases: [id] }] }))
    expect((await theirs('favorites/', patch({ keep: [{ folder, cases: [id] }] }))).body).toEqual({
      keep: ['Такой папки нет: возможно, её уже удалили.'],
    })
    expect((await theirs(`favoritefolders/${folder}/`, patch({ title: 'Чужая' }))).status).toBe(404)
    expect((await theirs(`favoritefolders/${folder}/`, remove)).status).toBe(404)
    expect((await theirs(`favoritefolders/${folder}/restore/`, post())).status).toBe(404)
    expect(await idsOf(theirs, `favorite_folder=${folder}`)).toEqual([])
    expect(await foldersOf(theirs)).toMatchObject({ count: 0, all: 0 })
    expect(await caseOf(theirs, id)).toMatchObject({ in_favorites: false, folder: null })
  })
  it.each([
    [{}, { title: ['Название: заполните это поле.'] }],
    [{ title: '  ' }, { title: ['Название: заполните это поле.'] }],
    [{ title: 'я'.repeat(maxFolderTitle + 1) }, { title: [`Название: не больше ${maxFolderTitle} знаков.`] }],
    [{ title: 'а', color: 1 }, { color: ['Неизвестное поле.'] }],
  ])('refuse %j', async (body, errors) => {
    const { ask } = await person()
    expect(await ask('favoritefolders/', post(body))).toMatchObject({ status: 400, body: errors })
  })
})

describe('many favourites at once', () => {
  it('are kept, moved and let go in one step, or not at all', async () => {
    const { ask } = await person([78])
    const ours = await buildCases(db, [
      { court: { title: 'Выдуманный суд', region: 78 } },
      { court: { title: 'Выдуманный суд', region: 78 } },
    ])
    const theirs = await buildCase(db)
    const folder = await makeFolder(ask, 'Все')
    expect(await ask('favorites/', patch({ keep: [{ folder, cases: [...ours, theirs] }] }))).toMatchObject({
      status: 400,
      body: { keep: [`Нет дел с такими номерами: ${theirs}.`] },
    })
    expect(await foldersOf(ask)).toMatchObject({ all: 0 })
    const [a, b] = ours
    await ask('favorites/', patch({ keep: [{ folder, cases: ours }] }))
    const answer = await ask('favorites/', patch({ keep: [{ folder: null, cases: [a] }], remove: [b] }))
    expect(answer).toMatchObject({ status: 200, body: { all: 1, unfiled: 1, results: [{ count: 0 }] } })
  })
  it('never wait for each other, in whatever order cases are named', async () => {
    const { ask } = await person()
    const cases = await buildCases(
      db,
      Array.from({ length: 20 }, () => ({})),
    )
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        ask('favorites/', patch({ keep: [{ folder: null, cases: n % 2 ? cases : cases.toReversed() }] })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await foldersOf(ask)).toMatchObject({ all: 20 })
    const [one, two] = cases
    const crossed = await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const [kept, gone] = n % 2 ? [one, two] : [two, one]
        return ask('favorites/', patch({ keep: [{ folder: null, cases: [kept] }], remove: [gone] }))
      }),
    )
    expect(crossed.map(({ status }) => status)).toEqual(crossed.map(() => 200))
    expect(await foldersOf(ask)).toMatchObject({ all: 19 })
  })
  it('lie in their folder or in none while the folder is deleted at the same moment', async () => {
    const { ask } = await person()
    const cases = await buildCases(
      db,
      Array.from({ length: 12 }, () => ({})),
    )
    const folder = await makeFolder(ask, 'Гонка')
    const placing = cases.map(id => ask('favorites/', patch({ keep: [{ folder, cases: [id] }] })))
    const deleting = await ask(`favoritefolders/${folder}/`, remove)
    expect(deleting.status).toBe(200)
    for (const { status } of await Promise.all(placing)) expect([200, 400]).toContain(status)
  })
})

describe('a favourite', () => {
  it('stays when its case changes, and says that it has since it was kept or last opened', async () => {
    const { ask } = await person()
    const record = { source_key: 'test:меняется', case_number: '5-77/2026' }
    const id = await buildCase(db, record)
    const folder = await makeFolder(ask, 'Слежу')
    await ask('favorites/', patch({ keep: [{ folder, cases: [id] }] }))
    expect(await caseOf(ask, id)).toMatchObject({ changed_since: null })
    await buildCase(db, { ...record, result_date: '2026-04-01' })
    const changed = await caseOf(ask, id)
    expect(changed).toMatchObject({ in_favorites: true, folder: { id: folder }, changed_since: changed.changed_at })
    await ask(`cases/${id}/visit/`, put({}))
    expect(await caseOf(ask, id)).toMatchObject({ changed_since: null })
  })
  it('outside the account’s regions hides in silence, is not counted, and comes back with them', async () => {
    const { ask, account } = await person([77, 78])
    const [here, there] = await buildCases(db, [{}, { court: { title: 'Выдуманный суд', region: 78 } }])
    const folder = await makeFolder(ask, 'Две столицы')
    await ask('favorites/', patch({ keep: [{ folder, cases: [here, there] }] }))
    await db
      .updateTable('account')
      .set({ regions: [77] })
      .where('id', '=', account.id)
      .execute()
    const limited = await as(account)
    expect(await idsOf(limited, 'in_favorites=true')).toEqual([here])
    expect(await foldersOf(limited)).toMatchObject({ all: 1, results: [{ count: 1 }] })
    await db
      .updateTable('account')
      .set({ regions: [77, 78] })
      .where('id', '=', account.id)
      .execute()
    expect(await foldersOf(await as(account))).toMatchObject({ all: 2, results: [{ count: 2 }] })
  })
})

describe('a note on a case', () => {
  it('is kept, shown in the list and on the case, found by its words, and taken away by an empty text', async () => {
    const { ask } = await person()
    const id = await buildCase(db)
    expect(await ask(`cases/${id}/note/`, put({ text: ' Позвонить\r\nзащитнику ' }))).toMatchObject({
      status: 200,
      body: { note: { text: 'Позвонить\nзащитнику' } },
    })
    expect(await caseOf(ask, id)).toMatchObject({ note: { text: 'Позвонить\nзащитнику' } })
    expect(await idsOf(ask, 'note=защитник')).toEqual([id])
    expect(await idsOf(ask, 'has_note=true')).toEqual([id])
    expect(await ask(`cases/${id}/note/`, put({ text: ' ' }))).toMatchObject({ status: 200, body: { note: null } })
    expect(await idsOf(ask, 'has_note=true')).toEqual([])
  })
  it('is seen by its author only', async () => {
    const [{ ask: mine }, { ask: theirs }] = [await person(), await person()]
    const id = await buildCase(db)
    await mine(`cases/${id}/note/`, put({ text: 'Никому не говорить' }))
    for (const path of [`cases/${id}/`, 'cases/?size=100', 'cases/?note=говорить', 'cases/?has_note=true'])
      expect((await theirs(path)).text).not.toContain('Никому не говорить')
    expect(await idsOf(theirs, 'note=говорить')).toEqual([])
    await theirs(`cases/${id}/note/`, put({ text: 'Своя' }))
    expect(await caseOf(mine, id)).toMatchObject({ note: { text: 'Никому не говорить' } })
  })
  it('that was changed elsewhere is not overwritten; the same text again is no change', async () => {
    const { ask } = await person()
    const id = await buildCase(db)
    const first = await ask(`cases/${id}/note/`, put({ text: 'один', known: null }))
    expect(first).toMatchObject({ status: 200 })
    const { note } = await caseOf(ask, id)
    expect((await ask(`cases/${id}/note/`, put({ text: 'один', known: null }))).body).toEqual(first.body)
    expect((await ask(`cases/${id}/note/`, put({ text: 'два', known: null }))).status).toBe(409)
    expect((await ask(`cases/${id}/note/`, put({ text: 'два', known: note?.version }))).status).toBe(200)
    expect((await ask(`cases/${id}/note/`, put({ text: 'три', known: note?.version }))).status).toBe(409)
    // Written anew after it was taken away, it is another one.
    await ask(`cases/${id}/note/`, put({ text: '' }))
    await ask(`cases/${id}/note/`, put({ text: 'четыре' }))
    expect((await ask(`cases/${id}/note/`, put({ text: 'пять', known: note?.version }))).status).toBe(409)
    expect((await ask(`cases/${id}/note/`, put({ text: 'пять' }))).status).toBe(200)
  })
  it('is kept in whole characters, so that sending it again is no change', async () => {
    const { ask } = await person()
    const id = await buildCase(db)
    const note = put({ text: ' строка\r\nи половина знака \ud800 ', known: null })
    const first = await ask(`cases/${id}/note/`, note)
    expect(first).toMatchObject({ body: { note: { text: 'строка\nи половина знака \ufffd' } } })
    expect(await ask(`cases/${id}/note/`, note)).toMatchObject({ status: 200, body: first.body })
  })
  it('written by two windows at once is one of the two, and the other is told', async () => {
    const { ask } = await person()
    const id = await buildCase(db)
    const answers = await Promise.all(
      ['из первого', 'из второго'].map(text => ask(`cases/${id}/note/`, put({ text, known: null }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
  it('is bounded, and needs a case one may see', async () => {
    const { ask } = await person([78])
    const theirs = await buildCase(db)
    expect((await ask(`cases/${theirs}/note/`, put({ text: 'нельзя' }))).status).toBe(404)
    const ours = await buildCase(db, { court: { title: 'Выдуманный суд', region: 78 } })
    expect(await ask(`cases/${ours}/note/`, put({ text: 'я'.repeat(maxNoteText + 1) }))).toMatchObject({
      status: 400,
      body: { text: [`Заметка: не больше ${maxNoteText} знаков.`] },
    })
    expect((await ask(`cases/${ours}/note/`, put({ text: 'я'.repeat(maxNoteText) }))).status).toBe(200)
    expect((await ask(`cases/${ours}/note/`, put({ text: 'a\0b' }))).status).toBe(400)
    expect(await ask(`cases/${ours}/note/`, put({}))).toMatchObject({
      status: 400,
      body: { text: ['Заметка: нужен текст.'] },
    })
  })
})
