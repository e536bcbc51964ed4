import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { fullCase } from '#shared/api/full-case.ts'
import { addDays } from '#shared/domain/dates.ts'
import { newsKindValues } from '#shared/domain/news.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, filterParamsOf } from '#shared/filters/field.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { buildRichCase, fittingValues, keepRichCase } from '../../test/rich-case.ts'
import { addSubscription, feedIsSettled, storedHits } from '../../test/subscriptions.ts'
import { buildVariedCases, generatedFilters, valuesOfCases } from '../../test/varied-cases.ts'
import { selectCases } from '../cases/case-query.ts'
import type { DB } from '../db/schema.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'
import { markGone } from '../ingest/write-cases.ts'
import { conditionsOf } from './conditions.ts'
import { findMatches } from './find-matches.ts'
import { matchChanges } from './match-changes.ts'
import { rematchRecentChanges } from './nightly.ts'
import { maskOf, WatchList } from './watch-list.ts'

const { db, as } = await testApp()
const superuser = await buildAccount(db, { isSuperuser: true })
const rich = await buildRichCase(db)
await keepRichCase(db, superuser.id, rich)
/** Of some of the others (decision 0068). */
const sentences: Readonly<Record<number, CaseRecordInput['penalties']>> = {
  1: [{ type: 'imprisonment', value: 36, suspended: true }],
  2: [
    { type: 'imprisonment', value: 90, state: 'annulled' },
    { type: 'arrest', value: 15 },
  ],
  3: [{ type: 'court_fine', value: 36 }],
}
const ofPenalties: readonly AnyValues[] = [
  { penalty_type: ['imprisonment', 'restriction'] },
  { penalty_type: ['imprisonment'], penalty_amount: { min: 36, max: 90 } },
  { penalty_type: ['imprisonment', 'arrest'], penalty_amount: { min: 10 } },
  { penalty_amount: { min: 10, max: 100 } },
  { penalty_suspended: true, penalty_type: ['imprisonment'] },
  { has_penalty: true },
  { penalty_type_not: ['imprisonment'], has_penalty: false },
]
const others = await buildCases(
  db,
  Array.from({ length: 12 }, (_, n) => ({
    type: n % 3 === 0 ? (2 as const) : (1 as const),
    stage: n % 4 === 0 ? (2 as const) : (1 as const),
    court: {
      title: `Выдуманный суд № ${n % 3}`,
      region: [77, 78, 16][n % 3] ?? 77,
      city: n % 2 ? 'Заречинск' : 'Ёлкино',
    },
    entry_date: `2026-03-0${(n % 9) + 1}`,
    articles: [{ codex: 'koap' as const, article_number: '20.2', part: n % 2 ? '5' : '6.1' }],
    defendants: [{ name: n % 2 ? 'Ветрогонов Пётр Ильич' : 'Информация скрыта' }],
    events: [{ type: 'Рассмотрение дела по существу', date: '2026-03-20', time: '10:00' }],
    ...(n % 2 && { text: 'Суд решил: плакат вернуть, трое детей.' }),
    ...(n % 5 === 0 && { result: 'Прекращено', result_date: '2026-04-01' }),
    penalties: sentences[n] ?? [],
  })),
)
/** Of several numbers, each of which finds it (domain §1). */
const numbered = await buildCases(db, [
  { case_number: '7У-4410/2026', other_numbers: ['77-9/2025', '22-1/2025'] },
  { case_number: '5(2)-12/2024' },
])
/** Names written in one way and asked in another. */
const spelt = await buildCases(
  db,
  ['Тер-Петросян Арам Ильич', 'О’Коннор Шон', 'фон Берг Карл', 'ООО «Ромашка–М»', 'Людной В. И.'].map(name => ({
    defendants: [{ name }],
    participants: [{ role: 'advocate' as const, name: `${name} – адвокат` }],
  })),
)
const ofNames: readonly AnyValues[] = [
  ...[
    'тер петросян',
    'Тер—Петросян А',
    "О'Коннор",
    'о коннор ш',
    'фон-берг',
    'Ромашка-М',
    'ромашка–м',
    'Людной В.И.',
    'Людной В',
  ],
  ...['Берг К', 'Петросян И', 'оконнор', '-', '.', 'М»'],
].flatMap(name => [{ defendant: name }, { advocate: name }, { defendant_not: name }])
const ofNumbers: readonly AnyValues[] = [
  '7у-4410',
  '77-9/2025',
  '22-1/2025',
  '77-9/2025 (77-655/2026)',
  '[77-9/2025]',
  '5(2)-12/2024',
  '77-655/2026',
].map(case_number => ({ case_number }))
const stranger = await buildAccount(db, { isSuperuser: true })
const varied = await buildVariedCases(db, [superuser, stranger])
const all = [rich, ...others, ...numbered, ...spelt, ...varied]
const whole = fullCase.parse((await (await as(superuser))(`cases/${rich}/`)).body)
const eventTypes = await db.selectFrom('event_type').select(['id', 'title']).execute()
const fitting: Record<string, AnyValues[string]> = { ...fittingValues(whole, eventTypes) }
const told = (ids: readonly number[], kinds: readonly string[] = newsKindValues) =>
  ids.map(caseId => ({ caseId, kinds: maskOf(kinds) }))
