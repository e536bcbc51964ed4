import { DuckDBInstance } from '@duckdb/node-api'
import Fastify from 'fastify'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { DB } from '../db/schema.ts'
import { heavyAtOnce, limitConcurrency } from '../http/fair-queue.ts'
import { duckdbDialect } from './duckdb-dialect.ts'
import { KeptAnswers } from './kept-answers.ts'

const onBroken = (error: unknown): never => {
  throw error
}

it('a transaction reads one snapshot, also when its first answer was cached (design §14)', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const writer = await instance.connect()
  await writer.run('create table place as select 1 as moment')
  const answers = new KeptAnswers()
  const copy = new Kysely<DB>({ dialect: duckdbDialect(instance, { connections: 2, answers, onBroken }) })
  onTestFinished(() => copy.destroy())
  const momentIn = async (on: Kysely<DB>): Promise<number | undefined> =>
    (await sql<{ moment: number }>`select moment from place`.execute(on)).rows[0]?.moment
  expect(await momentIn(copy)).toBe(1)
  const seen = await copy.transaction().execute(async trx => {
    const first = await momentIn(trx)
    answers.beginChange()
    await writer.run('update place set moment = 2')
    answers.endChange()
    return [first, await momentIn(trx)]
  })
  expect(seen).toEqual([1, 1])
  expect(await momentIn(copy)).toBe(2)
})

it('a query whose client leaves before it has begun is not run (design §14)', async () => {
  const driver = duckdbDialect(await DuckDBInstance.create(':memory:'), { connections: 1, onBroken }).createDriver()
  await driver.init()
  onTestFinished(() => driver.destroy())
  const connection = await driver.acquireConnection()
  const leaving = new AbortController()
  const minutes = CompiledQuery.raw('select count(*) from range(100000000000) where range % 7 = 3')
  const asked = connection
    .executeQuery(minutes, { signal: leaving.signal })
    .then(
      () => 'answered',
      () => 'ended',
    )
    .finally(() => driver.releaseConnection(connection))
  leaving.abort()
  expect(await asked).toBe('ended')
})

it('a heavy request runs no more concurrent statements than heavy requests may; pages take the rest (design §14)', async () => {
  const connections = heavyAtOnce + 2
  const driver = duckdbDialect(await DuckDBInstance.create(':memory:'), { connections, onBroken }).createDriver()
  await driver.init()
  onTestFinished(() => driver.destroy())
  const app = Fastify()
  app.decorateRequest('account', {
    getter: () => ({ id: 1, username: 'читатель', groups: [], is_superuser: false, regions: null, totp_at: null }),
  })
  limitConcurrency(app)
  const takeAll = async () => {
    const taken: Awaited<ReturnType<typeof driver.acquireConnection>>[] = []
    for (let asked = 0; asked < connections; asked++)
      void driver.acquireConnection().then(connection => taken.push(connection))
    await new Promise(setImmediate)
    const at = taken.length
    // A released connection goes to another waiting query, so that all are served in the end.
    for (let given = 0; given < connections; given++) {
      const connection = taken[given]
      if (connection === undefined) throw new Error('A statement waits for ever')
      await driver.releaseConnection(connection)
      await new Promise(setImmediate)
    }
    return { at }
  }
  for (const lane of ['page', 'figures', 'texts', 'unlimited'] as const)
    app.get(`/${lane}`, { config: { lane } }, takeAll)
  const atOnce = async (lane: string): Promise<unknown> => (await app.inject(`/${lane}`)).json()
  expect(await atOnce('figures')).toEqual({ at: heavyAtOnce })
  expect(await atOnce('texts')).toEqual({ at: heavyAtOnce })
  expect(await atOnce('unlimited')).toEqual({ at: connections - 1 })
  expect(await atOnce('page')).toEqual({ at: connections })
})
