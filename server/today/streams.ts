import { PassThrough } from 'node:stream'
import type { Kysely } from 'kysely'
import { listen } from '../db/listen.ts'
import type { DB } from '../db/schema.ts'
import { stillSignedIn } from '../http/auth.ts'
import { tooMany } from '../http/errors.ts'
import { inboxChannel } from '../subscriptions/inbox.ts'
import { countUnread } from './inbox-list.ts'

/**
 * Server-sent events with the unread number for open pages. Each process has one listening connection to PostgreSQL for
 * all its streams, whichever process matched the change; a stream ends with its session.
 */
type Stream = { accountId: number; sessionId: number; out: PassThrough; counting?: Promise<void>; again: boolean }

const mostOfAccount = 10
/** Milliseconds; shorter than the idle timeout of proxies. */
const heartbeat = 25_000
/** Milliseconds before a browser reconnects. */
const retryAfter = 5_000

export class UnreadStreams {
  readonly #db: Kysely<DB>
  readonly #streams = new Set<Stream>()
  readonly #stopped = new AbortController()
  #listening: Promise<void> | undefined

  constructor(db: Kysely<DB>) {
    this.#db = db
  }

  /** @throws HttpError 429 */
  open({ accountId, sessionId }: Pick<Stream, 'accountId' | 'sessionId'>): PassThrough {
    const own = [...this.#streams].filter(one => one.accountId === accountId)
    if (own.length >= mostOfAccount) throw tooMany(60, 'Открыто слишком много окон.')
    const stream: Stream = { accountId, sessionId, out: new PassThrough(), again: false }
    const timer = setInterval(() => void this.#beat(stream), heartbeat)
    stream.out.once('close', () => {
      clearInterval(timer)
      this.#streams.delete(stream)
    })
    this.#streams.add(stream)
    stream.out.write(`retry: ${retryAfter}\n\n`)
    this.#listening ??= this.#listen()
    this.#tell(stream)
    return stream.out
  }

  /** The listening connection ends by itself: an unreachable database does not delay shutdown. */
  close(): void {
    this.#stopped.abort()
    for (const { out } of this.#streams) out.end()
  }

  #listen(): Promise<void> {
    return listen(this.#db, {
      channels: [inboxChannel, 'session_over'],
      heard: (channel, payload) => {
        const ids = new Set(payload.split(',').map(Number))
        for (const stream of this.#streams)
          if (channel === inboxChannel) {
            if (ids.has(stream.accountId)) this.#tell(stream)
          } else if (ids.has(stream.sessionId)) stream.out.end()
      },
      began: () => {
        for (const stream of this.#streams) this.#tell(stream)
      },
      signal: this.#stopped.signal,
    })
  }

  /** Coalesces changes during a count into one more count. */
  #tell(stream: Stream): void {
    if (stream.counting !== undefined) {
      stream.again = true
      return
    }
    stream.again = false
    stream.counting = this.#count(stream)
      // The next heartbeat retries.
      .catch(() => undefined)
      .finally(() => {
        delete stream.counting
        if (stream.again) this.#tell(stream)
      })
  }

  /** By the current rights. */
  async #count(stream: Stream): Promise<void> {
    const account = await stillSignedIn(this.#db, stream)
    if (account === undefined) stream.out.end()
    else {
      const unread = await countUnread(this.#db, account)
      if (stream.out.writable) stream.out.write(`event: unread\ndata: ${JSON.stringify({ unread })}\n\n`)
    }
  }

  async #beat({ out, ...session }: Stream): Promise<void> {
    if (out.writable) out.write(':\n\n')
    const account = await stillSignedIn(this.#db, session).catch(() => 'unknown')
    if (account === undefined) out.end()
  }
}
