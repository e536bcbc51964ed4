import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { expireLease } from '../../test/dead-holder.ts'
import { packageRoot } from '../env.ts'
import { type Lease, LeaseLost, withAwaitedLease, withLease } from './lease.ts'

const { db, url } = await testDatabase()
const often = { term: 60_000, renewEvery: 10 }
const got = (name: string) => withLease(db, name, async () => true)
/** Holds it until it is dropped. */
async function holding(name: string, terms = {}) {
  const { promise: letGo, resolve: end } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<Lease>()
  const over = withLease(
    db,
    name,
    async lease => {
      begun.resolve(lease)
      await letGo
    },
    terms,
  )
  onTestFinished(async () => {
    end()
    await over
  })
  return { lease: await begun.promise, end, over }
}
const expire = (name: string) => expireLease(db, name)
const isHeld = async (name: string) => {
  const { rows } = await sql`select from lease where name = ${name} and held_until > clock_timestamp()`.execute(db)
  return rows.length > 0
}

describe('a lease', () => {
  it('is one process’s at a time, of its name, and free when the work is done or fails', async () => {
    const { end, over } = await holding('one')
    expect([await got('one'), await got('another')]).toEqual([undefined, true])
    end()
    await over
    await expect(withLease(db, 'one', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await got('one')).toBe(true)
    expect(await db.selectFrom('lease').selectAll().execute()).toEqual([])
  })

  it('is waited for by whoever takes turns', async () => {
    const { end } = await holding('turn')
    const next = withAwaitedLease(db, 'turn', async () => 'mine')
    end()
    expect(await next).toBe('mine')
  })

  it('is renewed while its holder works, also past its end when nobody has taken it', async () => {
    const { lease } = await holding('long', often)
    await expire('long')
    await expect.poll(() => isHeld('long')).toBe(true)
    await db.transaction().execute(lease.confirm)
    expect(lease.signal.aborted).toBe(false)
  })

  it('that expired is another’s: the former holder is stopped and commits nothing', async () => {
    const former = await holding('lost', { ...often, renewEvery: 50_000 })
    await expire('lost')
    await expect(db.transaction().execute(former.lease.confirm)).rejects.toThrow(LeaseLost)
    const next = await holding('lost')
    await expect(db.transaction().execute(former.lease.confirm)).rejects.toThrow(LeaseLost)
    former.end()
    await former.over
    // What was lost is not given back.
    await db.transaction().execute(next.lease.confirm)
  })

  it('that another has taken stops its former holder at the next renewal', async () => {
    const { lease } = await holding('taken', often)
    await sql`update lease set holder = gen_random_uuid() where name = 'taken'`.execute(db)
    await expect.poll(() => lease.signal.aborted).toBe(true)
    await db.deleteFrom('lease').where('name', '=', 'taken').execute()
  })

  it('that cannot be renewed is given up before it ends', async () => {
    const { lease } = await holding('silent', { term: 60, renewEvery: 20 })
    await sql`alter table lease rename to lease_away`.execute(db)
    await expect.poll(() => lease.signal.aborted).toBe(true)
    await sql`alter table lease_away rename to lease`.execute(db)
  })

  it('whose answer comes later than its end is given up at once', async () => {
    await sql`create function answer_late() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.05); return new; end $$`.execute(db)
    await sql`create trigger answer_late before insert on lease for each row execute function answer_late()`.execute(db)
    const isLost = await withLease(db, 'late', async ({ signal }) => signal.aborted, { term: 40, renewEvery: 10 })
    await sql`drop trigger answer_late on lease`.execute(db)
    expect(isLost).toBe(true)
  })

  it('of a process that was killed is another’s once it has expired, and not before', async () => {
    const child = spawn(process.execPath, [join(packageRoot, 'test/lease-child.ts'), url, 'killed'])
    await once(child.stdout, 'data')
    expect(await got('killed')).toBeUndefined()
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await got('killed')).toBeUndefined()
    await expire('killed')
    expect(await got('killed')).toBe(true)
  })
})
