import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  fullSet,
  itemsAdded,
  itemsChanged,
  itemsRemoved,
  newInvitation,
  type SetItem,
  setItemList,
  workingSet,
  workingSetList,
} from '#shared/api/sets.ts'
import { maxSets } from '#shared/domain/sets.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'

/** Working sets (decision 0102): a team keeps cases together, each within their own regions. */
const { db, as } = await testApp()
const [here, alsoHere, there, last] = await Promise.all([
  buildCase(db, { court: { title: 'Заречный районный суд', region: 77, city: 'Москва' }, entry_date: '2026-03-01' }),
  buildCase(db, { court: { title: 'Заречный районный суд', region: 77, city: 'Москва' }, entry_date: '2026-03-02' }),
  buildCase(db, { court: { title: 'Подгорный районный суд', region: 78, city: 'Подгорск' }, entry_date: '2026-03-03' }),
  buildCase(db, { court: { title: 'Подгорный районный суд', region: 78, city: 'Подгорск' }, entry_date: '2026-03-04' }),
])
const owner = await buildAccount(db)
const limited = await buildAccount(db, { regions: [77] })
const stranger = await buildAccount(db)
const [own, theirs, foreign] = await Promise.all([as(owner), as(limited), as(stranger)])

const post = (ask: Ask, path: string, body: unknown = {}) => ask(path, { method: 'POST', body })
const patch = (ask: Ask, path: string, body: unknown) => ask(path, { method: 'PATCH', body })
const remove = (ask: Ask, path: string) => ask(path, { method: 'DELETE' })
let made = 0
const newSet = async (body: object = {}, ask = own) =>
  workingSet.parse((await post(ask, 'sets/', { title: `Подборка ${++made}`, ...body })).body)
const full = async (id: number, ask = own) => fullSet.parse((await ask(`sets/${id}/`)).body)
const itemsOf = async (id: number, ask = own) => setItemList.parse((await ask(`sets/${id}/items/`)).body).results
const idsOf = async (id: number, ask = own) => (await itemsOf(id, ask)).map(({ case_id }) => case_id)
const join = async (id: number, role: 'editor' | 'reader', ask = theirs) => {
  const { token } = newInvitation.parse((await post(own, `sets/${id}/invitations/`, { role })).body)
  return { token, answer: await post(ask, 'sets/invitations/accept/', { token }) }
}
const acts = async (accountId: number) =>
  (await db.selectFrom('audit_entry').where('account_id', '=', accountId).select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  )

