import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { type CaseRecord, type CaseRecordInput, caseRecord } from '../../ingest/case-record.ts'
import { ingest } from '../../ingest/ingest.ts'
import { resolvePeople } from './resolve-people.ts'

/** Bearers of one name in several courts (decision 0060). */
const { db } = await testDatabase()
let serial = 0
const court = (place: string, given: Partial<CaseRecordInput['court']> = {}): CaseRecordInput['court'] => ({
  title: `${place} районный суд`,
  region: 59,
  city: 'Вымышленск',
  ...given,
})
const someCase = (name: string, place: CaseRecordInput['court'], given: Partial<CaseRecordInput> = {}): CaseRecord =>
  caseRecord.parse({
    source_key: `namesakes|${++serial}`,
    type: 1,
    stage: 1,
    court: place,
    case_number: `5-${serial}/2026`,
    entry_date: '2026-03-02',
    articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
    defendants: [{ name }],
    ...given,
  })
const put = async (...records: CaseRecord[]): Promise<number[]> =>
  (await ingest(db, records, { origin: 'test' })).map(({ case_id }) => case_id)
const peopleOn = async (ids: readonly number[]): Promise<(number | null)[]> => {
  const { rows } = await sql<{ id: number | null }>`
    select defendant_id as id from unnest(${ids}::int[]) with ordinality as asked(id, at)
    join case_defendant on case_id = asked.id order by at, ordinal`.execute(db)
  return rows.map(({ id }) => id)
}
const resolved = async (...records: CaseRecord[]): Promise<(number | null)[]> => {
  const ids = await put(...records)
  await resolvePeople(db)
  return peopleOn(ids)
}
const count = (people: readonly (number | null)[]): number => new Set(people).size
const pairsOf = async (name: string) =>
  (
    await sql<{ name_relation: string; evidence: string[]; verdict: string }>`
      select name_relation, evidence, verdict from person_pair
      where verdict = 'open' and exists (select from defendant where id in (left_id, right_id) and name = ${name})`.execute(
      db,
    )
  ).rows
const matter = (): string => `59RS0001-01-2026-${String(++serial).padStart(6, '0')}-11`
const river = court('Речной')
const meadow = court('Луговой')

describe('a full name in two courts', () => {
  it.each([
    ['Магомедов Магомед Магомедович', 'a common name'],
    ['Иванов Сергей Александрович', 'a common name'],
    ['Хлеборобов Сергей Александрович', 'neither common nor rare'],
  ])('is two people, of whom a person is asked: %s (%s)', async name => {
    expect(count(await resolved(someCase(name, river), someCase(name, meadow, { entry_date: '2026-08-02' })))).toBe(2)
    expect(await pairsOf(name)).toMatchObject([{ name_relation: 'full' }])
  })
  it('is one person where the name is rare and the city one, and says why', async () => {
    const name = 'Радугодубова Пелагея Тихоновна'
    expect(count(await resolved(someCase(name, river), someCase(name, meadow, { entry_date: '2026-08-02' })))).toBe(1)
    const { evidence } = await db
      .selectFrom('person_merge')
      .innerJoin('defendant', 'defendant.id', 'left_id')
      .where('name', '=', name)
      .select('evidence')
      .executeTakeFirstOrThrow()
    expect(evidence).toEqual(['same_city', 'same_region', 'same_article', 'rare_full_name'])
  })
  it('is one person on cases of one matter, however common the name', async () => {
    const case_uid = matter()
    const above = court('Вымышленский краевой суд', { title: 'Вымышленский краевой суд' })
    const name = 'Алиев Руслан Магомедович'
    expect(
      count(await resolved(someCase(name, river, { case_uid }), someCase(name, above, { case_uid, stage: 2 }))),
    ).toBe(1)
  })
  it('is two people again when the matter turns out to be another, and one when it is the same again', async () => {
    const name = 'Алексеев Илья Андреевич'
    const [one, other] = [matter(), matter()]
    const first = someCase(name, river, { case_uid: one })
    const second = someCase(name, court('Краевой', { title: 'Дальний краевой суд' }), { case_uid: one, stage: 2 })
    const ids = await put(first, second)
    for (const [uid, people] of [[one, 1] as const, [other, 2] as const, [one, 1] as const]) {
      await put({ ...second, case_uid: uid })
      await resolvePeople(db)
      expect(count(await peopleOn(ids))).toBe(people)
    }
  })
  it('is nobody’s who stands between two that are not one', async () => {
    const name = 'Лесоводов Олег Иванович'
    const far = { entry_date: '2026-03-30' }
    const farther = { entry_date: '2026-04-27' }
    const people = await resolved(
      someCase(name, court('Сосновый')),
      someCase(name, court('Еловый'), far),
      someCase(name, court('Осиновый'), farther),
    )
    expect(count(people)).toBe(3)
    expect(await pairsOf(name)).toHaveLength(3)
  })
  it('is not joined to a person one of whose cases it would not be joined to, through however many others', async () => {
    const name = 'Лугоходов Олег Иванович'
    const [protocol_number, case_uid] = ['59 АА № 123456', matter()]
    const [first, second, third, stranger] = await resolved(
      someCase(name, court('Сосновый'), { protocol_number }),
      someCase(name, court('Еловый'), { entry_date: '2026-03-27', protocol_number, case_uid }),
      someCase(name, court('Осиновый'), { entry_date: '2026-04-03', case_uid }),
      // Near the third, and too far from the first.
      someCase(name, court('Липовый'), { entry_date: '2026-04-21' }),
    )
    expect([second, third]).toEqual([first, first])
    expect(stranger).not.toBe(first)
  })
  it('is proposed by pairs as long as few bear it', async () => {
    const name = 'Смирнов Дмитрий Сергеевич'
    const places = ['Первый', 'Второй', 'Третий', 'Четвёртый', 'Пятый', 'Шестой', 'Седьмой', 'Восьмой', 'Девятый']
    const cases = places.map((place, at) => someCase(name, court(place), { entry_date: `2026-0${at + 1}-15` }))
    await resolved(...cases.slice(0, 8))
    expect(await pairsOf(name)).toHaveLength(28)
    await resolved(...cases)
    expect((await pairsOf(name)).filter(({ evidence }) => !evidence.includes('near_in_city'))).toEqual([])
  })
})

