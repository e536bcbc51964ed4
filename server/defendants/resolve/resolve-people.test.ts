import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/database.ts'
import { buildAccount } from '../../../test/factories.ts'
import { type CaseRecord, caseRecord } from '../../ingest/case-record.ts'
import { ingest } from '../../ingest/ingest.ts'
import { mergePairs } from './merge-people.ts'
import { resolveAgain, resolvePeople } from './resolve-people.ts'

const { db, as } = await testApp({ webRoot: '/nowhere' })
const admin = await as(await buildAccount(db, { isSuperuser: true }))

let serial = 0
const matter = (): string => `77RS0001-01-2026-${String(++serial).padStart(6, '0')}-11`
const article = { codex: 'koap', article_number: '20.2', part: '5' } as const
const someCase = (name: string, given: Partial<CaseRecord> = {}): CaseRecord =>
  caseRecord.parse({
    source_key: `people|${++serial}`,
    type: 1,
    stage: 1,
    court: { title: 'Людской районный суд', region: 77 },
    case_number: `5-${serial}/2026`,
    entry_date: '2026-03-02',
    articles: [article],
    defendants: [{ name }],
    ...given,
  })
const put = async (...records: CaseRecord[]): Promise<number[]> =>
  (await ingest(db, records, { origin: 'test' })).map(({ case_id }) => case_id)
/** Who stands on each of the cases, by the numbers of people. */
const peopleOn = async (ids: readonly number[]): Promise<(number | null)[]> => {
  const { rows } = await sql<{ defendant_id: number | null }>`
    select defendant_id from unnest(${ids}::int[]) with ordinality as asked(id, at)
    join case_defendant on case_id = asked.id order by at, ordinal`.execute(db)
  return rows.map(({ defendant_id }) => defendant_id)
}
const resolved = async (...records: CaseRecord[]): Promise<(number | null)[]> => {
  const ids = await put(...records)
  await resolvePeople(db)
  return peopleOn(ids)
}
const countOfPeople = (people: readonly (number | null)[]): number => new Set(people).size
const pairOf = async (name: string) =>
  db
    .selectFrom('person_pair')
    .innerJoin('defendant', join =>
      join.on(({ eb, or, ref }) =>
        or([eb('defendant.id', '=', ref('left_id')), eb('defendant.id', '=', ref('right_id'))]),
      ),
    )
    .selectAll('person_pair')
    .where('defendant.name', '=', name)
    .executeTakeFirst()