describe('a set', () => {
  it('is made of cases in the order they were named, or of all that filters find', async () => {
    const named = await newSet({ cases: [last, here, last, there] })
    expect([named.count, named.hidden, named.role]).toEqual([3, 0, 'owner'])
    expect(await idsOf(named.id)).toEqual([last, here, there])
    const found = await newSet({ get_params: { court_city: ['Подгорск'] } })
    expect(await idsOf(found.id)).toEqual([last, there])
    expect((await newSet()).count).toBe(0)
  })
  it('takes no case that the account may not see, as if there were none, and then takes nothing', async () => {
    const { status, body } = await post(theirs, 'sets/', { title: 'Чужое', cases: [here, there] })
    expect([status, body]).toEqual([400, { cases: [`Нет дел с такими номерами: ${there}.`] }])
    expect((await theirs('sets/')).body).toMatchObject({ count: 0 })
  })
  it('is called by a name that no other own set has', async () => {
    const { id } = await newSet({ title: 'Пикеты у суда' })
    const sentence = { title: ['Подборка «Пикеты у суда» уже есть: назовите эту иначе.'] }
    expect(await post(own, 'sets/', { title: 'пикеты У СУДА' })).toMatchObject({ status: 400, body: sentence })
    const other = await newSet()
    expect(await patch(own, `sets/${other.id}/`, { title: 'Пикеты у суда' })).toMatchObject({
      status: 400,
      body: sentence,
    })
    expect((await patch(own, `sets/${id}/`, { title: 'Пикеты у суда' })).status).toBe(200)
    expect((await post(foreign, 'sets/', { title: 'Пикеты у суда' })).status).toBe(201)
  })
  it('can be deleted and brought back with all that is in it', async () => {
    const { id, title } = await newSet({ cases: [here] })
    await join(id, 'editor')
    expect((await remove(own, `sets/${id}/`)).status).toBe(200)
    expect((await own(`sets/${id}/`)).status).toBe(404)
    expect((await own('sets/?size=100')).text).not.toContain(`"${title}"`)
    // Only the owner can restore it, neither a stranger nor a member.
    for (const ask of [foreign, theirs]) expect((await post(ask, `sets/${id}/restore/`)).status).toBe(404)
    expect((await own(`sets/${id}/`)).status).toBe(404)
    expect((await post(own, `sets/${id}/restore/`)).body).toMatchObject({ title, count: 1 })
    expect((await post(own, `sets/${id}/restore/`)).status).toBe(200)
  })
  it('is listed with all others at once, up to as many as one may have', async () => {
    const account = await buildAccount(db)
    const ask = await as(account)
    const rows = Array.from({ length: maxSets }, (_, n) => ({ title: `Папка ${n}`, created_by: account.id }))
    const sets = await db.insertInto('case_set').values(rows).returning('id').execute()
    await db
      .insertInto('case_set_member')
      .values(sets.map(({ id }) => ({ set_id: id, account_id: account.id, role: 'owner' as const })))
      .execute()
    expect(workingSetList.parse((await ask('sets/')).body).results).toHaveLength(maxSets)
    expect(workingSetList.parse((await ask('sets/?size=3')).body).results).toHaveLength(3)
  })
  it('takes an addition back except for the cases of which something was noted since', async () => {
    const { id } = await newSet()
    await join(id, 'editor')
    const { added, version } = itemsAdded.parse(
      (await post(own, `sets/${id}/items/`, { cases: [here, there, alsoHere] })).body,
    )
    await patch(theirs, `sets/${id}/items/`, { cases: [here], change: { status: 'checked' } })
    const takenBack = await post(own, `sets/${id}/items/remove/`, { cases: added, version })
    expect(new Set(itemsRemoved.parse(takenBack.body).removed)).toEqual(new Set([there, alsoHere]))
    expect((await itemsOf(id)).map(({ case_id, status }) => [case_id, status])).toEqual([[here, 'checked']])
  })
  it('adds what is not in it, takes out and puts back with what was noted', async () => {
    const { id } = await newSet({ cases: [here] })
    const added = itemsAdded.parse((await post(own, `sets/${id}/items/`, { cases: [here, there] })).body)
    expect([added.added, added.already]).toEqual([[there], 1])
    const [first] = await itemsOf(id)
    await patch(own, `sets/${id}/items/`, { items: [{ case_id: here, version: first?.version, note: 'Звонили' }] })
    expect((await post(own, `sets/${id}/items/remove/`, { cases: [here, alsoHere] })).body).toMatchObject({
      removed: [here],
    })
    expect(await idsOf(id)).toEqual([there])
    await post(own, `sets/${id}/items/restore/`, { cases: [here] })
    expect((await itemsOf(id)).map(({ case_id, note }) => [case_id, note])).toEqual([
      [here, 'Звонили'],
      [there, ''],
    ])
  })
})

