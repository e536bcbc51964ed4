import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { connect } from '../server/db/connect.ts'
import type { DB } from '../server/db/schema.ts'
import { withDatabase } from './database-url.ts'

/** A database of its own, cloned from the migrated and seeded template, dropped when the test file ends. */
type TestDatabase = { db: Kysely<DB>; url: string }

export async function testDatabase(template = inject('templateName')): Promise<TestDatabase> {
  const name = `sudmonitor_test_${randomBytes(6).toString('hex')}`
  const admin = connect(inject('adminUrl'), { max: 1 })
  await cloneDatabase(admin, name, template)
  const url = withDatabase(inject('adminUrl'), name)
  const db = connect(url)
  afterAll(async () => {
    await db.destroy()
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
    await admin.destroy()
  })
  return { db, url }
}

/** Sessions that wait for a lock of another session. */
export async function waitingForLocks(db: Kysely<DB>): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.map(({ pid }) => pid)
}

/** Copies files, which takes a third of the time of the default strategy through the write-ahead log. */
export const cloneDatabase = async (admin: Kysely<DB>, name: string, template: string): Promise<void> => {
  await sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`.execute(admin)
}
