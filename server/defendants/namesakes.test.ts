import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { defendant, defendantList } from '#shared/api/defendants.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { resolvePeople } from './resolve/resolve-people.ts'

/** One name, several courts: what is told of it, and to whom (decision 0060). */
const { db, as } = await testApp()
const ask = await as(await buildAccount(db))
const inRiver = await as(await buildAccount(db, { regions: [59] }))
const court = (title: string, region = 59) => ({ title, region, city: 'Вымышленск' })
const uid = '59RS9999-01-2026-000123-45'
const common = 'Иванов Сергей Александрович'
await buildCases(db, [
  { court: court('Речной суд'), case_uid: uid, defendants: [{ name: common }], entry_date: '2026-01-02' },
  { court: court('Краевой суд'), case_uid: uid, stage: 2, defendants: [{ name: common }], entry_date: '2026-02-02' },
  { court: court('Луговой суд'), defendants: [{ name: 'ИВАНОВ СЕРГЕЙ АЛЕКСАНДРОВИЧ' }], entry_date: '2024-02-02' },
  { court: court('Дальний суд', 24), defendants: [{ name: common }], entry_date: '2023-02-02' },
])
await resolvePeople(db)

const list = async (asker: typeof ask, query: string) => defendantList.parse((await asker(`defendants/?${query}`)).body)
const named = async (asker: typeof ask, name: string) =>
  (await list(asker, `defendants=${encodeURIComponent(name)}&ordering=-cases_count`)).results
const page = async (asker: typeof ask, id: number) => defendant.parse((await asker(`defendants/${id}/`)).body)

describe('people of one full name', () => {
  it('are told of each other, as far as the asker sees their cases', async () => {
    const everywhere = await named(ask, common)
    expect(everywhere.map(({ cases_count, namesakes_count }) => [cases_count, namesakes_count])).toEqual([
      [2, 2],
      [1, 2],
      [1, 2],
    ])
    const here = await named(inRiver, common)
    expect(here.map(({ namesakes_count }) => namesakes_count)).toEqual([1, 1])
    expect((await page(inRiver, here[0]?.id ?? 0)).namesakes_count).toBe(1)
  })
  it('are told why cases of several courts are one person’s', async () => {
    const [person] = await named(ask, common)
    const { joined_by, courts } = await page(ask, person?.id ?? 0)
    expect(courts).toHaveLength(2)
    expect(joined_by).toMatchObject([{ name_relation: 'full', is_automatic: true }])
    expect(joined_by[0]?.evidence).toContain('linked')
    const others = await named(ask, common)
    expect((await page(ask, others[1]?.id ?? 0)).joined_by).toEqual([])
  })
  it('say no reason of which one side is not the asker’s to see', async () => {
    const [one = 0, other = 0] = (await named(ask, common)).slice(1).map(({ id }) => id)
    const [left, right] = [Math.min(one, other), Math.max(one, other)]
    await db
      .insertInto('person_merge')
      .values({
        left_id: left,
        right_id: right,
        why: 'desk',
        score: 5,
        name_relation: 'full',
        evidence: [],
        moved: '[]',
      })
      .execute()
    await sql`update defendant set merged_into = ${left} where id = ${right}`.execute(db)
    await sql`update case_defendant set defendant_id = ${left}, own_id = ${right} where defendant_id = ${right}`.execute(
      db,
    )
    expect((await page(ask, left)).joined_by).toEqual([{ name_relation: 'full', evidence: [], is_automatic: false }])
    // Whichever of the two sides is hidden.
    for (const region of [59, 24]) {
      const limited = await as(await buildAccount(db, { regions: [region] }))
      expect((await page(limited, left)).joined_by).toEqual([])
    }
  })
  it('counts those who were told apart in one court', async () => {
    const name = 'Петров Сергей Александрович'
    const ids = await buildCases(db, [
      { court: court('Речной суд'), defendants: [{ name }] },
      { court: court('Речной суд'), defendants: [{ name }] },
    ])
    const admin = await as(await buildAccount(db, { isSuperuser: true }))
    const [person] = await named(ask, name)
    expect(person?.namesakes_count).toBe(0)
    await admin(`people/${person?.id}/parts/`, { method: 'POST', body: { cases: ids.slice(1) } })
    expect((await named(ask, name)).map(({ namesakes_count }) => namesakes_count)).toEqual([1, 1])
  })
})

describe('the name of a person', () => {
  it('is the spelling that most of the cases have which the asker sees, then the fullest, then by the alphabet', async () => {
    const [often, rare] = ['Снеговидов Авдей Лукич', 'Снеговиддов Авдей Лукич']
    await buildCases(db, [
      { court: court('Речной суд'), defendants: [{ name: rare }] },
      ...Array.from({ length: 3 }, () => ({ court: court('Невский суд', 24), defendants: [{ name: often }] })),
    ])
    const [one = 0, other = 0] = [...(await named(ask, rare)), ...(await named(ask, often))].map(({ id }) => id)
    await sql`update case_defendant set defendant_id = ${one}, own_id = ${other} where defendant_id = ${other}`.execute(
      db,
    )
    expect((await page(ask, one)).names).toEqual([often, rare])
    expect((await page(inRiver, one)).names).toEqual([rare])
  })
})
