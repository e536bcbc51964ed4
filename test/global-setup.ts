import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { withDatabase } from './database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    templateName: string
  }
}

/** One PostgreSQL for the whole run and one migrated, seeded template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const adminUrl = process.env['DATABASE_URL']
  if (adminUrl === undefined) throw new Error('DATABASE_URL is not set')
  const templateName = `sudmonitor_template_${randomBytes(6).toString('hex')}`
  const admin = connect(adminUrl, { max: 1 })
  await sql`create database ${sql.id(templateName)} template template0 encoding 'UTF8'`.execute(admin)
  const template = connect(withDatabase(adminUrl, templateName))
  await migrate(template)
  await template.destroy()
  project.provide('adminUrl', adminUrl)
  project.provide('templateName', templateName)
  return async () => {
    await sql`drop database ${sql.id(templateName)} with (force)`.execute(admin)
    await admin.destroy()
  }
}
