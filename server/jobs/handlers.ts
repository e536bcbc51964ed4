import type { Kysely } from 'kysely'
import type { Collecting } from '../collectors/collect-jobs.ts'
import type { DB } from '../db/schema.ts'
import type { Mailer } from '../http/feature.ts'
import type { Telegram } from '../messenger/telegram.ts'
import type { JobData, JobName } from './job-kinds.ts'

/** What a job works with. */
export type Workshop = {
  db: Kysely<DB>
  /** Absent where no bot is set up. */
  telegram: Telegram | undefined
  /** Absent where no mail is set up. */
  mailer: Mailer | undefined
  /** How the product is addressed from outside, when it is known. */
  publicUrl: string | undefined
  /** Whom court sites are told to write to, and whether they are asked by themselves; absent: they are not. */
  collecting?: Collecting | undefined
  /** An absolute folder for files that outlive the job. */
  dataDir: string
}

/**
 * `signal`: the process stops, or the job was given to another; whoever throws then is begun again later, uncounted.
 * `isLast`: a failure of this attempt is final.
 */
export type JobHandler<N extends JobName> = (
  workshop: Workshop,
  data: JobData<N>,
  signal: AbortSignal,
  attempt: { isLast: boolean },
) => Promise<void>

/** How each job is done, loaded when the first one comes. */
export type Handlers = { readonly [N in JobName]: () => Promise<JobHandler<N>> }
export const jobHandlers: Handlers = {
  'write-export': async () => (await import('../exports/request-jobs.ts')).writeExport,
  'send-export': async () => (await import('../exports/request-sending.ts')).sendExport,
  'forget-exports': async () => (await import('../exports/request-jobs.ts')).forgetExports,
  'tend-subscriptions': async () => (await import('../subscriptions/nightly.ts')).tendSubscriptions,
  collect: async () => (await import('../collectors/collect-jobs.ts')).collectDue,
  'plan-collecting': async () => (await import('../collectors/collect-jobs.ts')).planCollecting,
  'forget-old': async () => {
    const [{ forgetOld }, { forgetVisits }, { forgetWrites }] = await Promise.all([
      import('../collectors/forget-old.ts'),
      import('../cases/visits.ts'),
      import('../texts/found-cases.ts'),
    ])
    return async ({ db }) => {
      await forgetOld(db)
      await forgetVisits(db)
      await forgetWrites(db)
    }
  },
  'check-courts': async () => (await import('../collectors/collect-jobs.ts')).checkCourts,
}
