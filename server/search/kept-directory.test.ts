import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildCases } from '../../test/factories.ts'
import { directoriesOf, NotReadYet } from './kept-directory.ts'
import { timedConnection } from './timed-connection.ts'

const { db } = await testApp()

const knownCourts = async (seconds: number) => {
  const on = timedConnection(db, seconds)
  return directoriesOf(db)
    .courts(on)
    .finally(() => on.end())
}

it('lets nobody wait for a directory that takes long, reads it to its end, and then what is added', async () => {
  const title = 'Ясногорский районный суд'
  await buildCases(db, [{ court: { title, region: 71 } }])
  await db.transaction().execute(async trx => {
    await sql`lock table court in access exclusive mode`.execute(trx)
    await expect(knownCourts(0.01)).rejects.toThrow(NotReadYet)
  })
  const count = async (of: string) => (await knownCourts(30)).filter(court => court.title === of).length
  expect(await count(title)).toBe(1)
  const added = 'Дубравский районный суд'
  await buildCases(db, [{ court: { title: added, region: 71 } }])
  expect(await Promise.all([added, added, title].map(count))).toEqual([1, 1, 1])
})
