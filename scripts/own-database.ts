import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { connect } from '../server/db/connect.ts'
import { openDatabase } from '../server/db/open-database.ts'
import type { DB } from '../server/db/schema.ts'
import { readEnv } from '../server/env.ts'
import { withDatabase } from '../test/database-url.ts'

/**
 * A temporary database for a script, on the server of DATABASE_URL or embedded in a temporary folder; dropped
 * afterwards.
 */
export async function inOwnDatabase(work: (db: Kysely<DB>, folder: string) => Promise<void>): Promise<void> {
  const { databaseUrl } = readEnv()
  const dataDir = mkdtempSync(join(tmpdir(), 'sudmonitor-script-'))
  const name = `sudmonitor_script_${randomBytes(4).toString('hex')}`
  const admin = databaseUrl === undefined ? undefined : connect(databaseUrl, { max: 1 })
  if (admin) await sql`create database ${sql.id(name)} template template0 encoding 'UTF8'`.execute(admin)
  const own = databaseUrl === undefined ? undefined : withDatabase(databaseUrl, name)
  try {
    const database = await openDatabase({ databaseUrl: own, dataDir, dataDirGiven: true })
    try {
      await work(database.db, dataDir)
    } finally {
      await database.close()
    }
  } finally {
    if (admin) await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin)
    await admin?.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
