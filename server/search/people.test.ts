import { describe, expect, it } from 'vitest'
import { type GroupOf, type SuggestionKind, searchAnswer } from '#shared/api/search.ts'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'

/** People of one surname, more than can be looked at, and what is told of each. */
const { db, as } = await testApp()
const everybody = await as(await buildAccount(db))
const ofMoscow = await as(await buildAccount(db, { regions: [77] }))
const [moscow, tver] = [
  { title: 'Тверецкий районный суд', region: 77 },
  { title: 'Заволоцкий районный суд г. Твери', region: 69 },
]

async function inGroup<K extends SuggestionKind>(asker: typeof everybody, kind: K, q: string): Promise<GroupOf<K>> {
  const { body } = await asker(`search/?${new URLSearchParams({ q, groups: kind })}`)
  const group = searchAnswer.parse(body).groups.find((one): one is GroupOf<K> => one.kind === kind)
  if (group === undefined) throw new Error(`no group ${kind}`)
  return group
}
const titles = async (asker: typeof everybody, kind: SuggestionKind, q: string): Promise<string[]> =>
  (await inGroup(asker, kind, q)).items.map(({ title, approximate }) => (approximate ? `≈ ${title}` : title))

const named = (names: readonly string[], court = tver) => names.map(name => ({ court, defendants: [{ name }] }))

describe('among many with the same initials', () => {
  it('finds the one whose whole name is typed, in any form, behind fifteen better known', async () => {
    const given = 'Алла Алина Алиса Альбина Ангелина Антонина Ариадна Арина Аглая Агата Ада Аксинья Асия Азалия Анфиса'
    const others = given.split(' ').map(name => `Кольчугина ${name} Сергеевна`)
    await buildCases(db, named([...others, ...others, 'Кольчугина Анна Сергеевна', 'Кольчугинаа Анна Сергеевна']))
    expect(await titles(everybody, 'person', 'Кольчугиной Анне Сергеевне')).toEqual(['Кольчугина Анна Сергеевна'])
    expect(await titles(everybody, 'person', 'Кольчугина Анна Сергеевма')).toEqual(['≈ Кольчугина Анна Сергеевна'])
  })
  it('finds the one whose whole name is typed behind all that are looked at, for who sees some regions too', async () => {
    const fathers = Array.from({ length: 160 }, (_, n) => `${'Ие'.repeat((n % 13) + 1)}${'ро'.repeat(n / 13)}вна`)
    const sought = 'Людная Вилена Ильинична'
    await buildCases(db, [
      ...named(fathers.map(father => `Людная Валерия ${father.charAt(0)}${father.slice(1).toLowerCase()}`)),
      ...named([sought], moscow),
    ])
    for (const asker of [everybody, ofMoscow])
      for (const typed of [sought, 'Людной Вилене', 'Вилена Людная'])
        expect(await titles(asker, 'person', typed)).toEqual([sought])
    expect(await titles(ofMoscow, 'person', 'людная')).toEqual([sought])
    expect((await inGroup(ofMoscow, 'person', 'людная')).more).toBe(false)
    expect((await inGroup(everybody, 'person', 'людная')).more).toBe(true)
  })
  it('says that it was not found out, and offers nobody else, where those that may be meant are too many', async () => {
    await buildCases(db, [
      ...Array.from({ length: 160 }, (_, n) => ({
        court: { title: `Вымышленный районный суд ${n}`, region: 69 },
        defendants: [{ name: 'Толпина Вероника Павловна' }],
      })),
      ...named(['Толпина Вера Яковлевна', 'Толлпина Вера Яковлевна']),
    ])
    for (const kind of ['person', 'case'] as const)
      expect(await inGroup(everybody, kind, 'Толпиной Вере')).toMatchObject({ items: [], late: true, more: true })
    expect(await titles(everybody, 'person', 'Толпиной Вере Яковлевне')).toEqual(['Толпина Вера Яковлевна'])
  })
})

it('tells the hearing that comes next, not the last one', async () => {
  const [name, event] = [
    'Ветлугин Пров Ильич',
    (days: number) => ({ type: 'Судебное заседание', date: addDays(today(), days) }),
  ]
  await buildCases(db, [
    { court: moscow, case_number: '5-1/2026', defendants: [{ name }], events: [event(-1), event(2), event(14)] },
    { court: moscow, case_number: '5-2/2026', defendants: [{ name }], events: [event(5)] },
    { court: moscow, case_number: '5-3/2026', defendants: [{ name }], events: [event(-1)] },
    { court: moscow, case_number: '5-4/2026', events: [event(-1), event(0), event(1)] },
  ])
  const dayOf = async (number: string) => (await inGroup(everybody, 'case', number)).items[0]?.hearing?.date
  expect(await Promise.all(['5-1/2026', '5-2/2026', '5-3/2026', '5-4/2026'].map(dayOf))).toEqual([
    addDays(today(), 2),
    addDays(today(), 5),
    undefined,
    today(),
  ])
  const { items } = await inGroup(everybody, 'person', 'ветлугин')
  expect(items).toMatchObject([{ cases_count: 3, hearing: { date: addDays(today(), 2), time: null } }])
})
