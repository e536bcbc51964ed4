import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { listenLocally } from '../../test/local-port.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import type { DB } from '../db/schema.ts'
import { copyMemory } from './copy-memory.ts'
import { openReplica } from './open-replica.ts'

/**
 * Forwards to the database through a port that can stop responding without closing connections, like a frozen
 * PostgreSQL.
 */
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
  // Its folder would reveal the real port.
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

/** Gibibytes. */
async function memoryTold(copy: Kysely<DB> | undefined): Promise<number> {
  const told = await sql<{ limit: string }>`select current_setting('memory_limit') as "limit"`.execute(copy ?? fail())
  return Number.parseFloat(told.rows[0]?.limit ?? '')
}
const fail = (): never => {
  throw new Error('There is no copy')
}

it.each([
  { percent: 12, machine: 24_000, container: 0, now: 1_856, ofDay: 512, days: 2 },
  { percent: 12, machine: 24_000, container: Number(2n ** 64n) / 1_048_576, now: 1_856, ofDay: 512, days: 2 },
  { percent: 12, machine: 24_000, container: 8_000, now: 512, ofDay: 512, days: 1 },
  { percent: 50, machine: 256_000, container: 0, now: 64_000, ofDay: 16_000, days: 4 },
  { percent: 3, machine: 8_000, container: 0, now: 512, ofDay: 512, days: 1 },
  { percent: 80, machine: 8_000, container: 0, now: 3_200, ofDay: 800, days: 4 },
  { percent: 12, machine: 24_000, container: 600, now: 300, ofDay: 512, days: 0 },
])('gives copies $percent % of $machine MB, limited by a container to $container (§14)', one => {
  const { percent, machine, container, ...given } = one
  const told = copyMemory(percent, [machine * 1_048_576, container * 1_048_576])
  expect({ now: Number.parseInt(told.now, 10), ofDay: Number.parseInt(told.ofDay, 10), days: told.days }).toEqual(given)
})

it('gives all copies together at most their share, or on a small machine two minimal ones within half of it (§14)', () => {
  for (const percent of [1, 12, 50, 80])
    for (let machine = 256; machine < 600_000; machine *= 1.3) {
      const { now, ofDay, days } = copyMemory(percent, [machine * 1_048_576, 0])
      const all = Number.parseInt(now, 10) + days * Number.parseInt(ofDay, 10)
      expect(all).toBeLessThanOrEqual(Math.max((machine * percent) / 100, Math.min(1_024, machine / 2)))
    }
})

it('a copy gets its share of memory, and stops even when its database does not respond (design §8, §14)', async () => {
  const { url, silence } = await silenceable((await testDatabase()).url)
  const folder = temporaryFolder()
  onTestFinished(() => clearFolder(folder))
  const replica = openReplica({ url, folder, memoryShare: 31 })
  await replica.loaded
  expect(await memoryTold(replica.reader())).toBeCloseTo(Number.parseInt(copyMemory(31).now, 10) / 1024, 0)
  silence()
  const stopped = replica.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, pause(20_000, 'still running', { ref: false })])).toBe('stopped')
})
