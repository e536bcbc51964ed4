import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { asAnotherClerk } from '../../../test/misspelt-names.ts'
import type { DB } from '../../db/schema.ts'
import { actualPeople } from '../../demo/compose.ts'
import { demoCases } from '../../demo/generate.ts'
import { random } from '../../demo/random.ts'
import { ingest } from '../../ingest/ingest.ts'
import { resolvePeople } from './resolve-people.ts'
import { Sets } from './sets.ts'

/** Few surnames, so that namesakes stand in one region, at one time, even in one court. */
const few = 'Ветрогонов Хлебодаров Снегозвонов Песцветов Камнегорск Медополёт Дождеслухов Лугомостов'.split(' ')
const amongNamesakes = (name: string): string => {
  const [surname = '', ...rest] = name.split(' ')
  if (rest.length < 2) return name
  const letters = [...surname].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const isFemale = /(?:вна|кызы)$/.test(name)
  return [`${few[letters % few.length] ?? surname}${isFemale ? 'а' : ''}`, ...rest].join(' ')
}

/** Everybody bears one of sixteen names that are common in Russia: full namesakes stand in several courts of one region. */
const commonNames = {
  surnames: ['Иванов', 'Смирнов', 'Магомедов', 'Алексеев'],
  given: { m: ['Александр', 'Сергей'], f: ['Елена', 'Ольга'] },
  fathers: { m: ['Александрович', 'Иванович'], f: ['Александровна', 'Ивановна'] },
}
const amongFullNamesakes = (name: string): string => {
  const letters = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  if (name.split(' ').length < 3 || /[«"]/.test(name)) return name
  const gender = /(?:вна|кызы)$/.test(name) ? 'f' : 'm'
  const { surnames, given, fathers } = commonNames
  return [
    `${surnames[letters % 4] ?? ''}${gender === 'f' ? 'а' : ''}`,
    given[gender][(letters >> 2) % 2],
    fathers[gender][(letters >> 3) % 2],
  ].join(' ')
}

describe('on a generated world with known truth', () => {
  it.each([
    // A person answers at the desk; what is left are initials that nothing speaks for.
    ['many surnames', (name: string) => name, { merges: 0.99, linked: 0.9, recall: 0.42, withDesk: 0.81, desk: 0.97 }],
    ['few surnames', amongNamesakes, { merges: 0.99, linked: 0.88, recall: 0.34, withDesk: 0.53, desk: 0.8 }],
    ['common names', amongFullNamesakes, { merges: 0.99, linked: 0.84, recall: 0.29, withDesk: 0.31, desk: 0.3 }],
  ] as const)(
    'merges hardly anybody wrongly, and most of whom initials and slips part (%s)',
    async (_, nameOf, floors) => {
      const { db: world } = await testDatabase()
      const rng = random(11)
      const written = [...demoCases(1_500, { seed: 3, today: '2026-11-21', textShare: 0 })].map(record => ({
        truth: actualPeople(record),
        record: {
          ...record,
          defendants: record.defendants.map(one => ({ ...one, name: asAnotherClerk(nameOf(one.name), rng) })),
        },
      }))
      const results = await ingest(
        world,
        written.map(({ record }) => record),
        { origin: 'test' },
      )
      await resolvePeople(world)
      const found = await measure(world, ({ case_id, ordinal }) => {
        const at = results.findIndex(result => result.case_id === case_id)
        const who = written[at]?.truth[ordinal]
        return who?.known ?? who
      })
      const figures = JSON.stringify(found)
      expect(found.merges, figures).toBeGreaterThanOrEqual(floors.merges)
      expect(found.linked, figures).toBeGreaterThanOrEqual(floors.linked)
      expect(found.recall, figures).toBeGreaterThanOrEqual(floors.recall)
      expect(found.withDesk, figures).toBeGreaterThanOrEqual(floors.withDesk)
      expect(found.desk, figures).toBeGreaterThanOrEqual(floors.desk)
    },
  )
})

/** Shares: of right merges, of right pairs on the desk, of pairs of appearances that are found, without and with the desk. */
async function measure(world: Kysely<DB>, truth: (place: { case_id: number; ordinal: number }) => unknown) {
  const { rows } = await sql<{ case_id: number; ordinal: number; person: number; own: number }>`
    select case_id, ordinal, defendant_id as person, coalesce(own_id, defendant_id) as own from case_defendant
    where defendant_id is not null`.execute(world)
  const known = rows.map(row => ({ ...row, who: truth(row) }))
  const bearers = Map.groupBy(known, ({ own }) => own)
  const areOne = ({ left_id, right_id }: { left_id: number; right_id: number }): boolean =>
    (bearers.get(left_id) ?? []).some(({ who }) => bearers.get(right_id)?.some(other => other.who === who))
  const ends = ['left_id', 'right_id'] as const
  const merged = await world.selectFrom('person_merge').select(ends).execute()
  const asked = await world.selectFrom('person_pair').select(ends).where('verdict', '=', 'open').execute()
  const sets = new Sets(known.map(({ own, person }) => [own, person] as const))
  for (const pair of asked.filter(areOne)) sets.join(pair.left_id, pair.right_id)
  const pairsBy = (of: (row: (typeof known)[number]) => unknown): number => {
    const sizes = [...Map.groupBy(known, of).values()].map(({ length }) => length)
    return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
  }
  const keys = new Map<unknown, Map<unknown, object>>()
  const both = (one: unknown, other: unknown): object => {
    const inner = keys.get(one) ?? new Map<unknown, object>()
    keys.set(one, inner)
    const key = inner.get(other) ?? {}
    inner.set(other, key)
    return key
  }
  const all = pairsBy(({ who }) => who)
  const onCase = Map.groupBy(known, ({ case_id }) => case_id)
  const links = await world.selectFrom('case_link').select(['case_id', 'other_id']).execute()
  const linked = links.flatMap(({ case_id, other_id }) =>
    (onCase.get(case_id) ?? []).flatMap(one =>
      (onCase.get(other_id) ?? []).filter(({ who }) => who === one.who).map(other => one.person === other.person),
    ),
  )
  return {
    /** Of people of linked cases. */
    linked: linked.filter(isOne => isOne).length / linked.length,
    merges: merged.filter(areOne).length / merged.length,
    desk: asked.filter(areOne).length / asked.length,
    byName: pairsBy(({ own, who }) => both(who, own)) / all,
    recall: pairsBy(({ person, who }) => both(who, person)) / all,
    withDesk: pairsBy(({ own, who }) => both(who, sets.of(own))) / all,
    counts: [merged.length, asked.length],
  }
}
