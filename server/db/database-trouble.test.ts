import { createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { listenLocally } from '../../test/local-port.ts'
import { connect } from './connect.ts'
import { databaseTrouble, retryUntilConnected } from './database-trouble.ts'

const { db, url } = await testDatabase()

const thrownBy = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const withCode = (code: string): Error => Object.assign(new Error('as it was said'), { code })

describe('trouble with the database (design §7)', () => {
  it.each([
    '08006',
    '08P01',
    '25006',
    '57P01',
    '57P02',
    '57P03',
    '53300',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
  ])('%s: it is away', code => expect(databaseTrouble(withCode(code))).toBe('away'))
  it.each(['53100', 'ENOSPC', 'EDQUOT'])('%s: there is no room', code =>
    expect(databaseTrouble(withCode(code))).toBe('full'),
  )
  it.each(['57014', '23505', '40001', '42601', 'ENOENT'])('%s is none', code =>
    expect(databaseTrouble(withCode(code))).toBeUndefined(),
  )
  it('is none of an error of ours', () =>
    expect(databaseTrouble(new TypeError('Cannot read properties of undefined'))).toBeUndefined())

  it('is seen in what a broken connection throws, at once and later', async () => {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const asked = thrownBy(client.query('select pg_sleep(60)'))
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    expect(databaseTrouble(await asked)).toBe('away')
    expect(databaseTrouble(await thrownBy(client.query('select 1')))).toBe('away')
  })

  it('is seen in a transaction that is cut off, whose rollback fails too', async () => {
    const work = db.transaction().execute(async trx => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      for (;;) await sql`select 1`.execute(trx)
    })
    expect(databaseTrouble(await thrownBy(work))).toBe('away')
  })

  it('is seen in the connection of a migration that was cut off, when its lock is let go', async () => {
    const work = db.connection().execute(async one => {
      const cut = one.transaction().execute(async trx => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
        for (;;) await sql`select 1`.execute(trx)
      })
      await thrownBy(cut)
      await sql`select 1`.execute(one)
    })
    expect(databaseTrouble(await thrownBy(work))).toBe('away')
  })

  it('is seen where nobody listens, somebody hangs up, or no connection is free', async () => {
    const rude = createServer(socket => socket.destroy())
    onTestFinished(() => void rude.close())
    const port = await listenLocally(rude)
    for (const nowhere of ['127.0.0.1:1', `127.0.0.1:${port}`]) {
      const away = connect(`postgres://name@${nowhere}/none`)
      expect(databaseTrouble(await thrownBy(sql`select 1`.execute(away)))).toBe('away')
      await away.destroy()
    }
    const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 5_000 })
    const only = await pool.connect()
    expect(databaseTrouble(await thrownBy(pool.connect()))).toBe('away')
    only.release()
    await pool.end()
  })
})

describe('what waits for the database', () => {
  it('begins again while it is away, and throws whatever else fails', async () => {
    let attempts = 0
    const work = async (): Promise<number> => {
      attempts += 1
      if (attempts < 3) throw withCode('57P03')
      return attempts
    }
    expect(await retryUntilConnected(new AbortController().signal, work)).toBe(3)
    const ours = new TypeError('ours')
    await expect(retryUntilConnected(new AbortController().signal, () => Promise.reject(ours))).rejects.toBe(ours)
    await expect(
      retryUntilConnected(AbortSignal.abort(), () => Promise.reject(withCode('57P03'))),
    ).rejects.toMatchObject({ code: '57P03' })
  })
})
