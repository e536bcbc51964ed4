import type { Kysely } from 'kysely'
import type { QueuePolicy } from 'pg-boss'
import { z } from 'zod'
import type { Collecting } from '../collectors/collect-jobs.ts'
import type { DB } from '../db/schema.ts'
import type { FeatureOptions, Mailer, OutgoingLimits, Timestamping } from '../http/feature.ts'
import type { Telegram } from '../messenger/telegram.ts'

/**
 * All background work, one row for each kind. Steps must be idempotent: a job may run again if its process dies before
 * completion. Each kind is a queue. Handlers: server/job-handlers.ts.
 */
type JobKind = {
  /** Payload; validated when a job is sent and when it runs. */
  data: z.ZodObject
  /** Number of retries, with exponential backoff between these delays in seconds. */
  retries: number
  delays: readonly [first: number, longest: number]
  /** Seconds after which a running job is considered lost. The death of a process is noticed within a minute. */
  timeout: number
  /** Concurrent jobs of the kind in one process; absent: one. */
  concurrency?: number
  /** pg-boss: `exclusive`: one job of a key waiting or running; `stately`: one waiting and one running. */
  policy?: Extract<QueuePolicy, 'exclusive' | 'stately'>
  /** Cron line in Moscow time: sends a job with `{}`. */
  schedule?: string
  /** Also sent at the start of a process. */
  atStart?: true
  /**
   * The next job is sent when one ends, and starts this many seconds after its start; `schedule` revives a broken
   * chain.
   */
  repeat?: number
  /** `own`: heavy work in a worker thread, so that requests are not delayed. */
  thread: 'own' | 'shared'
}

const minute = 60
const hour = 60 * minute
const ofExport = { data: z.object({ id: z.int() }), thread: 'shared' } as const
const ofHosts = z.object({ id: z.int(), hosts: z.array(z.string()) })
const lanes = ['serial', 'parallel', 'digests'] as const
const ofLane = z.object({ lane: z.enum(lanes) })
/** Sent by the schedule without payload; failures are left to the next run. */
const scheduled = { data: z.object({}), retries: 0, delays: [1, 1], policy: 'exclusive', thread: 'shared' } as const
const retried = { ...scheduled, retries: 2, delays: [minute, 10 * minute] } as const
const everyMinute = { ...scheduled, policy: 'stately', schedule: '* * * * *' } as const
const heavy = { thread: 'own', atStart: true, timeout: 20 * hour } as const

const jobKinds = {
  'write-export': { ...ofExport, retries: 4, delays: [5, 10 * minute], timeout: 6 * hour, concurrency: 2 },
  'send-export': { ...ofExport, retries: 8, delays: [10, hour], timeout: hour },
  'forget-exports': { ...scheduled, timeout: 10 * minute, schedule: '17 * * * *' },
  // Files that a decision to forget deletes must not stay in S3.
  'remove-export-objects': { ...everyMinute, timeout: hour },
  // News waits for minutes to be delivered together; a run without news costs two queries and six of the job.
  'match-changes': { ...everyMinute, timeout: hour, atStart: true, repeat: 15 },
  'deliver-messages': { ...scheduled, data: ofLane, timeout: hour, concurrency: lanes.length },
  'tend-subscriptions': { ...retried, delays: [5 * minute, hour], timeout: 4 * hour, schedule: '40 3 * * *' },
  collect: { ...scheduled, timeout: 20 * hour, schedule: '* * * * *' },
  'plan-collecting': { ...retried, retries: 3, timeout: hour, schedule: '0 20 * * *' },
  'check-courts': { ...scheduled, timeout: 10 * minute, schedule: '23 * * * *' },
  'forget-old': { ...retried, timeout: hour, schedule: '50 4 * * *' },
  // Only with text nodes.
  'check-texts': { ...scheduled, timeout: 6 * hour, schedule: '20 4 * * *' },
  // Pages of lists on `hosts`, the court sites of a forgotten person’s cases.
  'mask-pages': { data: ofHosts, retries: 5, delays: [minute, hour], timeout: 4 * hour, thread: 'shared' },
  'check-disk': { ...scheduled, timeout: minute, schedule: '*/5 * * * *', atStart: true },
  'clean-accounts': { ...scheduled, timeout: 10 * minute, schedule: '31 * * * *' },
  // These take due rows from a table in batches; rows that become due meanwhile are left to the next job.
  'resolve-people': { ...everyMinute, ...heavy, retries: 3, delays: [5, minute] },
  'set-clocks': { ...everyMinute, ...heavy, retries: 3, delays: [5, minute] },
  // Seals entries appended to the journal since the last run; seals without a timestamp get one when the authority answers.
  'seal-journal': {
    ...scheduled,
    thread: 'own',
    retries: 3,
    delays: [minute, hour],
    timeout: 6 * hour,
    schedule: '10 5 * * *',
  },
  'stamp-seals': { ...scheduled, timeout: 10 * minute, schedule: '40 * * * *' },
  // After an update; each step has a checkpoint, so nothing is repeated.
  'reread-stored': { ...scheduled, ...heavy, retries: 5, delays: [5, 10 * minute], schedule: '7 * * * *' },
} as const satisfies Record<string, JobKind>

