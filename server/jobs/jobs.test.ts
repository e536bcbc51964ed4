import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { jobHandlers } from '../job-handlers.ts'
import type { JobContext, JobHandlers, JobName } from './job-kinds.ts'
import { ownThread } from './own-thread.ts'
import { sendJob } from './send-job.ts'
import { startJobs } from './start-jobs.ts'

const { db, url } = await testDatabase()
const contextTelling = (onError: (error: unknown) => void): JobContext => ({
  db,
  telegram: undefined,
  mailer: undefined,
  publicUrl: undefined,
  dataDir: '/nowhere',
  onError,
  say: () => undefined,
})

/** Runs one kind of job with `handler` until the test ends or it is stopped. */
async function work(name: JobName, handler: (data: object, signal: AbortSignal) => Promise<void>) {
  const handlers: JobHandlers = {
    ...jobHandlers,
    [name]: async () => (_: JobContext, data: object, signal: AbortSignal) => handler(data, signal),
  }
  const failures: unknown[] = []
  const context = contextTelling(error => failures.push(error))
  const stop = await startJobs(context, { url, names: [name], handlers })
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
    await expect.poll(() => done).toEqual([{ id: 1 }])
    // By polling, workers would find it half a minute later.
    await sendJob(db, 'write-export', { id: 2 })
    await expect.poll(() => done, { interval: 20 }).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('is refused when it is told what it does not understand', async () => {
    // @ts-expect-error: the table of kinds defines the payload of each
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
    await expect.poll(() => jobs('send-export')).toMatchObject([{ state: 'retry' }])
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
    await expect.poll(mine).toMatchObject({ state: 'active' })
    await stop()
    expect(await mine()).toMatchObject({ state: 'created', retries: 0 })
    await work('write-export', async () => undefined)
    await expect.poll(mine).toMatchObject({ state: 'completed', retries: 0 })
  })

  it('of a process that died is tried again', async () => {
    const id = await sendJob(db, 'send-export', { id: 5 })
    await sql`update pgboss.job set state = 'active', started_on = now() - interval '2 minutes',
      heartbeat_on = now() - interval '1 minute' where id = ${id}::uuid`.execute(db)
    // As if the queues had not been supervised for long.
    await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(db)
    await work('write-export', async () => undefined)
    expect((await jobs('send-export')).find(job => job.id === id)).toMatchObject({ state: 'retry' })
  })

  it('with a clock is sent by it', async () => {
    await work('forget-exports', async () => undefined)
    const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(db)
    expect(rows).toEqual([{ name: 'forget-exports', cron: '17 * * * *', timezone: 'Europe/Moscow' }])
  })

  it('keeps the clock that a later version has set, until this one is the latest (§8)', async () => {
    await (await work('forget-exports', async () => undefined)).stop()
    await sql`insert into pgboss.queue select (jsonb_populate_record(queue, '{"name": "later-kind"}')).*
      from pgboss.queue where name = 'forget-exports'`.execute(db)
    await sql`update pgboss.schedule set cron = '18 * * * *'`.execute(db)
    await sql`update pgboss.queue set retry_limit = 17 where name = 'forget-exports'`.execute(db)
    await sql`insert into pgboss.schedule (name, cron) values ('later-kind', '5 3 * * *')`.execute(db)
    await sql`insert into kysely_migration (name, timestamp) values ('9998-later-kind', '')`.execute(db)
    const clocks = async () => {
      const { rows } = await sql<{
        name: string
        cron: string
      }>`select name, cron from pgboss.schedule order by name`.execute(db)
      return rows
    }
    const { stop } = await work('forget-exports', async () => undefined)
    await stop()
    expect(await clocks()).toEqual([
      { name: 'forget-exports', cron: '18 * * * *' },
      { name: 'later-kind', cron: '5 3 * * *' },
    ])
    const { rows } = await sql`select retry_limit from pgboss.queue where name = 'forget-exports'`.execute(db)
    expect(rows).toEqual([{ retry_limit: 17 }])
    await sql`delete from kysely_migration where name = '9998-later-kind'`.execute(db)
    await work('forget-exports', async () => undefined)
    expect(await clocks()).toEqual([{ name: 'forget-exports', cron: '17 * * * *' }])
  })

  it('of a kind that is repeated is followed by the next, also after a failure and a stop', async () => {
    let runs = 0
    const { stop, failures } = await work('match-changes', async () => {
      runs++
      if (runs === 1) throw new Error('once')
    })
    await expect.poll(() => runs).toBeGreaterThan(1)
    await stop()
    expect(failures).toMatchObject([{ message: 'once' }])
    expect((await jobs('match-changes')).filter(({ state }) => state === 'created')).toHaveLength(1)
  })

  it('is one of its key, and other keys do not wait for it', async () => {
    const lanes: unknown[] = []
    const { stop } = await work('deliver-messages', async (data, signal) => {
      lanes.push(data)
      await sleep(60_000, undefined, { signal })
    })
    for (const lane of ['serial', 'serial', 'parallel'] as const)
      await sendJob(db, 'deliver-messages', { lane }, { key: lane })
    await expect.poll(() => lanes).toHaveLength(2)
    expect(lanes).toEqual(expect.arrayContaining([{ lane: 'serial' }, { lane: 'parallel' }]))
    await stop()
    // Returned to the queue with its key.
    expect(await sendJob(db, 'deliver-messages', { lane: 'serial' }, { key: 'serial' })).toBeUndefined()
  })

  it('of an earlier version is done after an update, by the settings of today', async () => {
    const options = JSON.stringify({ policy: 'exclusive', retryLimit: 9, heartbeatSeconds: 60 })
    await sql`select pgboss.create_queue('check-courts', ${options}::jsonb)`.execute(db)
    await sendJob(db, 'check-courts', {})
    const done: object[] = []
    await work('check-courts', async data => void done.push(data))
    await expect.poll(() => done).toEqual([{}])
    const { rows } =
      await sql`select retry_limit, heartbeat_seconds from pgboss.queue where name = 'check-courts'`.execute(db)
    expect(rows).toEqual([{ retry_limit: 0, heartbeat_seconds: 30 }])
  })

  it('with nothing to do does not begin the thread of heavy jobs', async () => {
    const begun: string[] = []
    const checked: string[] = []
    const thread = { run: async ({ name }: { name: string }) => void begun.push(name), stop: async () => undefined }
    const due = async (name: string, answer: boolean): Promise<boolean> => {
      checked.push(name)
      return answer
    }
    onTestFinished(
      await startJobs(
        contextTelling(() => undefined),
        {
          url,
          handlers: jobHandlers,
          names: ['resolve-people', 'set-clocks'],
          thread,
          due: { 'resolve-people': () => due('people', false), 'set-clocks': () => due('clocks', true) },
        },
      ),
    )
    await expect.poll(() => [...new Set(checked)].sort()).toEqual(['clocks', 'people'])
    await expect.poll(() => begun).toContain('set-clocks')
    expect(begun).not.toContain('resolve-people')
  })
})

