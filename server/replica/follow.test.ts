import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { differences, madeBy } from '../../test/copy-differences.ts'
import { testDatabase, waitingForLocks } from '../../test/database.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { demoCases } from '../demo/generate.ts'
import { removeDemo } from '../demo/load.ts'
import { ingest } from '../ingest/ingest.ts'
import { markGone } from '../ingest/write-cases.ts'
import { seedName } from './copy-file.ts'
import { defaultMemoryShare } from './copy-memory.ts'
import { openReplica, type Replica } from './open-replica.ts'
import { pruning } from './prune.ts'
import { isSameSnapshot } from './same-snapshot.ts'
import { writeSnapshot } from './snapshot.ts'
import { copySource, tryLoadLock } from './source.ts'
import { copiedTables } from './tables.ts'

/** The copy equals PostgreSQL whoever writes, and whenever a process dies (design §12). */
const { db, url } = await testDatabase()
const other = await testDatabase()
// Reading a text takes longer than writing the rest of a case, and each case is written many times.
const world = [...demoCases(240, { today: '2026-11-21', textShare: 0.2 })]
const folder = temporaryFolder()
const errors: unknown[] = []
// With a few hundred cases a second thread has no work, and costs a quarter more.
const open = (of = url): Replica =>
  openReplica({ url: of, folder, memoryShare: defaultMemoryShare, threads: 1, onError: error => errors.push(error) })
await ingest(db, world.slice(0, 60), { origin: 'demo' })
let replica = open()
afterAll(async () => {
  await replica.stop()
  clearFolder(folder)
})

/** The differences, once the copy has caught up. */
const compared = async (): Promise<readonly string[]> => {
  await replica.caughtUp()
  const copy = replica.reader()
  return copy === undefined ? ['There is no copy'] : differences(db, copy)
}
const fail = (): never => {
  throw new Error('There is nothing to read from')
}
const some = (n: number): string => `select id from court_case where id % 7 = ${n % 7}`
/** Writers; each takes any number. */
const writers: Record<string, (n: number) => Promise<unknown>> = {
  'brings cases': n => ingest(db, world.slice(n % 200, (n % 200) + 20), { origin: n % 2 ? 'demo' : 'test' }),
  'brings cases that have changed': n =>
    ingest(
      db,
      world
        .slice(n % 50, (n % 50) + 10)
        .map(record => ({ ...record, events: record.events.slice(n % 2), articles: record.articles.slice(0, 1) })),
      { origin: 'demo' },
    ),
  'notices what courts do not date': n =>
    sql`insert into case_change (case_id, kinds, at)
      select id, case when id % 2 = 0 then array['hearing_moved', 'event'] else array['new'] end, timestamptz '2026-11-01T21:30:00Z' from (${sql.raw(some(n))}) one`.execute(
      db,
    ),
  'forgets what was noticed': n => sql`delete from case_change where case_id % 7 = ${n % 7}`.execute(db),
  'learns of an appeal': n =>
    sql`update court_case set appeal_date = '2026-10-01', appeal_result = ${`Отменено ${n % 3}`}, result_published_date = '2026-09-01'
      where id in (${sql.raw(some(n))})`.execute(db),
  'marks cards as gone': n => db.transaction().execute(trx => markGone(trx, [n % 90, (n % 90) + 1], 'test')),
  'tags cases': n =>
    sql`with tag as (insert into tag (value) values (${`метка ${n % 3}`}) on conflict (value) do update set value = excluded.value returning id)
      insert into case_tag select one.id, tag.id from (${sql.raw(some(n))}) one, tag on conflict do nothing`.execute(
      db,
    ),
  'takes tags off': n => sql`delete from case_tag where case_id in (${sql.raw(some(n))})`.execute(db),
  'sets clocks': n =>
    sql`update case_defendant set at_risk = not at_risk where case_id in (${sql.raw(some(n))})`.execute(db),
  'merges people': n =>
    sql`update case_defendant set defendant_id = (select min(id) from defendant) where case_id in (${sql.raw(some(n))})`.execute(
      db,
    ),
  'reads penalties from texts': n =>
    sql`insert into case_penalty (case_id, ordinal, type, value, by_text) select id, 90, 'fine', ${n % 5}, true from (${sql.raw(some(n))}) one
      on conflict (case_id, ordinal) do update set value = excluded.value`.execute(db),
  'removes cases': n => sql`delete from court_case where id % 23 = ${n % 23}`.execute(db),
  'removes the demonstration': n => (n % 4 === 0 ? removeDemo(db) : Promise.resolve()),
  'learns of a court': n => sql`update court set city = ${`Город ${n % 9}`} where id = ${(n % 5) + 1}`.execute(db),
}

