import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { caseRow } from '#shared/api/cases.ts'
import { listOf } from '#shared/api/lists.ts'
import { workingSetList } from '#shared/api/sets.ts'
import { tagUploadList } from '#shared/api/tags.ts'
import { maxSets } from '#shared/domain/sets.ts'
import { type Ask, asking } from '../../test/app.ts'
import { testDatabase } from '../../test/database.ts'
import { buildApp } from '../app.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { withSets } from './former-folders.ts'

/** Folders of favourites, as they were before they became sets (decision 0107). */
const { db, url } = await testDatabase()
await sql`drop schema public cascade; create schema public; drop schema pgboss, versions, as_of cascade`.execute(db)
const then = connect(url, { max: 2 })
await migrate(then, '0090-keys-of-set-columns')
const long = 'я'.repeat(80)
await sql
  .raw(`
  insert into account (username, password_hash, approved_at) values ('анна', '', now()), ('борис', '', now()), ('вера', '', now()), ('глеб', '', now());
  insert into court (title, region, time_zone) values ('Прежний суд', 77, 'Europe/Moscow');
  insert into court_case (type, stage, court_id, region, case_number, entry_date)
    select 1, 1, id, 77, '5-' || n, date '2026-03-01' + n from court, generate_series(1, 5) n;
  -- Numbers of sets and of folders are not the same.
  insert into case_set (title) select 'Чужая ' || n from generate_series(1, 50) n;
  insert into case_set (title, created_by) values ('ПИКЕТЫ', 1), ('пикеты (2)', 1), ('${long}', 1);
  insert into case_set_member (set_id, account_id, role) select id, 1, 'owner' from case_set where created_by = 1;
  insert into favourite_folder (account_id, title, created_at, deleted_at) values
    (1, 'Пикеты', '2026-03-01 09:00Z', null), (1, 'Пустая', '2026-03-02 09:00Z', null),
    (1, 'Удалённая', '2026-03-02 09:00Z', now() - interval '23 hours'), (2, 'Пикеты', '2026-03-03 09:00Z', null),
    (1, '${long}', '2026-03-03 09:00Z', null), (1, 'Пустая', '2026-03-02 10:00Z', now() - interval '25 hours');
  insert into favourite (account_id, case_id, folder_id, added_at) values
    (1, 3, 1, '2026-03-04 09:00Z'), (1, 1, 1, '2026-03-05 09:00Z'), (1, 2, 3, '2026-03-04 09:00Z'), (1, 4, null, '2026-03-04 09:00Z'),
    (2, 1, 4, '2026-03-06 09:00Z'), (2, 5, null, '2026-03-06 09:00Z');
  insert into case_note (account_id, case_id, text) values (1, 1, 'Звонить защитнику'), (2, 1, 'Своё');
  update account set groups = '{tag_editor}' where id = 1;
  insert into tag (value) values ('пикет');
  insert into case_tag (case_id, tag_id) values (2, 1), (5, 1);
  insert into tag_upload (account_id, action, file_name, rows, cases, tags) values (1, 'add', 'метки.csv', 2, 2, 1);
  insert into tag_upload_change (upload_id, case_id, tag_id) values (1, 2, 1);
  insert into case_set (title, created_by) select 'Набор ' || n, 3 from generate_series(1, ${maxSets}) n;
  insert into case_set_member (set_id, account_id, role) select id, 3, 'owner' from case_set where created_by = 3;
  insert into favourite_folder (account_id, title) select 3, 'Лишняя ' || n from generate_series(1, 100) n;
  insert into favourite_folder (account_id, title, deleted_at) values (3, 'Прежняя', now() - interval '1 hour');
`)
  .execute(then)
const presets: readonly (readonly [account: number, title: string, params: object])[] = [
  [1, 'в папке', { in_favorites: true, favorite_folder: ['1'] }],
  [1, 'не в папке', { favorite_folder_not: ['1', '4'], type: '1' }],
  [1, 'в чужой', { favorite_folder: ['4'] }],
  [1, 'нет такой', { favorite_folder: ['998'] }],
  [1, 'и такой', { favorite_folder: ['999'] }],
  [1, 'эта и нет такой', { favorite_folder: ['1', '999'] }],
  [1, 'вне папок', { in_favorites: true, in_folder: false }],
  [1, 'в папках', { in_folder: true }],
  [1, 'без папок', { type: '1' }],
  [2, 'вне папок', { in_favorites: true, in_folder: false }],
  [4, 'в папках, которых нет', { in_folder: true }],
]
for (const [account, title, params] of presets)
  await sql`
    insert into preset (account_id, title, get_params, filter_key)
    values (${account}, ${title}, ${JSON.stringify(params)}::jsonb, decode(md5(${title}), 'hex'))`.execute(then)
