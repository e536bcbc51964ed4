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
import { leaveTask, nextHost, nextMoment, nextTask, type QueuedTask, type TaskFilter } from './task-queue.ts'
import { postponeWindow, windowTask } from './window-task.ts'

/** One request at a time a host. Any number of processes may run; a killed one leaves one request to repeat. */
type RunOptions = {
  only?: TaskFilter | undefined
  concurrency?: number
  /** Not to wait longer than this for the next thing to ask, in milliseconds; absent: till nothing is left. */
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
    // By its own marks first, so that a site which has changed is seen to have changed.
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
/** Others may bring new work at any moment: nobody looks away for longer than this part of a gap. */
const lookAgain = 1 / 3
const shortest = 10

export async function runCollecting(context: CollectContext, options: RunOptions, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  try {
    while (!signal.aborted) {
      if (running.size >= (options.concurrency ?? usualConcurrency)) {
        await Promise.race(running)
        continue
      }
      // What ends while we look may have brought more: only who was alone all the time can say that nothing is left.
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

/** The next task of a host that may be asked, begun; or when to look again, when that is known. */
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
  // For the platform's sake, or because another worker was quicker.
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
    await leaveTask(db, task)
    await abandonLease(db, lease, limits)
  }
  onStep?.({ host: lease.host, task: task.kind === 'window' ? 'window' : task.listed.task })
}

const restFor = ({ limits }: CollectContext, milliseconds: number, signal: AbortSignal): Promise<void> =>
  pause(Math.max(Math.min(milliseconds, limits.hostGap * lookAgain), shortest), undefined, { signal }).catch(
    () => undefined,
  )

const courtTask = (context: CollectContext, task: QueuedTask): CourtTask | Promise<CourtTask> =>
  task.kind === 'window'
    ? windowTask(context, task.site, task.window)
    : listedTasks[task.listed.task](context, task.site, task.listed)
const listedTasks = { card: cardTask, text: textTask, find: findTask } as const

/** A fault of ours does not stand in the way of the rest: the task comes again after its pause. */
async function postponeFaulty({ db, limits }: CollectContext, task: QueuedTask, error: unknown): Promise<void> {
  const reason = `Сбой: ${error instanceof Error ? error.message : String(error)}`
  const why = { wait: 'backoff', reason, limits } as const
  await db
    .transaction()
    .execute(trx =>
      task.kind === 'window' ? postponeWindow(trx, task.site, task.window, why) : postponeListed(trx, task.listed, why),
    )
}
