import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { caseList } from '#shared/api/cases.ts'
import { type Ask, asking, post } from '../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../test/factories.ts'
import { forgottenTraces, forgottenWorld } from '../test/forgotten-person.ts'
import { movingAddress, primaryAndStandby } from '../test/standby.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { buildApp } from './app.ts'
import { cancelWhen, pidOf } from './db/cancel.ts'
import { connect } from './db/connect.ts'
import { withLease } from './db/lease.ts'
import { listen } from './db/listen.ts'
import { checkOwnServer, checkStandbys } from './db/own-server.ts'
import { errorCode } from './db/refusal.ts'
import { openStandbys } from './db/standbys.ts'
import { readEnv } from './env.ts'
import { copyEngine } from './replica/copy-engine.ts'
import { defaultMemoryShare } from './replica/copy-memory.ts'
import { openReplica } from './replica/open-replica.ts'
import { isSameSnapshot } from './replica/same-snapshot.ts'
import { foundCases } from './texts/found-cases.ts'
import { startWork } from './worker.ts'

/** A primary and a standby that streams from it: what is read there, by whom, and what becomes of it when either goes (decision 0129). */
const servers = await primaryAndStandby()
let reached = servers.primary
const address = await movingAddress(() => reached.port)
const url = Object.assign(new URL(servers.primary.url), { port: String(address.port) }).href
const db = connect(url)
const there = connect(servers.standby.url, { max: 3 })
/** However long a test holds replay up: the bound is asked about by a test of its own. */
const patience = 170
const standbys = openStandbys(db, [servers.standby.url], { rest: 0, bound: patience })
const dataDir = temporaryFolder()
const app = await buildApp({ db, standbys, dataDir })
const plain = await buildApp({ db, dataDir })
const failures: unknown[] = []
const onError = (error: unknown): unknown => failures.push(error)
afterAll(async () => {
  await Promise.all([app.close(), plain.close(), standbys.close()])
  await Promise.all([db.destroy(), there.destroy()])
  address.close()
  await servers.close()
})

const stateOf = async (): Promise<string | undefined> => (await standbys.states())[0]?.state
/** Until it shows all that is committed by now. */
async function caughtUp(): Promise<void> {
  const { rows } = await sql<{ place: string }>`select pg_current_wal_insert_lsn()::text as place`.execute(db)
  const isThere = async () =>
    (await sql<{ is: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.place}::pg_lsn as is`.execute(there))
      .rows[0]?.is
  await expect.poll(isThere).toBe(true)
  await expect.poll(stateOf).toBe('serving')
}
/** What the standby has heard by the end of it, it has not replayed. */
async function whileLate(work: () => Promise<void>): Promise<void> {
  await caughtUp()
  await sql`select pg_wal_replay_pause()`.execute(there)
  const state = async () =>
    (await sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`.execute(there)).rows[0]?.state
  await expect.poll(state).toBe('paused')
  try {
    await work()
  } finally {
    await sql`select pg_wal_replay_resume()`.execute(there)
  }
}
const outcomes = () => ({ ...standbys.counts()[0] })
/** How many reads the standby has answered meanwhile. */
async function answeredThere<T>(work: () => Promise<T>): Promise<[answer: T, there: number]> {
  const before = outcomes().answered ?? 0
  const answer = await work()
  return [answer, (outcomes().answered ?? 0) - before]
}

const [own = 0] = await buildCases(db, [
  { text: 'Назначить штраф в размере десяти тысяч рублей.' },
  { text: 'Производство прекратить.' },
])
const foreign = await buildCase(db, {
  text: 'Назначить штраф.',
  court: { title: 'Другой вымышленный суд', region: 78, city: 'Санкт-Петербург' },
})
const { as } = asking(app, db)
const account = await buildAccount(db, { regions: [77] })
const reader = await as(account)
const countOf = async (ask: Ask): Promise<number> => caseList.parse((await ask('cases/')).body).count