describe('people across cases (domain §1)', () => {
  it('are one where one matter names them in full and by initials', async () => {
    const case_uid = matter()
    const people = await resolved(
      someCase('Хлебоваров Пётр Ильич', { case_uid }),
      someCase('Хлебоваров П.И.', { case_uid, stage: 2, court: { title: 'Людской областной суд', region: 77 } }),
    )
    expect(countOfPeople(people)).toBe(1)
  })
  it('are two where two of the name stand in the matter, and a person is asked', async () => {
    const case_uid = matter()
    const both = someCase('Тиховаров Пётр Ильич', { case_uid })
    both.defendants.push({ name: 'Тиховаров Павел Иванович', articles: [] })
    const people = await resolved(both, someCase('Тиховаров П.И.', { case_uid, stage: 2 }))
    expect(countOfPeople(people)).toBe(3)
    expect(await pairOf('Тиховаров Пётр Ильич')).toMatchObject({ verdict: 'open' })
  })
  it.each(['Рожьхлебов', 'Иванов'])(
    'are two where one case names both beside each other, also through a third (%s)',
    async surname => {
      const case_uid = matter()
      const both = someCase(`${surname} Пётр Ильич`, { case_uid })
      both.defendants.push({ name: `${surname} П.И.`, articles: [] })
      const third = { case_uid, stage: 2, court: { title: 'Людской областной суд', region: 77 } } as const
      expect(countOfPeople(await resolved(both, someCase(`${surname} П.И.`, third)))).toBe(3)
      // In full it is plain whose the complaint is.
      const [full] = await resolved(someCase(`${surname} Пётр Ильич`, { ...third, case_number: '12-9/2026' }))
      expect(full).toBe((await peopleOn(await put(both)))[0])
    },
  )
  it('are two again whom former rules took for one and whose names say otherwise now', async () => {
    const ids = await put(someCase('Громохлебов Ильнар Рашидович'), someCase('Громохлебов Ильназ Рашидович'))
    const [left_id = 0, right_id = 0] = (await peopleOn(ids)).map(id => id ?? 0).toSorted((a, b) => a - b)
    await db
      .insertInto('person_merge')
      .values({
        left_id,
        right_id,
        score: 8,
        name_relation: 'typing_given',
        evidence: ['near_in_court'],
        moved: '[]',
        why: 'automatic',
      })
      .execute()
    await db.updateTable('defendant').set({ merged_into: left_id }).where('id', '=', right_id).execute()
    await sql`update case_defendant set defendant_id = ${left_id}, own_id = ${right_id} where defendant_id = ${right_id}`.execute(
      db,
    )
    expect(countOfPeople(await peopleOn(ids))).toBe(1)
    await resolvePeople(db)
    expect(countOfPeople(await peopleOn(ids))).toBe(2)
  })
  it('are not one by surname and initials alone, nor by a common surname, nor when hidden', async () => {
    const far = { court: { title: 'Дальний районный суд', region: 25 } }
    expect(countOfPeople(await resolved(someCase('Звездоходов А.Б.'), someCase('Звездоходов А.Б.', far)))).toBe(2)
    expect(countOfPeople(await resolved(someCase('Иванов А.А.'), someCase('Иванов А.А.')))).toBe(2)
    const case_uid = matter()
    const hidden = await resolved(someCase('ФИО1', { case_uid }), someCase('ФИО1', { case_uid, stage: 2 }))
    expect(hidden).toEqual([null, null])
  })
  it('are not made one of two by a complaint that may be against the decision of either', async () => {
    const decided = (place: string, given: Partial<CaseRecord> = {}) =>
      someCase('Рожьведов А.Б.', {
        court: { title: `${place} районный суд`, region: 63 },
        result_date: '2026-03-04',
        ...given,
      })
    const above = { court: { title: 'Людской областной суд', region: 63 }, stage: 2, entry_date: '2026-03-20' } as const
    const alone = await resolved(decided('Полевой'), someCase('Рожьведов А.Б.', above))
    expect(countOfPeople(alone)).toBe(1)
    expect(countOfPeople([...alone, ...(await resolved(decided('Луговой')))])).toBe(2)
    const torn = [decided('Полевой'), decided('Луговой'), someCase('Рожьведов А.Б.', above)]
    for (const one of torn) one.defendants = [{ name: 'Овсоведов А.Б.', articles: [] }]
    expect(countOfPeople(await resolved(...torn))).toBe(3)
    expect((await pairOf('Овсоведов А.Б.'))?.evidence).toContain('appeal_of_several')
  })
  it('keep whom they were found to be when a case is read again, and when new ones come', async () => {
    const case_uid = matter()
    const [full, short] = [
      someCase('Снегополётов Глеб Ильич', { case_uid }),
      someCase('Снегополётов Г.И.', { case_uid, stage: 2 }),
    ]
    const ids = await put(full, short)
    await resolvePeople(db)
    const [person] = await peopleOn(ids)
    await put({ ...full, protocol_number: '77 АА № 000001' }, { ...short, protocol_number: '77 АА № 000001' })
    expect(await peopleOn(ids)).toEqual([person, person])
    await resolveAgain(db)
    await resolvePeople(db)
    expect(await peopleOn([...ids, ...(await put(someCase('СНЕГОПОЛЕТОВ ГЛЕБ ИЛЬИЧ')))])).toEqual([
      person,
      person,
      person,
    ])
  })
  it('of one case are not merged through a third, whatever speaks for each pair', async () => {
    const [one, other] = ['Травостоев Илья Ильич', 'Травостоев И.И.']
    const ids = await put(
      someCase(one, { defendants: [one, other].map(name => ({ name, articles: [] })) }),
      someCase(one, { court: { title: 'Травный районный суд', region: 77 } }),
    )
    const [first = 0, second = 0, third = 0] = (await peopleOn(ids)).map(id => id ?? 0)
    const pairs = [first, second].map(id => ({
      left_id: Math.min(id, third),
      right_id: Math.max(id, third),
      score: 9,
      name_relation: 'initials' as const,
      evidence: ['same_uid' as const],
    }))
    const { merged, refused } = await db.transaction().execute(trx => mergePairs(trx, { pairs }, { why: 'automatic' }))
    expect([merged, refused]).toEqual([pairs.slice(0, 1), pairs.slice(1)])
  })
  it('are merged while their cases come in', async () => {
    const ids = await put(someCase('Корнеслухов Станислав Ильич'), someCase('Корнеслухов Станилсав Ильич'))
    const [left = 0, right = 0] = (await peopleOn(ids)).map(id => id ?? 0).toSorted((a, b) => a - b)
    const judged = { left_id: left, right_id: right, score: 9, name_relation: 'typing_given', evidence: [] } as const
    let coming = Promise.resolve<number[]>([])
    await db.transaction().execute(async trx => {
      await mergePairs(trx, { pairs: [{ ...judged, evidence: [] }] }, { why: 'automatic' })
      // Asks who they are before the merge is there for others to see.
      coming = put(someCase('Корнеслухов Станилсав Ильич'), someCase('Корнеслухов Станислав Ильич'))
      await expect.poll(() => waitingForLocks(db)).not.toEqual([])
    })
    expect(countOfPeople(await peopleOn([...ids, ...(await coming)]))).toBe(1)
  })
})

