import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { cardTask, postponeListed, textTask } from './card-task.ts'
import type { PageReading } from './collector.ts'
import { type FetchOptions, fetchPageWith } from './fetch-page.ts'
import { findTask } from './find-task.ts'
import { abandonLease, acquireLease, cancelLease, type HostLease } from './host-lease.ts'
import type { CollectContext } from './leased-request.ts'
import type { CourtPage } from './open-page.ts'
import { adapters, readAnswer } from './parse.ts'
import { type RateLimits, rateLimits } from './rate-policy.ts'
import { type CourtTask, runTask } from './run-task.ts'
import { courtDirectory, readCourtTable } from './sites.ts'
import { nextHost, nextMoment, nextTask, type QueuedTask, releaseTask, type TaskFilter } from './task-queue.ts'
import { postponeWindow, windowTask } from './window-task.ts'

/** One request per host at a time. Any number of processes may run; a killed one leaves one request to repeat. */
type RunOptions = {
  only?: TaskFilter | undefined
  concurrency?: number
  /** The longest wait for the next due task, in milliseconds; absent: until nothing is left. */
  longestWait?: number
  onStep?: (step: Stepped) => void
  onError: (error: unknown) => void
}
export type Stepped = { host: string; task: 'window' | 'card' | 'text' | 'find' }

export async function collectContext(
  db: Kysely<DB>,
  { limits = rateLimits, ...fetching }: FetchOptions & { limits?: RateLimits } = {},
): Promise<CollectContext> {
  const courts = courtDirectory(await readCourtTable(db))
  const read = async (page: CourtPage): Promise<PageReading> => {
    const { layout, ...asItIs } = page
    const reading = await readAnswer(asItIs, courts)
    // Identified by its own marks first, so that a site with a new layout is noticed.
    return reading.kind === 'unknown' && layout !== undefined ? readAnswer(page, courts) : reading
  }
  return {
    db,
    fetchPage: fetchPageWith(fetching),
    read,
    searchUrls: (layout, search) => adapters[layout].searchUrls(search),
    limits,
  }
}

const usualConcurrency = 4
/** Other workers may add tasks at any time: the queue is polled at least once per this part of a gap. */
const queueCasesOf = 1 / 3
const shortest = 10

export async function runCollecting(context: CollectContext, options: RunOptions, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  try {
    while (!signal.aborted) {
      if (running.size >= (options.concurrency ?? usualConcurrency)) {
        await Promise.race(running)
        continue
      }
      // A request that ends during the check may have added tasks: nothing is left only if none was running throughout.
      const isAlone = running.size === 0
      const next = await begin(context, options, signal)
      if (next?.work !== undefined) {
        const work = next.work.catch(options.onError).finally(() => running.delete(work))
        running.add(work)
        continue
      }
      const at = next?.until ?? (await nextMoment(context.db, options.only ?? {}))
      const rest = at === undefined ? undefined : at.getTime() - Date.now()
      const isOver = rest === undefined || (options.longestWait !== undefined && rest > options.longestWait)
      if (isOver && isAlone) return
      await Promise.race([...running, restFor(context, rest ?? context.limits.hostGap, signal)])
    }
  } catch (error) {
    if (!signal.aborted) options.onError(error)
  } finally {
    await Promise.all(running)
  }
}

/** Starts the next due task of a free host, or returns when to check again, if known. */
async function begin(
  context: CollectContext,
  options: RunOptions,
  signal: AbortSignal,
): Promise<{ work?: Promise<void>; until?: Date } | undefined> {
  const { db, limits } = context
  const only = options.only ?? {}
  const ready = await nextHost(db, only)
  if (ready === undefined) return undefined
  const acquired = await acquireLease(db, { ...ready, url: '' }, limits)
  // Refused by the platform's limit, or another worker took the lease first.
  if ('refused' in acquired) return { until: acquired.refused.backgroundOnly ? new Date() : acquired.refused.until }
  const { lease } = acquired
  const task = await nextTask(db, lease.host, { only, lease: limits.lease })
  if (task !== undefined) return { work: doTask(context, lease, task, options, signal) }
  await cancelLease(db, lease)
  return { until: new Date() }
}

async function doTask(
  context: CollectContext,
  lease: HostLease,
  task: QueuedTask,
  { onStep }: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const { db, limits } = context
  try {
    await runTask(context, lease, task.site, await courtTask(context, task), signal)
  } catch (error) {
    await postponeFaulty(context, task, error)
    throw error
  } finally {
    await releaseTask(db, task)
    await abandonLease(db, lease, limits)
  }
  onStep?.({ host: lease.host, task: task.kind === 'window' ? 'window' : task.listed.task })
}

const restFor = ({ limits }: CollectContext, milliseconds: number, signal: AbortSignal): Promise<void> =>
  pause(Math.max(Math.min(milliseconds, limits.hostGap * queueCasesOf), shortest), undefined, { signal }).catch(
    () => undefined,
  )

const courtTask = (context: CollectContext, task: QueuedTask): CourtTask | Promise<CourtTask> =>
  task.kind === 'window'
    ? windowTask(context, task.site, task.window)
    : listedTasks[task.listed.task](context, task.site, task.listed)
const listedTasks = { card: cardTask, text: textTask, find: findTask } as const

/** An internal error does not block other tasks: this one is retried after a pause. */
async function postponeFaulty({ db, limits }: CollectContext, task: QueuedTask, error: unknown): Promise<void> {
  const reason = `Сбой: ${error instanceof Error ? error.message : String(error)}`
  const why = { wait: 'backoff', reason, limits } as const
  await db
    .transaction()
    .execute(trx =>
      task.kind === 'window' ? postponeWindow(trx, task.site, task.window, why) : postponeListed(trx, task.listed, why),
    )
}
