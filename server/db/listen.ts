import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'
import { sessionClient } from './session.ts'

const betweenAttempts = 1_000
type Listening = {
  channels: readonly string[]
  heard: (channel: string, payload: string) => void
  /** On each connection or reconnection: notifications sent before it were missed. */
  began: () => void
  signal: AbortSignal
}

/** Listens on a dedicated connection until `signal` is aborted, and reconnects when it is lost. */
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
      // The database is away; `began` is called once it is back.
    } finally {
      signal.removeEventListener('abort', stop)
      await client.end().catch(() => undefined)
    }
    await pause(betweenAttempts, undefined, { signal }).catch(() => undefined)
  }
}
