import { describe, expect, it } from 'vitest'
import { caseRow } from '#shared/api/cases.ts'
import { caseFacets } from '#shared/api/facets.ts'
import { fullCase } from '#shared/api/full-case.ts'
import { listOf } from '#shared/api/lists.ts'
import { workingSet } from '#shared/api/sets.ts'
import { maxNoteText } from '#shared/domain/limits.ts'
import { type Ask, patch, post, put, testApp } from '../../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../../test/factories.ts'

/** Favourites, and notes on cases. */
const { db, as } = await testApp()
const person = async (regions: number[] | null = null) => {
  const account = await buildAccount(db, { regions })
  return { account, ask: await as(account) }
}

/** As the page of favourites counts them: in sets and in none. */
const countsOf = async (ask: Ask) =>
  caseFacets.parse((await ask('cases/facets/?in_favorites=true&facets=in_set')).body).facets.in_set
const idsOf = async (ask: Ask, query: string): Promise<number[]> =>
  listOf(caseRow)
    .parse((await ask(`cases/?${query}`)).body)
    .results.map(({ id }) => id)
const caseOf = async (ask: Ask, id: number) => fullCase.parse((await ask(`cases/${id}/`)).body)

describe('many favourites at once', () => {
  const keep = (change: { add?: readonly number[]; remove?: readonly number[] }) => patch({ favorite_cases: change })
  it('are kept and let go in one step, or not at all', async () => {
    const { ask } = await person([78])
    const ours = await buildCases(db, [
      { court: { title: 'Выдуманный суд', region: 78 } },
      { court: { title: 'Выдуманный суд', region: 78 } },
    ])
    const theirs = await buildCase(db)
    expect(await ask('users/me/', keep({ add: [...ours, theirs] }))).toMatchObject({
      status: 400,
      body: { favorite_cases: [`Нет дел с такими номерами: ${theirs}.`] },
    })
    expect(await idsOf(ask, 'in_favorites=true')).toEqual([])
    const [a = 0, b = 0] = ours
    await ask('users/me/', keep({ add: ours }))
    await ask('users/me/', keep({ add: [a], remove: [b] }))
    expect(await idsOf(ask, 'in_favorites=true')).toEqual([a])
  })
  it('never wait for each other, in whatever order cases are named', async () => {
    const { ask } = await person()
    const cases = await buildCases(
      db,
      Array.from({ length: 20 }, () => ({})),
    )
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask('users/me/', keep({ add: n % 2 ? cases : cases.toReversed() }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await idsOf(ask, 'in_favorites=true&size=100')).toHaveLength(20)
    const [one = 0, two = 0] = cases
    const crossed = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        ask('users/me/', keep(n % 2 ? { add: [one], remove: [two] } : { add: [two], remove: [one] })),
      ),
    )
    expect(crossed.map(({ status }) => status)).toEqual(crossed.map(() => 200))
    expect(await idsOf(ask, 'in_favorites=true&size=100')).toHaveLength(19)
  })
})

describe('a favourite', () => {
  it('stays when its case changes, and says that it has since it was kept or last opened', async () => {
    const { ask } = await person()
    const record = { source_key: 'test:меняется', case_number: '5-77/2026' }
    const id = await buildCase(db, record)
    const { id: set } = workingSet.parse((await ask('sets/', post({ title: 'Слежу', cases: [id] }))).body)
    await ask('users/me/', patch({ favorite_cases: { add: [id] } }))
    expect(await caseOf(ask, id)).toMatchObject({ changed_since: null })
    await buildCase(db, { ...record, result_date: '2026-04-01' })
    const changed = await caseOf(ask, id)
    expect(changed).toMatchObject({ in_favorites: true, sets: [{ id: set }], changed_since: changed.changed_at })
    await ask(`cases/${id}/visit/`, put({}))
    expect(await caseOf(ask, id)).toMatchObject({ changed_since: null })
  })
  it('outside the account’s regions hides in silence, is not counted, and comes back with them', async () => {
    const { ask, account } = await person([77, 78])
    const [here, there] = await buildCases(db, [{}, { court: { title: 'Выдуманный суд', region: 78 } }])
    await ask('users/me/', patch({ favorite_cases: { add: [here, there] } }))
    await db
      .updateTable('account')
      .set({ regions: [77] })
      .where('id', '=', account.id)
      .execute()
    const limited = await as(account)
    expect(await idsOf(limited, 'in_favorites=true')).toEqual([here])
    expect(await countsOf(limited)).toEqual([{ value: 'false', count: 1 }])
    await db
      .updateTable('account')
      .set({ regions: [77, 78] })
      .where('id', '=', account.id)
      .execute()
    expect(await countsOf(await as(account))).toEqual([{ value: 'false', count: 2 }])
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
    // Written again after it was taken away, it is another one.
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
