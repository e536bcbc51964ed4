import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { defendant, defendantList } from '#shared/api/defendants.ts'
import { type DefendantOrdering, defendantOrderingValues } from '#shared/domain/defendant-orderings.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import type { Scope } from '../cases/predicates.ts'
import { openSnapshot } from '../db/snapshot.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'
import type { DefendantValues } from './appearances.ts'
import { idsOfPeople } from './list-people.ts'
import { listedPeople } from './listed-people.ts'
import { type PersonRow, personRows } from './person-rows.ts'
import { presentPerson } from './present-person.ts'

/** People across cases (§7 `/defendants/`), on a real PostgreSQL. */
const { db, as } = await testApp()
const koap = (article_number: string, part = '') => ({ codex: 'koap' as const, article_number, part })
const moscow = { title: 'Заречный районный суд', region: 77, city: 'Заречинск' }
const uid = '77RS9999-01-2026-000123-45'
const cases = [
  {
    court: moscow,
    judge: 'Белоозёрова Н. В.',
    case_number: '5-1/2026',
    case_uid: uid,
    entry_date: '2026-03-02',
    articles: [koap('20.2', '5')],
    defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
    penalties: [{ type: 'fine', value: 10_000, text: 'штраф 10 000 рублей' }],
  },
  {
    stage: 2,
    court: { title: 'Выдуманный областной суд', region: 77, city: 'Москва' },
    case_number: '12-7/2026',
    case_uid: uid,
    entry_date: '2026-05-01',
    articles: [koap('20.2', '5')],
    defendants: [{ name: 'Информация скрыта' }],
  },
  {
    court: moscow,
    case_number: '5-2/2026',
    entry_date: '2026-04-02',
    articles: [koap('20.2', '5'), koap('19.3', '1')],
    defendants: [
      { name: 'Ветрогонов Пётр Ильич', articles: [koap('19.3', '1')] },
      { name: 'Ёлкина Вера Павловна', articles: [koap('20.2', '5')] },
    ],
  },
  {
    court: { title: 'Невский суд', region: 78, city: 'Петрово' },
    case_number: '5-3/2026',
    entry_date: '2026-01-10',
    articles: [koap('20.2', '5')],
    defendants: [{ name: 'Ветрогонов Пётр Ильич' }, { name: 'Заморских С.' }],
  },
  { court: moscow, case_number: '5-4/2026', entry_date: undefined, defendants: [{ name: 'Ягодкина Анна Львовна' }] },
  { court: moscow, case_number: '5-5/2026', defendants: [{ name: 'ФИО1' }] },
] satisfies Partial<CaseRecordInput>[]
const ids = await buildCases(db, cases)
const everywhere = await buildAccount(db)
const ask = await as(everywhere)
const inMoscow = await as(await buildAccount(db, { regions: [77] }))

const list = async (query = '', asker = ask) => {
  const { status, body, text } = await asker(`defendants/?${query}`)
  expect(status, text).toBe(200)
  return defendantList.parse(body)
}
const names = async (query = '', asker = ask) => (await list(query, asker)).results.map(({ name }) => name)
const idOf = async (name: string, asker = ask) =>
  (await list(`defendants=${encodeURIComponent(name)}&size=1`, asker)).results[0]?.id ?? 0