export type JobName = keyof typeof jobKinds
export type JobData<N extends JobName> = z.output<(typeof jobKinds)[N]['data']>
export const jobKind = (name: JobName): JobKind => jobKinds[name]
export const jobNames = Object.keys(jobKinds).filter((name): name is JobName => Object.hasOwn(jobKinds, name))

/** For administrators. */
const titles: Readonly<Record<JobName, string>> = {
  collect: 'Сбор с сайтов судов',
  'plan-collecting': 'План сбора на ночь',
  'check-courts': 'Проверка судов',
  'forget-old': 'Удаление старых данных',
  'check-disk': 'Проверка места на диске',
  'write-export': 'Запись выгрузок',
  'send-export': 'Отправка выгрузок',
  'forget-exports': 'Удаление старых выгрузок',
  'remove-export-objects': 'Удаление файлов выгрузок из S3',
  'tend-subscriptions': 'Ночная проверка подписок',
  'match-changes': 'Поиск новостей для подписок',
  'deliver-messages': 'Отправка сообщений',
  'resolve-people': 'Поиск одного лица в разных делах',
  'set-clocks': 'Сроки повторности',
  'reread-stored': 'Перечитывание после обновления',
  'seal-journal': 'Опечатывание журнала дел',
  'check-texts': 'Сверка текстов с их серверами',
  'stamp-seals': 'Отметки времени над печатями',
  'mask-pages': 'Удаление имени из сохранённых страниц',
  'clean-accounts': 'Удаление истёкших сеансов',
}
/** A queue that another version has left has its name alone. */
export const jobTitle = (queue: string): string => new Map(Object.entries(titles)).get(queue) ?? queue

export type JobContext = {
  db: Kysely<DB>
  telegram: Telegram | undefined
  mailer: Mailer | undefined
  publicUrl: string | undefined
  /** Contact for court sites, and whether courts are collected on schedule; absent: they are not. */
  collecting?: Collecting | undefined
  /** Addresses that webhooks may call besides public ones on the default port. */
  outgoing?: OutgoingLimits | undefined
  /** Absent: seals of the journal get no timestamps. */
  timestamping?: Timestamping | undefined
  /** An OpenTimestamps calendar; absent: seals get no proofs. */
  calendar?: Timestamping | undefined
  exportStore?: FeatureOptions['exportStore']
  /** Absolute path for files that outlive the job. */
  dataDir: string
  /** Bytes that should stay free on its disk. */
  diskReserve?: number
  onError: (error: unknown) => void
  /** Reports to the operator, in Russian. */
  say: (sentence: string) => void
}

/**
 * `signal`: the process is stopping, or the job was given to another; a job that throws then is retried without
 * counting the attempt. `isLast`: there is no retry after this attempt.
 */
export type JobHandler<N extends JobName> = (
  context: JobContext,
  data: JobData<N>,
  signal: AbortSignal,
  attempt: { isLast: boolean },
) => Promise<void>
/** Handlers, loaded with the first job of their kind. */
export type JobHandlers = { readonly [N in JobName]: () => Promise<JobHandler<N>> }
/** Cheap check before a job is run, so that no thread is started for nothing. */
export type DueChecks = { readonly [N in JobName]?: (db: Kysely<DB>) => Promise<boolean> }

export async function runHandler<N extends JobName>(
  handlers: JobHandlers,
  context: JobContext,
  { name, data, signal, isLast }: { name: N; data: unknown; signal: AbortSignal; isLast: boolean },
): Promise<void> {
  const handler: JobHandler<N> = await handlers[name]()
  // The schema belongs to this name.
  await handler(context, jobKind(name).data.parse(data ?? {}) as JobData<N>, signal, { isLast })
}

const minutely = (schedule: string | undefined): boolean => schedule?.startsWith('* ') ?? false
/** Seconds without a heartbeat after which a job is retried elsewhere. */
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
    // Repeated kinds are picked up by polling.
    notify: repeat === undefined,
  }
}
