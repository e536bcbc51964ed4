import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { listenLocally } from '../../test/local-port.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import type { DB } from '../db/schema.ts'
import { shareOfMemory } from './copy-memory.ts'
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

/** Gibibytes. */
async function memoryTold(copy: Kysely<DB> | undefined): Promise<number> {
  const told = await sql<{ limit: string }>`select current_setting('memory_limit') as "limit"`.execute(copy ?? fail())
  return Number.parseFloat(told.rows[0]?.limit ?? '')
}
const fail = (): never => {
  throw new Error('There is no copy')
}

it.each([
  { hundredths: 12, machine: 24_000, container: 0, megabytes: 2_880 },
  { hundredths: 12, machine: 24_000, container: Number(2n ** 64n) / 1_048_576, megabytes: 2_880 },
  { hundredths: 12, machine: 24_000, container: 8_000, megabytes: 960 },
  { hundredths: 50, machine: 256_000, container: 0, megabytes: 128_000 },
  { hundredths: 3, machine: 8_000, container: 0, megabytes: 512 },
  { hundredths: 12, machine: 24_000, container: 600, megabytes: 300 },
])('gives DuckDB $hundredths % of $machine MB, of which a container may have $container (§14)', one => {
  const of = [one.machine * 1_048_576, one.container * 1_048_576] as const
  expect(shareOfMemory(one.hundredths, of)).toBe(`${one.megabytes}MiB`)
})

it('a copy is told its share of memory, and one whose database is silent stops all the same (design §8, §14)', async () => {
  const { url, silence } = await silenceable((await testDatabase()).url)
  const folder = temporaryFolder()
  onTestFinished(() => clearFolder(folder))
  const replica = openReplica({ url, folder, memoryShare: 31 })
  await replica.loaded
  expect(await memoryTold(replica.reader())).toBeCloseTo(Number.parseInt(shareOfMemory(31), 10) / 1024, 0)
  silence()
  const stopped = replica.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, pause(20_000, 'still running', { ref: false })])).toBe('stopped')
})