await sql
  .raw(`
  insert into saved_link (id, account_id, get_params, filter_key) values ('прежняя', 1, '{"favorite_folder": ["1"]}', 'x'), ('ничья', null, '{"in_favorites": true, "in_folder": false}', 'x'), ('вне папок', 1, '{"in_folder": false}', 'y');
  insert into subscription (account_id, title, get_params, filter_key, watch_version, kinds, channels, cadence, send_at, weekday, zone, secret)
    select 1, '', given::jsonb, decode(md5(given), 'hex'), 4, '{new}', '{}', 'at_once', '09:00', 1, 'Europe/Moscow', md5(given)
    from unnest(array['{"favorite_folder": ["1"]}', '{"type": "1"}']) given;
  insert into export_request (account_id, selected_columns, filters, ordering, origin) values (1, '{id}', '{"favorite_folder": ["1"], "type": "1"}', '-entry_date', '');
`)
  .execute(then)
await migrate(then)
await then.destroy()

const app = await buildApp({ db })
await app.ready()
afterAll(() => app.close())
const { as } = asking(app, db)
const account = (id: number) => db.selectFrom('account').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const [anna, boris, vera] = await Promise.all([1, 2, 3].map(async id => as(await account(id))))
const someone = (ask: Ask | undefined): Ask => ask ?? (() => Promise.reject(new Error('nobody')))
const idsOf = async (ask: Ask | undefined, query: string): Promise<number[]> =>
  listOf(caseRow)
    .parse((await someone(ask)(`cases/?${query}`)).body)
    .results.map(({ id }) => id)
    .toSorted()
const becameSets = await db
  .selectFrom('case_set')
  .where('former_folder', 'is not', null)
  .select(['id', 'former_folder'])
  .execute()
const setOf = (folder: number): string => String(becameSets.find(one => one.former_folder === folder)?.id)

describe('a folder of favourites', () => {
  it('becomes a set of its owner alone, with its days, its cases in the order in which they came, and a title of its own', async () => {
    const { rows } = await sql`
      select former_folder as folder, title, created_by, deleted_at is not null as gone, created_at, changed_at,
        (select json_agg(json_build_array(account_id, role)) from case_set_member where set_id = case_set.id) as team,
        (select json_agg(json_build_array(case_id, position, status, added_by, added_at) order by position)
          from case_set_item where set_id = case_set.id) as items
      from case_set where former_folder < 7 order by former_folder`.execute(db)
    const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 2, day, hour))
    const item = (id: number, position: number, by: number, day: number) => [
      id,
      position,
      'unseen',
      by,
      at(day).toISOString().replace('.000Z', '+00:00'),
    ]
    const of = (owner: number) => ({ created_by: owner, team: [[owner, 'owner']], gone: false, items: null })
    expect(rows).toEqual([
      {
        ...of(1),
        folder: 1,
        title: 'Пикеты (3)',
        created_at: at(1),
        changed_at: at(5),
        items: [item(3, 1, 1, 4), item(1, 2, 1, 5)],
      },
      { ...of(1), folder: 2, title: 'Пустая', created_at: at(2), changed_at: at(2) },
      {
        ...of(1),
        folder: 3,
        title: 'Удалённая',
        gone: true,
        created_at: at(2),
        changed_at: at(4),
        items: [item(2, 1, 1, 4)],
      },
      { ...of(2), folder: 4, title: 'Пикеты', created_at: at(3), changed_at: at(6), items: [item(1, 1, 2, 6)] },
      { ...of(1), folder: 5, title: `${'я'.repeat(76)} (2)`, created_at: at(3), changed_at: at(3) },
      { ...of(1), folder: 6, title: 'Пустая', gone: true, created_at: at(2, 10), changed_at: at(2, 10) },
    ])
  })
  it('leaves its cases favourites', async () => {
    expect(await idsOf(anna, 'in_favorites=true')).toEqual([1, 2, 3, 4])
    expect(await idsOf(boris, 'in_favorites=true')).toEqual([1, 5])
  })
  it('leaves notes on its cases to their authors, and uploads of tags to whoever takes them back', async () => {
    const notes = async (ask: Ask | undefined) =>
      listOf(caseRow)
        .parse((await someone(ask)('cases/?in_favorites=true')).body)
        .results.flatMap(({ id, note }) => (note === null ? [] : [[id, note.text]]))
    expect([await notes(anna), await notes(boris)]).toEqual([[[1, 'Звонить защитнику']], [[1, 'Своё']]])
    const { results } = tagUploadList.parse((await someone(anna)('tag-uploads/')).body)
    expect(results).toMatchObject([{ id: 1, file_name: 'метки.csv', undone_at: null }])
    const borne = () => idsOf(anna, 'tags=1')
    expect(await borne()).toEqual([2, 5])
    await someone(anna)('tag-uploads/1/undo/', { method: 'POST' })
    expect(await borne()).toEqual([5])
  })
  it('that was deleted may be taken back as before, for a day', async () => {
    const restored = await someone(anna)(`sets/${setOf(3)}/restore/`, { method: 'POST' })
    expect(restored).toMatchObject({ status: 200, body: { title: 'Удалённая', count: 1 } })
    await someone(anna)(`sets/${setOf(2)}/`, { method: 'DELETE' })
    expect((await someone(anna)(`sets/${setOf(6)}/restore/`, { method: 'POST' })).status).toBe(404)
    await someone(anna)(`sets/${setOf(2)}/restore/`, { method: 'POST' })
  })
  it('is kept beyond the limit of sets, which all are listed; only new ones are refused', async () => {
    const { count, results } = workingSetList.parse((await someone(vera)('sets/')).body)
    expect([count, results.length]).toEqual([maxSets + 100, maxSets + 100])
    for (const [path, body] of [
      ['sets/', { title: 'Ещё' }],
      [`sets/${setOf(107)}/restore/`, undefined],
    ] as const)
      expect((await someone(vera)(path, { method: 'POST', ...(body && { body }) })).body).toEqual({
        title: [`Подборок не больше ${maxSets}: удалите ненужные или выйдите из чужих.`],
      })
  })
})

