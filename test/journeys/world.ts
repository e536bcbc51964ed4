import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Cookie } from 'playwright-core'
import { afterAll } from 'vitest'
import { loginResponse } from '#shared/api/accounts.ts'
import { createAccount } from '../../server/accounts/accounts.ts'
import { buildApp } from '../../server/app.ts'
import { demoCases } from '../../server/demo/generate.ts'
import { sessionCookie } from '../../server/http/auth.ts'
import { caseRecord } from '../../server/ingest/case-record.ts'
import { ingest } from '../../server/ingest/ingest.ts'
import { launchBrowser } from '../browser.ts'
import { testDatabase } from '../database.ts'

/** The product as a person meets it: a real server with a small demonstration corpus, and a real Chromium. */
export const password = 'Ветрогонов-2026'
export const corpusSize = 600
/** The corpus is laid round this day, whatever the day of the run. */
export const today = '2026-11-21'

export async function openWorld() {
  const webRoot = join(import.meta.dirname, '../../dist/web')
  if (!existsSync(join(webRoot, 'index.html'))) throw new Error('Build the web first: npm run build')
  const { db } = await testDatabase()
  const records = [...demoCases(corpusSize, { seed: 1, today })].map(record => caseRecord.parse(record))
  await ingest(db, records, { origin: 'demo' })
  await createAccount(db, { username: 'орлова', password })
  await createAccount(db, { username: 'воронеж', password, regions: [36] })
  await createAccount(db, { username: 'главная', password, isSuperuser: true })
  const app = await buildApp({ db, webRoot })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launchBrowser()
  afterAll(async () => {
    await browser.close()
    await app.close()
  })
  return { db, origin, records, open: (options: BrowserContextOptions = {}) => openPage(browser, origin, options) }
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
