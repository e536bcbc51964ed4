import { setTimeout as pause } from 'node:timers/promises'
import { fromKysely, type JobWithMetadata as Job, PgBoss } from 'pg-boss'
import { databaseClientOptions } from '../db/client-options.ts'
import { isOfLaterVersion } from '../db/migrate.ts'
import {
  type DueChecks,
  type JobContext,
  type JobHandlers,
  type JobName,
  jobKind,
  jobNames,
  queueOptions,
  runHandler,
} from './job-kinds.ts'
import type { OwnThread } from './own-thread.ts'

/**
 * Runs jobs until stopped; processes share them. A job interrupted by stopping is returned to its queue, and the
 * attempt does not count; a job of a dead process is taken by another one when heartbeats stop.
 */
type JobsOptions = {
  /** Of the same database: pg-boss has its own connections. */
  url: string
  handlers: JobHandlers
  /** Kinds to run; absent: all. */
  names?: readonly JobName[]
  /** Runs kinds with `thread: 'own'`; absent: they run here. */
  thread?: OwnThread
  /** Absent: every job is run. */
  due?: DueChecks
}

const shutdownTimeoutMs = 10_000
const releaseTimeoutMs = 2_000
const zone = 'Europe/Moscow'

/** Returns a function that stops. */
export async function startJobs(
  context: JobContext,
  { url, handlers, names = jobNames, thread, due = {} }: JobsOptions,
): Promise<() => Promise<void>> {
  const onError = oncePerMinute(context.onError)
  const boss = new PgBoss({
    ...databaseClientOptions(url),
    application_name: 'sudmonitor jobs',
    max: 3,
    useListenNotify: true,
    // Dead processes are noticed within a minute.
    monitorIntervalSeconds: 15,
    superviseIntervalSeconds: 15,
    // No job depends on another, and schedules are in minutes: the default of five seconds would only cost an idle server.
    flowIntervalSeconds: 60,
    cronWorkerIntervalSeconds: 15,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  /** Back to the queue, without counting the attempt. */
  const giveBack = (name: JobName, job: Job<unknown>): Promise<void> =>
    context.db.transaction().execute(async trx => {
      const { id, data, singletonKey } = job
      const db = fromKysely(trx)
      // Only while this process owns the job: otherwise its id exists already, and nothing is sent.
      await boss.deleteJob(name, job, { db })
      await boss.send(name, jobKind(name).data.parse(data ?? {}), {
        db,
        id,
        ...(singletonKey !== null && { singletonKey }),
      })
    })
  const runJob = async (name: JobName, job: Job<unknown>): Promise<void> => {
    const { retries, repeat, thread: where } = jobKind(name)
    const signal = AbortSignal.any([stopping.signal, job.signal])
    const call = { name, data: job.data, signal, isLast: job.retryCount >= retries }
    try {
      // It was fetched while stopping.
      stopping.signal.throwIfAborted()
      if ((await due[name]?.(context.db)) === false) return
      await (thread !== undefined && where === 'own' ? thread.run(call) : runHandler(handlers, context, call))
    } catch (error) {
      if (!stopping.signal.aborted) onError(error)
      else if (!job.signal.aborted && repeat === undefined) return giveBack(name, job)
      throw error
    } finally {
      if (repeat !== undefined) await boss.send(name, {})
    }
  }
  const begin = async (): Promise<void> => {
    await boss.start()
    const isFormer = await isOfLaterVersion(context.db)
    for (const name of names) {
      const { policy, ...changeable } = queueOptions(name)
      await boss.createQueue(name, { policy, ...changeable })
      if (!isFormer) await boss.updateQueue(name, changeable)
      const { concurrency = 1 } = jobKind(name)
      const polling = {
        localConcurrency: concurrency,
        pollingIntervalSeconds: pollingInterval(name),
        includeMetadata: true,
      } as const
      await boss.work(name, polling, async jobs => {
        for (const job of jobs) {
          const done = runJob(name, job)
          running.add(done)
          await done.finally(() => running.delete(done))
        }
      })
    }
    await schedule(boss, names, isFormer)
    // Jobs of the previous process need not wait for the first round.
    await boss.supervise()
    for (const name of names) if (jobKind(name).atStart) await boss.send(name, {})
  }
  await begin().catch(async (error: unknown) => {
    stopping.abort()
    await boss.stop({ graceful: false })
    throw error
  })
  return async () => {
    stopping.abort()
    // Stop fetching first: returned jobs must not be fetched here again.
    for (const name of names) await boss.offWork(name, { wait: false })
    await endedWithin(running, shutdownTimeoutMs)
    // Interrupts the remaining jobs, which are returned to the queue.
    await thread?.stop()
    // pg-boss needs its connections until it has recorded how its jobs ended.
    await endedWithin(new Set(names.map(name => boss.offWork(name))), releaseTimeoutMs)
    // A frozen database must not delay the stop.
    await endedWithin(new Set([boss.stop({ graceful: false })]), releaseTimeoutMs)
  }
}

/** Seconds. New jobs are announced by notifications: polling finds retries, and jobs whose notification was lost. */
function pollingInterval(name: JobName): number {
  const { repeat, retries, delays } = jobKind(name)
  return repeat ?? (retries === 0 ? 60 : Math.min(60, Math.max(10, delays[0])))
}

async function endedWithin(running: ReadonlySet<Promise<unknown>>, milliseconds: number): Promise<void> {
  const waiting = new AbortController()
  const timeout = pause(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([Promise.allSettled(running), timeout])
  waiting.abort()
}

/** Repeats of a failure, such as an unreachable database, are reported once a minute. */
function oncePerMinute(tell: (error: unknown) => void): (error: unknown) => void {
  const told = new Map<string, number>()
  return error => {
    const now = Date.now()
    for (const [text, at] of told) if (now - at >= 60_000) told.delete(text)
    if (told.has(String(error))) return
    told.set(String(error), now)
    tell(error)
  }
}

/**
 * Schedules kinds of this version and removes schedules of unknown kinds. `isFormer`: a later version has set schedules
 * already, and its running workers would not restore them.
 */
async function schedule(boss: PgBoss, names: readonly JobName[], isFormer: boolean): Promise<void> {
  const there = new Set((await boss.getSchedules()).map(({ name }) => name))
  const isOurs = (name: string): boolean =>
    jobNames.some(known => known === name && jobKind(known).schedule !== undefined)
  if (!isFormer) for (const name of there) if (!isOurs(name)) await boss.unschedule(name)
  for (const name of names) {
    const { schedule: cron } = jobKind(name)
    if (cron !== undefined && !(isFormer && there.has(name))) await boss.schedule(name, cron, {}, { tz: zone })
  }
}