describe('what a team notes', () => {
  it('is changed for one and for many, and is taken back by the answer', async () => {
    const { id } = await newSet({ cases: [here, there, last] })
    const before = await itemsOf(id)
    const change = { status: 'checked', add_labels: ['Апелляция'], assignee: owner.id }
    const { body } = await patch(own, `sets/${id}/items/`, { cases: [here, there], change })
    const { changed, items, undo } = itemsChanged.parse(body)
    expect(changed).toBe(2)
    expect(items.map(({ status, labels, assignee }) => [status, labels, assignee?.username])).toEqual(
      [here, there].map(() => ['checked', ['Апелляция'], owner.username]),
    )
    expect((await full(id)).progress).toEqual({ unseen: 1, working: 0, checked: 2, disputed: 0 })
    expect((await full(id)).labels).toEqual(['Апелляция'])
    expect((await patch(own, `sets/${id}/items/`, { items: undo })).status).toBe(200)
    const told = (all: typeof before) =>
      all.map(({ status, labels, assignee, note }) => ({ status, labels, assignee, note }))
    expect(told(await itemsOf(id))).toEqual(told(before))
    expect((await full(id)).labels).toEqual([])
  })
  it('has own columns, whose texts go with them and never come back under another', async () => {
    const { id } = await newSet({ cases: [here] })
    const put = async (columns: object[], dropped_columns: string[] = []) =>
      fullSet.parse((await patch(own, `sets/${id}/`, { columns, dropped_columns })).body).columns
    const [kind, source] = await put([{ title: 'Кому' }, { title: 'Источник' }])
    const [{ version = 0 } = {}] = await itemsOf(id)
    const texts = { [kind?.key ?? '']: 'Пресс-служба', [source?.key ?? '']: 'Чат' }
    await patch(own, `sets/${id}/items/`, { items: [{ case_id: here, version, columns: texts }] })
    expect((await itemsOf(id))[0]?.columns).toEqual(texts)
    // Somebody else has just created the first: a request that omits it does not drop it.
    expect(await put([{ ...source, title: 'Откуда' }])).toEqual([{ ...source, title: 'Откуда' }, kind])
    await put([], [kind?.key ?? ''])
    expect((await itemsOf(id))[0]?.columns).toEqual({ [source?.key ?? '']: 'Чат' })
    // For a day it can be restored with its texts, whatever was written to other columns since.
    const [{ version: later = 0 } = {}] = await itemsOf(id)
    const other = { [source?.key ?? '']: 'Канал' }
    await patch(own, `sets/${id}/items/`, { items: [{ case_id: here, version: later, columns: other }] })
    const back = { columns: [{ ...kind }, { ...source }], restored_columns: [kind?.key] }
    expect((await patch(own, `sets/${id}/`, back)).body).toMatchObject({ columns: [kind, source] })
    expect((await itemsOf(id))[0]?.columns).toEqual({ ...texts, ...other })
    await put([], [kind?.key ?? ''])
    for (const [ago, known] of [
      ['23 hours', 1],
      ['25 hours', 0],
    ] as const) {
      await sql`update case_set_column set dropped_at = now() - ${ago}::interval where set_id = ${id} and key = ${kind?.key ?? ''}`.execute(
        db,
      )
      const { body } = await patch(own, `sets/${id}/`, { restored_columns: [kind?.key] })
      expect(fullSet.parse(body).columns.filter(({ key }) => key === kind?.key)).toHaveLength(known)
      if (known) await put([], [kind?.key ?? ''])
    }
    expect((await itemsOf(id))[0]?.columns).toEqual(other)
    const [, fresh] = await put([{ ...source }, { title: 'Новый' }])
    expect(['c1', 'c2']).not.toContain(fresh?.key)
    await put([], [fresh?.key ?? ''])
    expect((await put([{ title: 'Ещё' }])).at(-1)?.key).not.toBe(fresh?.key)
    expect(await patch(own, `sets/${id}/`, { columns: [{ title: 'А' }, { title: 'а' }] })).toMatchObject({
      status: 400,
      body: { columns: ['Названия столбцов не должны повторяться.'] },
    })
    for (const key of ['\0', 'c1\0', 'Ещё'])
      expect(await patch(own, `sets/${id}/`, { restored_columns: [key] })).toMatchObject({
        status: 400,
        body: { restored_columns: ['Нужен ключ столбца.'] },
      })
  })
  it.each<[string, (text: string) => object, (item?: SetItem) => string | undefined]>([
    ['its note', note => ({ note }), item => item?.note],
    ['a cell of an own column', c1 => ({ columns: { c1 } }), item => item?.columns.c1],
  ])(
    'of two editors who change %s the second is told what the first has written, and nothing is lost',
    async (_, change, textOf) => {
      const { id } = await newSet({ cases: [here, alsoHere] })
      await join(id, 'editor')
      await patch(own, `sets/${id}/`, { columns: [{ title: 'Ход' }] })
      const [{ version = 0 } = {}] = await itemsOf(id)
      const write = (ask: Ask, text: string) =>
        patch(ask, `sets/${id}/items/`, {
          items: [
            { case_id: here, version, ...change(text) },
            { case_id: alsoHere, status: 'working' },
          ],
        })
      const answers = await Promise.all([write(own, 'Первый'), write(theirs, 'Второй')])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const [kept] = await itemsOf(id)
      const refused = answers.find(({ status }) => status === 409)
      expect(textOf(kept)).toBe(answers[0].status === 200 ? 'Первый' : 'Второй')
      expect(refused?.body).toMatchObject({
        items: [{ case_id: here, ...change(textOf(kept) ?? ''), version: kept?.version }],
      })
      // Repeating the change, as after a lost answer, is a no-op.
      expect((await write(own, textOf(kept) ?? '')).status).toBe(200)
    },
  )
  it('is empty again when its first text is taken back, and stays with a case that is taken out and added again', async () => {
    const { id } = await newSet({ cases: [here, there] })
    await patch(own, `sets/${id}/`, { columns: [{ title: 'Ход' }] })
    const change = async (items: readonly object[]) =>
      itemsChanged.parse((await patch(own, `sets/${id}/items/`, { items })).body)
    const [{ version = 0 } = {}] = await itemsOf(id)
    const first = { columns: { c1: 'Пресс-служба' }, note: 'Звонили' }
    const { undo, items } = await change([{ case_id: here, version, ...first }])
    expect(items).toMatchObject([first])
    const emptied = await change(undo)
    expect(emptied.items.map(({ columns, note }) => ({ columns, note }))).toEqual([{ columns: {}, note: '' }])
    await change(emptied.undo)
    await post(own, `sets/${id}/items/remove/`, { cases: [here] })
    expect(await post(own, `sets/${id}/items/`, { cases: [here] })).toMatchObject({ body: { added: [here] } })
    expect(await itemsOf(id)).toMatchObject([{ case_id: there }, { case_id: here, ...first }])
  })
  it('asks texts for the version they change', async () => {
    const { id } = await newSet({ cases: [here] })
    expect(await patch(own, `sets/${id}/items/`, { cases: [here], change: { note: 'Поверх' } })).toMatchObject({
      status: 400,
      body: { version: ['Чтобы изменить текст, нужна version, которую вы видели.'] },
    })
  })
  it.each([
    [{ assignee: stranger.id }, { assignee: ['Дело можно поручить только участнику подборки.'] }],
    [{ status: 'done' }, { change: ['Такого состояния нет.'] }],
    [{ columns: { c9: 'x' } }, { columns: ['Столбца «c9» в подборке нет.'] }],
  ])('refuses %o', async (change, body) => {
    const { id } = await newSet({ cases: [here] })
    expect(await patch(own, `sets/${id}/items/`, { cases: [here], change })).toMatchObject({ status: 400, body })
  })
})