describe('a copy that is followed', () => {
  it('is notified of every kind of write to every copied table', async () => {
    const { rows } = await sql<{ name: string; kinds: number }>`
      select coalesce(parent.name, t.name) as name, (select count(distinct tgname) from pg_trigger
        where tgrelid = coalesce(parent.name, t.name)::regclass and tgname like 'noted_%' and tgenabled = 'O') as kinds
      from unnest(${copiedTables.map(({ name, of }) => of ?? name)}::text[]) as t(name)
      left join (values ('case_advocate', 'case_participant'), ('case_prosecutor', 'case_participant'), ('case_notice', 'case_change'),
        ('case_penalty', 'case_told_penalty'))
        as parent(view, name) on parent.view = t.name
    `.execute(db)
    expect(rows.filter(({ kinds }) => kinds !== 4)).toEqual([])
    expect(rows).toHaveLength(copiedTables.length)
  })

  it.each(Object.entries(writers))('equals PostgreSQL after somebody %s', async (_, write) => {
    for (const n of [0, 1]) {
      await write(n)
      expect(await compared()).toEqual([])
    }
  })

  it('equals PostgreSQL after any writes in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(writers)), fc.nat(1000)), { minLength: 1, maxLength: 5 }),
        async writes => {
          for (const [writer, n] of writes) await writers[writer]?.(n)
          expect(await compared(), JSON.stringify(writes)).toEqual([])
        },
      ),
      { ...lawRuns(4), endOnFailure: true },
    )
  })

  it('sees a transaction when it ends, whatever began, ended or got its ids after it', async () => {
    await ingest(db, world.slice(0, 30), { origin: 'test' })
    const early = await db.startTransaction().execute()
    await sql`update court_case set city = 'Ранний' where id = (select min(id) from court_case)`.execute(early)
    await ingest(db, world.slice(100, 130), { origin: 'test' })
    await sql`update court_case set city = 'Поздний' where id = (select max(id) from court_case)`.execute(db)
    expect(await compared()).toEqual([])
    await early.commit().execute()
    expect(await compared()).toEqual([])
    const cities = await replica
      .reader()
      ?.selectFrom('court_case')
      .select('city')
      .where('city', 'in', ['Ранний', 'Поздний'])
      .execute()
    expect(cities).toHaveLength(2)
  })

  it('loses nothing while several processes write and roll back at once', async () => {
    const writer = async (first: number): Promise<void> => {
      for (let n = first; n < first + 6; n++) {
        await ingest(db, world.slice((n * 7) % 200, ((n * 7) % 200) + 15), { origin: 'test' })
        await db
          .transaction()
          .execute(async trx => {
            await sql`update court_case set city = ${`Город ${n}`} where id % 11 = ${n % 11}`.execute(trx)
            if (n % 3 === 0) throw new Error('rolled back')
          })
          .catch((error: unknown) => {
            if (!(error instanceof Error) || (error.message !== 'rolled back' && !error.message.includes('deadlock')))
              throw error
          })
      }
    }
    await Promise.all([0, 10, 20].map(writer))
    expect(await compared()).toEqual([])
  })

  it('is known to show the same state as PostgreSQL, an earlier or a later one', async () => {
    const moments = async (between: (replica: Replica) => Promise<unknown>, truthFirst: boolean): Promise<boolean> => {
      await replica.caughtUp()
      const copy = replica.reader()
      if (copy === undefined) throw new Error('There is nothing to read from')
      const truth = db.transaction().setIsolationLevel('repeatable read')
      if (!truthFirst)
        return copy.transaction().execute(async there => {
          await sql`select snapshot from copy_place`.execute(there)
          await between(replica)
          return truth.execute(here => isSameSnapshot(there, here))
        })
      return truth.execute(async here => {
        await sql`select pg_current_snapshot()`.execute(here)
        await between(replica)
        return copy.transaction().execute(there => isSameSnapshot(there, here))
      })
    }
    const write = (): Promise<unknown> => sql`update court_case set city = city || '!' where id % 5 = 0`.execute(db)
    const nothing = async (): Promise<void> => undefined
    expect(await moments(nothing, false)).toBe(true)
    expect(await moments(nothing, true)).toBe(true)
    expect(await moments(write, false), 'behind').toBe(false)
    expect(await moments(() => write().then(() => replica.caughtUp()), true), 'ahead').toBe(false)
  })

  it('says that it is behind from the notification of a write until it can be read', async () => {
    await replica.caughtUp()
    await db.transaction().execute(async trx => {
      // The copy has to announce its next token there.
      await sql`lock table case_copy in exclusive mode`.execute(trx)
      await writers['tags cases']?.(5)
      await expect.poll(() => replica.isBehind()).toBe(true)
    })
    expect(await compared()).toEqual([])
    await expect.poll(() => replica.isBehind()).toBe(false)
  })

  it('continues after PostgreSQL has closed the connection', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'sudmonitor replica' and datname = current_database()`.execute(db)
    await writers['tags cases']?.(3)
    expect(await compared()).toEqual([])
  })

  it('continues from its checkpoint after a restart', async () => {
    const made = await madeBy(db)
    await replica.stop()
    await writers['brings cases']?.(120)
    replica = open()
    expect(await compared()).toEqual([])
    expect(await madeBy(db)).toBe(made)
  })
})

describe('a recorded change', () => {
  const kept = async (): Promise<number> => {
    for (const statement of pruning) await sql.raw(statement).execute(db)
    const { rows } = await sql<{ count: number }>`select count(*) as count from case_write`.execute(db)
    return rows[0]?.count ?? 0
  }

  it('is kept until every copy has applied it, and no longer', async () => {
    await sql`update case_copy set seen_at = now() - interval '3 hours' where seen_at < (select max(seen_at) from case_copy)`.execute(
      db,
    )
    await replica.stop()
    await writers['brings cases']?.(160)
    await writers['tags cases']?.(5)
    expect(await kept()).toBeGreaterThan(0)
    replica = open()
    expect(await compared()).toEqual([])
    await sql`update case_copy set seen_at = now() - interval '3 hours'`.execute(db)
    // Open transactions of other tests on the same server delay it.
    await expect.poll(kept, { timeout: 150_000 }).toBe(0)
    // PostgreSQL no longer knows the copy: with the next write it is loaded again.
    await writers['takes tags off']?.(5)
    expect(await compared()).toEqual([])
    expect(await madeBy(db)).toBe(1)
  })
})

const file = join(folder, 'cases-1.duckdb')
describe('the file of a copy', () => {
  it.each<[string, (path: string) => void]>([
    ['garbage', path => writeFileSync(path, Buffer.alloc(100_000, 'мусор'))],
    ['cut short', path => truncateSync(path, 300_000)],
    ['empty', path => truncateSync(path, 0)],
    ['one that DuckDB fell over', path => writeFileSync(`${path}.trying`, '')],
  ])('is loaded again when it is %s', async (_, damage) => {
    await replica.stop()
    const made = await madeBy(db)
    damage(file)
    replica = open()
    expect(await compared()).toEqual([])
    expect(await madeBy(db)).toBeGreaterThan(made)
  })

  it('is reclustered when many rows are out of order, and not sooner', async () => {
    const lies = async (table: string, order: string): Promise<boolean> => {
      const copy = replica.reader()
      if (copy === undefined) throw new Error('There is nothing to read from')
      const rows = async (select: string) => (await sql.raw(select).execute(copy)).rows
      const columns = order.split(' ')[0]
      const [as, inOrder] = [`select ${columns} from ${table}`, `select ${columns} from ${table} order by ${order}`]
      return JSON.stringify(await rows(as)) === JSON.stringify(await rows(inOrder))
    }
    const reopened = async (behind: number): Promise<void> => {
      await replica.stop()
      const instance = await DuckDBInstance.create(file)
      const connection = await instance.connect()
      await connection.run(`update copy_place set behind = ${behind}`)
      connection.closeSync()
      instance.closeSync()
      replica = open()
      // The first poll applies changes; the next ones recluster one table each, and announce the checkpoint.
      for (const _ of [1, 2, 3, 4, 5]) await replica.caughtUp()
    }
    await sql`update court_case set city = city || '!' where id % 3 = 0`.execute(db)
    await reopened(49_000)
    expect(await lies('court_case', 'entry_date desc nulls last')).toBe(false)
    await reopened(51_000)
    expect(await lies('court_case', 'entry_date desc nulls last')).toBe(true)
    expect(await lies('case_event', 'event_date')).toBe(true)
    const kept = await sql<{ behind: number }>`select behind from copy_place`.execute(replica.reader() ?? db)
    expect(kept.rows).toEqual([{ behind: 0 }])
    expect(await compared()).toEqual([])
  })

  it('is loaded again when it is ahead of PostgreSQL, as after a restored backup', async () => {
    await replica.stop()
    copyFileSync(file, `${file}.old`)
    replica = open()
    await writers['brings cases']?.(40)
    await replica.caughtUp()
    await writers['takes tags off']?.(1)
    await replica.caughtUp()
    await replica.stop()
    copyFileSync(`${file}.old`, file)
    replica = open()
    expect(await compared()).toEqual([])
  })

  it('belongs to one database: with another it is loaded again', async () => {
    await replica.stop()
    replica = open(other.url)
    await replica.caughtUp()
    const copy = replica.reader()
    expect(copy && (await differences(other.db, copy))).toEqual([])
    await replica.stop()
    replica = open()
    expect(await compared()).toEqual([])
  })

  it('is complete after the process was killed while it wrote', async () => {
    await replica.stop()
    const child = fork(new URL('../../test/replica-child.ts', import.meta.url), [JSON.stringify({ url, folder })])
    await once(child, 'message')
    // The changes are in the transaction of its file, and it waits to announce them to PostgreSQL.
    const held = await db.startTransaction().execute()
    await sql`select from case_copy for update`.execute(held)
    await ingest(db, world.slice(60, 200), { origin: 'test' })
    await writers['sets clocks']?.(2)
    await expect.poll(() => waitingForLocks(db)).not.toEqual([])
    child.kill('SIGKILL')
    await once(child, 'exit')
    await held.rollback().execute()
    replica = open()
    expect(await compared()).toEqual([])
  })

  it('is started from a snapshot by any number of nodes, and loaded without one by one node at a time', async () => {
    const nodes = [1, 2, 3].map(() => temporaryFolder())
    const snapshot = join(folder, 'snapshot.duckdb')
    await writeSnapshot(url, snapshot, defaultMemoryShare)
    await expect(writeSnapshot(url, snapshot, defaultMemoryShare)).rejects.toThrow('такой файл уже есть')
    // Loading a copy would wait for the lock; a seed is not loaded.
    const another = copySource(url, 'test')
    await another.connect()
    expect(await tryLoadLock(another)).toBe(true)
    await ingest(db, world.slice(200, 230), { origin: 'test' })
    await writers['tags cases']?.(2)
    for (const node of nodes.slice(1)) copyFileSync(snapshot, join(node, seedName))
    const replicas = nodes.map(of =>
      openReplica({
        url,
        folder: of,
        memoryShare: defaultMemoryShare,
        threads: 1,
        onError: error => errors.push(error),
      }),
    )
    const [unseeded, ...seeded] = replicas
    for (const one of seeded) {
      await one.caughtUp()
      expect(await differences(db, one.reader() ?? fail())).toEqual([])
    }
    expect(unseeded?.state().state).toBe('loading')
    await another.end()
    await unseeded?.caughtUp()
    expect(await differences(db, unseeded?.reader() ?? fail())).toEqual([])
    await Promise.all(replicas.map(one => one.stop()))
    for (const node of nodes) clearFolder(node)
  })

  const inSeed = async (path: string, statement: string): Promise<unknown> => {
    const instance = await DuckDBInstance.create(path)
    const connection = await instance.connect()
    const [row] = (await connection.runAndReadAll(statement)).getRows()
    connection.closeSync()
    instance.closeSync()
    return row?.[0]
  }
  it.each<[string, (path: string) => Promise<unknown>]>([
    [
      'of which PostgreSQL no longer keeps what was written since',
      async path => {
        await writeSnapshot(url, path, defaultMemoryShare)
        await sql`delete from case_copy where id = ${await inSeed(path, 'select id from copy_place')}`.execute(db)
        await writers['removes cases']?.(5)
        await writers['brings cases']?.(60)
        await replica.caughtUp()
        await sql`delete from case_write`.execute(db)
      },
    ],
    ['of another database', path => writeSnapshot(other.url, path, defaultMemoryShare)],
    [
      'of another version',
      async path => {
        await writeSnapshot(url, path, defaultMemoryShare)
        await inSeed(path, 'update copy_place set version = version + 1')
        await inSeed(path, `update court_case set city = 'Иной'`)
      },
    ],
    [
      'that is cut short',
      async path => {
        await writeSnapshot(url, path, defaultMemoryShare)
        truncateSync(path, 300_000)
      },
    ],
  ])('is loaded instead of a seed %s', async (_, lay) => {
    const node = temporaryFolder()
    await lay(join(node, seedName))
    const told: string[] = []
    const onError = (error: unknown) => void told.push(String(error))
    const late = openReplica({ url, folder: node, memoryShare: defaultMemoryShare, threads: 1, onError })
    await late.caughtUp()
    expect(told).toEqual([expect.stringContaining('seed.duckdb не подошёл')])
    expect(await differences(db, late.reader() ?? fail())).toEqual([])
    await late.stop()
    clearFolder(node)
    expect(await compared()).toEqual([])
  })

  it('is used by one process only', async () => {
    const second = open()
    await second.caughtUp()
    const copy = second.reader()
    expect(copy && (await differences(db, copy))).toEqual([])
    await second.stop()
  })
})
