import { X509Certificate } from 'node:crypto'
import { Agent, createServer } from 'node:https'
import { afterAll, expect, it } from 'vitest'
import { listenLocally } from '../../test/local-port.ts'
import { opensslFolder } from '../../test/openssl.ts'
import { sendRequest } from './guarded-request.ts'

const openssl = opensslFolder()
afterAll(openssl.remove)

it('an answer says its first line, its headers as they came, and whose certificates were shown', async () => {
  const { key, cert } = openssl.certificate('localhost', 'subjectAltName=IP:127.0.0.1')
  const server = createServer({ key, cert }, (_, answer) => {
    answer.writeHead(
      203,
      'Roughly',
      [
        ['X-Two', 'a'],
        ['Set-Cookie', '1'],
        ['x-two', 'b'],
        ['Set-Cookie', '2'],
      ].flat(),
    )
    answer.end('body')
  })
  afterAll(() => server.close())
  const port = await listenLocally(server)
  const { facts, status } = await sendRequest(new URL(`https://127.0.0.1:${port}/`), {
    ...{ method: 'GET', headers: {}, signal: AbortSignal.timeout(60_000), largest: 1_000 },
    connection: { agent: new Agent({ ca: cert }) },
  })
  expect(status).toBe(203)
  expect(facts).toMatchObject({
    statusLine: 'HTTP/1.1 203 Roughly',
    address: '127.0.0.1',
    tls: {
      protocol: 'TLSv1.3',
      certificates: [new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase()],
    },
  })
  expect(facts.headers.slice(0, 4)).toEqual([
    ['X-Two', 'a'],
    ['Set-Cookie', '1'],
    ['x-two', 'b'],
    ['Set-Cookie', '2'],
  ])
})
