import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'
import { sessionClient } from './session.ts'

const betweenAttempts = 1_000
type Listening = {
  channels: readonly string[]
  heard: (channel: string, payload: string) => void
  /** Each time that the connection stands: what was said before it was not heard. */
  began: () => void
  signal: AbortSignal
}

/** On a connection that only listens, until `signal` is aborted. One that is lost is made again. */
export async function listen(db: Kysely<DB>, { channels, heard, began, signal }: Listening): Promise<void> {
  while (!signal.aborted) {
    const client = sessionClient(db)
    const { promise: isLost, resolve: lose } = Promise.withResolvers<void>()
    client.on('error', () => lose())
    client.on('end', () => lose())
    client.on('notification', ({ channel, payload = '' }) => heard(channel, payload))
    const stop = (): void => lose()
    signal.addEventListener('abort', stop, { once: true })
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
      began()
      await isLost
    } catch {
      // As long as the database is away; whoever waits is told when it is back.
    } finally {
      signal.removeEventListener('abort', stop)
      await client.end().catch(() => undefined)
    }
    await pause(betweenAttempts, undefined, { signal }).catch(() => undefined)
  }
}
