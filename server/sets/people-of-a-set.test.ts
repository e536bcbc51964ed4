import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defendantList } from '#shared/api/defendants.ts'
import { newInvitation, workingSet } from '#shared/api/sets.ts'
import { toQuery } from '#shared/filters/wire.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { bothEngines } from '../../test/both-engines.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'

/** People with several cases in a set (decision 0108): only the accused, only cases that the reader sees, never across namesakes. */
const tested = await testApp()
const { db } = tested
const courts = [
  { title: 'Заречный районный суд', region: 77, city: 'Москва' },
  { title: 'Подгорный районный суд', region: 78, city: 'Подгорск' },
]
const surnames = ['Ветрогонов', 'Златоверхий', 'Ряжских', 'Тихомолов', 'Чужедальний']
const nameOf = (n: number) => `${surnames[n % surnames.length]} Пётр Ильич`
// A case has two people, one of them twice; somebody of the same name in the other region is a namesake.
const records = Array.from({ length: 24 }, (_, n) => ({
  court: courts[n % 4 === 3 ? 1 : 0] ?? { title: '', region: 77, city: '' },
  stage: n % 6 === 5 ? (2 as const) : (1 as const),
  defendants: [
    { name: nameOf(n) },
    ...(n % 3 === 0 ? [{ name: nameOf(n + 1) }] : []),
    ...(n % 7 === 0 ? [{ name: 'Информация скрыта' }] : []),
  ],
  participants: [{ role: 'Свидетель', name: nameOf(n + 2) }],
}))
const ids = await buildCases(db, records)
const [twice = 0] = ids
await db
  .insertInto('case_defendant')
  .columns(['case_id', 'ordinal', 'defendant_id', 'name'])
  .expression(eb =>
    eb
      .selectFrom('case_defendant')
      .where('case_id', '=', twice)
      .where('ordinal', '=', 0)
      .select(['case_id', eb.val(9).as('ordinal'), 'defendant_id', 'name']),
  )
  .execute()

const [owner, limited, stranger] = await Promise.all([
  buildAccount(db),
  buildAccount(db, { regions: [77] }),
  buildAccount(db),
])
const people = { owner, limited, stranger }
type Who = keyof typeof people
const own = await tested.as(owner)
const inSet = ids.slice(0, 16)
const made = await own('sets/', { method: 'POST', body: { title: 'Среди моих', cases: [...inSet, ids[20]] } })
const { id: set } = workingSet.parse(made.body)
await own(`sets/${set}/items/remove/`, { method: 'POST', body: { cases: [ids[20]] } })
const { token } = newInvitation.parse(
  (await own(`sets/${set}/invitations/`, { method: 'POST', body: { role: 'reader' } })).body,
)
await (await tested.as(limited))('sets/invitations/accept/', { method: 'POST', body: { token } })

const standing = await db.selectFrom('case_defendant').select(['case_id', 'defendant_id']).execute()
/** The expected answer, computed from every case of the set. */
const expected = (who: Who, city?: string) => {
  const counts = new Map<number, { cases: Set<number>; second: Set<number> }>()
  for (const { case_id, defendant_id } of standing) {
    const record = records[ids.indexOf(case_id)]
    const isSeen = who !== 'stranger' && (who === 'owner' || record?.court.region === 77)
    if (defendant_id === null || !inSet.includes(case_id) || !isSeen) continue
    if (city !== undefined && record?.court.city !== city) continue
    const own = counts.get(defendant_id) ?? { cases: new Set(), second: new Set() }
    own.cases.add(case_id)
    if (record?.stage === 2) own.second.add(case_id)
    counts.set(defendant_id, own)
  }
  return counts
}

describe.each(await bothEngines(tested))('people of a set, of %s', (_, as) => {
  const asks = new Map<Who, Ask>()
  const found = async (who: Who, query: Record<string, string>) => {
    const ask = asks.get(who) ?? (await as(people[who]))
    asks.set(who, ask)
    const { status, body, text } = await ask(`defendants/?${toQuery({ set: String(set), size: '100', ...query })}`)
    expect(status, text).toBe(200)
    return defendantList.parse(body)
  }

  it('are counted within it as each case says, are put in that order, and are narrowed to those who repeat', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Who>('owner', 'limited', 'stranger'),
        fc.constantFrom(undefined, 'Москва', 'Подгорск'),
        fc.constantFrom(undefined, 1, 2, 3, 100),
        fc.constantFrom('found_count', '-found_count', 'name', '-cases_count', 'entry_date'),
        async (who, city, least, ordering) => {
          const wanted = [...expected(who, city)].filter(([, { cases }]) => cases.size >= (least ?? 1))
          const { count, results } = await found(who, {
            ordering,
            ...(city !== undefined && { court_city: city }),
            ...(least !== undefined && { found_from: String(least) }),
          })
          expect(count).toBe(wanted.length)
          const told = results.map(one => [one.id, [one.found_count, one.found_second_instance_count]] as const)
          expect(new Map(told)).toEqual(
            new Map(wanted.map(([id, { cases, second }]) => [id, [cases.size, second.size]])),
          )
          if (ordering.endsWith('found_count')) {
            const sign = ordering.startsWith('-') ? -1 : 1
            const inOrder = wanted.toSorted(
              ([one, a], [other, b]) => sign * (a.cases.size - b.cases.size || one - other),
            )
            expect(results.map(({ id }) => id)).toEqual(inOrder.map(([id]) => id))
          }
        },
      ),
      lawRuns(30),
    ))

  it('have beside it the number of all their cases, and come in pages', async () => {
    const { results } = await found('owner', { ordering: '-found_count' })
    expect(results.some(one => one.cases_count > one.found_count && one.found_count > 1)).toBe(true)
    const pages = await Promise.all(
      ['1', '2', '3'].map(async page => (await found('owner', { ordering: '-found_count', size: '3', page })).results),
    )
    expect(pages.flat().map(({ id }) => id)).toEqual(results.slice(0, 9).map(({ id }) => id))
  })

  it('of one full name in two regions are two, who are told of each other and are never counted as one', async () => {
    const named = (await found('owner', { defendants: surnames[0] ?? '' })).results
    expect(named.length).toBeGreaterThan(1)
    expect(named.every(one => one.namesakes_count === named.length - 1)).toBe(true)
  })

  it('are a file of the same people in the same order', async () => {
    const ask = await as(people.owner)
    const query = toQuery({ set: String(set), ordering: '-found_count', found_from: '2', fields: 'id' })
    const { text } = await ask(`data/defendantscsv/export.csv?${query}`)
    const filed = text.trim().split('\r\n').slice(1).map(Number)
    const listed = (await found('owner', { ordering: '-found_count', found_from: '2' })).results
    expect(filed).toEqual(listed.map(({ id }) => id))
    expect(filed.length).toBeGreaterThan(1)
  })
})

it.each(['0', '-1', 'x', '1.5', '101'])('refuses found_from=%s by its name', async least => {
  const { status, body } = await own(`defendants/?set=${set}&found_from=${least}`)
  expect(status).toBe(400)
  expect(Object.keys(body as object)).toEqual(['found_from'])
})
