import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { asOf } from './as-of/as-of.ts'
import { filesAtOnce } from './connect.ts'
import { openSnapshot } from './snapshot.ts'

const { db } = await testDatabase()

it('outlives a connection that breaks in the middle of a transaction', async () => {
  const broken = db.transaction().execute(async trx => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    // Nothing is asked while it breaks; an error nobody listens for would end the process here.
    await new Promise(resolve => setTimeout(resolve, 100))
    await sql`select 1`.execute(trx)
  })
  await expect(broken).rejects.toThrow()
  expect((await sql<{ answer: number }>`select 1 as answer`.execute(db)).rows).toEqual([{ answer: 1 }])
})

it('brings days as text and whole numbers as numbers (design §5)', async () => {
  const { rows } = await sql`select date '2021-03-01' as day, 41977::bigint as count, 1.5::numeric as sum`.execute(db)
  expect(rows).toEqual([{ day: '2021-03-01', count: 41_977, sum: 1.5 }])
})

it('lists of a past day have connections while as many files of one are read as may be (decision 0086)', async () => {
  const then = asOf(db, '2026-03-02')
  const files = await Promise.all(Array.from({ length: filesAtOnce }, () => openSnapshot(then, { secondsEach: 60 })))
  expect(await then.selectFrom('court_case').select('id').execute()).toEqual([])
  for (const { close } of files) await close()
})