describe('the desk', () => {
  const decide = (id: number | undefined, verdict: string) =>
    admin(`people/pairs/${id}/`, { method: 'PATCH', body: { verdict } })

  it('merges, takes back, and parts, each in the journal; what came in since goes with its own name', async () => {
    const slip = someCase('Дымоцветов Станилсав Ильич', {
      court: { title: 'Дачный районный суд', region: 77 },
      entry_date: '2026-09-02',
    })
    const ids = await put(someCase('Дымоцветов Станислав Ильич'), slip)
    await resolvePeople(db)
    const [one, other] = await peopleOn(ids)
    expect(other).not.toBe(one)
    const pair = await pairOf('Дымоцветов Станислав Ильич')
    expect(pair).toMatchObject({ verdict: 'open', name_relation: 'typing_given' })
    expect((await admin('people/pairs/')).body).toMatchObject({
      results: expect.arrayContaining([
        expect.objectContaining({
          id: pair?.id,
          right: expect.objectContaining({ name: 'Дымоцветов Станислав Ильич', cases_count: 1 }),
        }),
      ]),
    })

    expect((await decide(pair?.id, 'same')).status).toBe(200)
    const later = await put(someCase('Дымоцветов Станилсав Ильич', { court: slip.court }), {
      ...slip,
      protocol_number: '5',
    })
    expect(countOfPeople(await peopleOn([...ids, ...later]))).toBe(1)
    expect((await decide(pair?.id, 'open')).status).toBe(200)
    expect(await peopleOn([...ids, ...later])).toEqual([one, other, other, other])

    await decide(pair?.id, 'apart')
    await resolveAgain(db)
    await resolvePeople(db)
    expect(await peopleOn(ids)).toEqual([one, other])
    const { text } = await admin('audit/')
    expect(text).toContain('Решено, что это разные лица: «Дымоцветов Станилсав Ильич» и «Дымоцветов Станислав Ильич»')
  })
  it('takes back a merge that was made without asking, for good', async () => {
    const case_uid = matter()
    const ids = await put(
      someCase('Лугобродов Пётр Ильич', { case_uid }),
      someCase('Лугобродов П.И.', { case_uid, stage: 2 }),
    )
    await resolvePeople(db)
    expect((await admin('people/merges/')).body).toMatchObject({
      results: expect.arrayContaining([
        expect.objectContaining({ is_automatic: true, moved_count: 1, evidence: expect.arrayContaining(['same_uid']) }),
      ]),
    })
    const { id } = await db.selectFrom('person_merge').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect((await admin(`people/merges/${id}/`, { method: 'DELETE' })).status).toBe(200)
    expect((await admin(`people/merges/${id}/`, { method: 'DELETE' })).status).toBe(404)
    await resolveAgain(db)
    await resolvePeople(db)
    expect(countOfPeople(await peopleOn(ids))).toBe(2)
  })
  it('takes cases out for a namesake: for good when they are read again, and what comes in tells nobody by the name', async () => {
    const name = 'Зернолюбов Пётр Ильич'
    const theirs = someCase(name, { entry_date: '2025-01-10' })
    const ids = await put(someCase(name), theirs)
    const [person] = await peopleOn(ids)
    const split = (cases: readonly number[], of = person) =>
      admin(`people/${of}/parts/`, { method: 'POST', body: { cases } })
    expect((await split([])).status).toBe(400)
    expect((await split(ids)).body).toEqual({ detail: 'Хотя бы одно дело с этим именем должно остаться.' })
    expect((await split([999_999])).status).toBe(409)
    const { body } = await split(ids.slice(1))
    const { id } = body as { id: number }
    expect(await peopleOn(ids)).toEqual([person, id])
    expect((await split([ids[1] ?? 0])).status).toBe(409)

    await put({ ...theirs, protocol_number: '7' })
    const [stranger] = await resolved(someCase(name, { entry_date: '2026-10-01' }))
    await resolveAgain(db)
    await resolvePeople(db)
    expect(await peopleOn(ids)).toEqual([person, id])
    expect([person, id]).not.toContain(stranger)
    // A matter tells whose it is.
    const case_uid = matter()
    const known = someCase(name, { ...theirs, source_key: 'people|known', case_uid })
    expect(await resolved({ ...theirs, protocol_number: '7', case_uid }, known)).toEqual([id, id])

    const { text } = await admin('audit/')
    expect(text).toContain('Отделён однофамилец лица «Зернолюбов Пётр Ильич»: дел — 1')
    const apart = (await admin('people/pairs/?verdict=apart')).body as {
      results: { id: number; left: { id: number } }[]
    }
    const pair = apart.results.find(({ left }) => left.id === person)
    expect(pair).toMatchObject({ username: expect.any(String), right: { id, name } })
    expect((await decide(pair?.id, 'same')).status).toBe(200)
    expect(new Set(await peopleOn(ids))).toEqual(new Set([person]))
  })
  it('refuses to make one of two whom somebody has parted', async () => {
    const ids = await put(
      someCase('Песцветов Станислав Ильич'),
      someCase('Песцветов Станилсав Ильич', { court: { title: 'Дачный районный суд', region: 77 } }),
      someCase('Песцветов Станислаав Ильич', { court: { title: 'Речной районный суд', region: 77 } }),
    )
    await resolvePeople(db)
    const [a = 0, b = 0, c = 0] = (await peopleOn(ids)).map(id => id ?? 0)
    const between = (left: number, right: number) =>
      db
        .insertInto('person_pair')
        .values({
          left_id: Math.min(left, right),
          right_id: Math.max(left, right),
          score: 5,
          name_relation: 'typing_given',
          evidence: [],
        })
        .onConflict(conflict => conflict.columns(['left_id', 'right_id']).doUpdateSet({ score: 5 }))
        .returning('id')
        .executeTakeFirstOrThrow()
    const [ab, bc, ac] = [await between(a, b), await between(b, c), await between(a, c)]
    await decide(ab.id, 'apart')
    await decide(bc.id, 'same')
    expect((await decide(ac.id, 'same')).status).toBe(409)
    expect(countOfPeople(await peopleOn(ids))).toBe(2)
  })
})
