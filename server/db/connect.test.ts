import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'

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
