import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Listens on the given port of this machine, or on a free one. */
export async function listenLocally(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await listenLocally(probe)
  probe.close()
  await once(probe, 'close')
  return port
}
