import { type Kysely, sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { selectCases } from '../cases/case-query.ts'
import type { DB } from '../db/schema.ts'
import { loadDemo } from '../demo/load.ts'
import { openReplica } from './open-replica.ts'
import { copiedTables, layout } from './tables.ts'

/** The columnar copy against the PostgreSQL it is of (design §12). */
const { db, url } = await testDatabase()
const folder = temporaryFolder()
await loadDemo(db, { count: 300 })
const replica = openReplica({ url, folder })
await replica.caughtUp()
afterAll(async () => {
  await replica.stop()
  clearFolder(folder)
})

const reader = (): Kysely<DB> => {
  const found = replica.reader()
  if (found === undefined) throw new Error('There is nothing to read from')
  return found
}
const rowsOf = async (from: Kysely<DB>, select: string): Promise<string[]> =>
  (await sql.raw<object>(select).execute(from)).rows
    .map(row => JSON.stringify(Object.entries(row).toSorted()))
    .toSorted()

describe('the copy (design §12)', () => {
  it.each(copiedTables)('$name is as in PostgreSQL', async ({ name, select, setColumn }) => {
    // A set holds a row once, however many times the case has it.
    const [there, here] =
      setColumn === undefined
        ? [select, select]
        : [
            select.replace('select', 'select distinct'),
            `select court_case.id as case_id, ${name}.* exclude (set_id)
            from court_case join ${name} on ${name}.set_id = court_case.${setColumn}`,
          ]
    expect(await rowsOf(reader(), here)).toEqual(await rowsOf(db, there))
  })

  it('answers the base query as PostgreSQL does', async () => {
    const ask = (from: Kysely<DB>): Promise<unknown> =>
      selectCases(
        from,
        { accountId: 1, regions: 'all', ...(from !== db && { copy: { layout } }) },
        {
          type: '1',
          entry_date_range: { min: '2001-01-01', max: '2030-01-01' },
          codex_articles: [],
          has_penalty: false,
          penalty_type_not: ['fine'],
          days_to_result: { min: 0.5 },
        },
      )
        .select(['court_case.id', 'court_case.entry_date', 'court_case.hearing_until', 'court_case.city'])
        .orderBy('court_case.entry_date')
        .orderBy('court_case.id')
        .execute()
    expect(await ask(reader())).toEqual(await ask(db))
  })
})
