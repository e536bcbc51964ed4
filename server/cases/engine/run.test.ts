import { once } from 'node:events'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { isCancelled } from '../../db/refusal.ts'
import { askingNow, limitConcurrency } from '../../http/fair-queue.ts'
import { copyEngine } from '../../replica/copy-engine.ts'
import { findCaseSet } from './case-set.ts'
import type { CopyEngine } from './engine.ts'
import { askCases, askCopyAt, atOneMoment } from './run.ts'

const asked = { scope: { accountId: 1, regions: 'all' }, values: {} } as const

/** Answers a request of an account by `work`. */
async function serving(work: () => Promise<unknown>): Promise<string> {
  const app = Fastify()
  app.decorateRequest('account', {
    getter() {
      return { id: 1, username: 'кто-то', groups: [], is_superuser: false, regions: null, totp_at: null }
    },
  })
  limitConcurrency(app)
  app.get('/', work)
  afterAll(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

it.each([
  ['with a time limit', { seconds: 100 }],
  ['at one moment', { ...atOneMoment, seconds: 100 }],
] as const)('ends what PostgreSQL runs %s when nobody waits for the answer any more (design §14)', async (_, limit) => {
  const { db } = await testDatabase()
  const origin = await serving(() =>
    askCases({ db }, asked, engine => sql`select pg_sleep(90)`.execute(engine.db), limit),
  )
  const sleeping = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`.execute(db)
    return rows.length
  }
  const leaving = new AbortController()
  const answer = fetch(origin, { signal: leaving.signal })
  await expect.poll(sleeping).toBe(1)
  leaving.abort()
  await expect(answer).rejects.toThrow()
  await expect.poll(sleeping).toBe(0)
})

it('takes over as many cases as PostgreSQL finds: a few as a list, many as bits, in several rows of one answer (design §12)', async () => {
  const { db } = await testDatabase()
  const found = async (last: number) =>
    (await findCaseSet(db, sql`select generate_series(1, ${last}::integer, 3) as case_id`)).cases
  expect(await found(0)).toEqual({ list: '[]' })
  expect(await found(7)).toEqual({ list: '[1,4,7]' })
  const last = 3_000_001
  const bits = new Uint32Array((last >>> 5) + 1)
  for (let id = 1; id <= last; id += 3) bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31))
  expect(await found(last)).toEqual({ bits })
})

it('limits what PostgreSQL finds for the copy by a number too, though the lists themselves are limited with words alone', async () => {
  const { db } = await testDatabase()
  const copy = { ...copyEngine(db, () => undefined), isBehind: () => false }
  const question = { ...asked, values: { case_number: '5-1/2026' } }
  await db.transaction().execute(async trx => {
    await sql`lock table court_case in access exclusive mode`.execute(trx)
    const list = askCases({ db, copy: async () => copy }, question, async () => 'found', {
      seconds: 0.5,
      ofWords: true,
    })
    await expect(list).rejects.toSatisfy(isCancelled)
  })
})

it('asks PostgreSQL nothing in place of a copy whose reader has gone, and calls the copy no failure (design §14)', async () => {
  const { db } = await testDatabase()
  const failures: unknown[] = []
  const begun = Promise.withResolvers<void>()
  const copy: CopyEngine = {
    ...copyEngine(db, error => failures.push(error)),
    atSnapshot: async () => {
      const signal = askingNow()?.signal
      begun.resolve()
      if (signal !== undefined) await once(signal, 'abort')
      throw new Error('Interrupted')
    },
  }
  const ended = Promise.withResolvers<unknown>()
  const origin = await serving(async () => {
    await askCopyAt(
      db,
      () => copy,
      asked,
      async () => 1,
    ).then(ended.resolve, ended.resolve)
  })
  const leaving = new AbortController()
  const answer = fetch(origin, { signal: leaving.signal })
  await begun.promise
  leaving.abort()
  await expect(answer).rejects.toThrow()
  expect(await ended.promise).toMatchObject({ name: 'AbortError' })
  expect(failures).toEqual([])
})
