import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { connect } from '../db/connect.ts'
import { operationsRoutes } from './routes.ts'

const { db } = await testDatabase()

const ready = async (options: Partial<Parameters<typeof operationsRoutes>[1]>) => {
  const app = Fastify()
  await app.register(operationsRoutes, { db, dataDir: '/', diskReserve: 0, isReady: () => true, ...options })
  const { statusCode, body } = await app.inject('/readyz')
  await app.close()
  return [statusCode, JSON.parse(body)]
}

describe('readiness (design §7)', () => {
  it('is told with what goes on in the background', async () => {
    expect(await ready({})).toEqual([200, { status: 'ready' }])
    expect(await ready({ busyWith: () => 'Загружаются дела.' })).toEqual([
      200,
      { status: 'ready', note: 'Загружаются дела.' },
    ])
    const copy = { state: 'loading', lag: null } as const
    expect(await ready({ copyState: () => copy })).toEqual([200, { status: 'ready', copy }])
  })

  it('says that room is short before there is none', async () => {
    expect(await ready({ diskReserve: Number.MAX_SAFE_INTEGER })).toEqual([
      200,
      { status: 'ready', disk: { state: 'low', free_bytes: expect.any(Number) } },
    ])
  })

  it('ends when the server begins to stop, and while the database does not answer', async () => {
    expect(await ready({ isReady: () => false })).toEqual([503, { status: 'stopping' }])
    const nowhere = connect('postgres://name@127.0.0.1:1/none')
    expect(await ready({ db: nowhere })).toEqual([503, { status: 'no database' }])
    await nowhere.destroy()
  })
})
