import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildCases } from '../../test/factories.ts'
import { knownCourts, NotReadYet } from './kept-directory.ts'

const { db } = await testApp()

it('lets nobody wait for a directory that takes long, reads it to its end, and then what is added', async () => {
  const title = 'Ясногорский районный суд'
  await buildCases(db, [{ court: { title, region: 71 } }])
  await db.transaction().execute(async trx => {
    await sql`lock table court in access exclusive mode`.execute(trx)
    await expect(knownCourts(db, 0.01)).rejects.toThrow(NotReadYet)
  })
  const count = async (of: string) => (await knownCourts(db, 30)).filter(court => court.title === of).length
  expect(await count(title)).toBe(1)
  const added = 'Дубравский районный суд'
  await buildCases(db, [{ court: { title: added, region: 71 } }])
  expect(await Promise.all([added, added, title].map(count))).toEqual([1, 1, 1])
})