describe('what is stored of folders', () => {
  it('means the sets that they became, and finds nothing where it found nothing', async () => {
    const [one, of, gone, boriss, longest, past] = [1, 2, 3, 4, 5, 6].map(setOf)
    const { rows } = await sql<{ title: string; params: object; of: number }>`
      select account_id as of, title, get_params as params from preset order by id`.execute(db)
    const noSet = '2147483647'
    expect(rows.map(({ title, params }) => [title, params])).toEqual([
      ['в папке', { in_favorites: true, set: [one] }],
      ['не в папке', { set_not: [one, boriss], type: '1' }],
      ['в чужой', { set: [boriss] }],
      ['нет такой', { set: [noSet] }],
      ['и такой', { set: [noSet] }],
      ['эта и нет такой', { set: [one] }],
      [
        'вне папок',
        { in_favorites: true, set_not: expect.toSatisfy(ids => sameIds(ids, [one, of, gone, longest, past])) },
      ],
      ['в папках', { set: expect.toSatisfy(ids => sameIds(ids, [one, of, gone, longest, past])) }],
      ['без папок', { type: '1' }],
      ['вне папок', { in_favorites: true, set_not: [boriss] }],
      ['в папках, которых нет', { set: [noSet] }],
    ])
    expect(await idsOf(anna, `set=${boriss}`)).toEqual([])
    expect(await idsOf(anna, `set=${noSet}`)).toEqual([])
  })
  it('is the same by its key as what is saved now: nothing is saved twice', async () => {
    const again = { title: 'Ещё раз', get_params: { in_favorites: true, set: [setOf(1)] } }
    expect(await someone(anna)('presets/', { method: 'POST', body: again })).toMatchObject({ status: 400 })
    const link = { get_params: { set: [setOf(1)] } }
    expect((await someone(anna)('links/', { method: 'POST', body: link })).body).toMatchObject({ id: 'прежняя' })
    const outside = { get_params: { in_set: false } }
    expect((await someone(anna)('links/', { method: 'POST', body: outside })).body).toMatchObject({ id: 'вне папок' })
  })
  it('goes on in links, subscriptions and files; what watches is read anew', async () => {
    const set = [setOf(1)]
    const links = await db.selectFrom('saved_link').select(['id', 'get_params']).orderBy('id').execute()
    expect(links).toEqual([
      { id: 'вне папок', get_params: { in_set: false } },
      { id: 'ничья', get_params: { in_favorites: true, in_set: false } },
      { id: 'прежняя', get_params: { set } },
    ])
    const { rows } = await sql`select get_params, watch_version from subscription order by id`.execute(db)
    expect(rows).toEqual([
      { get_params: { set }, watch_version: 5 },
      { get_params: { type: '1' }, watch_version: 4 },
    ])
    expect((await db.selectFrom('export_request').select('filters').execute())[0]?.filters).toEqual({ set, type: '1' })
  })
})
const sameIds = (found: unknown, wanted: readonly (string | undefined)[]): boolean =>
  Array.isArray(found) && JSON.stringify(found.toSorted()) === JSON.stringify(wanted.toSorted())

