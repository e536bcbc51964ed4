import { type Kysely, sql } from 'kysely'
import { type Job, PgBoss } from 'pg-boss'
import type { DB } from '../db/schema.ts'
import { type Handlers, type JobHandler, jobHandlers, type Workshop } from './handlers.ts'
import { type JobData, type JobName, jobNames, kindOf } from './job-kinds.ts'
import { queueOptions } from './send-job.ts'

/**
 * Does jobs until it is told to stop: any number of processes share them. A job that is broken off by stopping is given
 * back and not counted as a failure; one whose process died is taken up by another when its sign of life is missed.
 */
export type JobsOptions = {
  /** Of the same database: the queue listens on a connection of its own. */
  url: string
  onError: (error: unknown) => void
  /** Which ones; absent: all. */
  names?: readonly JobName[]
  /** How they are done; absent: as the product does them. */
  handlers?: Handlers
}

/** What jobs that were told to stop are waited for, in milliseconds. */
const longestFarewell = 10_000
const zone = 'Europe/Moscow'

/** Answers how to stop. */
export async function startJobs(
  workshop: Workshop,
  { url, onError, names = jobNames, handlers = jobHandlers }: JobsOptions,
): Promise<() => Promise<void>> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'sudmonitor jobs',
    max: 3,
    useListenNotify: true,
    // Whoever died is missed within a minute.
    monitorIntervalSeconds: 15,
    superviseIntervalSeconds: 15,
    monitorVacuum: false,
  })
  boss.on('error', seldom(onError))
  await boss.start()
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const doJob = async (name: JobName, job: Job<unknown>): Promise<void> => {
    try {
      await handle(await handlers[name](), name, workshop, job, AbortSignal.any([stopping.signal, job.signal]))
    } catch (error) {
      if (stopping.signal.aborted) return giveBack(workshop.db, name, job)
      onError(error)
      throw error
    }
  }
  for (const name of names) {
    await boss.createQueue(name, queueOptions(name))
    const { policy: _, ...changeable } = queueOptions(name)
    await boss.updateQueue(name, changeable)
    await boss.work(name, { localConcurrency: kindOf(name).atOnce ?? 1, pollingIntervalSeconds: 10 }, async jobs => {
      for (const job of jobs) {
        const done = doJob(name, job)
        running.add(done)
        await done.finally(() => running.delete(done))
      }
    })
  }
  await schedule(boss, names)
  // Jobs that died with the last process are not left until the first round.
  await boss.supervise()
  return async () => {
    stopping.abort()
    const timer = Promise.withResolvers<void>()
    const patience = setTimeout(timer.resolve, longestFarewell)
    await Promise.race([Promise.allSettled(running), timer.promise])
    clearTimeout(patience)
    await boss.stop({ graceful: false })
  }
}

async function handle<N extends JobName>(
  handler: JobHandler<N>,
  name: N,
  workshop: Workshop,
  job: Job<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const kind = kindOf(name)
  // The schema of this very name.
  const data = kind.data.parse(job.data ?? {}) as JobData<N>
  await handler(workshop, data, signal, { isLast: job.retryCount >= kind.retries })
}

/** A database that does not answer is told once a minute, not at every look at every queue. */
function seldom(tell: (error: unknown) => void): (error: unknown) => void {
  let last: { said: string; at: number } | undefined
  return error => {
    const said = String(error)
    if (last?.said === said && Date.now() - last.at < quietFor) return
    last = { said, at: Date.now() }
    tell(error)
  }
}
const quietFor = 60_000

/** As it was before it was taken: the attempt does not count. */
const giveBack = async (db: Kysely<DB>, name: JobName, job: Job<unknown>): Promise<void> => {
  await sql`
    update pgboss.job set state = 'created', started_on = null, heartbeat_on = null
    where name = ${name} and id = ${job.id}::uuid and state = 'active' and retry_count = ${job.retryCount}`.execute(db)
}

/** Kinds with a clock are sent by it; a clock whose kind is gone stops. */
async function schedule(boss: PgBoss, names: readonly JobName[]): Promise<void> {
  const kept = await boss.getSchedules()
  for (const { name } of kept)
    if (!jobNames.some(known => known === name && kindOf(known).every !== undefined)) await boss.unschedule(name)
  for (const name of names) {
    const { every } = kindOf(name)
    if (every !== undefined) await boss.schedule(name, every, {}, { tz: zone })
  }
}
