import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import PQueue from 'p-queue'
import { z } from 'zod'
import { HttpError } from './errors.ts'

/**
 * Fairness between accounts (design §14): a request waits for a slot of its lane. The next waiting request belongs to
 * the account with the fewest requests before it, so that one account with many requests cannot starve the others.
 */
type Lane =
  /** Takes milliseconds. */
  | 'page'
  /** Counts over all cases, which use every processor. */
  | 'figures'
  /** Reads texts. */
  | 'texts'
  /** Takes as long as the client's connection needs; limited where it is created. */
  | 'unlimited'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Defaults to a page. */
    lane?: Lane
  }
  interface FastifyRequest {
    /** Releases the slot; absent when it has none. */
    releaseSlot?: () => void
  }
}

/** Substring searches in texts. */
const lettersSought = z.object({ result_text_search: z.any(), text_search_type: z.enum(['exact_match', 'regexp']) })
export const laneOfPage = (query: unknown): 'page' | 'texts' =>
  lettersSought.safeParse(query).success ? 'texts' : 'page'

/**
 * Heavy requests per lane, and heavy statements on the copy: leaves a page a processor, a connection of the copy and,
 * with four downloads running, some of PostgreSQL's ten connections. Figures hold a connection of one engine while they
 * wait for one of the other: without this limit they would wait for each other.
 */
export const heavyAtOnce = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)))
type LimitedLane = Exclude<Lane, 'unlimited'>
export const laneQueues = (): Readonly<Record<LimitedLane, FairQueue>> => ({
  page: new FairQueue(8),
  figures: new FairQueue(heavyAtOnce),
  texts: new FairQueue(heavyAtOnce),
})
/** Longer waits are refused with Retry-After: a page would have timed out by then. */
const longestWaitMs = 20_000

/** The current request. `signal` is aborted when the client is gone. */
type Asking = {
  account: number
  lane: Lane
  signal: AbortSignal
  /** Whether the answer came from a copy that lacks something already written. */
  isBehind?: boolean
}
const asking = new AsyncLocalStorage<Asking>()
/** Undefined outside requests of an account. */
export const askingNow = (): Asking | undefined => asking.getStore()
export const askingAs = <T>(asked: Asking, work: () => T): T => asking.run(asked, work)
export const countIsBehindNow = (): { count_is_behind?: true } =>
  askingNow()?.isBehind ? { count_is_behind: true } : {}

export function limitConcurrency(app: FastifyInstance, { longest = longestWaitMs } = {}): void {
  const queues = laneQueues()
  app.decorateRequest('releaseSlot')
  app.addHook('preHandler', (request, reply, done) => {
    const { lane: own = 'page' } = request.routeOptions.config
    const lane = own === 'page' ? laneOfPage(request.query) : own
    const gone = new AbortController()
    const { id: account } = request.account
    const go = (): void => askingAs({ account, lane, signal: gone.signal }, done)
    // The client may be gone before this hook, and then no further event comes.
    if (reply.raw.closed) gone.abort()
    else
      reply.raw.once('close', () => {
        // The failure may be the deadline, after which the work would continue.
        if (!reply.raw.writableFinished || reply.statusCode >= 500) gone.abort()
      })
    if (lane === 'unlimited') return go()
    queues[lane].take(account, AbortSignal.any([gone.signal, AbortSignal.timeout(longest)])).then(
      leave => {
        // The deadline has already answered the request.
        if (reply.sent) return leave()
        request.releaseSlot = leave
        go()
      },
      () => done(gone.signal.aborted ? gone.signal.reason : busy()),
    )
  })
  // Not on completion of the response, because a slow client would keep the slot; nor when the client leaves, because
  // the work has to end first.
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
  /** How many requests of an account wait or have a slot. */
  readonly #counts = new Map<number, number>()

  constructor(concurrency: number) {
    this.#queue = new PQueue({ concurrency })
  }

  /** Returns the release function. @throws the reason of `signal` when it is aborted first */
  async take(account: number, signal: AbortSignal): Promise<() => void> {
    const before = this.#counts.get(account) ?? 0
    this.#counts.set(account, before + 1)
    const slot = Promise.withResolvers<() => void>()
    // A slot once given is kept until released.
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
