import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { connect } from './connect.ts'
import { latestMigration, migrate } from './migrate.ts'

it('runs what landed after a later number of it was run', async () => {
  const { db, url } = await testDatabase()
  await sql`drop schema public cascade; create schema public; drop schema pgboss cascade`.execute(db)
  const then = connect(url, { max: 2 })
  await migrate(then, '0040-odd-uids')
  await sql`insert into kysely_migration (name, timestamp) values (${latestMigration}, now()::text)`.execute(then)
  expect((await migrate(then)).at(0)).toBe('0041-roles')
  expect(await migrate(then)).toEqual([])
  await then.destroy()
})
