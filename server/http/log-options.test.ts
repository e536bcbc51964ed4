import { expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { buildAccount, testPassword } from '../../test/factories.ts'
import { createAccessToken } from '../accounts/access-tokens.ts'
import { buildApp } from '../app.ts'

const { db } = await testDatabase()

const logLine = z.looseObject({
  level: z.int(),
  time: z.int(),
  pid: z.int(),
  hostname: z.string(),
  msg: z.string(),
  reqId: z.string().optional(),
  req: z.strictObject({ method: z.string(), path: z.string(), ip: z.string() }).optional(),
  err: z.looseObject({ type: z.string(), message: z.string(), stack: z.string() }).optional(),
})

it('a log of everything holds no password, no token, no cookie and nothing people search for', async () => {
  const lines: string[] = []
  const app = await buildApp({ db, logger: { level: 'trace', stream: { write: line => lines.push(line) } } })
  const { id, username } = await buildAccount(db)
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/v1/token/',
    payload: { username, password: testPassword },
  })
  const { token } = signedIn.json<{ token: string }>()
  const key = (await createAccessToken(db, id, { name: 'ключ', days: 1 }))?.token ?? ''
  const url = '/api/v1/cases/?defendant=%D0%92%D0%B5%D1%82%D1%80%D0%BE%D0%B3%D0%BE%D0%BD%D0%BE%D0%B2'
  for (const headers of [
    { authorization: `Bearer ${token}` },
    { authorization: `Bearer ${key}` },
    { cookie: `sudmonitor_session=${token}` },
  ])
    expect((await app.inject({ url, headers })).statusCode).toBe(200)
  const address = 'f'.repeat(32)
  await app.inject(`/api/v1/feeds/${address}/atom.xml`)
  await db.schema.alterTable('attempt').renameTo('attempt_gone').execute()
  const failed = await app.inject({
    method: 'POST',
    url: '/api/v1/token/',
    payload: { username, password: testPassword },
  })
  await db.schema.alterTable('attempt_gone').renameTo('attempt').execute()
  expect(failed.statusCode).toBe(500)
  app.log.error({ err: Object.assign(new Error('no'), { detail: 'Failing row contains ($argon2id$).' }) }, 'failed')
  app.log.error({ body: { password: testPassword }, headers: { cookie: token } }, 'careless')
  await app.close()

  // As docs/operations.md tells whoever reads the log by a program.
  const faults = lines.map(line => logLine.parse(JSON.parse(line))).filter(({ level, req }) => level >= 40 && req)
  expect(faults.map(({ level, req, err }) => [level, req?.method, req?.path, err?.type])).toEqual([
    [50, 'POST', '/api/v1/token/', 'DatabaseError'],
  ])

  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(8)
  expect(log).toContain('"path":"/api/v1/cases/"')
  expect(log).toContain('"path":"/api/v1/feeds/…/atom.xml"')
  for (const secret of [testPassword, token, key, address, 'argon2id', 'sudmonitor_session', '%D0%92', 'Ветрогонов'])
    expect(log).not.toContain(secret)
})