describe('the thread of heavy jobs', () => {
  const script = (body: string) =>
    new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'\n${body}`)}`)
  const call = (signal = new AbortController().signal) =>
    ({ name: 'set-clocks', data: {}, signal, isLast: false }) as const
  const open = (body: string) => {
    const errors: unknown[] = []
    const said: string[] = []
    const thread = ownThread(script(body), {}, { say: line => said.push(line), onError: error => errors.push(error) })
    onTestFinished(() => thread.stop())
    return { thread, errors, said }
  }

  it('answers for each job by itself, and passes on that it is to stop', async () => {
    const { thread, said } = open(`
      parentPort.on('message', message => {
        if (message === 'end') return parentPort.close()
        const { id, abort } = message
        parentPort.postMessage(abort === undefined ? { said: 'job ' + id } : { id: abort, error: 'stopped' })
        if (id === 1) parentPort.postMessage({ id, error: null })
      })`)
    await thread.run(call())
    const stopping = new AbortController()
    const second = thread.run(call(stopping.signal))
    stopping.abort()
    await expect(second).rejects.toThrow('stopped')
    expect(said).toEqual(['job 1', 'job 2'])
  })

  it('fails its jobs when it dies, and the next job begins another', async () => {
    const { thread, errors } = open(`parentPort.on('message', () => { throw new Error('out of memory') })`)
    for (const _ of [1, 2]) await expect(thread.run(call())).rejects.toThrow('The thread of the job ended')
    expect(errors).toHaveLength(2)
  })

  it('that does not end in time is cut off when jobs stop, and its job is given back', async () => {
    const { thread } = open(`parentPort.on('message', () => undefined)`)
    const running = thread.run(call())
    await thread.stop()
    await expect(running).rejects.toThrow('The thread of the job ended')
  })
})
