import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { differences } from '../../test/copy-differences.ts'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { buildVariedCases } from '../../test/varied-cases.ts'
import type { DB } from '../db/schema.ts'
import { hasChanges, readChangeSet } from './change-set.ts'
import {
  announceToken,
  type Checkpoint,
  checkpointTable,
  readCheckpoint,
  registerCopy,
  versionOf,
  writeCheckpoint,
} from './checkpoint.ts'
import { clusteredTables, inTransaction, isFragmented, recluster } from './cluster.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { openDuckDB, removeFile } from './duckdb-file.ts'
import { CopyOutdated, catchUp, type Progress, resume, tellCheckpoint } from './follow.ts'
import { load } from './load.ts'
import { copiedTables } from './tables.ts'

/** Each step of following changes, on a few cases. That nothing is lost when processes die is tested in follow.test.ts. */
const { db, url } = await testDatabase()
const cases = await buildVariedCases(db)
const folder = temporaryFolder()
const ends: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
  clearFolder(folder)
})

const connected = async (): Promise<pg.Client> => {
  const source = new pg.Client({ connectionString: url })
  await source.connect()
  ends.push(() => source.end())
  await source.query(`set timezone = 'UTC'; set datestyle = 'iso'`)
  return source
}
const inMemory = async (): Promise<DuckDBConnection> => (await DuckDBInstance.create(':memory:')).connect()
const rowsIn = async (copy: DuckDBConnection, query: string) => (await copy.runAndReadAll(query)).getRowObjects()

let copies = 0
/** A copy of the current PostgreSQL that has just announced its checkpoint. */
const copied = async (given: Partial<Progress> = {}) => {
  const [source, name] = [await connected(), `copy-${++copies}.duckdb`]
  const instance = await openDuckDB(folder, name, { memoryLimit: '256MB', threads: 1 })
  const copy = await instance.connect()
  const checkpoint = await load(source, copy, folder, await registerCopy(source))
  const replication = { source, copy, folder, checkpoint }
  const now = Date.now()
  const progress: Progress = { polled: now, announced: now, pruned: now, clustered: 0, ...given }
  const reader = new Kysely<DB>({ dialect: duckdbDialect(instance, { connections: 1, onBroken: () => undefined }) })
  ends.push(async () => {
    await reader.destroy()
    copy.closeSync()
    instance.closeSync()
    removeFile(folder, name)
  })
  return {
    ...replication,
    replication,
    progress,
    reader,
    catchUp: () => catchUp(replication, progress),
    told: async () => {
      const { rows } = await source.query<{ token: string; next_token: string; place: string; age: number }>(
        `select token, next_token, place::text, extract(epoch from now() - seen_at)::float8 as age from case_copy where id = $1`,
        [checkpoint.id],
      )
      return rows[0]
    },
    forgetsTime: () =>
      source.query(`update case_copy set seen_at = now() - interval '1 hour' where id = $1`, [checkpoint.id]),
  }
}
const touch = (ids: readonly number[], city = randomUUID()) =>
  sql`update court_case set city = ${city} where id = any(${ids}::int[])`.execute(db)

describe('a change set', () => {
  const noted = async (...rows: { ids?: number[]; directory?: string }[]) => {
    const source = await connected()
    const { snapshot: since } = await hasChanges(
      source,
      (await source.query('select pg_current_snapshot()::text as at')).rows[0].at,
    )
    for (const { ids = null, directory = null } of rows)
      await source.query('insert into case_write (case_ids, directory) values ($1, $2)', [ids, directory])
    const { found } = await hasChanges(source, since)
    const changes = await readChangeSet(source, since)
    await source.query('delete from case_write')
    return { found, ...changes }
  }
  it('contains nothing, cases, directories, or everything', async () => {
    expect(await noted()).toMatchObject({ found: false, cases: undefined, directories: [], everything: false })
    expect(await noted({ directory: 'court' }, { directory: 'article' }, { directory: 'court' })).toMatchObject({
      found: true,
      cases: undefined,
      directories: ['article', 'court'],
      everything: false,
    })
    expect(await noted({}, { ids: [5] })).toMatchObject({ found: true, everything: true })
  })
  it.each<[number[], object]>([
    [[5], { first: 5, last: 5 }],
    [[5, 5], { first: 5, last: 5 }],
    [[5, 6, 7], { first: 5, last: 7 }],
    // Half of four, and less than half of five.
    [[5, 8], { first: 5, last: 8 }],
    [[5, 9], { count: 2 }],
    [[5, 7, 9], { first: 5, last: 9 }],
    [[1, 1_000], { count: 2 }],
  ])('of cases %j is %j', async (ids, expected) => {
    expect((await noted({ ids })).cases).toEqual(expected)
  })
})

