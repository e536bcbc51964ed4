import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Cookie } from 'playwright-core'
import { afterAll, afterEach, inject } from 'vitest'
import { loginResponse } from '#shared/api/session.ts'
import { createAccount } from '../../server/accounts/accounts.ts'
import { type AppOptions, buildApp } from '../../server/app.ts'
import { connect } from '../../server/db/connect.ts'
import type { DB } from '../../server/db/schema.ts'
import { demoCases } from '../../server/demo/generate.ts'
import { sessionCookie } from '../../server/http/auth.ts'
import { caseRecord } from '../../server/ingest/case-record.ts'
import { ingest } from '../../server/ingest/ingest.ts'
import { cloneDatabase, testDatabase } from '../database.ts'
import { withDatabase } from '../database-url.ts'
import { openVisit, type Visit, type VisitorOptions } from './visitors.ts'

/** The product as a person meets it: a real server with a small demonstration corpus, and a real Chromium. */
export const password = 'Ветрогонов-2026'
export const corpusSize = 600
/** The corpus is laid round this day, whatever the day of the run. */
const today = '2026-11-21'

/** Journeys of one process share these: the same records, and an address, under which a browser knows the code already. */
const records = [...demoCases(corpusSize, { seed: 1, today })].map(record => caseRecord.parse(record))
let ownPort = 0

/** `options`: what the product is given besides; `beside`: scripts of a test that its pages may ask for, by their paths. */
export async function openWorld(
  options: Pick<AppOptions, 'hasBot' | 'dataDir' | 'outgoing' | 'timestamping'> = {},
  beside: Readonly<Record<string, string>> = {},
) {
  const webRoot = join(import.meta.dirname, '../../dist/web')
  if (!existsSync(join(webRoot, 'index.html'))) throw new Error('Build the web first: npm run build')
  const { db, url } = await testDatabase(await populated())
  const app = await buildApp({ db, webRoot, ...options })
  for (const [path, script] of Object.entries(beside))
    app.get(path, (_, reply) =>
      reply.type('text/javascript').header('cache-control', 'max-age=31536000, immutable').send(script),
    )
  const origin = await listen(app)
  const visits: Visit[] = []
  const leave = async (): Promise<void> => {
    for (const visit of visits.splice(0)) await visit.leave()
  }
  const staying: Visit[] = []
  afterEach(leave)
  afterAll(async () => {
    visits.push(...staying)
    await leave()
    const closed = app.close()
    // The browser lives on, and holds connections ready that nothing was asked by: Node would wait a minute for each.
    app.server.closeAllConnections()
    await closed
  })
  const openInto =
    (kept: Visit[]) =>
    async (options: VisitorOptions = {}) => {
      const visit = await openVisit(origin, options)
      kept.push(visit)
      return visit
    }
  /** A visitor leaves when the test ends; `openToStay`: when the file ends. */
  return { db, url, origin, records, open: openInto(visits), openToStay: openInto(staying) }
}

/** At the same port as the world before, unless somebody has taken it. */
async function listen(app: FastifyInstance): Promise<string> {
  const origin = await app
    .listen({ port: ownPort, host: '127.0.0.1' })
    .catch(() => app.listen({ port: 0, host: '127.0.0.1' }))
  ownPort = Number(new URL(origin).port)
  return origin
}

/** The template with the corpus and the accounts in it: made by the journey that comes first, cloned by all. */
async function populated(): Promise<string> {
  const empty = inject('templateName')
  const full = `${empty}_world`
  const admin = connect(inject('adminUrl'), { max: 1 })
  try {
    // One connection throughout: the lock is gone with it, and one that idles is closed.
    return await admin.connection().execute(async held => {
      await sql`select pg_advisory_lock(hashtext(${full}))`.execute(held)
      const { rows } = await sql`select from pg_database where datname = ${full}`.execute(held)
      if (rows.length > 0) return full
      // Whole or not at all.
      const unfinished = `${full}_${randomBytes(3).toString('hex')}`
      await cloneDatabase(held, unfinished, empty)
      const db = connect(withDatabase(inject('adminUrl'), unfinished))
      await populate(db).finally(() => db.destroy())
      await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(full)}`.execute(held)
      return full
    })
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
