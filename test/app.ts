import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Kysely } from 'kysely'
import { afterAll } from 'vitest'
import { openSession } from '../server/accounts/sessions.ts'
import { type AppOptions, buildApp } from '../server/app.ts'
import type { DB } from '../server/db/schema.ts'
import type { Deadlines } from '../server/http/deadline.ts'
import { testDatabase } from './database.ts'

/** The HTTP side over a database of its own, called without a port. Closed when the test file ends. */
export type Answer = {
  status: number
  body: unknown
  headers: LightMyRequestResponse['headers']
  text: string
  bytes: Buffer
}
type Asking = {
  method?: 'GET' | 'POST' | 'PATCH' | 'HEAD' | 'DELETE' | 'PUT'
  body?: unknown
  headers?: Record<string, string>
}
/** Paths are relative to the API: `cases/?type=1`; with a leading slash, relative to the site. */
export type Ask = (path: string, asking?: Asking) => Promise<Answer>

/** Options for an `Ask` that writes. */
export const post = (body?: unknown) => ({ method: 'POST' as const, ...(body !== undefined && { body }) })
export const patch = (body: unknown) => ({ method: 'PATCH' as const, body })
export const put = (body: unknown) => ({ method: 'PUT' as const, body })

export type TestApp = {
  app: FastifyInstance
  db: Kysely<DB>
  /** Of the database. */
  url: string
  guest: Ask
  /** Calls as this account, with a bearer token. */
  as(account: { id: number }): Promise<Ask>
}

/** Long, because a busy machine is no frozen database; deadlines have tests of their own. */
const patient: Deadlines = { session: 170_000, guest: 170_000, member: 170_000 }

export async function testApp(options: Partial<AppOptions> = {}): Promise<TestApp> {
  const { db, url } = await testDatabase()
  const app = await buildApp({ db, deadlines: patient, ...options })
  await app.ready()
  afterAll(() => app.close())

  return { app, db, url, ...asking(app, db) }
}

/** Calls an app as a guest and as accounts of its database. */
export function asking(app: FastifyInstance, db: Kysely<DB>): Pick<TestApp, 'guest' | 'as'> {
  const asked =
    (always: Record<string, string>): Ask =>
    async (path, { method = 'GET', body, headers = {} } = {}) => {
      const response = await app.inject({
        method,
        url: path.startsWith('/') ? path : `/api/v1/${path}`,
        headers: { ...always, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return {
        status: response.statusCode,
        body: readJson(response),
        headers: response.headers,
        text: response.body,
        bytes: response.rawPayload,
      }
    }
  return { guest: asked({}), as: async ({ id }) => asked({ authorization: `Bearer ${await openSession(db, id)}` }) }
}

const readJson = (response: LightMyRequestResponse): unknown =>
  response.body !== '' && String(response.headers['content-type']).startsWith('application/json')
    ? response.json()
    : undefined
