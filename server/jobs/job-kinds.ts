import { z } from 'zod'

/**
 * Every job there is: what it is told, and how it is repeated. A job may run more than once (a process can end between
 * the work and its tick), so each step of each job must bear that. What is done is in handlers.ts.
 */
export type JobKind = {
  /** What the job is told; checked when it is sent and again when it is done. */
  data: z.ZodObject
  /** How often a failed one is tried again, after pauses that grow from the first to the longest, in seconds. */
  retries: number
  pauses: readonly [first: number, longest: number]
  /** A job that takes longer, in seconds, is taken for lost; one whose process died is noticed within a minute. */
  longest: number
  /** How many a process does at a time; absent: one. */
  atOnce?: number
  /**
   * Jobs of one `key` (absent: all of the kind): `queued`: one waits at most; `active`: one is done at a time, by all
   * processes; `both`: one waits and one is done; `either`: there is one, be it waiting or being done.
   */
  single?: keyof typeof policies
  /** Sent by itself, with `{}`: a cron line, in Moscow's time. */
  every?: string
}
export const policies = { queued: 'short', active: 'singleton', both: 'stately', either: 'exclusive' } as const

const minute = 60
const hour = 60 * minute
const exportId = z.object({ id: z.int() })

const jobKinds = {
  'write-export': { data: exportId, retries: 4, pauses: [5, 10 * minute], longest: 6 * hour, atOnce: 2 },
  'send-export': { data: exportId, retries: 8, pauses: [10, hour], longest: hour },
  'forget-exports': {
    data: z.object({}),
    retries: 0,
    pauses: [1, 1],
    longest: 10 * minute,
    single: 'either',
    every: '17 * * * *',
  },
  'tend-subscriptions': {
    data: z.object({}),
    retries: 2,
    pauses: [5 * minute, hour],
    longest: 4 * hour,
    single: 'either',
    every: '40 3 * * *',
  },
  collect: {
    data: z.object({}),
    retries: 0,
    pauses: [1, 1],
    longest: 20 * hour,
    single: 'either',
    every: '* * * * *',
  },
  'plan-collecting': {
    data: z.object({}),
    retries: 3,
    pauses: [minute, 10 * minute],
    longest: hour,
    single: 'either',
    every: '0 20 * * *',
  },
  'forget-old': {
    data: z.object({}),
    retries: 2,
    pauses: [minute, 10 * minute],
    longest: hour,
    single: 'either',
    every: '50 4 * * *',
  },
  'check-courts': {
    data: z.object({}),
    retries: 0,
    pauses: [1, 1],
    longest: 10 * minute,
    single: 'either',
    every: '23 * * * *',
  },
} as const satisfies Record<string, JobKind>

export type JobName = keyof typeof jobKinds
export type JobData<N extends JobName> = z.output<(typeof jobKinds)[N]['data']>

/** The same, each as a plain kind. */
export const kindOf = (name: JobName): JobKind => jobKinds[name]
export const jobNames = Object.keys(jobKinds).filter((name): name is JobName => Object.hasOwn(jobKinds, name))
