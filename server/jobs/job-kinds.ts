import type { Kysely } from 'kysely'
import type { QueuePolicy } from 'pg-boss'
import { z } from 'zod'
import type { Collecting } from '../collectors/collect-jobs.ts'
import type { DB } from '../db/schema.ts'
import type { Mailer, OutgoingLimits, Timestamping } from '../http/feature.ts'
import type { Telegram } from '../messenger/telegram.ts'

/**
 * All background work, one row a kind. A job may run more than once (a process can die between the work and its completion), so each
 * step of each kind must bear that. Each kind is a queue of its own. What is done: server/job-handlers.ts.
 */
type JobKind = {
  /** Payload; checked when a job is sent and again when it runs. */
  data: z.ZodObject
  /** How often a failed job is retried, with backoff between these delays in seconds. */
  retries: number
  delays: readonly [first: number, longest: number]
  /** Seconds after which a job is taken for lost. One whose process died is noticed within a minute. */
  timeout: number
  /** Jobs of the kind that one process runs at a time; absent: one. */
  concurrency?: number
  /** pg-boss: `exclusive`: one job of a key waits or runs; `stately`: one waits and one runs. */
  policy?: Extract<QueuePolicy, 'exclusive' | 'stately'>
  /** Cron line in Moscow time: a job with `{}` is sent then. */
  schedule?: string
  /** Also sent when a process starts. */
  atStart?: true
  /** The next job is sent when one ends, and begins this many seconds after it began; `schedule` revives a broken chain. */
  repeat?: number
  /** `own`: heavy work that runs in a worker thread, so that pages are not held up. */
  thread: 'own' | 'shared'
}

const minute = 60
const hour = 60 * minute
const ofExport = { data: z.object({ id: z.int() }), thread: 'shared' } as const
const ofHosts = z.object({ id: z.int(), hosts: z.array(z.string()) })
const lanes = ['serial', 'parallel', 'digests'] as const
const ofLane = z.object({ lane: z.enum(lanes) })
/** Sent by the schedule, without payload; what fails is left to the next time. */
const scheduled = { data: z.object({}), retries: 0, delays: [1, 1], policy: 'exclusive', thread: 'shared' } as const
const retried = { ...scheduled, retries: 2, delays: [minute, 10 * minute] } as const
const everyMinute = { ...scheduled, policy: 'stately', schedule: '* * * * *' } as const
const heavy = { thread: 'own', atStart: true, timeout: 20 * hour } as const

const jobKinds = {
  'write-export': { ...ofExport, retries: 4, delays: [5, 10 * minute], timeout: 6 * hour, concurrency: 2 },
  'send-export': { ...ofExport, retries: 8, delays: [10, hour], timeout: hour },
  'forget-exports': { ...scheduled, timeout: 10 * minute, schedule: '17 * * * *' },
  // News waits for minutes to be told together; a look that finds nothing costs two queries and six of the job.
  'match-changes': { ...everyMinute, timeout: hour, atStart: true, repeat: 15 },
  'deliver-messages': { ...scheduled, data: ofLane, timeout: hour, concurrency: lanes.length },
  'tend-subscriptions': { ...retried, delays: [5 * minute, hour], timeout: 4 * hour, schedule: '40 3 * * *' },
  collect: { ...scheduled, timeout: 20 * hour, schedule: '* * * * *' },
  'plan-collecting': { ...retried, retries: 3, timeout: hour, schedule: '0 20 * * *' },
  'check-courts': { ...scheduled, timeout: 10 * minute, schedule: '23 * * * *' },
  'forget-old': { ...retried, timeout: hour, schedule: '50 4 * * *' },
  // Texts on other servers; nothing to do where there are none.
  'check-texts': { ...scheduled, timeout: 6 * hour, schedule: '20 4 * * *' },
  // Pages of lists on the hosts of a forgotten person’s cases; `hosts` are those of courts.
  'mask-pages': { data: ofHosts, retries: 5, delays: [minute, hour], timeout: 4 * hour, thread: 'shared' },
  'check-disk': { ...scheduled, timeout: minute, schedule: '*/5 * * * *', atStart: true },
  'clean-accounts': { ...scheduled, timeout: 10 * minute, schedule: '31 * * * *' },
  // These take what is due from a table, batch by batch; what becomes due meanwhile is the next job's.
  'resolve-people': { ...everyMinute, ...heavy, retries: 3, delays: [5, minute] },
  'set-clocks': { ...everyMinute, ...heavy, retries: 3, delays: [5, minute] },
  // What was appended to the journal since; seals that have no timestamp yet are stamped when the authority answers.
  'seal-journal': {
    ...scheduled,
    thread: 'own',
    retries: 3,
    delays: [minute, hour],
    timeout: 6 * hour,
    schedule: '10 5 * * *',
  },
  'stamp-seals': { ...scheduled, timeout: 10 * minute, schedule: '40 * * * *' },
  // After an update; each step has a cursor, so what is done is not done again.
  'reread-stored': { ...scheduled, ...heavy, retries: 5, delays: [5, 10 * minute], schedule: '7 * * * *' },
} as const satisfies Record<string, JobKind>

