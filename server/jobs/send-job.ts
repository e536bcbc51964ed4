import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type JobData, type JobName, jobKind, queueOptions } from './job-kinds.ts'

/**
 * Sends a job in the caller's transaction, so that the job and its cause are committed together. `key`: the singleton
 * key of the kind's policy; `after`: not before this moment. Returns the job's id; undefined when the policy allows no
 * further one. @throws ZodError on an invalid payload
 */
export async function sendJob<N extends JobName>(
  db: Kysely<DB>,
  name: N,
  data: JobData<N>,
  { key, after }: { key?: string; after?: Date } = {},
): Promise<string | undefined> {
  const payload = jobKind(name).data.parse(data)
  // Imported with the first job: pages do not need it.
  const { fromKysely, PgBoss } = await import('pg-boss')
  // Used for this transaction only: another instance runs jobs (start-jobs.ts).
  const boss = new PgBoss({ db: fromKysely(db), migrate: false, supervise: false, schedule: false })
  await boss.start()
  try {
    // No worker has run yet. The library's own method would commit the caller's transaction.
    if ((await boss.getQueue(name)) === null)
      await sql`select pgboss.create_queue(${name}, ${JSON.stringify(queueOptions(name))}::jsonb)`.execute(db)
    const options = { ...(key !== undefined && { singletonKey: key }), ...(after && { startAfter: after }) }
    return (await boss.send(name, payload, options)) ?? undefined
  } finally {
    await boss.stop({ graceful: false })
  }
}