const fail = (error: unknown): void => {
  throw error
}

/** What the list of cases itself would find among these. */
const byList = async (on: Kysely<DB>, accountId: number, values: AnyValues): Promise<number[]> => {
  const rows = await selectCases(on, { accountId, regions: 'all' }, values)
    .where(sql<boolean>`court_case.id = any(${all}::int[])`)
    .select('court_case.id')
    .execute()
  return rows.map(({ id }) => id).toSorted((one, other) => one - other)
}

describe('matching of changed cases (design §11)', () => {
  afterEach(async () => {
    await db.deleteFrom('subscription').execute()
  })
  it('takes filters on one child table for one of its rows, as the list does', async () => {
    const idOf = (wanted: string) => eventTypes.filter(({ title }) => title === wanted).map(({ id }) => id)
    const day = (min: string) => ({ min, max: min })
    const penalty_type = ['imprisonment']
    // In turn: of one row, and of two rows of one case.
    // biome-ignore format: a table reads best as one
    const asked: readonly (readonly [fits: AnyValues, doesNot: AnyValues])[] = [
      [{ penalty_type: ['fine'], penalty_hidden: true }, { penalty_type, penalty_hidden: true }],
      [{ penalty_type: ['arrest'], penalty_amount: { max: 12 } }, { penalty_type: ['fine'], penalty_amount: { max: 12 } }],
      [{ penalty_type, penalty_suspended: true, penalty_amount: { max: 36 } }, { penalty_type, penalty_suspended: true, penalty_amount: { min: 37 } }],
      [{ defendant: 'Суховеева', defendant_gender: 'f' }, { defendant: 'Ветрогонова', defendant_gender: 'm' }],
      [{ defendant: 'Ветрогонов', defendant_risk_group: true }, { defendant: 'Суховеева', defendant_risk_group: true }],
      [{ event_type: idOf('Явка сторон'), event_date_range: day(today()) }, { event_type: idOf('Рассмотрение дела по существу'), event_date_range: day(today()) }],
    ]
    const ids: number[] = []
    for (const values of asked.flat()) ids.push(await addSubscription(db, superuser.id, { values }))
    const list = new WatchList()
    await list.refresh(db)
    const matches = await findMatches(db, list, told(all), { onError: fail })
    for (const [n, values] of asked.flat().entries()) {
      const listed = await byList(db, superuser.id, values)
      expect(listed.length > 0, JSON.stringify(values)).toBe(n % 2 === 0)
      const found = matches.filter(({ group }) => group.watchers.has(ids[n] ?? 0)).map(({ caseId }) => caseId)
      expect(
        found.toSorted((one, another) => one - another),
        JSON.stringify(values),
      ).toEqual(listed)
    }
  })

  it('finds by any filters exactly what the list of cases finds by them', async () => {
    const anyValues = fc
      .subarray([...filterParamsOf(caseListFields)], { minLength: 1, maxLength: 4 })
      .map(facets => Object.fromEntries(facets.map(({ name, key }) => [name, fitting[key]])))
    const known = await valuesOfCases(db, caseListFields, varied)
    const filters = fc
      .sample(anyValues, 50)
      .concat(fc.sample(generatedFilters(caseListFields, known), 200))
      .concat(
        filterParamsOf(caseListFields).flatMap(({ name, key }) =>
          (known.get(key) ?? []).map(value => ({ [name]: value })),
        ),
      )
      .concat(filterParamsOf(caseListFields).map(({ name, key }) => ({ [name]: fitting[key] })))
      .concat(ofPenalties, ofNumbers, ofNames)
    for (const values of ofNumbers.slice(0, -1)) expect(await byList(db, superuser.id, values)).toHaveLength(1)
    const [ids, sizes]: [number[], number[]] = [[], []]
    for (const values of filters) ids.push(await addSubscription(db, superuser.id, { values }))
    const list = new WatchList()
    await list.refresh(db)
    const matches = await findMatches(db, list, told(all), { onError: fail })
    for (const [n, values] of filters.entries()) {
      const found = matches
        .filter(({ group }) => group.watchers.has(ids[n] ?? 0))
        .map(({ caseId }) => caseId)
        .toSorted((one, other) => one - other)
      const listed = await byList(db, superuser.id, values)
      expect(found, JSON.stringify(toStored(writeValues(caseListFields, values)))).toEqual(listed)
      sizes.push(listed.length)
    }
    // Most filters tell some cases from others.
    expect(sizes.filter(size => size > 0 && size < all.length).length).toBeGreaterThan(filters.length / 2)
  })
})

