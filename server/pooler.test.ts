import { createServer, connect as dial } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { asking } from '../test/app.ts'
import { testDatabase } from '../test/database.ts'
import { buildAccount, buildCases } from '../test/factories.ts'
import { listenLocally } from '../test/local-port.ts'
import { pgBouncer, startPgBouncer } from '../test/pgbouncer.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { transactionPooler } from '../test/transaction-pooler.ts'
import { buildApp } from './app.ts'
import { withSnapshot } from './db/backup/snapshot-lines.ts'
import { addressWithDirect } from './db/client-options.ts'
import { connect } from './db/connect.ts'
import { listen } from './db/listen.ts'
import { openDatabase } from './db/open-database.ts'
import { checkOwnServer } from './db/own-server.ts'
import type { DB } from './db/schema.ts'
import { readEnv } from './env.ts'
import { defaultMemoryShare } from './replica/copy-memory.ts'
import { openReplica } from './replica/open-replica.ts'
import { buildStringsIndex } from './texts/strings-index.ts'
import { startWork } from './worker.ts'

/** Behind a pooler of transactions nothing is said to a session, and what needs one goes past it (§14, decision 0119). */
const { db: plain, url } = await testDatabase()
const direct = new URL(url)
direct.search = ''
await buildCases(
  plain,
  Array.from({ length: 3 }, (_, n) => ({ case_number: `5-${n + 1}/2026`, text: 'Назначить штраф.' })),
)
/** Known since yesterday, but for the last. */
const {
  rows: [known],
} = await sql<{ day: string }>`
  update court_case set known_from = known_from - 1 where case_number <> '5-3/2026' returning known_from::text as day`.execute(
  plain,
)

const through = (port: number): string => Object.assign(new URL(direct), { port: String(port) }).href
async function realPooler(): Promise<number> {
  const pooler = await startPgBouncer(direct.href)
  onTestFinished(pooler.close)
  return Number(new URL(pooler.url).port)
}
const standIn = async (): Promise<number> => {
  const pooler = await transactionPooler({ host: direct.hostname, port: Number(direct.port || 5432) })
  // The server of the tests has no sessions to spare.
  onTestFinished(pooler.close)
  return pooler.port
}

/** Gives each client in turn to another of them: one pooler uses one core, and several stand behind one address. */
async function balanced(ports: readonly number[]): Promise<number> {
  let turn = 0
  const balancer = createServer(client => {
    const there = dial(ports[turn++ % ports.length] ?? 0, '127.0.0.1')
    client.pipe(there).pipe(client)
    for (const end of [client, there]) end.on('error', () => undefined)
  })
  onTestFinished(() => void balancer.close())
  return listenLocally(balancer)
}

/** What sessions of the pooler have been left with: ten are held at a time, and those that rested longest come first. */
async function leftBehind(db: Kysely<DB>): Promise<string[]> {
  const left = new Set<string>()
  for (let round = 0; round < 5; round++) {
    const held = await Promise.all(Array.from({ length: 10 }, () => db.startTransaction().execute()))
    for (const one of held) {
      const { rows } = await sql<{ what: string }>`
        select name as what from pg_settings where source = 'session' and name not like 'transaction_%'
        union all select 'prepared ' || name from pg_prepared_statements
        union all select 'listens to ' || pg_listening_channels()
        union all select 'holds a lock' from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
        union all select 'keeps ' || relname from pg_class where relnamespace = pg_my_temp_schema()`.execute(one)
      for (const { what } of rows) left.add(what)
    }
    for (const one of held) await one.rollback().execute()
  }
  return [...left].toSorted()
}
/** PgBouncer itself sets them, as each client has them. */
const setByPgBouncer = ['DateStyle', 'TimeZone', 'application_name', 'client_encoding', 'standard_conforming_strings']

