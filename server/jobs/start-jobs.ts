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
 * Runs jobs until it is told to stop; any number of processes share them. A job that is broken off by stopping is given back and not
 * counted as a failure; one whose process died is taken up by another when its heartbeat is missed.
 */
type JobsOptions = {
  /** Of the same database: pg-boss has connections of its own. */
  url: string
  handlers: JobHandlers
  /** Which kinds; absent: all. */
  names?: readonly JobName[]
  /** Where kinds with `thread: 'own'` run; absent: here. */
  thread?: OwnThread
  /** Absent: there always is something to do. */
  due?: DueChecks
}

const shutdownTimeoutMs = 10_000
const releaseTimeoutMs = 2_000
const zone = 'Europe/Moscow'

/** Answers how to stop. */
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
    // Whoever died is missed within a minute.
    monitorIntervalSeconds: 15,
    superviseIntervalSeconds: 15,
    // No job waits for another, and the schedule counts in minutes: an idle server asks for neither every five seconds.
    flowIntervalSeconds: 60,
    cronWorkerIntervalSeconds: 15,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  /** As if it had not been begun: the attempt does not count. */
  const giveBack = (name: JobName, job: Job<unknown>): Promise<void> =>
    context.db.transaction().execute(async trx => {
      const { id, data, singletonKey } = job
      const db = fromKysely(trx)
      // Only while it is this process's: otherwise its id is taken, and nothing is sent.
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
      // Fetched while it was stopping.
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
    // Jobs that died with the last process are not left until the first round.
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
    // What is given back must not be fetched again here.
    for (const name of names) await boss.offWork(name, { wait: false })
    await endedWithin(running, shutdownTimeoutMs)
    // Cuts off the jobs that are left there, which are given back.
    await thread?.stop()
    // Until pg-boss has noted how its jobs ended, its connections must stay open.
    await endedWithin(new Set(names.map(name => boss.offWork(name))), releaseTimeoutMs)
    // A frozen database would be waited for.
    await endedWithin(new Set([boss.stop({ graceful: false })]), releaseTimeoutMs)
  }
}

/** Seconds. Jobs that are sent are notified of: polling finds those to be retried, and those whose notification was lost. */
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

/** The same failure over and over, as of a database that is away, is told once a minute. */
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
 * Kinds with a schedule are sent by it; the schedule of a kind that is gone stops. `isFormer`: a later version has set schedules, and its workers
 * that run already would not set them again.
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
