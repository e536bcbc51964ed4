import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { asAnotherClerk } from '../../../test/misspelt-names.ts'
import type { DB } from '../../db/schema.ts'
import { demoCases } from '../../demo/generate.ts'
import { type Rng, random } from '../../demo/random.ts'
import type { CaseRecord } from '../../ingest/case-record.ts'
import { ingest } from '../../ingest/ingest.ts'
import { resolvePeople } from './resolve-people.ts'

const surnames = ['Ветрогонов', 'Хлебодаров', 'Иванов', 'Песцветов', 'Камнегорск', 'Алиев']
const rng = random(5)
const cases = [...demoCases(500, { seed: 9, today: '2026-11-21', textShare: 0 })].map(record => ({
  ...record,
  defendants: record.defendants.map(one => {
    const [surname = '', ...rest] = one.name.split(' ')
    const isFemale = /(?:вна|кызы)$/.test(one.name)
    const name = `${surnames[surname.length % surnames.length] ?? ''}${isFemale ? 'а' : ''} ${rest.join(' ')}`
    return { ...one, name: rest.length < 2 ? one.name : asAnotherClerk(name, rng) }
  }),
}))

const shuffled = <T>(items: readonly T[], by: Rng): T[] =>
  items
    .map(item => ({ item, at: by.next() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item)

/** Who stands together, by places on cases that do not depend on numbers; and whom a person is asked about. */
async function whoIsWho(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ places: string }>`
    select string_agg(source_key || '#' || ordinal, ', ' order by source_key, ordinal) as places
    from case_defendant join case_source using (case_id) where defendant_id is not null
    group by defendant_id order by 1`.execute(db)
  return rows.map(({ places }) => places)
}

describe('who is one person', () => {
  it('does not depend on the order in which cases come, nor on when people are looked for', async () => {
    const worlds: string[][] = []
    for (const [seed, parts] of [[1, 1] as const, [2, 1] as const, [3, 4] as const, [4, 9] as const]) {
      const { db } = await testDatabase()
      const order = seed === 1 ? cases : shuffled(cases, random(seed))
      const size = Math.ceil(order.length / parts)
      for (let at = 0; at < order.length; at += size) {
        await ingest(db, order.slice(at, at + size) satisfies CaseRecord[], { origin: 'test' })
        await resolvePeople(db)
      }
      worlds.push(await whoIsWho(db))
    }
    const [first, ...others] = worlds
    for (const other of others) expect(other.filter(one => !first?.includes(one))).toEqual([])
  })
})
