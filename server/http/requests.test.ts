import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'

const { app } = await testApp()

it('a server that closes does not wait for connections on which nothing was asked (§9)', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  const [asking, unused] = sockets
  await Promise.all(sockets.map(socket => once(socket, 'connect')))
  asking?.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [answer] = asking === undefined ? [] : await once(asking, 'data')
  expect(String(answer)).toContain('200 OK')
  const ended = Promise.all(sockets.map(socket => once(socket, 'close')))
  unused?.on('error', () => undefined)
  // Node itself would end it after a minute.
  expect(await Promise.race([app.close().then(() => 'closed'), pause(30_000, 'still open', { ref: false })])).toBe(
    'closed',
  )
  await ended
})
