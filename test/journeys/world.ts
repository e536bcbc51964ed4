import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Browser, BrowserContextOptions, Cookie } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { loginResponse } from '#shared/api/accounts.ts'
import { createAccount } from '../../server/accounts/accounts.ts'
import { type AppOptions, buildApp } from '../../server/app.ts'
import { connect } from '../../server/db/connect.ts'
import type { DB } from '../../server/db/schema.ts'
import { demoCases } from '../../server/demo/generate.ts'
import { sessionCookie } from '../../server/http/auth.ts'
import { caseRecord } from '../../server/ingest/case-record.ts'
import { ingest } from '../../server/ingest/ingest.ts'
import { launchBrowser } from '../browser.ts'
import { cloneDatabase, testDatabase } from '../database.ts'
import { withDatabase } from '../database-url.ts'

/** The product as a person meets it: a real server with a small demonstration corpus, and a real Chromium. */
export const password = 'Ветрогонов-2026'
export const corpusSize = 600
/** The corpus is laid round this day, whatever the day of the run. */
export const today = '2026-11-21'

/** Journeys of one process share these: the same records, and a browser in which each visitor is a stranger to others. */
const records = [...demoCases(corpusSize, { seed: 1, today })].map(record => caseRecord.parse(record))
let browsing: Promise<Browser> | undefined

/** `options`: what the product is given besides. */
export async function openWorld(options: Pick<AppOptions, 'hasBot' | 'dataDir' | 'outskirts'> = {}) {
  const webRoot = join(import.meta.dirname, '../../dist/web')
  if (!existsSync(join(webRoot, 'index.html'))) throw new Error('Build the web first: npm run build')
  const { db, url } = await testDatabase(await populated())
  const app = await buildApp({ db, webRoot, ...options })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  browsing ??= launchBrowser()
  const browser = await browsing
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close()
    await app.close()
  })
  return { db, url, origin, records, open: (context: BrowserContextOptions = {}) => openPage(browser, origin, context) }
}

/** The template with the corpus and the accounts in it: made by the journey that comes first, cloned by all. */
async function populated(): Promise<string> {
  const empty = inject('templateName')
  const full = `${empty}_world`
  const admin = connect(inject('adminUrl'), { max: 1 })
  try {
    await sql`select pg_advisory_lock(hashtext(${full}))`.execute(admin)
    const { rows } = await sql`select from pg_database where datname = ${full}`.execute(admin)
    if (rows.length === 0) {
      // Whole or not at all.
      const unfinished = `${full}_${randomBytes(3).toString('hex')}`
      await cloneDatabase(admin, unfinished, empty)
      const db = connect(withDatabase(inject('adminUrl'), unfinished))
      await populate(db).finally(() => db.destroy())
      await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(full)}`.execute(admin)
    }
    return full
  } finally {
    await admin.destroy()
  }
}

async function populate(db: Kysely<DB>): Promise<void> {
  await ingest(db, records, { origin: 'demo' })
  await createAccount(db, { username: 'орлова', password })
  await createAccount(db, { username: 'воронеж', password, regions: [36] })
  await createAccount(db, { username: 'главная', password, isSuperuser: true })
  await sql`analyze`.execute(db)
}

/** A fresh visitor. What the page says is an error fails the journey: see `troubles`. */
async function openPage(browser: Browser, origin: string, options: BrowserContextOptions) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 1000 },
    ...options,
  })
  const page = await context.newPage()
  // Journeys share two cores with everything else that is tested.
  page.setDefaultTimeout(20_000)
  const troubles: string[] = []
  page.on('pageerror', error => troubles.push(error.message))
  page.on('console', message => {
    // The browser itself reports every answer of 4xx; those are expected where a journey tries them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(message.text())
  })
  return { page, troubles }
}

/** What a browser keeps after signing in, for journeys that are not about that. */
export async function sessionOf(origin: string, username = 'орлова'): Promise<{ cookies: Cookie[]; origins: [] }> {
  const answer = await fetch(`${origin}/api/v1/token/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { token } = loginResponse.parse(await answer.json())
  const { hostname } = new URL(origin)
  const cookie = { name: sessionCookie, value: token, domain: hostname, path: '/', expires: -1 } as const
  return { cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Strict' }], origins: [] }
}