describe('a shared set', () => {
  it('counts a case in the region where it is, also when it is moved to another', async () => {
    const moving = await buildCase(db, { court: { title: 'Переездный суд', region: 78, city: 'Подгорск' } })
    const { id } = await newSet({ cases: [here, moving] })
    await join(id, 'reader')
    const seen = async () => {
      const listed = workingSetList.parse((await theirs('sets/')).body).results.find(one => one.id === id)
      expect(await full(id, theirs)).toMatchObject({ count: listed?.count, hidden: listed?.hidden })
      return [listed?.count, listed?.hidden, listed?.progress.unseen, (await full(id)).hidden]
    }
    const move = (region: number) => sql`update court_case set region = ${region} where id = ${moving}`.execute(db)
    expect(await seen()).toEqual([1, 1, 1, 0])
    await move(77)
    expect(await seen()).toEqual([2, 0, 2, 0])
    await post(own, `sets/${id}/items/remove/`, { cases: [moving] })
    expect(await seen()).toEqual([1, 0, 1, 0])
    await move(78)
    await post(own, `sets/${id}/items/`, { cases: [moving] })
    expect(await seen()).toEqual([1, 1, 1, 0])
  })
  it('shows each member the cases of their own regions, and how many are hidden from them', async () => {
    const { id } = await newSet({ cases: [here, there, alsoHere, last] })
    const { answer } = await join(id, 'editor')
    expect(answer.body).toMatchObject({ id, role: 'editor', count: 2, hidden: 2, owner: owner.username, members: 2 })
    expect(await idsOf(id, theirs)).toEqual([here, alsoHere])
    await patch(own, `sets/${id}/items/`, { cases: [there], change: { add_labels: ['Дело Подгорного'] } })
    expect((await full(id)).labels).toEqual(['Дело Подгорного'])
    expect((await theirs(`sets/${id}/`)).text).not.toMatch(/Подгорн/)
    const hidden = `В подборке нет дел с такими номерами: ${there}.`
    expect(await patch(theirs, `sets/${id}/items/`, { cases: [there], change: { status: 'checked' } })).toMatchObject({
      status: 400,
      body: { items: [hidden] },
    })
    expect((await post(theirs, `sets/${id}/items/remove/`, { cases: [there, here] })).body).toMatchObject({
      removed: [here],
    })
    expect(await idsOf(id)).toEqual([there, alsoHere, last])
    expect(await theirs(`sets/${id}/queue/?case=${alsoHere}`)).toMatchObject({
      body: { previous: null, next: null, place: 1, count: 1 },
    })
  })
  it('is a 404 to everybody else, whatever they ask', async () => {
    const { id } = await newSet({ cases: [here] })
    const asked = [
      foreign(`sets/${id}/`),
      foreign(`sets/${id}/items/`),
      foreign(`sets/${id}/queue/?case=${here}`),
      foreign(`sets/${id}/invitations/`),
      patch(foreign, `sets/${id}/`, { title: 'Моё' }),
      patch(foreign, `sets/${id}/items/`, { cases: [here], change: { status: 'checked' } }),
      post(foreign, `sets/${id}/items/`, { cases: [here] }),
      post(foreign, `sets/${id}/items/remove/`, { cases: [here] }),
      post(foreign, `sets/${id}/items/restore/`, { cases: [here] }),
      post(foreign, `sets/${id}/invitations/`, { role: 'reader' }),
      post(foreign, `sets/${id}/restore/`),
      remove(foreign, `sets/${id}/`),
      remove(foreign, `sets/${id}/members/${owner.id}/`),
    ]
    for (const { status, body } of await Promise.all(asked))
      expect([status, body]).toEqual([404, { detail: 'Такой подборки нет.' }])
  })
  it('is changed by editors, read by readers, and given away by its owner alone', async () => {
    const { id } = await newSet({ cases: [here] })
    await join(id, 'reader')
    const change = () => patch(theirs, `sets/${id}/items/`, { cases: [here], change: { status: 'checked' } })
    expect((await change()).status).toBe(403)
    expect((await patch(theirs, `sets/${id}/`, { title: 'Моё' })).status).toBe(403)
    await patch(own, `sets/${id}/members/${limited.id}/`, { role: 'editor' })
    expect((await change()).status).toBe(200)
    expect((await post(theirs, `sets/${id}/invitations/`, { role: 'reader' })).status).toBe(403)
    expect((await remove(theirs, `sets/${id}/members/${owner.id}/`)).status).toBe(403)
    expect((await remove(theirs, `sets/${id}/`)).status).toBe(403)
    expect((await remove(own, `sets/${id}/members/${owner.id}/`)).status).toBe(409)
  })
  it('is closed at once to whoever is let go, with what was given to them to do', async () => {
    const { id } = await newSet({ cases: [here] })
    await join(id, 'editor')
    await patch(own, `sets/${id}/items/`, { cases: [here], change: { assignee: limited.id } })
    expect((await remove(own, `sets/${id}/members/${limited.id}/`)).status).toBe(200)
    expect((await theirs(`sets/${id}/`)).status).toBe(404)
    expect((await patch(theirs, `sets/${id}/items/`, { cases: [here], change: { status: 'checked' } })).status).toBe(
      404,
    )
    expect((await itemsOf(id))[0]?.assignee).toBeNull()
  })
  it('is entered by a link until it is revoked or over, and by a link nobody’s role gets smaller', async () => {
    const { id, title } = await newSet({ cases: [here] })
    const { token } = await join(id, 'editor')
    const look = (given: string, ask = foreign) => post(ask, 'sets/invitations/look/', { token: given })
    expect((await look(token)).body).toEqual({ title, role: 'editor', owner: owner.username, set: null })
    expect((await look(token, theirs)).body).toMatchObject({ set: id })
    const reader = await join(id, 'reader')
    expect(reader.answer.body).toMatchObject({ role: 'editor' })
    const { results } = z
      .object({ results: z.array(z.object({ id: z.number() })) })
      .parse((await own(`sets/${id}/invitations/`)).body)
    expect(results).toHaveLength(2)
    for (const link of results) await remove(own, `sets/${id}/invitations/${link.id}/`)
    const gone = { detail: 'Эта ссылка не действует: её отозвали или её срок вышел. Попросите новую.' }
    expect(await look(token)).toMatchObject({ status: 404, body: gone })
    expect(await post(foreign, 'sets/invitations/accept/', { token })).toMatchObject({ status: 404, body: gone })
    expect((await full(id)).members).toBe(2)
    const late = newInvitation.parse((await post(own, `sets/${id}/invitations/`, { role: 'reader' })).body)
    await db
      .updateTable('case_set_invitation')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', late.id)
      .execute()
    expect(await post(foreign, 'sets/invitations/accept/', { token: late.token })).toMatchObject({ status: 404 })
  })
  it('is not entered again, nor by a higher role, by the links of before: closing access and making a reader revoke them', async () => {
    const { id } = await newSet({ cases: [here] })
    const { token } = await join(id, 'editor')
    await patch(own, `sets/${id}/members/${limited.id}/`, { role: 'reader' })
    expect((await post(theirs, 'sets/invitations/accept/', { token })).status).toBe(404)
    const again = await join(id, 'reader')
    await remove(own, `sets/${id}/members/${limited.id}/`)
    expect((await post(theirs, 'sets/invitations/accept/', { token: again.token })).status).toBe(404)
    expect((await full(id)).members).toBe(1)
  })
  it('tells the audit log of all that gives or takes access, and not how it is called', async () => {
    const [giver, taker] = [await buildAccount(db), await buildAccount(db)]
    const [give, take] = await Promise.all([as(giver), as(taker)])
    const { id } = await newSet({ title: 'Тайное название' }, give)
    const enter = async () => {
      const { token } = newInvitation.parse((await post(give, `sets/${id}/invitations/`, { role: 'reader' })).body)
      await post(take, 'sets/invitations/accept/', { token })
    }
    await enter()
    await patch(give, `sets/${id}/members/${taker.id}/`, { role: 'editor' })
    await remove(take, `sets/${id}/members/${taker.id}/`)
    await enter()
    await remove(give, `sets/${id}/`)
    await post(give, `sets/${id}/restore/`)
    await remove(give, `sets/${id}/members/${taker.id}/`)
    expect(await acts(giver.id)).toEqual([
      'set_shared',
      'set_member_changed',
      'set_shared',
      'set_deleted',
      'set_restored',
      'set_member_removed',
    ])
    expect(await acts(taker.id)).toEqual(['set_joined', 'set_left', 'set_joined'])
    const kept = await db.selectFrom('audit_entry').where('account_id', '=', giver.id).select('details').execute()
    expect(JSON.stringify(kept)).not.toContain('Тайное')
  })
})