export type JobName = keyof typeof jobKinds
export type JobData<N extends JobName> = z.output<(typeof jobKinds)[N]['data']>
export const jobKind = (name: JobName): JobKind => jobKinds[name]
export const jobNames = Object.keys(jobKinds).filter((name): name is JobName => Object.hasOwn(jobKinds, name))

export type JobContext = {
  db: Kysely<DB>
  telegram: Telegram | undefined
  mailer: Mailer | undefined
  publicUrl: string | undefined
  /** Whom court sites are told to write to, and whether courts are asked by the schedule; absent: they are not. */
  collecting?: Collecting | undefined
  /** What webhooks may call besides the whole world at its usual port. */
  outgoing?: OutgoingLimits | undefined
  /** Absent: seals of the journal have no timestamps. */
  timestamping?: Timestamping | undefined
  /** A calendar of OpenTimestamps; absent: seals have no proofs of it. */
  calendar?: Timestamping | undefined
  /** An absolute folder for files that outlive the job. */
  dataDir: string
  /** Bytes that ought to stay free on its disk. */
  diskReserve?: number
  onError: (error: unknown) => void
  /** Tells the operator, in Russian. */
  say: (sentence: string) => void
}

/**
 * `signal`: the process stops, or the job was given to another; whoever throws then is begun again later, uncounted.
 * `isLast`: a failure of this attempt is final.
 */
export type JobHandler<N extends JobName> = (
  context: JobContext,
  data: JobData<N>,
  signal: AbortSignal,
  attempt: { isLast: boolean },
) => Promise<void>
/** How each job is done, loaded when the first one comes. */
export type JobHandlers = { readonly [N in JobName]: () => Promise<JobHandler<N>> }
/** Whether a kind has anything to do: asked first, so that no thread is begun for nothing. */
export type DueChecks = { readonly [N in JobName]?: (db: Kysely<DB>) => Promise<boolean> }

export async function runHandler<N extends JobName>(
  handlers: JobHandlers,
  context: JobContext,
  { name, data, signal, isLast }: { name: N; data: unknown; signal: AbortSignal; isLast: boolean },
): Promise<void> {
  const handler: JobHandler<N> = await handlers[name]()
  // The schema of this very name.
  await handler(context, jobKind(name).data.parse(data ?? {}) as JobData<N>, signal, { isLast })
}

const minutely = (schedule: string | undefined): boolean => schedule?.startsWith('* ') ?? false
/** Seconds without a sign of life after which a job is retried elsewhere. */
const heartbeat = 30
export const queueOptions = (name: JobName) => {
  const { retries, delays, timeout, policy = 'standard', schedule, repeat } = jobKind(name)
  return {
    policy,
    retryLimit: retries,
    retryDelay: delays[0],
    retryBackoff: true,
    retryDelayMax: delays[1],
    expireInSeconds: timeout,
    deleteAfterSeconds: repeat !== undefined ? hour : minutely(schedule) ? 24 * hour : 7 * 24 * hour,
    heartbeatSeconds: heartbeat,
    // A repeated kind begins when its worker polls.
    notify: repeat === undefined,
  }
}