describe('GET /defendants/ (§7)', () => {
  it('answers count, next, previous and results, in the style of cases', async () => {
    const first = await list('size=2&ordering=name')
    expect(first).toMatchObject({ count: 5, previous: null })
    expect(first.next).toMatch(/\/api\/v1\/defendants\/\?size=2&ordering=name&page=2$/)
    expect((await list('size=2&ordering=name&page=3')).results).toHaveLength(1)
    expect(await list('size=2&page=9')).toMatchObject({ count: 5, results: [], next: null })
  })
  it('tells of a person what their cases say', async () => {
    const { results } = await list('defendants=ветрогонов&regions=77')
    expect(results).toMatchObject([
      {
        name: 'Ветрогонов Пётр Ильич',
        gender: 'm',
        regions: [77],
        cities: ['Заречинск'],
        cases_count: 2,
        second_instance_count: 0,
        codex_articles: [
          { name: '19.3 ч.\u00a01', codex: 'koap' },
          { name: '20.2 ч.\u00a05', codex: 'koap' },
        ],
        first_entry_date: '2026-03-02',
        last_entry_date: '2026-04-02',
        at_risk: false,
      },
    ])
  })
  it('lists nobody whose name the court has hidden', async () =>
    expect(await names('size=100')).not.toContainEqual(expect.stringMatching(/скрыта|ФИО/)))
  // biome-ignore format: a table reads best as one
  it.each([
    ['name', ['Ветрогонов Пётр Ильич', 'Ветрогонов Пётр Ильич', 'Ёлкина Вера Павловна', 'Заморских С.', 'Ягодкина Анна Львовна']],
    ['-name', ['Ягодкина Анна Львовна', 'Заморских С.', 'Ёлкина Вера Павловна', 'Ветрогонов Пётр Ильич', 'Ветрогонов Пётр Ильич']],
    ['-entry_date', ['Ёлкина Вера Павловна', 'Ветрогонов Пётр Ильич', 'Заморских С.', 'Ветрогонов Пётр Ильич', 'Ягодкина Анна Львовна']],
    ['entry_date', ['Ветрогонов Пётр Ильич', 'Заморских С.', 'Ветрогонов Пётр Ильич', 'Ёлкина Вера Павловна', 'Ягодкина Анна Львовна']],
  ])('is ordered by %s, empty dates last, ё as е', async (ordering, expected) =>
    expect(await names(`ordering=${ordering}`)).toEqual(expected),
  )
  it('is ordered by the number of cases', async () => {
    const counts = (await list('ordering=-cases_count')).results.map(({ cases_count }) => cases_count)
    expect(counts).toEqual([2, 1, 1, 1, 1])
  })
  it.each([
    ['a misspelt parameter', 'defendant=ветрогонов', 'defendant'],
    ['a filter of the case list', 'court=1', 'court'],
    ['an unknown order', 'ordering=court', 'ordering'],
    ['a page that is not a number', 'page=x', 'page'],
    ['a gender that is none', 'defendant_gender=x', 'defendant_gender'],
  ])('refuses %s by its name', async (_, query, name) => {
    const { status, body } = await ask(`defendants/?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body as object)).toEqual([name])
  })
})

describe('filters of people (§3 «the defendants list set»)', () => {
  const article = async (number: string, part: string) =>
    (
      await db
        .selectFrom('article')
        .select('id')
        .where('codex', '=', 'koap')
        .where('article_number', '=', number)
        .where('part', '=', part)
        .executeTakeFirstOrThrow()
    ).id
  it.each<[string, number]>([
    ['defendants=ветрогонов, елкина', 3],
    ['defendants=Ёлкина', 1],
    ['defendants=%25', 0],
    ['defendant_gender=f', 2],
    ['defendant_gender_not=m', 3],
    ['defendant_gender=na', 1],
    ['regions=78', 2],
    ['regions_not=78', 3],
    ['court_city=Петрово', 2],
    ['defendant_risk_group=true', 0],
    ['defendant_risk_group=false', 5],
    ['in_favorites=true', 0],
    ['regions=78&court_city=Заречинск', 0],
    ['defendant_gender=f&defendants=ветрогонов', 0],
  ])('%s finds %i', async (query, count) => expect((await list(query)).count).toBe(count))
  it('an article is the person’s own: whose the articles of a case are is told, or they are nobody’s', async () => {
    const [protest, police] = [await article('20.2', '5'), await article('19.3', '1')]
    expect(await names(`codex_articles=${police}`)).toEqual(['Ветрогонов Пётр Ильич'])
    expect(await names(`codex_articles=${protest}&ordering=name`)).toEqual([
      'Ветрогонов Пётр Ильич',
      'Ёлкина Вера Павловна',
    ])
  })
  it('an excluded article is the person’s own too, and where nobody’s is told, that of the case', async () => {
    const [protest, police] = [await article('20.2', '5'), await article('19.3', '1')]
    expect(await names(`codex_articles_not=${police}`)).toContain('Ёлкина Вера Павловна')
    expect(await names(`codex_articles_not=${protest}&ordering=name`)).toEqual([
      'Ветрогонов Пётр Ильич',
      'Ягодкина Анна Львовна',
    ])
    expect(await names(`codex_articles=${protest}&codex_articles_not=${police}&ordering=name`)).toEqual([
      'Ветрогонов Пётр Ильич',
      'Ёлкина Вера Павловна',
    ])
  })
  it('favourites are those of the asker', async () => {
    await ask('users/me/', { method: 'PATCH', body: { favorite_cases: { add: [ids[2]] } } })
    expect(await names('in_favorites=true&ordering=name')).toEqual(['Ветрогонов Пётр Ильич', 'Ёлкина Вера Павловна'])
    expect(await names('in_favorites=true', inMoscow)).toEqual([])
  })
})

describe('a limited account (§6)', () => {
  it('sees people of its regions only, and of them only what its cases show', async () => {
    const pyotr = await idOf('Ветрогонов')
    // One person in both regions, written more fully in the other.
    await db
      .updateTable('case_defendant')
      .set({ defendant_id: pyotr, name: 'Ветрогонов Пётр Ильич Чужедальний', gender: 'na' })
      .where('case_id', '=', ids[3] ?? 0)
      .where('ordinal', '=', 0)
      .execute()
    await db
      .updateTable('defendant')
      .set({ name: 'Ветрогонов Пётр Ильич Чужедальний' })
      .where('id', '=', pyotr)
      .execute()
    expect((await list('defendants=ветрогонов')).results).toMatchObject([
      { name: 'Ветрогонов Пётр Ильич', gender: 'm', regions: [77, 78], cases_count: 3 },
    ])
    const limited = await list('defendants=ветрогонов', inMoscow)
    expect(limited.results).toMatchObject([{ name: 'Ветрогонов Пётр Ильич', regions: [77], cases_count: 2 }])
    expect((await list('', inMoscow)).count).toBe(3)
    expect(await names('defendants=чужедальний', inMoscow)).toEqual([])
    expect(await names('defendants=заморских', inMoscow)).toEqual([])
    const whole = await inMoscow(`defendants/${pyotr}/`)
    expect(whole.text).not.toMatch(/Чужедальн|Невский|Петрово|5-3/)
    expect(defendant.parse(whole.body)).toMatchObject({ cases_count: 2, names: ['Ветрогонов Пётр Ильич'] })
  })
  it('finds nobody at all without regions', async () => {
    const nowhere = await as(await buildAccount(db, { regions: [] }))
    expect(await list('', nowhere)).toMatchObject({ count: 0, results: [] })
    expect((await nowhere(`defendants/${await idOf('Ёлкина')}/`)).status).toBe(404)
  })
})

describe('GET /defendants/{id}/ (design §7)', () => {
  it('has the cases as chains of instances, with courts, judges and penalties', async () => {
    const { status, body } = await inMoscow(`defendants/${await idOf('Ветрогонов', inMoscow)}/`)
    expect(status).toBe(200)
    const person = defendant.parse(body)
    expect(
      person.cases.map(({ case_number, names_person, others_count }) => [case_number, names_person, others_count]),
    ).toEqual([
      ['12-7/2026', false, 1],
      ['5-2/2026', true, 1],
      ['5-1/2026', true, 0],
    ])
    expect(person.chains).toEqual([[ids[0], ids[1]], [ids[2]]])
    expect(person.links).toMatchObject([{ case: ids[0], other: ids[1], why: 'same_uid' }])
    expect(person.courts).toMatchObject([{ title: 'Заречный районный суд', cases_count: 2 }])
    expect(person.judges).toMatchObject([{ name: 'Белоозёрова Н.В.', cases_count: 1 }])
    expect(person.penalties).toEqual([{ type: 'fine', count: 1, value: 10_000, unstated: 0 }])
    expect(person.cases[1]?.codex_articles).toMatchObject([{ name: '19.3 ч.\u00a01' }])
  })
  it('sums no penalty that a linked review annulled, nor one in question (decision 0059)', async () => {
    const decided = { court: moscow, defendants: [{ name: 'Отменялов Глеб Гаврилович' }] }
    const fine = (value: number) => ({ penalties: [{ type: 'fine' as const, value, text: 'штраф' }] })
    const case_uid = '77RS0001-01-2026-005900-59'
    const [, , , doubtful = 0] = await buildCases(db, [
      { ...decided, ...fine(1_000) },
      { ...decided, ...fine(2_000), case_uid },
      { ...decided, stage: 2, case_uid, result: 'Отменено с прекращением производства' },
      { ...decided, ...fine(4_000) },
    ])
    await db.updateTable('court_case').set({ in_question: true }).where('id', '=', doubtful).execute()
    const person = defendant.parse((await inMoscow(`defendants/${await idOf('Отменялов', inMoscow)}/`)).body)
    expect(person.penalties).toEqual([{ type: 'fine', count: 1, value: 1_000, unstated: 0 }])
    expect(person.cases.filter(one => one.in_question).map(({ id }) => id)).toEqual([doubtful])
  })
  it('answers under the number of whoever turned out to be the same person', async () => {
    const [one = 0, other = 0] = await buildCases(db, [
      { court: moscow, defendants: [{ name: 'Громосадов Г. Г.' }] },
      { court: { ...moscow, title: 'Невский суд', region: 78 }, defendants: [{ name: 'Громосадов Глеб Гаврилович' }] },
    ])
    const personOn = async (case_id: number) =>
      (
        await db
          .selectFrom('case_defendant')
          .select('defendant_id')
          .where('case_id', '=', case_id)
          .executeTakeFirstOrThrow()
      ).defendant_id ?? 0
    const [kept, gone] = [await personOn(one), await personOn(other)]
    await db.updateTable('defendant').set({ merged_into: kept }).where('id', '=', gone).execute()
    await db
      .updateTable('case_defendant')
      .set({ defendant_id: kept, own_id: gone })
      .where('case_id', '=', other)
      .execute()
    for (const typed of ['Громосадов Г.Г.', 'громосадов г. г.', 'Громосадов Г.\u00a0Г.'])
      expect((await list(`defendants=${encodeURIComponent(typed)}`)).count, typed).toBe(1)
    expect((await ask(`defendants/${gone}/`)).body).toMatchObject({ id: kept, cases_count: 2 })
    expect((await inMoscow(`defendants/${gone}/`)).status).toBe(404)
    expect((await inMoscow(`defendants/${kept}/`)).body).toMatchObject({ name: 'Громосадов Г.Г.', cases_count: 1 })
  })
  it.each(['999999', '0', 'abc', '1e3'])('says 404 for %s', async id => {
    const { status, body } = await ask(`defendants/${id}/`)
    expect(status).toBe(404)
    expect(Object.keys(body as object)).toEqual(['detail'])
  })
})

describe('the ways to order people', () => {
  type Order = { ordering: DefendantOrdering; least: number }
  const atOnce = async (scope: Scope, values: DefendantValues, order: Order) => {
    const { trx, close } = await openSnapshot(db, { secondsEach: 10 })
    const people = await listedPeople(trx, undefined, scope, values, { ...order, limit: undefined })
    const all: PersonRow[] = []
    for await (const batch of people) all.push(...batch)
    await close()
    return all.map(presentPerson)
  }
  it('agree, whatever is asked', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...defendantOrderingValues),
        fc.record(
          {
            regions: fc.constantFrom([77], [78], [77, 78]),
            defendant_gender: fc.constantFrom('m', 'f', 'na'),
            court_city: fc.constantFrom(['Заречинск'], ['Петрово']),
          },
          { requiredKeys: [] },
        ),
        fc.constantFrom<readonly number[] | 'all'>('all', [77], [78]),
        fc.constantFrom(1, 2),
        async (ordering, values, regions, least) => {
          const scope = { accountId: everywhere.id, regions }
          const slice = { ordering, limit: undefined, offset: 0 }
          const [ranked, walked] = await Promise.all([
            idsOfPeople({ db, scope, values, least }, 1, slice),
            idsOfPeople({ db, scope, values, least }, 1_000_000, slice),
          ])
          expect(walked).toEqual(ranked)
          expect(await atOnce(scope, values, { ordering, least })).toEqual(
            (await personRows(db, scope, ranked)).map(presentPerson),
          )
        },
      ),
      lawRuns(60),
    ))
  it('meet a person once who stands twice on a case', async () => {
    const vera = await idOf('Ёлкина')
    await sql`insert into case_defendant (case_id, ordinal, defendant_id, name)
      select case_id, 9, defendant_id, name from case_defendant where defendant_id = ${vera}`.execute(db)
    for (const ordering of defendantOrderingValues)
      for (const count of [1, 1_000_000]) {
        const scope = { accountId: everywhere.id, regions: 'all' } as const
        const all = await idsOfPeople({ db, scope, values: {}, least: 1 }, count, {
          ordering,
          limit: undefined,
          offset: 0,
        })
        expect(all.filter(id => id === vera)).toHaveLength(1)
      }
  })
})
