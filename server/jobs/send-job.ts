import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type JobData, type JobName, jobKind, queueOptions } from './job-kinds.ts'

/**
 * Sends a job in the caller's own transaction: the job and its cause are kept together, or neither is. `key`: what the
 * kind's policy counts by; `after`: not before this moment. Answers the job's id; undefined when the policy allows no second one. @throws ZodError on a payload that does not fit
 */
export async function sendJob<N extends JobName>(
  db: Kysely<DB>,
  name: N,
  data: JobData<N>,
  { key, after }: { key?: string; after?: Date } = {},
): Promise<string | undefined> {
  const payload = jobKind(name).data.parse(data)
  // Loaded with the first job: pages do without it.
  const { fromKysely, PgBoss } = await import('pg-boss')
  // It lives for this one transaction: jobs are run by another instance (start-jobs.ts).
  const boss = new PgBoss({ db: fromKysely(db), migrate: false, supervise: false, schedule: false })
  await boss.start()
  try {
    // Before jobs have ever run. The library's own method would commit the caller's transaction.
    if ((await boss.getQueue(name)) === null)
      await sql`select pgboss.create_queue(${name}, ${JSON.stringify(queueOptions(name))}::jsonb)`.execute(db)
    const options = { ...(key !== undefined && { singletonKey: key }), ...(after && { startAfter: after }) }
    return (await boss.send(name, payload, options)) ?? undefined
  } finally {
    await boss.stop({ graceful: false })
  }
}