it('answers lists, words, cards, texts and files within the regions of whoever asks, as the primary does', async () => {
  const fromPrimary = await asking(plain, db).as(account)
  await caughtUp()
  const paths = [
    'cases/',
    'cases/?result_text_search=штраф&text_search_type=plain',
    'cases/?result_text_search=траф&text_search_type=exact_match',
    'cases/ids/',
    'cases/?as_of=2026-01-01',
    'cases/facets/?facets=stage',
    `cases/${own}/`,
    `cases/${own}/text/`,
    `cases/${own}/text/hits/?result_text_search=штраф`,
    `cases/${own}/text/file/`,
    `cases/${own}/similar/`,
    `cases/${own}/file/`,
    'data/casescsv/export.csv?fields=id&fields=result_text',
    'words/check/?result_text_search=(&text_search_type=regexp',
    `cases/${foreign}/`,
    `cases/${foreign}/text/`,
    `cases/${foreign}/file/`,
  ]
  for (const path of paths) {
    // While nobody asks no mark is made: the first reading after a pause is the primary’s.
    await expect.poll(stateOf).toBe('serving')
    const [answer, count] = await answeredThere(() => reader(path))
    const isRefused = answer.status === 404
    expect([path, count], answer.text).toEqual([path, isRefused ? 0 : 1])
    const plainly = await fromPrimary(path)
    expect([path, answer.status, answer.text]).toEqual([path, plainly.status, plainly.text])
    expect(isRefused).toBe(path.startsWith(`cases/${foreign}/`))
  }
  expect(await countOf(reader)).toBe(2)
  expect(outcomes().failed).toBe(0)
})

it('shows whoever has written all that is by then, on every node; others see what it has replayed', async () => {
  const other = await as(await buildAccount(db))
  await whileLate(async () => {
    const before = await countOf(other)
    await buildCase(db, {})
    expect((await reader('sets/', { method: 'POST', body: {} })).status).toBe(400)
    expect(await answeredThere(() => countOf(reader))).toEqual([2, 1])
    expect((await reader('sets/', { method: 'POST', body: { title: 'Подборка' } })).status).toBe(201)
    const elsewhere = openStandbys(db, [servers.standby.url])
    const node = await buildApp({ db, dataDir, standbys: elsewhere })
    const onOtherNode = await asking(node, db).as(account)
    expect([await countOf(reader), await countOf(onOtherNode)]).toEqual([3, 3])
    expect(elsewhere.counts()).toEqual([{ answered: 0, late: 1, away: 0, failed: 0 }])
    await Promise.all([node.close(), elsewhere.close()])
    expect(await answeredThere(() => countOf(other))).toEqual([before, 1])
  })
  await caughtUp()
  expect(await answeredThere(() => countOf(reader))).toEqual([3, 1])
})

