import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '../server/db/connect.ts'
import { openEmbedded } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { seedReference } from '../server/db/reference/seed.ts'
import { withDatabase } from './database-url.ts'
import { removeLeftFolders, temporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    templateName: string
  }
}

/**
 * One PostgreSQL for the whole run and one migrated, seeded template that every test file clones: the server that
 * DATABASE_URL names, or an embedded one that lives as long as the run. Several projects share them.
 */
type Prepared = { adminUrl: string; templateName: string; clear: () => Promise<void> }

declare global {
  /** Each project loads this module again; they share this object. */
  var testServer: { prepared: Promise<Prepared>; users: number } | undefined
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.testServer ??= { prepared: prepare(), users: 0 }
  const shared = globalThis.testServer
  shared.users += 1
  const { adminUrl, templateName, clear } = await shared.prepared
  project.provide('adminUrl', adminUrl)
  project.provide('templateName', templateName)
  return async () => {
    shared.users -= 1
    if (shared.users === 0) await clear()
  }
}

async function prepare(): Promise<Prepared> {
  const server = await openServer()
  const templateName = `sudmonitor_template_${randomBytes(6).toString('hex')}`
  const admin = connect(server.url, { max: 1 })
  await sql`create database ${sql.id(templateName)} template template0 encoding 'UTF8'`.execute(admin)
  const template = connect(withDatabase(server.url, templateName))
  await migrate(template)
  // Only the regions that tests use: each database would otherwise copy and compare all ten thousand courts.
  // seed.test.ts tests the others.
  await seedReference(template, { magistratesOf: [59, 61, 64, 69] })
  // Filled row by row, its indexes take three times the space, which every clone would copy.
  await sql`vacuum full court`.execute(template)
  await template.destroy()
  return {
    adminUrl: server.url,
    templateName,
    clear: async () => {
      // Drops clones of the template that tests share as well.
      const { rows } = await sql<{ name: string }>`
        select datname as name from pg_database where starts_with(datname, ${templateName})`.execute(admin)
      for (const { name } of rows) await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
      await admin.destroy()
      await server.close()
    },
  }
}

/** Test data may be lost, so nothing waits for the disk; and databases live too short for autovacuum. */
const hasty = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '128MB',
  autovacuum: 'off',
}

export async function openServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const url = process.env.DATABASE_URL
  if (url) return { url, close: async () => undefined }
  removeLeftFolders()
  const folder = temporaryFolder()
  // Where PostgreSQL's account cannot reach the temporary folder, another one is used.
  const server = await openEmbedded({ dataDir: folder, dataDirGiven: false, settings: hasty })
  await signInCheaply(server.url)
  const close = async (): Promise<void> => {
    await server.close()
    for (const made of [folder, server.dataDir]) rmSync(made, { recursive: true, force: true })
  }
  // Vitest calls the teardown after Ctrl-C only.
  process.once('SIGTERM', () => void close().finally(() => process.exit(143)))
  return { url: server.url, close }
}

/** The four thousand rounds of SCRAM take half the time of a connection, on either side. */
async function signInCheaply(url: string): Promise<void> {
  const db = connect(url, { max: 1 })
  await sql`set scram_iterations = 1`.execute(db)
  await sql`alter role current_user password ${sql.lit(new URL(url).password)}`.execute(db)
  await db.destroy()
}