describe('a reading queue', () => {
  it('goes through the set in its order, also from a case whose status has just taken it out', async () => {
    const { id } = await newSet({ cases: [last, here, there] })
    const at = async (case_id: number, more = '') => (await own(`sets/${id}/queue/?case=${case_id}${more}`)).body
    expect(await at(here)).toEqual({ previous: last, next: there, place: 2, count: 3 })
    await patch(own, `sets/${id}/items/`, { cases: [here], change: { status: 'checked' } })
    expect(await at(here, '&status=unseen&status=working')).toEqual({
      previous: last,
      next: there,
      place: null,
      count: 2,
    })
    expect(await at(last, '&status=unseen')).toEqual({ previous: null, next: there, place: 1, count: 2 })
    expect(await own(`sets/${id}/queue/?case=${alsoHere}`)).toMatchObject({ status: 400 })
  })
  it('is of one’s own cases alone if asked, whatever others are given', async () => {
    const { id } = await newSet({ cases: [last, here, alsoHere] })
    await join(id, 'reader')
    const give = (case_id: number, assignee: number) =>
      patch(own, `sets/${id}/items/`, { cases: [case_id], change: { assignee } })
    await give(here, limited.id)
    await give(alsoHere, owner.id)
    await give(last, limited.id)
    const mine = async (ask: Ask, case_id: number) => (await ask(`sets/${id}/queue/?case=${case_id}&mine=true`)).body
    expect(await mine(own, here)).toEqual({ previous: null, next: alsoHere, place: null, count: 1 })
    expect(await mine(theirs, alsoHere)).toEqual({ previous: here, next: null, place: null, count: 1 })
    expect(await own(`sets/${id}/queue/?mine=may`)).toMatchObject({ status: 400 })
  })
  it('goes on from where its reader stopped: there, else after it, else from the first', async () => {
    const { id } = await newSet({ cases: [last, here, there] })
    await join(id, 'reader')
    const start = async (more = '', ask = own) => (await ask(`sets/${id}/queue/?${more}`)).body
    const from = (next: number | null, count: number) => ({ previous: null, next, place: null, count })
    expect(await start()).toEqual(from(last, 3))
    expect(await start('', theirs)).toEqual(from(here, 1))
    await own(`sets/${id}/place/`, { method: 'PUT', body: { case_id: here } })
    expect(await start('status=unseen')).toEqual(from(here, 3))
    await patch(own, `sets/${id}/items/`, { cases: [here], change: { status: 'checked' } })
    expect(await start('status=unseen')).toEqual(from(there, 2))
    await patch(own, `sets/${id}/items/`, { cases: [there], change: { status: 'checked' } })
    expect(await start('status=unseen')).toEqual(from(last, 1))
    expect(await start('status=disputed')).toEqual(from(null, 0))
  })
  it('remembers where each member stopped', async () => {
    const { id } = await newSet({ cases: [here, there] })
    await join(id, 'reader')
    await own(`sets/${id}/place/`, { method: 'PUT', body: { case_id: there } })
    expect([(await full(id)).at_case, (await full(id, theirs)).at_case]).toEqual([there, null])
    expect(await theirs(`sets/${id}/place/`, { method: 'PUT', body: { case_id: there } })).toMatchObject({
      status: 400,
    })
  })
  it('forgets the place whose case is in the set no more, or outside the regions of its reader', async () => {
    const { id } = await newSet({ cases: [here, there, last] })
    await join(id, 'reader')
    await own(`sets/${id}/place/`, { method: 'PUT', body: { case_id: there } })
    await post(own, `sets/${id}/items/remove/`, { cases: [there] })
    expect((await full(id)).at_case).toBeNull()
    await theirs(`sets/${id}/place/`, { method: 'PUT', body: { case_id: here } })
    expect((await full(id, theirs)).at_case).toBe(here)
    await db
      .updateTable('case_set_member')
      .set({ at_case: last })
      .where('set_id', '=', id)
      .where('account_id', '=', limited.id)
      .execute()
    expect((await full(id, theirs)).at_case).toBeNull()
  })
})