it('shows what an account has written on a node that reads from no standby; where nobody reads from one, no mark is written', async () => {
  const writing = openStandbys(db, [])
  const node = await buildApp({ db, dataDir, standbys: writing })
  const onOtherNode = await asking(node, db).as(account)
  const write = async () => (await onOtherNode('sets/', post({ title: `Подборка ${randomUUID()}` }))).status
  const mark = async () =>
    (await sql`select token from freshness where subject = ${`account ${account.id}`}`.execute(db)).rows
  await caughtUp()
  const count = await countOf(reader)
  await whileLate(async () => {
    expect(await answeredThere(() => countOf(reader))).toEqual([count, 1])
    await buildCase(db, {})
    expect(await write()).toBe(201)
    expect(await answeredThere(() => countOf(reader))).toEqual([count + 1, 0])
    expect((await node.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })
  await sql`delete from freshness where subject = 'beat'`.execute(db)
  const before = await mark()
  expect([await write(), await mark()]).toEqual([201, before])
  await Promise.all([node.close(), writing.close()])
})

it('is not asked when it is later than the bound', async () => {
  await caughtUp()
  const strict = openStandbys(db, [servers.standby.url], { bound: 0 })
  await whileLate(async () => {
    expect(await strict.read(account.id, async on => on === db)).toBe(true)
    expect(strict.counts()).toEqual([{ answered: 0, late: 1, away: 0, failed: 0 }])
    expect((await strict.states())[0]).toMatchObject({ state: 'late', lag: expect.any(Number) })
  })
  await strict.close()
})

it('honours a decision to forget a person the moment it is made, although it has not replayed it', async () => {
  const world = await forgottenWorld(db)
  const [superuser, other] = [await as(world.superuser), await as(world.reader)]
  const read = async (): Promise<string> =>
    (
      await Promise.all(
        [`cases/${world.first}/`, `cases/${world.first}/text/`, `cases/${world.first}/file/`].map(path => other(path)),
      )
    )
      .map(({ text }) => text.toLowerCase())
      .join('\n')
  await whileLate(async () => {
    expect((await answeredThere(read))[1]).toBe(3)
    expect(await read()).toMatch(forgottenTraces)
    const { status } = await superuser(`defendants/${world.person}/forgetting/`, {
      method: 'POST',
      body: { cases: [world.first, world.elsewhere], grounds: 'subject', reason: 'Просит' },
    })
    expect(status).toBe(201)
    const [text, count] = await answeredThere(read)
    expect([count, forgottenTraces.test(text)]).toEqual([0, false])
  })
  await caughtUp()
  expect(await answeredThere(async () => forgottenTraces.test(await read()))).toEqual([false, 3])
})

it('closes a set to whoever was let go at once', async () => {
  const member = await buildAccount(db)
  const [ask, owner] = [await as(member), await as(account)]
  const { id } = z
    .object({ id: z.number() })
    .parse((await owner('sets/', { method: 'POST', body: { title: 'Общая' } })).body)
  await sql`insert into case_set_member (set_id, account_id, role) values (${id}, ${member.id}, 'reader')`.execute(db)
  await whileLate(async () => {
    expect((await answeredThere(() => countOf(ask)))[1]).toBe(1)
    expect((await owner(`sets/${id}/members/${member.id}/`, { method: 'DELETE' })).status).toBe(200)
    expect((await answeredThere(() => countOf(ask)))[1]).toBe(0)
  })
})

it('shows no member a set that its owner has deleted', async () => {
  const member = await buildAccount(db)
  const [ask, owner] = [await as(member), await as(account)]
  const { id } = z
    .object({ id: z.number() })
    .parse((await owner('sets/', { method: 'POST', body: { title: 'Удалённая' } })).body)
  await sql`insert into case_set_member (set_id, account_id, role) values (${id}, ${member.id}, 'reader')`.execute(db)
  await whileLate(async () => {
    expect((await answeredThere(() => countOf(ask)))[1]).toBe(1)
    expect((await owner(`sets/${id}/`, { method: 'DELETE' })).status).toBeLessThan(300)
    expect((await answeredThere(() => countOf(ask)))[1]).toBe(0)
  })
})

it('gives the rows and cards of cases that the copy has and the standby has not', async () => {
  const replica = openReplica({ url, folder: temporaryFolder(), memoryShare: defaultMemoryShare, threads: 1, onError })
  await replica.loaded
  const copy = () => {
    const copied = replica.reader()
    return copied && copyEngine(copied, onError)
  }
  const node = await buildApp({ db, dataDir, standbys, copy })
  const ask = await asking(node, db).as(await buildAccount(db))
  await whileLate(async () => {
    const added = await buildCase(db, {})
    await replica.caughtUp()
    const [{ body }, there] = await answeredThere(() => ask('cases/'))
    const { count, results } = caseList.parse(body)
    expect([results.length, results.some(({ id }) => id === added), there]).toEqual([count, true, 1])
    expect((await ask(`cases/${added}/`)).status).toBe(200)
  })
  await Promise.all([node.close(), replica.stop()])
})

it('finds again what was found by words while another transaction wrote them', async () => {
  const words = { text: 'кормушка', mode: 'plain' }
  const search = () => foundCases({ db: there, on: there, words, others: async () => null })
  const id = await buildCase(db, { text: 'Во дворе висела кормушка.' })
  const writing = await db.startTransaction().execute()
  await sql`delete from case_text where case_id = ${id}`.execute(writing)
  // A later transaction is committed sooner.
  await standbys.noteWrite(account.id)
  await caughtUp()
  expect(await search()).toEqual({ list: `[${id}]` })
  // Of a copy that has what is being written it is not one moment with, although it has heard of later transactions.
  await sql`create table copy_place as select format('%1$s:%1$s:', 1 + (pg_current_xact_id()::text)::bigint) as snapshot`.execute(
    db,
  )
  await standbys.noteWrite(account.id)
  await caughtUp()
  expect(await isSameSnapshot(db, there)).toBe(false)
  await writing.commit().execute()
  await caughtUp()
  expect(await search()).toEqual({ list: '[]' })
  expect(await isSameSnapshot(db, there)).toBe(true)
})

it('ends neither reading nor writing where marks cannot be written', async () => {
  await sql`update freshness set at = at - interval '1 hour' where subject = 'beat'`.execute(db)
  const holding = await db.startTransaction().execute()
  await sql`lock table freshness in exclusive mode`.execute(holding)
  const sets = async () => (await reader('sets/', { method: 'POST', body: { title: 'Без отметки' } })).status
  expect([(await reader('cases/')).status, await sets()]).toEqual([200, 201])
  // What is not marked no standby is asked about.
  expect(await standbys.read(account.id, async on => on === db)).toBe(true)
  await holding.rollback().execute()
  await expect.poll(() => standbys.read(account.id, async on => on !== db)).toBe(true)
})

it('is told of a write whose mark failed on a node that reads from no standby as soon as the account asks there again', async () => {
  const writing = openStandbys(db, [])
  const mark = async () =>
    (await sql`select token from freshness where subject = ${`account ${account.id}`}`.execute(db)).rows
  const before = await mark()
  await sql`alter table freshness rename to unreachable`.execute(db)
  await writing.noteWrite(account.id)
  await sql`alter table unreachable rename to freshness`.execute(db)
  await writing.read(account.id, async () => undefined)
  await expect.poll(mark).not.toEqual(before)
  await writing.close()
})

it('is late when its clock cannot tell how late it is', async () => {
  await sql`update freshness set at = at + interval '1 hour' where subject = 'beat'`.execute(db)
  const { rows } = await sql<{ place: string }>`select pg_current_wal_insert_lsn()::text as place`.execute(db)
  const has = () =>
    sql<{ has: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.place}::pg_lsn as has`.execute(there)
  await expect.poll(async () => (await has()).rows[0]?.has).toBe(true)
  await sql`select pg_wal_replay_pause()`.execute(there)
  try {
    expect((await standbys.states())[0]).toEqual({ state: 'late', lag: null })
  } finally {
    await sql`select pg_wal_replay_resume()`.execute(there)
  }
  await caughtUp()
})

it('is answered for by the primary when replaying ends what it was asked', async () => {
  await caughtUp()
  await sql`create table crumbs as select generate_series(1, 1000) as n`.execute(db)
  await caughtUp()
  const before = outcomes()
  const asked: unknown[] = []
  const count = await standbys.read(account.id, on =>
    on
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async trx => {
        asked.push(on)
        const { rows } = await sql<{ count: number }>`select count(*) as count from crumbs`.execute(trx)
        if (on !== db) {
          await sql`delete from crumbs`.execute(db)
          await sql`vacuum crumbs`.execute(db)
          for (let time = 0; time < 200; time++) {
            await sql`select count(*) from crumbs`.execute(trx)
            await pause(20)
          }
        }
        return rows[0]?.count
      }),
  )
  expect(count).toBe(0)
  expect([asked.length, asked[1] === db]).toEqual([2, true])
  expect(outcomes()).toEqual({ ...before, failed: (before.failed ?? 0) + 1 })
})

it('is told to stop by itself, not through the primary', async () => {
  await caughtUp()
  const leaving = new AbortController()
  const slow = standbys.read(account.id, on =>
    on.connection().execute(async connection => {
      const release = cancelWhen(leaving.signal, on, await pidOf(connection))
      leaving.abort()
      try {
        return await sql`select pg_is_in_recovery(), pg_sleep(60)`.execute(connection)
      } finally {
        await release()
      }
    }),
  )
  expect(errorCode(await slow.catch((error: unknown) => error))).toBe('57014')
})

it('is refused at start when it is another database, and may be away', async () => {
  const said: string[] = []
  const check = (standby: string) => checkStandbys([standby], url, sentence => said.push(sentence))
  await check(servers.standby.url)
  expect(said).toEqual([])
  await check('postgres://name@127.0.0.1:1/base')
  expect(said).toEqual(['Резервный сервер (127.0.0.1:1) пока не отвечает: вместо него читаем с основного.'])
  const other = Object.assign(new URL(servers.standby.url), { pathname: '/template1' }).href
  await expect(check(other)).rejects.toThrow('отвечает не резервный сервер базы из DATABASE_URL, а другая база')
  await expect(checkOwnServer(servers.standby.url, { longestMs: 0, say: undefined })).rejects.toThrow(
    'Назовите основной',
  )
  await sql`alter role current_user set default_transaction_read_only = on`.execute(db)
  try {
    await expect(checkOwnServer(servers.primary.url, { longestMs: 0, say: undefined })).rejects.toThrow(
      'открыта только для чтения',
    )
  } finally {
    await sql`alter role current_user reset default_transaction_read_only`.execute(there).catch(() => undefined)
    const admin = connect(`${servers.primary.url}?options=-c%20default_transaction_read_only%3Doff`, { max: 1 })
    await sql`alter role current_user reset default_transaction_read_only`.execute(admin)
    await admin.destroy()
  }
})

it('may go away and come back: the primary answers, and /readyz and /metrics say so', async () => {
  const tells = async () => (await app.inject('/readyz')).json()
  await caughtUp()
  expect(await tells()).toMatchObject({ status: 'ready', standbys: [{ state: 'serving', lag: expect.any(Number) }] })
  const count = await countOf(reader)
  await servers.standby.stop()
  expect(await answeredThere(() => countOf(reader))).toEqual([count, 0])
  expect(await tells()).toMatchObject({ status: 'ready', standbys: [{ state: 'away', lag: null }] })
  expect((await app.inject('/metrics')).body).toMatch(/^standby_reads_total\{standby="1",outcome="away"\} [1-9]/m)
  expect((await app.inject('/metrics')).body).toMatch(/^standby_lag_seconds\{standby="1"\} Nan$/m)
  await servers.standby.start()
  await expect.poll(stateOf).toBe('serving')
  expect(await answeredThere(() => countOf(reader))).toEqual([count, 1])
})

it('is promoted under load: what was acknowledged is there, and leases, LISTEN, jobs and the copy go on', async () => {
  await sql`alter system set synchronous_standby_names = '*'`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  await caughtUp()
  const stopping = new AbortController()
  const env = readEnv({ DATABASE_URL: url, DATA_DIR: dataDir })
  const stopWork = await startWork(env, { db, url }, { mailer: undefined, onError, signal: stopping.signal })
  const replica = openReplica({ url, folder: temporaryFolder(), memoryShare: defaultMemoryShare, threads: 1, onError })
  await replica.loaded
  const heard: string[] = []
  const listening = listen(db, {
    channels: ['promotion'],
    heard: (_, payload) => heard.push(payload),
    began: () => undefined,
    signal: stopping.signal,
  })
  const ask = await as(await buildAccount(db, { isSuperuser: true }))
  const acknowledged: string[] = []
  let isLoading = true
  const load = async (worker: number): Promise<void> => {
    for (let n = 0; isLoading; n++) {
      const title = `Подборка ${worker}-${n}`
      const { status } = await ask('sets/', { method: 'POST', body: { title } })
      if (status === 201) acknowledged.push(title)
      else expect([503, 429]).toContain(status)
      if (status !== 201) await pause(50)
    }
  }
  // Of a process that is no more by then: one that lives may hold it throughout, if the promotion is quick.
  await sql`
    insert into lease (name, holder, held_until)
    values ('promotion', ${randomUUID()}, clock_timestamp() + interval '1 second')`.execute(db)
  const loads = Promise.all([load(1), load(2)])
  await expect.poll(() => acknowledged.length).toBeGreaterThan(4)

  await servers.primary.stop()
  await expect.poll(async () => (await app.inject('/readyz')).json()).toEqual({ status: 'no database' })
  const before = acknowledged.length
  await sql`select pg_promote()`.execute(there)
  reached = servers.standby
  await sql`alter system reset synchronous_standby_names`.execute(there)
  await sql`select pg_reload_conf()`.execute(there)
  await expect
    .poll(async () => (await app.inject('/readyz')).json())
    .toMatchObject({ status: 'ready', standbys: [{ state: 'serving' }] })
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 4)
  isLoading = false
  await loads
  const { rows } = await sql<{ title: string }>`select title from case_set where title like 'Подборка %-%'`.execute(db)
  const kept = new Set(rows.map(({ title }) => title))
  expect(acknowledged.filter(title => !kept.has(title))).toEqual([])

  await expect.poll(() => withLease(db, 'promotion', async () => 'taken over')).toBe('taken over')
  const tell = async () => {
    await sql`select pg_notify('promotion', 'here')`.execute(db)
    return heard.length
  }
  await expect.poll(tell).toBeGreaterThan(0)
  const id = z
    .object({ id: z.number() })
    .parse(
      (await ask('exports/', { method: 'POST', body: { selected_columns: ['id'], filters: {}, telegram: null } })).body,
    ).id
  await expect.poll(async () => (await ask(`exports/${id}/file/`)).status).toBe(200)
  const added = await buildCase(db, { case_number: '5-777/2026' })
  const copied = async () => {
    const copy = replica.reader()
    return copy && (await copy.selectFrom('court_case').where('id', '=', added).select('id').execute()).length
  }
  await expect.poll(copied).toBe(1)
  stopping.abort()
  await Promise.all([stopWork(), replica.stop(), listening])
})