describe('an address that names a folder', () => {
  it('is read as the set that it became, under the rights of whoever asks', async () => {
    expect(await idsOf(anna, 'favorite_folder=1')).toEqual([1, 3])
    expect(await idsOf(anna, 'in_favorites=true&favorite_folder_not=1&in_folder=false')).toEqual([4])
    expect(await idsOf(anna, 'favorite_folder=4')).toEqual([])
    expect(await idsOf(boris, 'favorite_folder=4')).toEqual([1])
    for (const folder of ['999', '99999999999', 'один'])
      expect(await idsOf(anna, `favorite_folder=${folder}`)).toEqual([])
  })
  it('is never widened to either where both it and a set were meant: a call is told, a page says what it has not read', async () => {
    const [one, other] = [setOf(1), setOf(2)]
    expect(await idsOf(anna, `set=${one}&set=${other}&favorite_folder=1`)).toEqual([1, 3])
    const both = await someone(anna)(`cases/?set=${other}&favorite_folder=1`)
    expect(both).toMatchObject({
      status: 400,
      body: { favorite_folder: [expect.stringMatching(/оставьте что-то одно/)] },
    })
    const within = encodeURIComponent(`set=${other}&favorite_folder=1`)
    expect((await someone(anna)(`search/?q=прежний&groups=court&within=${within}`)).status).toBe(400)
    expect((await app.inject({ url: `/cases?set=${other}&favorite_folder=1` })).statusCode).not.toBe(302)
  })
  it('is read so within other parameters too, and keeps them', async () => {
    const within = encodeURIComponent('favorite_folder=1&type=1')
    const { body } = await someone(anna)(`search/?q=прежний&groups=court&within=${within}`)
    expect(body).toMatchObject({ groups: [{ items: [{ cases_count: 2 }] }] })
  })
  it('of a page leads to its present address, of a call that changes something nowhere', async () => {
    const moved = await app.inject({ url: '/favorites?favorite_folder=1&page=2' })
    expect([moved.statusCode, moved.headers.location]).toEqual([302, `/favorites?page=2&set=${setOf(1)}`])
    expect((await app.inject({ url: '/favorites?page=2' })).statusCode).not.toBe(302)
    const posted = await someone(anna)('sets/?favorite_folder=1', { method: 'POST', body: { title: 'Новая' } })
    expect(posted.status).toBe(400)
  })

  const sets = new Map([
    ['1', '51'],
    ['2', '52'],
  ])
  it.each([
    ['favorite_folder', { favorite_folder: ['1', '2'] }, { set: ['51', '52'] }],
    ['one beside its set', { favorite_folder: '1', set: ['51', '7'] }, { set: ['51'] }],
    ['more than the set beside', { favorite_folder: ['1', '2'], set: '51' }, { set: ['51'] }],
    ['one beside another set', { favorite_folder: '1', set: '7' }, { favorite_folder: ['1'], set: ['7'] }],
    ['one that is no more beside a set', { favorite_folder: '9', set: '7' }, { favorite_folder: ['9'], set: ['7'] }],
    ['in_folder beside a set', { in_folder: 'true', set: '7' }, { in_folder: 'true', set: ['7'] }],
    ['one that is no more', { favorite_folder: ['1', '9'] }, { set: ['51'] }],
    ['none that is there', { favorite_folder: '9' }, { set: ['2147483647'] }],
    ['an empty value', { favorite_folder: '', type: '1' }, { type: '1' }],
    ['what is left out', { favorite_folder_not: ['1', '9'] }, { set_not: ['51'] }],
    ['in_folder', { in_folder: 'false' }, { in_set: 'false' }],
    ['in_folder that is no answer', { in_folder: 'может быть' }, {}],
  ])('reads %s', (_, record, expected) => expect(withSets(record, sets)).toEqual(expected))
})
