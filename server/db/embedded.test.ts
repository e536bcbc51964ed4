import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { crashed, emptyFolder, holdStart, isRoot, madeFolder, makeTemplate } from '../../test/embedded-data.ts'
import { kill, postmasterOf, runs } from '../../test/programs.ts'
import { databaseClientOptions } from './client-options.ts'
import { connect } from './connect.ts'
import { type Embedded, openEmbedded } from './embedded.ts'
import { findPostmaster } from './postgres-server.ts'

const open = (dataDir: string, more: { dataDirGiven?: boolean; say?: (sentence: string) => void } = {}) =>
  openEmbedded({ dataDir, dataDirGiven: true, settings, ...more })

/** What a killed process wrote is in the system's hands already: only a power failure would need more. */
const settings = { fsync: 'off', shared_buffers: '16MB' }

const ask = async ({ url }: Embedded, question: string): Promise<unknown> => {
  const client = new pg.Client(databaseClientOptions(url))
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(question)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

const portOf = (folder: string): number => findPostmaster({ folder: join(folder, 'postgresql') })?.port ?? 0

const occupy = async (port: number): Promise<void> => {
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
}
const patience = { timeout: 60_000 }

/** Holds the number of a live process that is no PostgreSQL. */
const pidFileOf = (pid: number, folder: string): string => `${pid}\n${folder}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`

let removeTemplate: () => void
beforeAll(async () => {
  removeTemplate = await makeTemplate('nothing')
})
afterAll(() => removeTemplate())

describe('the embedded database (design §6, §8)', () => {
  it('knows Russian letters', async () => {
    const database = await open(madeFolder())
    expect(
      await ask(
        database,
        `select (lower('Ё') = 'ё') and 'СУД' ilike 'суд' and pg_encoding_to_char(encoding) = 'UTF8' as answer from pg_database where datname = current_database()`,
      ),
    ).toBe(true)
    await database.close()
  })

  it('keeps its data over a stop and a second start, and leaves no process behind', async () => {
    const folder = madeFolder()
    const first = await open(folder)
    await ask(first, 'create table kept as select 42 as answer')
    const pid = postmasterOf(folder) ?? 0
    await first.close()
    expect(runs(pid)).toBe(false)
    const second = await open(folder)
    expect(await ask(second, 'select answer from kept')).toBe(42)
    await second.close()
  })

  it('is shared: who comes later joins, and only the last one stops it', async () => {
    const folder = madeFolder()
    const first = await open(folder)
    const second = await open(folder)
    expect(second.url).toBe(first.url)
    await first.close()
    expect(await ask(second, 'select 1 as answer')).toBe(1)
    await second.close()
    expect(postmasterOf(folder)).toBeUndefined()
  })

  it('is made once when several come to an empty folder together', async () => {
    const folder = emptyFolder()
    const all = await Promise.all([open(folder), open(folder), open(folder)])
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
    await Promise.all(all.map(one => one.close()))
    expect(postmasterOf(folder)).toBeUndefined()
  })

  it('lets some come while others leave', async () => {
    const folder = madeFolder()
    const visit = async (): Promise<void> => {
      for (let times = 0; times < 3; times++) {
        const database = await open(folder)
        expect(await ask(database, 'select 1 as answer')).toBe(1)
        await database.close()
      }
    }
    await Promise.all([visit(), visit()])
    expect(postmasterOf(folder)).toBeUndefined()
  })

  it('comes back where it was after its process was killed, and is still held by who uses it', async () => {
    const folder = madeFolder()
    const database = await open(folder)
    await database.claimServing('http://one.example')
    await ask(database, 'create table kept as select 42 as answer')
    kill(postmasterOf(folder), 'SIGKILL')
    await expect.poll(() => ask(database, 'select answer from kept').catch(() => 0)).toBe(42)
    const held = `select count(*)::int as answer from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'`
    await expect.poll(() => ask(database, held)).toBe(1)
    const visitor = await open(folder)
    await expect(visitor.claimServing('http://two.example')).rejects.toThrow('http://one.example')
    await visitor.close()
    expect(await ask(database, 'select answer from kept')).toBe(42)
    await database.close()
    expect(postmasterOf(folder)).toBeUndefined()
  })

  it('is found on another port by all who have its address, when a crash left its own to another program', async () => {
    const folder = madeFolder()
    const said: string[] = []
    const database = await open(folder, { say: sentence => said.push(sentence) })
    const pool = connect(database.url, { max: 2 })
    await sql`create table kept as select 42 as answer`.execute(pool)
    const letStart = holdStart(folder)
    const before = portOf(folder)
    await crashed(folder)
    await occupy(before)
    letStart()
    const kept = () =>
      sql<{ answer: number }>`select answer from kept`.execute(pool).then(({ rows }) => rows[0]?.answer)
    await expect.poll(() => kept().catch(() => 0), patience).toBe(42)
    expect(portOf(folder)).not.toBe(before)
    expect(await ask(database, 'select answer from kept')).toBe(42)
    await pool.destroy()
    await database.close()
    expect(said).toEqual([])
  })

  it('keeps one connection however often it tries in vain to take its place again', async () => {
    const folder = madeFolder()
    const said: string[] = []
    const database = await open(folder, { say: sentence => said.push(sentence) })
    await database.claimServing('http://one.example')
    const connected = async (): Promise<pg.Client> => {
      const client = new pg.Client(databaseClientOptions(database.url.replace('/sudmonitor?', '/postgres?')))
      await client.connect()
      return client
    }
    const [rival, watcher] = [await connected(), await connected()]
    const ours = `from pg_stat_activity where datname = 'postgres' and application_name = 'sudmonitor'`
    // Who is next in line has the place of the server as soon as the connection of the server breaks.
    const taken = rival.query('select pg_advisory_lock(7301102)')
    await watcher.query(`select pg_terminate_backend(pid) ${ours}`)
    await taken
    await expect.poll(() => said.join(), patience).toContain('уже работает')
    await rival.end()
    await expect.poll(() => said.at(-1), patience).toBe('База данных снова отвечает.')
    await expect.poll(async () => (await watcher.query(`select ${ours}`)).rowCount, patience).toBe(1)
    await watcher.end()
    await database.close()
    expect(postmasterOf(folder)).toBeUndefined()
  })

  it('has its port from one start to the next, and another one when that is taken', async () => {
    const folder = madeFolder()
    const portOnce = async (): Promise<number> => {
      const database = await open(folder)
      const port = portOf(folder)
      await database.close()
      return port
    }
    const first = await portOnce()
    expect(await portOnce()).toBe(first)
    await occupy(first)
    expect(await portOnce()).not.toBe(first)
  })

  it('starts over a pid file whose number now belongs to another process', async () => {
    const folder = madeFolder()
    writeFileSync(join(folder, 'postgresql/postmaster.pid'), pidFileOf(process.pid, join(folder, 'postgresql')))
    const database = await open(folder)
    expect(await ask(database, 'select 1 as answer')).toBe(1)
    await database.close()
  })

  it('takes over the start from a process that died on the way', async () => {
    const folder = madeFolder()
    writeFileSync(join(folder, 'postgresql.starting'), `${process.pid}:1`)
    const database = await open(folder)
    await database.close()
    expect(existsSync(join(folder, 'postgresql.starting'))).toBe(false)
  })

  it('keeps its password to itself', async () => {
    const folder = madeFolder()
    const database = await open(folder)
    const wrong = new URL(database.url)
    wrong.password = 'guess'
    await expect(ask({ ...database, url: wrong.href }, 'select 1 as answer')).rejects.toThrow('password')
    await database.close()
  })

  it.each([
    ['of another major version', '17\n', /создана PostgreSQL 17, а эта версия Судмонитора работает с PostgreSQL 18/],
    ['of something else', '', /лежит не база данных/],
  ])('refuses a folder %s', async (_, version, sentence) => {
    const folder = madeFolder()
    writeFileSync(join(folder, 'postgresql/PG_VERSION'), version)
    await expect(open(folder)).rejects.toThrow(sentence)
    expect(existsSync(join(folder, 'postgresql.starting'))).toBe(false)
  })

  it('refuses a folder that cannot be one', async () => {
    const file = join(emptyFolder(), 'file')
    writeFileSync(file, '')
    await expect(open(join(file, 'data'))).rejects.toThrow(
      `Папка данных ${join(file, 'data')} не годится: это не папка`,
    )
  })

  it('says what PostgreSQL said when it does not start', async () => {
    const folder = madeFolder()
    rmSync(join(folder, 'postgresql/global/pg_control'))
    await expect(open(folder)).rejects.toThrow(/PostgreSQL не запустился.*pg_control/s)
  })
})

describe.runIf(isRoot)('the embedded database of root (design §8)', () => {
  it('refuses a chosen folder behind a closed one, and says which', async () => {
    const closed = join(emptyFolder(), 'closed')
    mkdirSync(closed, { mode: 0o700 })
    await expect(open(join(closed, 'data'))).rejects.toThrow(
      new RegExp(`закрыт вход в папку ${closed}\\. .*chmod o\\+x ${closed}`),
    )
    expect(existsSync(join(closed, 'data'))).toBe(false)
  })

  it('moves to a folder that is open when the closed one was only the default', async () => {
    const closed = join(emptyFolder(), 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const said: string[] = []
    const database = await open(join(closed, 'data'), { dataDirGiven: false, say: sentence => said.push(sentence) })
    onTestFinished(() => rmSync(database.dataDir, { recursive: true, force: true }))
    expect(database.dataDir).toMatch(/^\/var\/lib\/sudmonitor\/closed-/)
    expect(said).toEqual([expect.stringContaining(`данные хранятся в ${database.dataDir}.`)])
    await database.close()
  })

  it('takes an empty folder it was given for its own', async () => {
    const folder = emptyFolder()
    chmodSync(folder, 0o700)
    const database = await open(folder)
    await database.close()
    expect(existsSync(join(folder, 'postgresql/PG_VERSION'))).toBe(true)
  })
})
