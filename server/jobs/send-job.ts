import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type JobData, type JobName, kindOf, policies } from './job-kinds.ts'

/**
 * Asks for a job through the caller's own transaction: what asked for it and the job are kept together, or neither is.
 * It is written into the queue's table directly, as pg-boss allows: its own `send` needs a started instance.
 */
export type SendOptions = {
  /** What `single` counts by, as `case:17`. */
  key?: string
  /** Not before this moment. */
  after?: Date
  /** Larger ones are done first. */
  priority?: number
}

/** The job's number; undefined when its kind is `single` and there is one already. @throws ZodError on data that do not fit */
export async function sendJob<N extends JobName>(
  db: Kysely<DB>,
  name: N,
  data: JobData<N>,
  options: SendOptions = {},
): Promise<string | undefined> {
  const given = JSON.stringify(kindOf(name).data.parse(data))
  const first = await insert(db, name, given, options)
  if (first.queues > 0) return first.id
  await createQueue(db, name)
  return (await insert(db, name, given, options)).id
}

async function insert(
  db: Kysely<DB>,
  name: JobName,
  data: string,
  { key, after, priority = 0 }: SendOptions,
): Promise<{ queues: number; id: string | undefined }> {
  const { rows } = await sql<{ queues: number; id: string | null }>`
    with queue as (select * from pgboss.queue where name = ${name}),
    sent as (
      insert into pgboss.job (name, data, priority, singleton_key, start_after, keep_until, expire_seconds,
        deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, heartbeat_seconds)
      select name, ${data}::jsonb, ${priority}, ${key ?? null}, start, start + retention_seconds * interval '1 second',
        expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, heartbeat_seconds
      from queue, coalesce(${after?.toISOString() ?? null}::timestamptz, now()) start
      on conflict do nothing
      returning id, start_after
    ),
    -- Workers listen on this channel of the library's; were it another, they would find the job by looking.
    told as (
      select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), ${name}) from sent where start_after <= now()
    )
    select (select count(*) from queue)::integer as queues, (select id from sent) as id, (select count(*) from told)`.execute(
    db,
  )
  const row = rows[0]
  return { queues: row?.queues ?? 0, id: row?.id ?? undefined }
}

/** Makes the queue as the table of kinds says; one that is there stays as it is. */
export const createQueue = (db: Kysely<DB>, name: JobName): Promise<unknown> =>
  sql`select pgboss.create_queue(${name}, ${JSON.stringify(queueOptions(name))}::jsonb)`.execute(db)

const dead = 7 * 86_400
export const queueOptions = (name: JobName) => {
  const { retries, pauses, longest, single } = kindOf(name)
  return {
    policy: single === undefined ? 'standard' : policies[single],
    retryLimit: retries,
    retryDelay: pauses[0],
    retryBackoff: true,
    retryDelayMax: pauses[1],
    expireInSeconds: longest,
    deleteAfterSeconds: dead,
    heartbeatSeconds: heartbeat,
    notify: true,
  }
}
/** Seconds without a sign of life after which a job is another's. */
const heartbeat = 30