it('kinds by which a range has its unit are told as they were asked for (decision 0068)', () => {
  const namesOf = (values: AnyValues) => conditionsOf(caseListFields, values).narrowed.map(({ name }) => name)
  const penalty_type = ['imprisonment', 'arrest']
  expect(namesOf({ penalty_type })).toEqual(['penalty_type'])
  expect(namesOf({ penalty_type, penalty_amount: { min: 10 } })).toEqual([])
})

describe('who is told of what has changed', () => {
  const now = new Date()
  const list = new WatchList()
  const follow = async () => {
    await feedIsSettled(db)
    return matchChanges(db, list, { now, onError: fail })
  }
  /** The card of this case comes in, with what has come of it. */
  const comes = (given: Partial<CaseRecordInput>) => buildCases(db, [{ ...recent, ...given }])
  const recent = {
    source_key: 'test:told',
    case_number: '5-77/2026',
    entry_date: today(),
    court: { title: 'Заречный суд', region: 77 },
  }
  const ofCourt = { regions: [77], case_number: '5-77/2026' }

  it('is told once of each version, with the case as it was', async () => {
    await follow()
    const id = await addSubscription(db, superuser.id, { values: ofCourt })
    const [caseId] = await comes({})
    expect(await follow()).toMatchObject({ hits: 1, more: false })
    expect(await follow()).toMatchObject({ changes: 0, hits: 0 })
    await comes({ judge: 'Белоозёрова Н. В.' })
    await comes({ judge: 'Белоозёрова Н. В.' })
    await follow()
    expect(await storedHits(db, id)).toEqual([
      { case_id: caseId, kinds: ['new'] },
      { case_id: caseId, kinds: ['changed'] },
    ])
    const { rows } = await sql<{ judge: string | null }>`
      select payload->>'judge' as judge from change_snapshot where case_id = ${caseId} order by change_id`.execute(db)
    expect(rows).toEqual([{ judge: null }, { judge: 'Белоозёрова Н.В.' }])
  })

  it('is not told by one reader what another has told', async () => {
    const id = await addSubscription(db, superuser.id, { values: ofCourt })
    await comes({ judge: 'Прозорова А. Б.' })
    await feedIsSettled(db)
    const found = await Promise.all([follow(), matchChanges(db, new WatchList(), { now, onError: fail }), follow()])
    expect(found.map(({ hits }) => hits).toSorted()).toEqual([0, 0, 2])
    expect(await storedHits(db, id)).toHaveLength(1)
  })

  it('is told of many changes part by part, of each once, whoever else reads', async () => {
    const [caseId = 0] = await comes({ source_key: 'test:many', case_number: '5-70/2026' })
    await follow()
    const id = await addSubscription(db, superuser.id, { caseId })
    await sql`insert into case_change (case_id, kinds) select ${caseId}, '{event}' from generate_series(1, 620)`.execute(
      db,
    )
    await feedIsSettled(db)
    const found = await Promise.all([follow(), matchChanges(db, new WatchList(), { now, onError: fail })])
    expect(found.reduce((sum, { hits }) => sum + hits, 0)).toBe(620)
    const told = await db.selectFrom('subscription_hit').where('subscription_id', '=', id).select('change_id').execute()
    expect(new Set(told.map(({ change_id }) => change_id)).size).toBe(620)
    expect(told).toHaveLength(620)
  })

  it('waits for a transaction that is still open, and passes over none', async () => {
    const id = await addSubscription(db, superuser.id, { values: { case_number: '5-90' } })
    const gate = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const slow = db.transaction().execute(async trx => {
      await buildCases(trx, [{ ...recent, source_key: 'test:slow', case_number: '5-901/2026' }])
      written.resolve()
      await gate.promise
    })
    await written.promise
    await comes({ source_key: 'test:quick', case_number: '5-902/2026' })
    expect(await matchChanges(db, list, { now, onError: fail })).toMatchObject({ hits: 0 })
    gate.resolve()
    await slow
    await follow()
    expect(await storedHits(db, id)).toHaveLength(2)
  })

  // biome-ignore format: a table reads best as one
  it.each<[what: string, hinder: (id: number, account: number, caseId: number) => Promise<unknown>]>([
    ['a paused one', id => sql`update subscription set paused_at = now(), changed_xid = pg_current_xact_id() where id = ${id}`.execute(db)],
    ['one paused a moment ago', id => sql`update subscription set paused_at = now() where id = ${id}`.execute(db)],
    ['a deleted one', id => sql`update subscription set deleted_at = now() where id = ${id}`.execute(db)],
    // As if the list had been read before: the row is not read again.
    ['one that watches something else since', id => sql`update subscription set watch_version = 2, changed_xid = '3'::xid8 where id = ${id}`.execute(db)],
    ['one that watches since later', id => sql`update subscription set watched_since = now() + interval '1 minute' where id = ${id}`.execute(db)],
    ['one in which the case is muted', (id, _, case_id) => db.insertInto('subscription_mute').values({ subscription_id: id, case_id }).execute()],
    ['one of a blocked account', (_, account) => sql`update account set blocked_at = now() where id = ${account}`.execute(db)],
    ['one of an account of another region', (_, account) => sql`update account set regions = '{78}' where id = ${account}`.execute(db)],
    ['one of an account of no region', (_, account) => sql`update account set regions = '{}' where id = ${account}`.execute(db)],
    ['one by tags of who may see them no more', (_, account) => sql`update account set groups = '{}' where id = ${account}`.execute(db)],
  ])('%s tells nothing', async (what, hinder) => {
    const account = await buildAccount(db, { regions: [77], groups: ['tag_editor'] })
    const { tag_id } = await db.selectFrom('case_tag').select('tag_id').executeTakeFirstOrThrow()
    const [caseId = 0] = await comes({})
    await db.insertInto('case_tag').values({ case_id: caseId, tag_id }).onConflict(conflict => conflict.doNothing()).execute()
    await follow()
    const values = what.includes('tags') ? { tags: [tag_id] } : ofCourt
    const hindered = await addSubscription(db, account.id, { values })
    const other = await addSubscription(db, superuser.id, { values })
    await list.refresh(db)
    await comes({ protocol_number: what })
    await hinder(hindered, account.id, caseId)
    await follow()
    expect(await storedHits(db, hindered)).toEqual([])
    expect(await storedHits(db, other)).toHaveLength(1)
  })

  it('is told only the kinds that were chosen', async () => {
    const id = await addSubscription(db, superuser.id, { values: ofCourt, kinds: ['result', 'text'] })
    await comes({ judge: 'Тихонова В. Г.' })
    await comes({ judge: 'Тихонова В. Г.', result: 'Прекращено', protocol_number: '9' })
    await follow()
    expect((await storedHits(db, id)).map(({ kinds }) => kinds)).toEqual([['result']])
  })

  it.each([
    ['first', [{ result: 'Прекращено' }, { result: 'Прекращено', judge: 'Тихонова В. Г.' }]],
    ['last', [{ judge: 'Тихонова В. Г.' }, { judge: 'Тихонова В. Г.', result: 'Прекращено' }]],
  ] as const)('is told of the %s of two changes of a case that are read at once', async (which, readings) => {
    const card = { source_key: `test:both ${which}`, case_number: `5-7-${which}/2026` }
    const [caseId = 0] = await comes(card)
    await follow()
    const watching = { kinds: ['result'] }
    const filtered = await addSubscription(db, superuser.id, { ...watching, values: { case_number: card.case_number } })
    const ofCase = await addSubscription(db, superuser.id, { ...watching, caseId })
    for (const reading of readings) await comes({ ...card, ...reading })
    expect(await follow()).toMatchObject({ changes: 2, hits: 2 })
    for (const id of [filtered, ofCase])
      expect(await storedHits(db, id)).toEqual([{ case_id: caseId, kinds: ['result'] }])
  })

  it('watches one case, and one person under every number they had', async () => {
    const [caseId = 0] = await comes({
      source_key: 'test:one',
      case_number: '5-78/2026',
      defendants: [{ name: 'Кругосветов Илья Петрович' }],
    })
    const { defendant_id } = await db
      .selectFrom('case_defendant')
      .where('case_id', '=', caseId)
      .select('defendant_id')
      .executeTakeFirstOrThrow()
    const ofCase = await addSubscription(db, superuser.id, { caseId })
    const ofPerson = await addSubscription(db, superuser.id, { personId: defendant_id ?? 0 })
    await sql`delete from subscription where id <> all(${[ofCase, ofPerson]}::int[])`.execute(db)
    // Found to be one with somebody else.
    const { id: other } = await db
      .insertInto('defendant')
      .values({ name: 'Кругосветов И. П.', name_normal: 'Кругосветов И.П.', merged_into: null, match_key: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [second = 0] = await comes({ source_key: 'test:two', case_number: '5-79/2026' })
    await sql`insert into case_defendant (case_id, ordinal, defendant_id, name) values (${second}, 0, ${other}, 'Кругосветов И. П.')`.execute(
      db,
    )
    await follow()
    expect(await storedHits(db, ofPerson)).toEqual([])
    await sql`update defendant set merged_into = ${other} where id = ${defendant_id}`.execute(db)
    // Two processes that look again at the same time tell it once.
    const swept = await Promise.all([0, 1].map(() => rematchRecentChanges(db, { now, onError: fail })))
    expect(swept.map(({ missed }) => missed).toSorted()).toEqual([0, 1])
    expect((await storedHits(db, ofPerson)).map(({ case_id }) => case_id)).toEqual([second])
    expect(await rematchRecentChanges(db, { now, onError: fail })).toMatchObject({ missed: 0 })
    expect(await db.selectFrom('subscription_sweep').select('missed').orderBy('missed').execute()).toEqual([
      { missed: 0 },
      { missed: 0 },
      { missed: 1 },
    ])
    await comes({
      source_key: 'test:one',
      case_number: '5-78/2026',
      judge: 'Тихонова В. Г.',
      defendants: [{ name: 'Кругосветов Илья Петрович' }],
    })
    await follow()
    expect(await storedHits(db, ofCase)).toHaveLength(1)
  })

  it('hears of a review that was linked to a case, and of a card that is gone', async () => {
    const uid = '77RS0001-01-2026-000777-11'
    const [caseId = 0] = await comes({ source_key: 'test:first', case_number: '5-80/2026', case_uid: uid })
    await follow()
    const id = await addSubscription(db, superuser.id, { caseId })
    await comes({
      source_key: 'test:second',
      case_number: '12-80/2026',
      case_uid: uid,
      stage: 2,
      court: { title: 'Городской суд', region: 77 },
    })
    await db.transaction().execute(trx => markGone(trx, [caseId], 'test'))
    await follow()
    expect((await storedHits(db, id)).map(({ kinds }) => kinds)).toEqual([['appeal'], ['disappeared']])
    const { rows } =
      await sql`select details from change_snapshot where case_id = ${caseId} order by change_id`.execute(db)
    expect(rows).toEqual([
      { details: [{ kind: 'appeal', before: null, after: '12-80/2026, Городской суд' }] },
      { details: [{ kind: 'disappeared', before: 'Карточка дела на сайте суда', after: null }] },
    ])
  })

  it('hears of a hearing that is taken off, whatever came with it', async () => {
    const [caseId = 0] = await comes({
      source_key: 'test:off',
      case_number: '5-81/2026',
      events: [{ type: 'Рассмотрение дела по существу', date: addDays(today(), 30) }],
    })
    await follow()
    const id = await addSubscription(db, superuser.id, { caseId })
    await buildCases(db, [
      { ...recent, source_key: 'test:off', case_number: '5-81/2026' },
      {
        ...recent,
        source_key: 'test:on',
        case_number: '5-82/2026',
        events: [{ type: 'Предварительное слушание', date: addDays(today(), 30) }],
      },
    ])
    await follow()
    expect((await storedHits(db, id)).map(({ kinds }) => kinds)).toEqual([['hearing_cancelled']])
  })

  it('goes on where it stood when the data were brought to a server that counts from the beginning', async () => {
    const id = await addSubscription(db, superuser.id, { values: { case_number: '5-95' } })
    const values = { result_text_search: { text: 'землемер', mode: 'plain' } } as const
    const byWords = await addSubscription(db, superuser.id, { values })
    const before = await db.selectFrom('change_reader').selectAll().executeTakeFirstOrThrow()
    await comes({ source_key: 'test:before', case_number: '5-951/2026', text: 'Землемера вызвали.' })
    await follow()
    // As if a server of texts were away since (decision 0132).
    await db.deleteFrom('subscription_hit').where('subscription_id', '=', byWords).execute()
    await db
      .insertInto('change_reader')
      .values({ ...before, name: 'words' })
      .execute()
    await comes({ source_key: 'test:while', case_number: '5-952/2026' })
    await sql`update case_change set xid = (xid::text::bigint + 1000000000)::text::xid8`.execute(db)
    await sql`update change_reader set xid = (xid::text::bigint + 1000000000)::text::xid8`.execute(db)
    expect(await matchChanges(db, list, { now, onError: fail })).toMatchObject({ changes: 0 })
    await comes({ source_key: 'test:after', case_number: '5-953/2026' })
    await follow()
    expect(await storedHits(db, id)).toHaveLength(3)
    expect(await storedHits(db, byWords)).toHaveLength(1)
  })
})
