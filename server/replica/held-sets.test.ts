import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Kysely, sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { caseSet } from '../cases/engine/case-set.ts'
import type { DB } from '../db/schema.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { openDuckDB } from './duckdb-file.ts'
import { holdSet } from './held-sets.ts'

/** Many found cases are sent as a bitmap, few as a list (decision 0047): the copy finds the same with either. */
const folder = mkdtempSync(join(tmpdir(), 'sudmonitor-sets-'))
const file = await openDuckDB(folder, 'cases.duckdb', { memoryLimit: '200MB', threads: 1 })
const copy = new Kysely<DB>({
  dialect: duckdbDialect(file, {
    connections: 2,
    onBroken: error => {
      throw error
    },
  }),
})
afterAll(async () => {
  await copy.destroy()
  file.closeSync()
})

it('a list and a bitmap give the same cases, without later ones', async () => {
  await sql`create table court_case as select unnest(range(1, 300))::integer as id`.execute(copy)
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 250 })
  await fc.assert(
    fc.asyncProperty(ids, async given => {
      const among = async (few: number): Promise<number[]> => {
        const { join, isOne } = await holdSet(
          copy,
          await caseSet([Buffer.from(Int32Array.from(given).buffer).swap32()], few),
        )
        const { rows } = await sql<{ id: number }>`
          select id from court_case ${join ?? sql``} where ${isOne} order by id`.execute(copy)
        return rows.map(({ id }) => id)
      }
      const wanted = given.toSorted((one, other) => one - other)
      expect(await among(given.length)).toEqual(wanted)
      expect(await among(0)).toEqual(wanted)
    }),
    { numRuns: 60 },
  )
})

it('a set is stored once for all callers, and dropped for others', async () => {
  const tables = async (): Promise<string[]> => {
    const { rows } = await sql<{ table_name: string }>`
      select table_name from information_schema.tables where table_catalog = 'carried'`.execute(copy)
    return rows.map(({ table_name }) => table_name)
  }
  const set = { bits: Uint32Array.of(0b1110) }
  await holdSet(copy, set)
  const before = await tables()
  await Promise.all([holdSet(copy, set), holdSet(copy, set)])
  expect(await tables()).toEqual(before)
  for (let other = 0; other < 20; other++) await holdSet(copy, { ...set })
  await expect.poll(async () => (await tables()).length).toBeLessThan(18)
})
