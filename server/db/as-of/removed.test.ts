import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { testDatabase } from '../../../test/database.ts'
import { buildCase } from '../../../test/factories.ts'
import { personOn } from '../../../test/forgotten-person.ts'
import type { DB } from '../schema.ts'
import { asOf } from './as-of.ts'
import { editionOfDays } from './edition.ts'
import { pastTable, versionedTables } from './versioned-tables.ts'

const { db } = await testDatabase()
const yesterday = addDays(today(), -1)

/** All that is there has been there for a week. */
async function age(): Promise<void> {
  for (const table of Object.keys(versionedTables))
    await sql`update ${sql.table(table)} set known_from = ${addDays(today(), -7)}`.execute(db)
}
const remove = (id: number): Promise<unknown> => db.deleteFrom('court_case').where('id', '=', id).execute()
const linksOn = (base: Kysely<DB>, id: number) =>
  base
    .selectFrom('case_link')
    .select('other_id')
    .where('case_id', '=', id)
    .union(base.selectFrom('case_link_candidate').select('second_id as other_id').where('first_id', '=', id))
    .execute()

it('a removed case goes from every day, also as the other end of a link (decision 0086)', async () => {
  const [kept, removed, unlinked] = [await buildCase(db), await buildCase(db, { stage: 2 }), await buildCase(db)]
  const link = (case_id: number, other_id: number) => ({ case_id, other_id, why: 'uid', certainty: 1 })
  await db
    .insertInto('case_link')
    .values([link(kept, removed), link(removed, kept), link(kept, unlinked)])
    .execute()
  await db
    .insertInto('case_link_candidate')
    .values({ first_id: kept, second_id: removed, why: 'date', certainty: 0.5 })
    .execute()
  await age()
  await sql`delete from case_link where other_id = ${unlinked}`.execute(db)
  await sql`update case_link set certainty = 0.9`.execute(db)
  expect(await linksOn(asOf(db, yesterday), kept)).toHaveLength(2)
  await remove(removed)
  expect(await linksOn(asOf(db, yesterday), kept)).toEqual([{ other_id: unlinked }])
  for (const [table, { cases = [] }] of Object.entries(versionedTables))
    for (const column of cases) {
      const { rows } = await sql`
        select from ${sql.table(pastTable(table) ?? '')} where ${sql.ref(column)} = ${removed}`.execute(db)
      expect({ table, column, rows }).toEqual({ table, column, rows: [] })
    }
})

it('people of a removed case whom no other case names on any day go from every day, with former names', async () => {
  const name = 'Багранов Игнат Львович'
  const [alone, first, second] = [
    await buildCase(db, { defendants: [{ name: 'Крутоярова Ольга Петровна' }] }),
    await buildCase(db, { defendants: [{ name }] }),
    await buildCase(db, { defendants: [{ name }] }),
  ]
  await age()
  const [gone, stays] = [await personOn(db, alone), await personOn(db, first)]
  expect(await personOn(db, second)).toBe(stays)
  await sql`update defendant set name = name || ' (она же)' where id in (${gone}, ${stays})`.execute(db)
  // As a correction of the card does it: nobody is named now, and somebody was then.
  await sql`delete from case_defendant where case_id in (${alone}, ${second})`.execute(db)
  await db.deleteFrom('defendant').where('id', '=', gone).execute()
  const namesYesterday = () =>
    asOf(db, yesterday).selectFrom('defendant').select('id').where('id', 'in', [gone, stays]).orderBy('id').execute()
  expect(await namesYesterday()).toEqual([gone, stays].toSorted((one, other) => one - other).map(id => ({ id })))
  for (const id of [alone, first]) await remove(id)
  expect(await namesYesterday()).toEqual([{ id: stays }])
  await remove(second)
  await db.deleteFrom('defendant').where('id', '=', stays).execute()
  expect(await namesYesterday()).toEqual([])
})

it('what was made of days is of a former edition once a case that was on one is removed', async () => {
  const [old, fresh] = [await buildCase(db), await buildCase(db)]
  const before = await editionOfDays(db)
  await remove(fresh)
  expect(await editionOfDays(db)).toBe(before)
  await sql`update court_case set known_from = ${yesterday} where id = ${old}`.execute(db)
  await remove(old)
  expect(await editionOfDays(db)).toBe(before + 1)
})