describe.each([
  { name: 'a pooler that gives each transaction another session', open: standIn, own: [], installed: true },
  {
    name: 'PgBouncer (where it is installed)',
    open: realPooler,
    own: setByPgBouncer,
    installed: pgBouncer !== undefined,
  },
])('$name', ({ open, own, installed }) => {
  it.skipIf(!installed)('is found where several of them stand behind one address', async () => {
    const pooled = through(await balanced([await open(), await open()]))
    const check = (address: string) => checkOwnServer(address, { longestMs: 5_000, say: undefined })
    await expect(check(pooled)).rejects.toThrow('Назовите в DATABASE_DIRECT_URL адрес самого PostgreSQL')
    await expect(check(addressWithDirect(pooled, pooled))).rejects.toThrow('DATABASE_DIRECT_URL тоже ведёт через пул')
    await check(addressWithDirect(pooled, direct.href))
  })

  it.skipIf(!installed)(
    'is refused without a way past it; with one everything works, and no session keeps anything',
    async () => {
      const pooled = through(await open())
      const dataDir = temporaryFolder()
      const opened = (given: Record<string, string>) =>
        openDatabase(readEnv({ DATABASE_URL: pooled, DATA_DIR: dataDir, ...given }), { longestAbsence: 5_000 })
      await expect(opened({})).rejects.toThrow('Назовите в DATABASE_DIRECT_URL адрес самого PostgreSQL')
      await expect(opened({ DATABASE_DIRECT_URL: pooled })).rejects.toThrow('DATABASE_DIRECT_URL тоже ведёт через пул')
      const another = new URL(direct)
      another.pathname = '/postgres'
      await expect(opened({ DATABASE_DIRECT_URL: another.href })).rejects.toThrow('в разные базы данных')

      await sql`alter role current_user in database ${sql.id(direct.pathname.slice(1))} set jit = on`.execute(plain)
      const database = await opened({ DATABASE_DIRECT_URL: direct.href })
      const { db } = database
      const session = connect(direct.href, { max: 1 })
      expect((await sql`show jit`.execute(session)).rows).toEqual([{ jit: 'off' }])
      await session.destroy()
      const app = await buildApp({ db, dataDir })
      const stopping = new AbortController()
      const failures: unknown[] = []
      const onError = (error: unknown): unknown => failures.push(error)
      const env = readEnv({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct.href, DATA_DIR: dataDir })
      const stopWork = await startWork(env, database, { mailer: undefined, onError, signal: stopping.signal })
      const replica = openReplica({ url: database.url, folder: dataDir, memoryShare: defaultMemoryShare, onError })
      onTestFinished(async () => {
        stopping.abort()
        await Promise.all([stopWork(), replica.stop()])
        await app.close()
        await database.close()
      })
      const ask = await asking(app, db).as(await buildAccount(plain))

      const count = async (query: string) =>
        z.object({ count: z.number() }).parse((await ask(`cases/?${query}`)).body).count
      const counted = await Promise.all(
        Array.from({ length: 8 }, (_, n) => count(n % 2 === 0 ? `as_of=${known?.day}` : 'result_text_search=штраф')),
      )
      expect(counted).toEqual([2, 3, 2, 3, 2, 3, 2, 3])

      const body = { selected_columns: ['id'], filters: {}, telegram: null }
      const { id } = z.object({ id: z.number() }).parse((await ask('exports/', { method: 'POST', body })).body)
      await expect.poll(async () => (await ask(`exports/${id}/file/`)).status).toBe(200)

      const heard = Promise.withResolvers<string>()
      const listening = listen(db, {
        channels: ['inbox'],
        heard: (_, payload) => heard.resolve(payload),
        began: () => void sql`select pg_notify('inbox', '7')`.execute(db),
        signal: stopping.signal,
      })
      expect(await heard.promise).toBe('7')

      await sql`drop index case_text_strings`.execute(db)
      expect(await buildStringsIndex(db)).toBe(true)
      await withSnapshot(database.url, snapshot => snapshot.rows('select from court_case'))
      await replica.loaded
      expect(replica.reader()).toBeDefined()

      expect((await leftBehind(db)).filter(what => !own.includes(what))).toEqual([])
      expect(failures).toEqual([])
      stopping.abort()
      await listening
    },
  )
})
