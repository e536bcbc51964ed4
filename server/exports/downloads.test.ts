import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { waitingForLocks } from '../../test/database.ts'
import { buildAccount, buildCases, buildExport } from '../../test/factories.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { openSession } from '../accounts/sessions.ts'
import { buildApp } from '../app.ts'
import { keepFile, storeFile } from './stored-file.ts'

/** Files on their way to readers, over real sockets (§7). */
const dataDir = temporaryFolder()
afterAll(() => clearFolder(dataDir))
const { app, db } = await testApp({ dataDir })
await app.listen({ port: 0, host: '127.0.0.1' })
/** Texts of the whole list are more than sockets hold. */
const long = 200
const cases = await buildCases(
  db,
  Array.from({ length: long }, (_, n) => ({ case_number: `5-${n + 1}/2026`, text: 'Суд установил.' })),
)
await db.updateTable('case_text').set({ body: sql<string>`repeat(md5(case_id::text), 2000)` }).execute()

type Account = { id: number }
const api = (of: FastifyInstance): string => `http://127.0.0.1:${(of.server.address() as AddressInfo).port}/api/v1`
const texts = 'data/casescsv/export.csv?fields=id,result_text'
const asked = async (account: Account, path: string, of = app) => ({
  url: `${api(of)}/${path}`,
  options: { agent: false, headers: { authorization: `Bearer ${await openSession(db, account.id)}` } } as const,
})
/** Which is paused once its head is there. */
async function begun(account: Account, path = texts, of = app): Promise<IncomingMessage> {
  const { url, options } = await asked(account, path, of)
  const [response] = await once(get(url, options), 'response')
  return response
}
async function whole(account: Account, path = texts): Promise<string> {
  const response = await begun(account, path)
  expect(response.statusCode).toBe(200)
  return text(response)
}
const linesIn = (csv: string): number => csv.split('\r\n').length - 2
const isBroken = async (response: IncomingMessage): Promise<boolean> => {
  await text(response).catch(() => undefined)
  return !response.complete
}

/** Of connections that are in a transaction. */
async function reading(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(db)
  return rows.map(({ pid }) => pid)
}
const waiting = () => waitingForLocks(db)
async function whileLocked(table: string, work: (unlock: () => Promise<void>) => Promise<void>): Promise<void> {
  const lock = await db.startTransaction().execute()
  await sql`lock table ${sql.table(table)}`.execute(lock)
  let isLocked = true
  const unlock = async (): Promise<void> => {
    if (isLocked) await lock.rollback().execute()
    isLocked = false
  }
  await work(unlock).finally(unlock)
}