describe('the checkpoint', () => {
  const one: Checkpoint = { id: randomUUID(), token: randomUUID(), snapshot: '10:20:11,12', unordered: 7 }
  it('is the last one written; a file without one, or of another version, has none', async () => {
    const copy = await inMemory()
    expect(await readCheckpoint(copy)).toBeUndefined()
    await copy.run(checkpointTable)
    expect(await readCheckpoint(copy)).toBeUndefined()
    await writeCheckpoint(copy, { ...one, unordered: 0 })
    await writeCheckpoint(copy, one)
    expect(await readCheckpoint(copy)).toEqual(one)
    expect(await rowsIn(copy, 'from copy_place')).toHaveLength(1)
    await copy.run('update copy_place set version = version - 1')
    expect(await readCheckpoint(copy)).toBeUndefined()
  })
  it('is of another version where a table has a column more', () => {
    const [first, ...others] = copiedTables
    if (first === undefined) throw new Error('The copy has no tables')
    const wider = { ...first, columns: [...first.columns, { name: 'more', type: 'DATE' as const }] }
    expect(versionOf([wider, ...others])).not.toBe(versionOf(copiedTables))
  })
  it.each(['id', 'token', 'snapshot'])('is ignored without its %s', async column => {
    const copy = await inMemory()
    await copy.run(checkpointTable)
    await writeCheckpoint(copy, one)
    await copy.run(`update copy_place set ${column} = null`)
    expect(await readCheckpoint(copy)).toBeUndefined()
  })
  it('is recognised by PostgreSQL by its token or the next one, and by no other', async () => {
    const source = await connected()
    const known = await registerCopy(source)
    const checkpoint = { ...known, snapshot: '10:10:', unordered: 0 }
    const next = randomUUID()
    expect(await announceToken(source, checkpoint, next)).toBe(true)
    // The process may die before the copy stores the next token, or after.
    expect(await announceToken(source, checkpoint, next)).toBe(true)
    expect(await announceToken(source, { ...checkpoint, token: next }, next)).toBe(true)
    expect(await announceToken(source, checkpoint, next)).toBe(false)
    expect(await announceToken(source, { ...checkpoint, id: randomUUID(), token: next }, next)).toBe(false)
    const { rows } = await source.query('select place::text, token, next_token from case_copy where id = $1', [
      known.id,
    ])
    expect(rows).toEqual([{ place: '10:10:', token: next, next_token: next }])
  })
})

describe('a transaction of the copy', () => {
  it('is committed when its work succeeds, and rolled back with the error when it fails', async () => {
    const copy = await inMemory()
    await inTransaction(copy, async () => void (await copy.run('create table kept as select 1 as one')))
    const failing = inTransaction(copy, async () => {
      await copy.run('insert into kept values (2)')
      throw new Error('It has failed')
    })
    await expect(failing).rejects.toThrow('It has failed')
    expect(await rowsIn(copy, 'from kept')).toEqual([{ one: 1 }])
    // DuckDB has ended the transaction itself, and another can begin.
    const ended = inTransaction(copy, async () => {
      await copy.run('rollback')
      throw new Error('It has failed as well')
    })
    await expect(ended).rejects.toThrow('It has failed as well')
    await inTransaction(copy, async () => undefined)
  })
})

describe('a clustered copy', () => {
  it.each([
    [49_999, 1, false],
    [50_000, 1, true],
    [50_000, 250_000, false],
    [50_001, 250_000, true],
    [50_001, 250_010, false],
  ])('with %i rows out of order of %i is fragmented: %s', async (unordered, count, expected) => {
    const copy = await inMemory()
    await copy.run(`create table court_case as select range as id from range(${count})`)
    expect(await isFragmented(copy, unordered)).toBe(expected)
  })
  it('has cases ordered by day, the latest first, and events by day', async () => {
    const copy = await inMemory()
    await copy.run(`create table court_case as select * from (values
      (1, date '2026-01-01'), (2, null), (3, date '2026-03-01'), (4, date '2026-01-01')) as t(id, entry_date)`)
    await copy.run(
      `create table case_event as select * from (values (1, date '2026-03-01'), (2, date '2026-01-01')) as t(case_id, event_date)`,
    )
    expect(clusteredTables.toSorted()).toEqual(['case_event', 'court_case'])
    for (const table of clusteredTables) await recluster(copy, table)
    expect((await rowsIn(copy, 'from court_case')).map(({ id }) => id)).toEqual([3, 4, 1, 2])
    expect((await rowsIn(copy, 'from case_event')).map(({ case_id }) => case_id)).toEqual([2, 1])
    expect(await rowsIn(copy, `from duckdb_tables() where table_name = 'in_order'`)).toEqual([])
  })
})

