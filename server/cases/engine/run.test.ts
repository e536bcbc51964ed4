import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { givePlaces } from '../../http/places.ts'
import { askCases, atOneMoment } from './run.ts'

it.each([
  ['with a time limit', { seconds: 100 }],
  ['at one moment', { ...atOneMoment, seconds: 100 }],
] as const)('ends what PostgreSQL runs %s when nobody waits for the answer any more (design §14)', async (_, limit) => {
  const { db } = await testDatabase()
  const app = Fastify()
  app.decorateRequest('account', {
    getter() {
      return { id: 1, username: 'кто-то', groups: [], is_superuser: false, regions: null, totp_at: null }
    },
  })
  givePlaces(app)
  app.get('/', () =>
    askCases(
      { db },
      { scope: { accountId: 1, regions: 'all' }, values: {} },
      engine => sql`select pg_sleep(90)`.execute(engine.db),
      limit,
    ),
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  const sleeping = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`.execute(db)
    return rows.length
  }
  const leaving = new AbortController()
  const asked = fetch(origin, { signal: leaving.signal })
  await expect.poll(sleeping).toBe(1)
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await expect.poll(sleeping).toBe(0)
})