describe('readers who take their time', () => {
  it('hold no connection of the database and nobody else up', async () => {
    const slow = [await buildAccount(db), await buildAccount(db), await buildAccount(db)]
    const paused: IncomingMessage[] = []
    for (const account of slow) paused.push(await begun(account), await begun(account))
    await expect.poll(reading).toEqual([])
    expect(linesIn(await whole(await buildAccount(db)))).toBe(long)
    for (const response of paused) expect([response.statusCode, response.complete]).toEqual([200, false])
    const [first, ...others] = paused
    expect(first && linesIn(await text(first))).toBe(long)
    for (const response of others) response.destroy()
  })
  it('have two places an account, which are free again when a file has been read or left', async () => {
    const account = await buildAccount(db)
    const [first, second] = [await begun(account), await begun(account)]
    for (const path of [texts, 'data/defendantscsv/export.csv', 'data/pivot/export.csv?rows=stage']) {
      const refused = await begun(account, path)
      expect([refused.statusCode, refused.headers['retry-after']], path).toEqual([429, '15'])
      expect(JSON.parse(await text(refused))).toEqual({
        detail: 'Вы уже скачиваете 2\u00a0файла: дождитесь конца одного из них. Повторите через 15\u00a0с.',
      })
    }
    await text(first)
    second.destroy()
    const statuses = async () => {
      const both = [await begun(account), await begun(account)]
      for (const response of both) response.destroy()
      return both.map(({ statusCode }) => statusCode)
    }
    await expect.poll(statuses).toEqual([200, 200])
  })
  it('have them for files that were asked for, too', async () => {
    const account = await buildAccount(db)
    const { id } = await buildExport(db, { account_id: account.id, status: 'ready', bytes: 1 })
    const stored = await storeFile(db, id, Readable.from([Buffer.alloc(12_000_000)]))
    await db.transaction().execute(trx => keepFile(trx, id, stored))
    const path = `exports/${id}/file/`
    const [first, second] = [await begun(account, path), await begun(account, path)]
    expect((await begun(account, path)).statusCode).toBe(429)
    expect((await text(first)).length).toBe(12_000_000)
    second.destroy()
  })
  it('have them again when a table is refused before it is counted, however often', async () => {
    const account = await buildAccount(db)
    for (let time = 0; time < 5; time++) {
      const response = await begun(account, 'data/pivot/export.csv?columns=regions')
      expect([response.statusCode, JSON.parse(await text(response))]).toMatchObject([
        400,
        { columns: [expect.any(String)] },
      ])
    }
    expect(linesIn(await whole(account, `${texts}&limit=3`))).toBe(3)
  })
  it('wait for their turn when the database is read for others', async () => {
    const [first, second, third] = [await buildAccount(db), await buildAccount(db), await buildAccount(db)]
    await whileLocked('case_text', async unlock => {
      const files = [first, first, second, second, third].map(account => whole(account, `${texts}&limit=3`))
      await expect.poll(waiting).toHaveLength(4)
      await unlock()
      for (const file of files) expect(linesIn(await file)).toBe(3)
    })
  })
  it('do not hold up figures, which wait for their turn among figures alone', async () => {
    const [first, second, third] = [await buildAccount(db), await buildAccount(db), await buildAccount(db)]
    await whileLocked('case_text', async unlock => {
      const files = [first, first, second, second].map(account => whole(account, `${texts}&limit=3`))
      await expect.poll(waiting).toHaveLength(4)
      expect(await whole(third, 'data/pivot/export.csv?rows=stage')).toContain('инстанция')
      await unlock()
      await Promise.all(files)
    })
  })
  it('do not hold up pages with what they tell of a file', async () => {
    const [crowd, other] = [await buildAccount(db), await buildAccount(db)]
    await whileLocked('court_case', async unlock => {
      const files = Array.from({ length: 8 }, () => whole(crowd, 'data/casescsv/about.csv'))
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
      expect(await whole(other, 'users/me/')).toContain('username')
      await unlock()
      await Promise.all(files)
    })
  })
  it('are cut off when they take nothing for long, and their place is free', async () => {
    const hasty = await buildApp({ db, dataDir, downloadStall: 100 })
    await hasty.listen({ port: 0, host: '127.0.0.1' })
    const account = await buildAccount(db)
    const both = [await begun(account, texts, hasty), await begun(account, texts, hasty)]
    const status = async () => {
      const response = await begun(account, texts, hasty)
      response.destroy()
      return response.statusCode
    }
    await expect.poll(status).toBe(200)
    // The second began later, and is cut off later: read before that, it would be whole.
    await expect.poll(() => promisify(hasty.server.getConnections.bind(hasty.server))()).toBe(0)
    for (const response of both) expect(await isBroken(response)).toBe(true)
    await hasty.close()
  })
  it('are not cut off while the database is what takes long', async () => {
    const hasty = await buildApp({ db, dataDir, downloadStall: 100 })
    await hasty.listen({ port: 0, host: '127.0.0.1' })
    const account = await buildAccount(db)
    await whileLocked('case_text', async unlock => {
      const passed = once(hasty.server, 'timeout')
      const response = await begun(account, `${texts}&limit=1`, hasty)
      await passed
      await unlock()
      expect(linesIn(await text(response))).toBe(1)
    })
    await hasty.close()
  })
})

describe('a connection that breaks', () => {
  it('on the side of the database leaves a file that is not whole', async () => {
    const account = await buildAccount(db)
    await whileLocked('case_text', async () => {
      const response = await begun(account)
      await expect.poll(waiting).toHaveLength(1)
      for (const pid of await waiting()) await sql`select pg_terminate_backend(${pid})`.execute(db)
      expect(await isBroken(response)).toBe(true)
    })
  })
  it.each(['csv', 'ndjson', 'xlsx'])('on the side of the reader ends the query of %s', async format => {
    const account = await buildAccount(db)
    await whileLocked('case_text', async () => {
      const { url, options } = await asked(account, texts.replace('csv?', `${format}?`))
      const request = get(url, options).on('error', () => undefined)
      await expect.poll(waiting).toHaveLength(1)
      request.destroy()
      await expect.poll(waiting).toEqual([])
    })
  })
  it.each([texts, 'data/casescsv/about.csv'])(
    'on the side of the reader ends the query that counts, before there is a file: %s',
    async path => {
      const account = await buildAccount(db)
      await whileLocked('court_case', async () => {
        const { url, options } = await asked(account, path)
        const request = get(url, options).on('error', () => undefined)
        await expect.poll(waiting).toHaveLength(1)
        request.destroy()
        await expect.poll(waiting).toEqual([])
      })
    },
  )
  it('gives every place back, whenever the reader leaves', async () => {
    const account = await buildAccount(db)
    for (let step = 0; step < 12; step++) {
      const { url, options } = await asked(account, `${texts}&limit=${cases.length}`)
      const request = get(url, options).on('error', () => undefined)
      request.on('response', response => response.on('error', () => undefined).resume())
      // After a growing part of what it takes to answer.
      for (let turn = 0; turn < step * 20; turn++) await new Promise(setImmediate)
      request.destroy()
    }
    await expect.poll(reading).toEqual([])
    // A place is free when its answer has closed, a moment after its query.
    await expect
      .poll(async () => {
        const response = await begun(account)
        const said = await text(response)
        return response.statusCode === 200 ? linesIn(said) : response.statusCode
      })
      .toBe(long)
    await expect
      .poll(async () => {
        const both = [await begun(account), await begun(account)]
        for (const response of both) response.destroy()
        return both.map(({ statusCode }) => statusCode)
      })
      .toEqual([200, 200])
  })
})