describe('how many bear a surname', () => {
  it('is learned from the people who come: one that has become common makes nobody one', async () => {
    const name = 'Птицелюбов Пахом Ефимович'
    const ids = await put(someCase(name, river), someCase(name, meadow, { entry_date: '2026-08-02' }))
    await resolvePeople(db)
    expect(count(await peopleOn(ids))).toBe(1)
    const given = ['Пётр', 'Илья', 'Глеб', 'Семён', 'Фома']
    const fathers = ['Петрович', 'Ильич', 'Глебович', 'Семёнович']
    const family = given.flatMap(one => fathers.map(father => `Птицелюбов ${one} ${father}`))
    await put(...family.map(one => someCase(one, court('Дальний', { region: 24 }))))
    await put(someCase('Птицелюбов Пахом Петрович', river))
    await resolvePeople(db)
    expect(count(await peopleOn(ids))).toBe(2)
    expect((await pairsOf(name))[0]?.evidence).not.toContain('rare_full_name')
  })
})

describe('two surnames a letter apart', () => {
  const bearers = (surname: string, given: readonly string[]) =>
    given.map(one => someCase(`${surname} ${one} Кузьмич`, court('Дальний', { region: 24 })))

  it('are two people where both are surnames, and nobody is asked for the spelling alone', async () => {
    await put(...bearers('Лисоводов', ['Глеб', 'Фома']), ...bearers('Лесоводов', ['Лука', 'Наум']))
    const people = await resolved(
      someCase('Лисоводов Пахом Кузьмич', river),
      someCase('Лесоводов Пахом Кузьмич', river),
    )
    expect(count(people)).toBe(2)
    expect(await pairsOf('Лисоводов Пахом Кузьмич')).toEqual([])
  })
  it('are proposed where one matter names both', async () => {
    const case_uid = matter()
    const people = await resolved(
      someCase('Лисоводов Карп Кузьмич', river, { case_uid }),
      someCase('Лесоводов Карп Кузьмич', meadow, { case_uid, stage: 2 }),
    )
    expect(count(people)).toBe(2)
    expect((await pairsOf('Лисоводов Карп Кузьмич'))[0]?.evidence).toContain('two_surnames')
  })
  it('are one where the other is borne by nobody else, until it is', async () => {
    const ids = await put(someCase('Сеноводов Карп Кузьмич', river), someCase('Сеноводав Карп Кузьмич', river))
    await resolvePeople(db)
    expect(count(await peopleOn(ids))).toBe(1)
    await resolved(...bearers('Сеноводав', ['Глеб']), ...bearers('Сеноводов', ['Лука']))
    expect(count(await peopleOn(ids))).toBe(2)
  })
})

describe('the name of a person', () => {
  it('is the spelling most cases have, and each goes by its own again when they are parted', async () => {
    const [often, rare] = ['Снеговидов Авдей Лукич', 'Снеговиддов Авдей Лукич']
    const known = ['2026-03-02', '2026-03-03', '2026-03-04'].map(entry_date => someCase(often, river, { entry_date }))
    const people = await resolved(someCase(rare, river), ...known)
    expect(count(people)).toBe(1)
    const named = () =>
      db
        .selectFrom('defendant')
        .select(['id', 'name', 'name_normal'])
        .where(sql<boolean>`id in (select left_id from person_merge union select right_id from person_merge)`)
        .where('name', 'like', 'Снеговид%')
        .orderBy('id')
        .execute()
    expect((await named()).find(({ id }) => id === people[0])).toMatchObject({
      name: often,
      name_normal: 'Снеговидов А.Л.',
    })
    await put(...['Глеб', 'Фома'].map(one => someCase(`Снеговиддов ${one} Кузьмич`, court('Дальний', { region: 24 }))))
    await put(...['Глеб', 'Фома'].map(one => someCase(`Снеговидов ${one} Лукич`, court('Дальний', { region: 24 }))))
    await resolvePeople(db)
    expect((await named()).map(({ name }) => name).toSorted()).toEqual([rare, often].toSorted())
    const left = await sql`select from defendant where own_name is not null`.execute(db)
    expect(left.rows).toEqual([])
  })
})
