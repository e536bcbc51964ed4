import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildCase } from '../../test/factories.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import type { CopyEngine } from '../cases/engine/engine.ts'
import { editionOfDays } from '../db/as-of/edition.ts'
import { copiesOfDays } from './copies-of-days.ts'
import { copyMemory } from './copy-memory.ts'

const { db, url } = await testDatabase()
const ids = [await buildCase(db), await buildCase(db)]
await sql`update court_case set known_from = '2026-03-01'`.execute(db)
const folder = temporaryFolder()
afterAll(() => clearFolder(folder))
afterEach(() => vi.restoreAllMocks())

/** Enough for four days at once on a machine with 5 GB. */
const memoryShare = 80
const open = () => copiesOfDays({ url, folder, memoryShare, edition: () => editionOfDays(db) })
let copies = open()
beforeEach(() => {
  copies = open()
  return () => copies.stop()
})

const scope = { accountId: null, regions: 'all' } as const
const casesIn = async (copy: CopyEngine | undefined): Promise<number | undefined> =>
  (await copy?.cases({ scope, values: {} }).select('court_case.id').execute())?.length
const made = async (day: string): Promise<CopyEngine | undefined> => {
  const edition = await editionOfDays(db)
  copies.on(day, edition)
  await copies.settled()
  return copies.on(day, edition)
}
const daysOnDisk = (): string[] =>
  readdirSync(join(folder, 'days'), { recursive: true })
    .map(String)
    .filter(name => name.endsWith('.duckdb'))

it('a copy of a day answers until it has been loaded again, and is closed then (decision 0086)', async () => {
  const first = await made('2026-03-02')
  expect(await casesIn(first)).toBe(ids.length)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 7 * 3_600_000)
  const edition = await editionOfDays(db)
  expect(copies.on('2026-03-02', edition)).toBe(first)
  expect(await casesIn(first)).toBe(ids.length)
  await copies.settled()
  const second = copies.on('2026-03-02', edition)
  expect(second).not.toBe(first)
  expect(await casesIn(second)).toBe(ids.length)
  await expect(casesIn(first)).rejects.toThrow()
  expect(daysOnDisk()).toHaveLength(1)
})

it('memory limits the number of days: the most recently used are kept, each for some minutes', async () => {
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now++)
  const most = copyMemory(memoryShare).days
  const [next = '', ...others] = ['2026-03-05', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].slice(
    0,
    1 + most,
  )
  for (const day of others) expect(await made(day)).toBeDefined()
  const edition = await editionOfDays(db)
  expect(await made(next)).toBeUndefined()
  expect(others.filter(day => copies.on(day, edition) === undefined)).toEqual([])
  now += 11 * 60_000
  expect(await made(next)).toBeDefined()
  expect(daysOnDisk()).toHaveLength(most)
  expect(others.filter(day => copies.on(day, edition) === undefined)).toEqual(others.slice(0, 1))
})

it('a day that is not over has no copy', async () => {
  expect(await made('2999-01-01')).toBeUndefined()
})

it('a removed case closes every copy of a day at once, even without a request', async () => {
  expect(await casesIn(await made('2026-03-02'))).toBe(2)
  await sql`delete from court_case where id = ${ids[1]}`.execute(db)
  // It answers nobody, even before it is closed.
  expect(copies.on('2026-03-02', await editionOfDays(db))).toBeUndefined()
  await copies.settled()
  expect(await casesIn(await made('2026-03-02'))).toBe(1)
  await db.insertInto('forgetting').values({ grounds: 'subject', cases: 1 }).execute()
  await expect.poll(daysOnDisk, { timeout: 60_000 }).toEqual([])
})
