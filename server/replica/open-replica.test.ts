import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { listenLocally } from '../../test/local-port.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { openReplica } from './open-replica.ts'

/** The database by way of a port that can fall silent, as a frozen PostgreSQL does: it neither answers nor hangs up. */
async function silenceable(url: string): Promise<{ url: string; silence: () => void }> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  const between = createServer({ allowHalfOpen: true }, near => {
    const far = connect(Number(port), hostname)
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far)
    far.pipe(near)
  })
  const here = new URL(url)
  // Its folder would tell the port behind.
  here.search = ''
  here.host = `127.0.0.1:${await listenLocally(between)}`
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    between.close()
  })
  return {
    url: here.href,
    silence: () => {
      for (const socket of sockets) socket.unpipe().resume()
    },
  }
}

it('a copy whose database is silent stops all the same (design §8)', async () => {
  const { url, silence } = await silenceable((await testDatabase()).url)
  const folder = temporaryFolder()
  onTestFinished(() => clearFolder(folder))
  const replica = openReplica({ url, folder })
  await replica.loaded
  silence()
  const stopped = replica.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, pause(20_000, 'still running', { ref: false })])).toBe('stopped')
})