describe('a copy that catches up', () => {
  it('equals PostgreSQL: rows of changed cases, new sets of rows, and directories once', async () => {
    const { reader, catchUp, progress, checkpoint, told, copy } = await copied({ announced: 0 })
    expect(await differences(db, reader)).toEqual([])
    const { token } = { ...checkpoint }
    await touch(cases.slice(1, 3))
    await sql`delete from case_tag where case_id = ${cases[0]}`.execute(db)
    await sql`update court set city = city || '!'`.execute(db)
    await sql`insert into case_article (case_id, article_id) select ${cases[3]}, min(id) from article`.execute(db)
    const before = Date.now()
    await catchUp()
    expect(await differences(db, reader)).toEqual([])
    expect(checkpoint.token).not.toBe(token)
    expect(progress.announced).toBeGreaterThanOrEqual(before)
    expect(progress.polled).toBeGreaterThanOrEqual(before)
    expect(await told()).toMatchObject({ token, next_token: checkpoint.token })
    expect(await readCheckpoint(copy)).toEqual(checkpoint)
    // Applying changes twice does no harm; deleted, new and scattered cases are correct.
    await sql`delete from court_case where id = ${cases[1]}`.execute(db)
    const [, ...others] = await buildCases(
      db,
      Array.from({ length: 12 }, () => ({})),
    )
    await catchUp()
    expect(await differences(db, reader)).toEqual([])
    await touch([cases[0] ?? 0, others.at(-1) ?? 0])
    await sql`update case_defendant set at_risk = not at_risk where case_id = ${cases[0]}`.execute(db)
    await catchUp()
    expect(await differences(db, reader)).toEqual([])
    await sql`delete from court_case where id = any(${others}::int[])`.execute(db)
    await catchUp()
    expect(await differences(db, reader)).toEqual([])
    expect(readdirSync(folder).filter(name => name.endsWith('.csv'))).toEqual([])
  })

  it('counts cases added since it was clustered', async () => {
    const ids = await buildCases(
      db,
      Array.from({ length: 9 }, () => ({})),
    )
    const { checkpoint, catchUp, copy } = await copied()
    await touch(ids.slice(0, 3))
    await catchUp()
    expect(checkpoint.unordered).toBe(3)
    await touch([ids[0] ?? 0, ids[8] ?? 0])
    await catchUp()
    expect(checkpoint.unordered).toBe(5)
    await sql`update court set city = city || '?'`.execute(db)
    await catchUp()
    expect(checkpoint.unordered).toBe(5)
    expect(await readCheckpoint(copy)).toEqual(checkpoint)
  })

  it('announces its checkpoint at intervals although nothing was written', async () => {
    const { checkpoint, progress, catchUp, told, forgetsTime, copy } = await copied()
    await forgetsTime()
    await sql`select pg_current_xact_id()`.execute(db)
    const { snapshot } = { ...checkpoint }
    const { announced: last } = { ...progress }
    await catchUp()
    expect(checkpoint.snapshot).not.toBe(snapshot)
    expect(progress.announced).toBe(last)
    expect((await told())?.age).toBeGreaterThan(1_000)
    progress.announced = Date.now() - 60_000
    const before = Date.now()
    await catchUp()
    expect(progress.announced).toBeGreaterThanOrEqual(before)
    expect((await told())?.age).toBeLessThan(1_000)
    expect((await told())?.place).toBe(checkpoint.snapshot)
    expect(await readCheckpoint(copy)).toEqual(checkpoint)
    expect(checkpoint.token).toBe((await told())?.token)
  })

  it('prunes recorded changes once a minute', async () => {
    const { progress, catchUp, source } = await copied()
    const count = async () => Number((await source.query('select count(*) from case_write')).rows[0].count)
    await touch(cases)
    await catchUp()
    expect(await count()).toBeGreaterThan(0)
    await source.query(`delete from case_copy`)
    const { pruned } = { ...progress }
    await catchUp()
    expect(await count()).toBeGreaterThan(0)
    expect(progress.pruned).toBe(pruned)
    progress.pruned = Date.now() - 60_000
    const before = Date.now()
    await catchUp()
    expect(progress.pruned).toBeGreaterThanOrEqual(before)
    await expect
      .poll(async () => {
        progress.pruned = 0
        await catchUp()
        return count()
      })
      .toBe(0)
  })

  it('is outdated when PostgreSQL does not know it: when it announces itself, when it changes, and after a pause', async () => {
    const { progress, catchUp, source, replication, checkpoint, reader } = await copied()
    await source.query('delete from case_copy where id = $1', [checkpoint.id])
    await catchUp()
    await expect(tellCheckpoint(replication)).rejects.toThrow(CopyOutdated)
    progress.polled = Date.now() - 3_590_000
    await catchUp()
    progress.polled = Date.now() - 3_610_000
    await expect(catchUp()).rejects.toThrow('PostgreSQL does not know this copy')
    progress.polled = Date.now()
    await touch(cases)
    const kept = { ...checkpoint }
    await expect(catchUp()).rejects.toThrow(CopyOutdated)
    expect(checkpoint).toEqual(kept)
    expect(await differences(db, reader)).not.toEqual([])
    // No transaction is left open.
    await source.query('begin')
    await source.query('rollback')
  })

  it('continues from the announced snapshot when it connects, as after a promotion that lost transactions', async () => {
    const { catchUp, source, replication, checkpoint, reader, told, copy } = await copied()
    await tellCheckpoint(replication)
    await touch(cases)
    // A snapshot of the lost primary: its transaction ids are reused, and would hide new transactions.
    checkpoint.snapshot = '4000000000:4000000000:'
    await catchUp()
    expect(await differences(db, reader)).not.toEqual([])
    await resume(replication)
    expect(checkpoint.snapshot).toBe((await told())?.place)
    expect(await rowsIn(copy, 'select snapshot from copy_place')).toEqual([{ snapshot: checkpoint.snapshot }])
    await catchUp()
    expect(await differences(db, reader)).toEqual([])
    // The copy contains the lost transactions.
    await source.query('update case_copy set token = gen_random_uuid(), next_token = gen_random_uuid() where id = $1', [
      checkpoint.id,
    ])
    await expect(resume(replication)).rejects.toThrow(CopyOutdated)
  })

  it('is outdated when everything was written, or when the range of changed cases is too large', async () => {
    const { catchUp, source } = await copied()
    const write = (ids: string) => source.query(`insert into case_write (case_ids) ${ids}`)
    await source.query('insert into case_write (case_ids, directory) values (null, null)')
    await expect(catchUp()).rejects.toThrow(new CopyOutdated('All cases were written'))
    await source.query('delete from case_write')
    // Every other case of a million.
    await write('select array_agg(id) from generate_series(2000001, 3000003, 2) as id')
    await expect(catchUp()).rejects.toThrow(new CopyOutdated('It is faster to make the copy anew'))
    await source.query('delete from case_write')
    await write('select array_agg(id) from generate_series(2000001, 3000001, 2) as id')
    await catchUp()
    await source.query('delete from case_write')
    await write(`values ('{2000000,2000001}')`)
    await catchUp()
    await source.query('delete from case_write')
    await write(`values ('{1,2000000000}')`)
    await catchUp()
    await source.query('delete from case_write')
  })

  it('is reclustered one table per poll while nothing is written, and then counts from zero', async () => {
    const { catchUp, checkpoint, progress, copy } = await copied()
    await copy.run('create table in_disorder as select * from court_case order by entry_date nulls first')
    await copy.run('drop table court_case')
    await copy.run('alter table in_disorder rename to court_case')
    const order = async () => (await rowsIn(copy, 'select id from court_case')).map(({ id }) => id)
    const [disorder, inOrder] = [
      await order(),
      await rowsIn(copy, 'select id from court_case order by entry_date desc nulls last, id desc'),
    ]
    checkpoint.unordered = 49_999
    await catchUp()
    expect([await order(), progress.clustered]).toEqual([disorder, 0])
    checkpoint.unordered = 50_000
    await catchUp()
    expect([await order(), progress.clustered]).toEqual([inOrder.map(({ id }) => id), 1])
    expect(checkpoint.unordered).toBe(50_000)
    await catchUp()
    expect([progress.clustered, checkpoint.unordered]).toEqual([2, 50_000])
    await catchUp()
    expect([progress.clustered, checkpoint.unordered]).toEqual([0, 0])
    expect(await readCheckpoint(copy)).toMatchObject({ unordered: 0 })
    await catchUp()
    expect(progress.clustered).toBe(0)
  })
})
