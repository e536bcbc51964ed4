import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import PQueue from 'p-queue'
import { z } from 'zod'
import { HttpError } from './errors.ts'

/**
 * One account does not hold up the others (design §14): a request waits for a slot among those of its kind. Of those that wait the next
 * is one of the account with the fewest before it, so that a crowd of one account takes turns with everybody else.
 */
type Lane =
  /** A page: milliseconds. */
  | 'page'
  /** Counts over all cases, which keep every processor busy for as long as they take. */
  | 'figures'
  /** Texts are read for it. */
  | 'texts'
  /** Takes as long as its reader's line; limited where it is made. */
  | 'unlimited'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: a page. */
    lane?: Lane
  }
  interface FastifyRequest {
    /** Gives its slot back; absent: it has none. */
    releaseSlot?: () => void
  }
}

/** Letters are looked for in texts one by one. */
const lettersSought = z.object({ result_text_search: z.any(), text_search_type: z.enum(['exact_match', 'regexp']) })

/**
 * Heavy requests of a kind, and heavy statements on the copy: a page finds a processor free, a connection of the copy and, beside
 * four downloads, some of PostgreSQL's ten.
 */
export const heavyAtOnce = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)))
const slots: Readonly<Record<Exclude<Lane, 'unlimited'>, number>> = {
  page: 8,
  figures: heavyAtOnce,
  texts: heavyAtOnce,
}
/** Who waits longer is told to come back: a page would have given up by then. */
const longestWaitMs = 20_000

/** The request that is being answered. `signal`: aborted when nobody waits for the answer any more. */
type Asking = {
  account: number
  lane: Lane
  signal: AbortSignal
  /** Whether it was answered from a copy that lacks something already written. */
  isBehind?: boolean
}
const asking = new AsyncLocalStorage<Asking>()
/** Undefined in work that answers no request of an account. */
export const askingNow = (): Asking | undefined => asking.getStore()
/** For an answer with totals. */
export const countIsBehindNow = (): { count_is_behind?: true } =>
  askingNow()?.isBehind ? { count_is_behind: true } : {}

export function limitConcurrency(app: FastifyInstance, { longest = longestWaitMs } = {}): void {
  const queues = {
    page: new FairQueue(slots.page),
    figures: new FairQueue(slots.figures),
    texts: new FairQueue(slots.texts),
  }
  app.decorateRequest('releaseSlot')
  app.addHook('preHandler', (request, reply, done) => {
    const { lane: own = 'page' } = request.routeOptions.config
    const lane = own === 'page' && lettersSought.safeParse(request.query).success ? 'texts' : own
    const gone = new AbortController()
    const { id: account } = request.account
    const go = (): void => asking.run({ account, lane, signal: gone.signal }, done)
    // Who asked may have gone before this hook: then nothing more is told of it.
    if (reply.raw.closed) gone.abort()
    else
      reply.raw.once('close', () => {
        // A failure may be that of its deadline, past which the work goes on.
        if (!reply.raw.writableFinished || reply.statusCode >= 500) gone.abort()
      })
    if (lane === 'unlimited') return go()
    queues[lane].take(account, AbortSignal.any([gone.signal, AbortSignal.timeout(longest)])).then(
      leave => {
        // Past its deadline the request has been answered.
        if (reply.sent) return leave()
        request.releaseSlot = leave
        go()
      },
      () => done(gone.signal.aborted ? gone.signal.reason : busy()),
    )
  })
  // Not when the answer has been read: a slow reader would keep the slot; nor when the reader goes: the work has to end first.
  app.addHook('onSend', async request => request.releaseSlot?.())
}

const busy = (): HttpError =>
  new HttpError(
    503,
    { detail: 'Сервер занят другими подсчётами. Повторите через\u00a015\u00a0с.' },
    { 'retry-after': '15' },
  )

export class FairQueue {
  readonly #queue: PQueue
  /** How many of an account wait or have a slot. */
  readonly #counts = new Map<number, number>()

  constructor(concurrency: number) {
    this.#queue = new PQueue({ concurrency })
  }

  /** Answers how to give the slot back. @throws the reason of `signal` when it is aborted first */
  async take(account: number, signal: AbortSignal): Promise<() => void> {
    const before = this.#counts.get(account) ?? 0
    this.#counts.set(account, before + 1)
    const slot = Promise.withResolvers<() => void>()
    // What has a slot keeps it until it gives it back.
    const waiting = new AbortController()
    const stop = (): void => waiting.abort(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const run = (): Promise<void> => {
      signal.removeEventListener('abort', stop)
      const { promise, resolve } = Promise.withResolvers<void>()
      slot.resolve(resolve)
      return promise
    }
    this.#queue
      .add(run, { priority: -before, signal: waiting.signal })
      .catch(slot.reject)
      .finally(() => this.#forget(account))
    return slot.promise
  }

  #forget(account: number): void {
    const left = (this.#counts.get(account) ?? 1) - 1
    if (left === 0) this.#counts.delete(account)
    else this.#counts.set(account, left)
  }
}
