import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { type Handlers, jobHandlers, type Workshop } from './handlers.ts'
import type { JobName } from './job-kinds.ts'
import { sendJob } from './send-job.ts'
import { startJobs } from './start-jobs.ts'

/** A machine under load is slow, not wrong. */
const patient = { timeout: 10_000 }

const { db, url } = await testDatabase()
const workshop: Workshop = { db, telegram: undefined, mailer: undefined, publicUrl: undefined, dataDir: '/nowhere' }

/** Does one kind of job by `handler`, until the test ends or it is stopped. */
async function work(name: JobName, handler: (data: object, signal: AbortSignal) => Promise<void>) {
  const handlers: Handlers = {
    ...jobHandlers,
    [name]: async () => (_: Workshop, data: object, signal: AbortSignal) => handler(data, signal),
  }
  const failures: unknown[] = []
  const stop = await startJobs(workshop, { url, onError: error => failures.push(error), names: [name], handlers })
  onTestFinished(stop)
  return { stop, failures }
}
const jobs = async (name: JobName) => {
  const { rows } = await sql<{ id: string; state: string; retries: number; pause: number }>`
    select id, state, retry_count as retries, extract(epoch from start_after - now())::integer as pause
    from pgboss.job where name = ${name} order by created_on`.execute(db)
  return rows
}

describe('a job', () => {
  it('is kept with what asked for it, or neither is', async () => {
    const refused = db.transaction().execute(async trx => {
      await sendJob(trx, 'write-export', { id: 1 })
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    expect(await jobs('write-export')).toEqual([])
    await db.transaction().execute(trx => sendJob(trx, 'write-export', { id: 1 }))
    expect(await jobs('write-export')).toMatchObject([{ state: 'created' }])
  })

  it('is done as soon as it is sent', async () => {
    const done: object[] = []
    await work('write-export', async data => void done.push(data))
    await expect.poll(() => done, patient).toEqual([{ id: 1 }])
    // Looking by themselves, workers would find it half a minute later.
    await sendJob(db, 'write-export', { id: 2 })
    await expect.poll(() => done, { ...patient, interval: 20 }).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('is refused when it is told what it does not understand', async () => {
    // @ts-expect-error: the table of kinds says what each is told
    await expect(sendJob(db, 'write-export', { number: 1 })).rejects.toThrow('id')
  })

  it('is one of its kind where the kind says so', async () => {
    expect(await sendJob(db, 'forget-exports', {})).toBeDefined()
    expect(await sendJob(db, 'forget-exports', {})).toBeUndefined()
  })

  it('is tried again after a pause when it fails, and the failure is told', async () => {
    const { failures, stop } = await work('send-export', async () => {
      throw new Error('the line is down')
    })
    await sendJob(db, 'send-export', { id: 3 })
    await expect.poll(() => jobs('send-export'), patient).toMatchObject([{ state: 'retry' }])
    expect(failures).toMatchObject([{ message: 'the line is down' }])
    const [job] = await jobs('send-export')
    expect(job?.pause).toBeGreaterThan(3)
    await stop()
  })

  it('that stopping breaks off is begun again, and the attempt does not count', async () => {
    const { stop } = await work('write-export', async (_, signal) => {
      await sleep(60_000, undefined, { signal })
    })
    const id = await sendJob(db, 'write-export', { id: 4 })
    const mine = async () => (await jobs('write-export')).find(job => job.id === id)
    await expect.poll(mine, patient).toMatchObject({ state: 'active' })
    await stop()
    expect(await mine()).toMatchObject({ state: 'created', retries: 0 })
    await work('write-export', async () => undefined)
    await expect.poll(mine, patient).toMatchObject({ state: 'completed', retries: 0 })
  })

  it('of a process that died is tried again', async () => {
    const id = await sendJob(db, 'send-export', { id: 5 })
    await sql`update pgboss.job set state = 'active', started_on = now() - interval '2 minutes',
      heartbeat_on = now() - interval '1 minute' where id = ${id}::uuid`.execute(db)
    // As if the last look at the queues was long ago.
    await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(db)
    await work('write-export', async () => undefined)
    expect((await jobs('send-export')).find(job => job.id === id)).toMatchObject({ state: 'retry' })
  })

  it('with a clock is sent by it', async () => {
    await work('forget-exports', async () => undefined)
    const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(db)
    expect(rows).toEqual([{ name: 'forget-exports', cron: '17 * * * *', timezone: 'Europe/Moscow' }])
  })
})
