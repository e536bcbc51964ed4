import { type Kysely, sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { DB } from '../db/schema.ts'
import { type JobData, type JobName, jobKind, queueOptions } from './job-kinds.ts'

export type SendOptions = {
  /** What the kind's policy counts by. */
  key?: string
  /** Not before this moment. */
  after?: Date
}

/**
 * Sends a job in the caller's own transaction: the job and its cause are kept together, or neither is. Answers the job's id; undefined
 * when the kind's policy allows no second one. @throws ZodError on a payload that does not fit
 */
export async function sendJob<N extends JobName>(
  db: Kysely<DB>,
  name: N,
  data: JobData<N>,
  { key, after }: SendOptions = {},
): Promise<string | undefined> {
  const payload = jobKind(name).data.parse(data)
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
