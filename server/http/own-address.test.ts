import { request } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { buildAccount, testPassword } from '../../test/factories.ts'
import { openSession } from '../accounts/sessions.ts'
import { buildApp } from '../app.ts'

const { db } = await testDatabase()
const account = await buildAccount(db)
const authorization = `Bearer ${await openSession(db, account.id)}`
await openSession(db, account.id)

/** One of each kind: of the address of one request an app keeps nothing for the next. */
const ownUrls = { publicUrl: 'https://sud.example', otherUrls: ['http://sud.onion', 'https://sud.example:8443'] }
const apps = {
  plain: await buildApp({ db }),
  named: await buildApp({ db, ...ownUrls }),
  behindProxies: await buildApp({ db, trustedProxies: ['10.20.0.0/16'] }),
}
const listening = new URL(await apps.plain.listen({ port: 0, host: '127.0.0.1' }))
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close()
})

const body = z.object({ next: z.string() })
/** The address that a link of an answer begins with. */
async function linkedTo(headers: Record<string, string>): Promise<string> {
  const answer = await apps.named.inject({
    url: '/api/v1/users/me/sessions/?size=1',
    headers: { authorization, ...headers },
  })
  return new URL(body.parse(answer.json()).next).origin
}
/** The same over a port, by what the socket of a real connection knows. */
async function linkedOverPort(host: string, headers: Record<string, string> = {}): Promise<string> {
  const text = await new Promise<string>((resolve, reject) => {
    const asked = request(
      {
        port: listening.port,
        host: listening.hostname,
        path: '/api/v1/users/me/sessions/?size=1',
        headers: { ...headers, authorization, host: host.replace('{port}', listening.port) },
      },
      response => {
        const parts: Buffer[] = []
        response.on('data', part => parts.push(part)).on('end', () => resolve(Buffer.concat(parts).toString()))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
  return new URL(body.parse(JSON.parse(text)).next).origin.replace(listening.port, '{port}')
}

describe('a link in an answer', () => {
  it.each<[Record<string, string>, string]>([
    [{ host: 'sud.example' }, 'https://sud.example'],
    [{ host: 'SUD.example:443' }, 'https://sud.example'],
    [{ host: 'sud.onion' }, 'http://sud.onion'],
    [{ host: 'sud.example:8443' }, 'https://sud.example:8443'],
    [{ host: '127.0.0.1:3000', 'x-forwarded-host': 'sud.onion' }, 'http://sud.onion'],
    [{ host: 'evil.example' }, 'https://sud.example'],
    [{ host: 'sud.example', 'x-forwarded-host': 'evil.example' }, 'https://sud.example'],
    [{ host: 'sud.example@evil.example' }, 'https://sud.example'],
    [{ host: 'sud.onion', 'x-forwarded-proto': 'javascript' }, 'http://sud.onion'],
    [{ host: '' }, 'https://sud.example'],
  ])('asked with %j leads to %s: one of our own addresses', async (headers, expected) =>
    expect(await linkedTo(headers)).toBe(expected),
  )
  it.each<[string, Record<string, string>, string]>([
    ['localhost:{port}', {}, 'http://localhost:{port}'],
    ['127.0.0.1:{port}', {}, 'http://127.0.0.1:{port}'],
    ['localhost:{port}', { 'x-forwarded-proto': 'https' }, 'https://localhost:{port}'],
    ['localhost:{port}', { 'x-forwarded-proto': 'data' }, 'http://localhost:{port}'],
    ['evil.example', {}, 'http://127.0.0.1:{port}'],
    ['10.0.0.1', {}, 'http://127.0.0.1:{port}'],
    ['localhost', { 'x-forwarded-host': 'evil.example' }, 'http://127.0.0.1:{port}'],
  ])('without a public address, asked of %s with %j, leads to %s', async (host, headers, expected) =>
    expect(await linkedOverPort(host, headers)).toBe(expected),
  )
  it.each(['localhost\\@evil.example', 'localhost/evil.example', 'evil.example@localhost', 'localhost#@evil.example'])(
    'without a public address has nothing of «%s» but the name of this machine',
    async host => {
      const url = '/api/v1/users/me/sessions/?size=1'
      const answer = await apps.plain.inject({ url, headers: { authorization, host } })
      expect(body.parse(answer.json()).next).toMatch(/^http:\/\/localhost\/api\//)
    },
  )
})

describe('where a request comes from', () => {
  const seenFrom = async (remoteAddress: string, forwarded: string, app = apps.plain) => {
    const { id, username } = await buildAccount(db)
    await app.inject({
      method: 'POST',
      url: '/api/v1/token/',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
      payload: { username, password: testPassword },
    })
    const row = await db.selectFrom('session').where('account_id', '=', id).select('address').executeTakeFirstOrThrow()
    return row.address
  }
  it.each([
    ['127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '2001:db8::7', '2001:db8::7'],
    // A proxy that hands on what it was sent.
    ['127.0.0.1', 'unknown', '127.0.0.1'],
    ['127.0.0.1', '<b>x</b>', '127.0.0.1'],
    ['127.0.0.1', '198.51.100.7:5060', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.1, _hidden, 127.0.0.2', '127.0.0.2'],
    // Not a proxy of ours.
    ['198.51.100.9', '203.0.113.1', '198.51.100.9'],
    ['10.20.0.5', '203.0.113.1', '10.20.0.5'],
  ])('reached from %s with X-Forwarded-For: %s is %s', async (remote, forwarded, expected) =>
    expect(await seenFrom(remote, forwarded)).toBe(expected),
  )
  it.each([
    ['10.20.0.5', '203.0.113.1', '203.0.113.1'],
    ['10.20.0.5', '203.0.113.1, 10.20.9.9', '203.0.113.1'],
    ['127.0.0.1', '203.0.113.1', '127.0.0.1'],
  ])('behind named proxies, reached from %s with %s, is %s', async (remote, forwarded, expected) =>
    expect(await seenFrom(remote, forwarded, apps.behindProxies)).toBe(expected),
  )
})
