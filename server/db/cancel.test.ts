import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { cancelWhen, pidOf } from './cancel.ts'
import { connect } from './connect.ts'
import { openSnapshot } from './snapshot.ts'

const { url } = await testDatabase()
const most = 3
const db = connect(url, { max: most })
afterAll(() => db.destroy())
const minute = sql`select pg_sleep(60)`
const cancelled = Array.from({ length: most }, () => ({ status: 'rejected', reason: { code: '57014' } }))

describe('what nobody waits for any more is cancelled', () => {
  it('although it holds every connection there is', async () => {
    const leaving = new AbortController()
    const questions = Array.from({ length: most }, () =>
      db.connection().execute(async on => {
        const release = cancelWhen(leaving.signal, db, await pidOf(on))
        await minute.execute(on).finally(release)
      }),
    )
    await expect.poll(async () => (await sessions('active', 'pg_sleep')).length).toBe(most)
    leaving.abort()
    expect(await Promise.allSettled(questions)).toMatchObject(cancelled)
    expect(await Promise.all(questions.map(() => sql`select 1`.execute(db)))).toHaveLength(most)
  })
  it('in snapshots too', async () => {
    const leaving = new AbortController()
    const snapshots = await Promise.all(
      Array.from({ length: most }, () => openSnapshot(db, { secondsEach: 600, signal: leaving.signal })),
    )
    const questions = snapshots.map(({ trx, close }) => minute.execute(trx).finally(close))
    leaving.abort()
    expect(await Promise.allSettled(questions)).toMatchObject(cancelled)
  })
  it('between two statements, too: what is begun after it ends', async () => {
    const leaving = new AbortController()
    const question = db.connection().execute(async on => {
      const release = cancelWhen(leaving.signal, db, await pidOf(on))
      leaving.abort()
      await expect.poll(async () => (await sessions('idle', 'pg_cancel_backend')).length).toBeGreaterThan(0)
      await minute.execute(on).finally(release)
    })
    await expect(question).rejects.toMatchObject({ code: '57014' })
  })
  it('and the next user of its connection is not', async () => {
    for (let n = 0; n < 50; n++) {
      const leaving = new AbortController()
      const one = connect(url, { max: 1 })
      await one.connection().execute(async on => {
        const release = cancelWhen(leaving.signal, one, await pidOf(on))
        const asked = sql`select 1`.execute(on).catch(() => undefined)
        leaving.abort()
        await asked
        await release()
      })
      expect((await sql`select pg_sleep(0.002)`.execute(one)).rows).toHaveLength(1)
      await one.destroy()
    }
  })
})

const other = connect(url, { max: 1 })
afterAll(() => other.destroy())
const sessions = async (state: string, statement: string) =>
  (
    await sql`
      select from pg_stat_activity
      where datname = current_database() and state = ${state} and pid <> pg_backend_pid()
        and query like ${`%${statement}%`}`.execute(other)
  ).rows
