import Fastify from 'fastify'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asking, testApp } from '../../test/app.ts'
import { buildAccount } from '../../test/factories.ts'
import { buildApp } from '../app.ts'
import { DatabaseUnresponsive } from '../db/database-trouble.ts'
import { answerWithin, type Deadlines, usualDeadlines } from './deadline.ts'
import { notFound } from './errors.ts'

const { db, as } = await testApp()
const account = await buildAccount(db)

/** One deadline is short, which a busy machine must not meet elsewhere. */
async function impatient(deadline: Partial<Deadlines>) {
  const app = await buildApp({ db, deadlines: { ...usualDeadlines, ...deadline } })
  onTestFinished(() => app.close())
  return asking(app, db)
}

/** As a frozen database: questions about the table have no answer until the work is done. */
const whileSilent = <T>(table: string, work: () => Promise<T>): Promise<T> =>
  db.transaction().execute(async trx => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
    return work()
  })
const silence = {
  status: 503,
  body: { detail: 'База данных не отвечает. Повторите через минуту.' },
  headers: expect.objectContaining({ 'retry-after': '60', 'cache-control': 'no-store' }),
}

describe('a request whose answer does not come (design §7)', () => {
  it('is answered 503 when the session is not found in time', async () => {
    const ask = await (await impatient({ session: 50 })).as(account)
    expect(await whileSilent('session', () => ask('users/me/'))).toMatchObject(silence)
  })

  it('is answered 503 when a guest has waited long', async () => {
    const { guest } = await impatient({ guest: 50 })
    const signIn = { method: 'POST', body: { username: 'nobody', password: 'wrong' } } as const
    expect(await whileSilent('account', () => guest('token/', signIn))).toMatchObject(silence)
  })

  it('is answered 503 when a page has waited longer than any statement may take, and its handler does not begin later', async () => {
    const ask = await (await impatient({ member: 50 })).as(account)
    const made = { method: 'POST', body: { title: 'Новая подборка' } } as const
    expect(await whileSilent('session', () => ask('sets/', made))).toMatchObject(silence)
    expect(await whileSilent('case_set', () => ask('sets/'))).toMatchObject(silence)
    expect((await (await as(account))('sets/')).text).not.toContain('Новая подборка')
  })

  it('is in the log for what its handler says later only where that is a mistake of ours, and is noted when that has ended: it may have written', async () => {
    const lines: string[] = []
    const slow = Fastify({ logger: { level: 'warn', stream: { write: line => lines.push(line) } } })
    onTestFinished(() => slow.close())
    const ended: string[] = []
    answerWithin(slow, 20, async ({ url }) => void ended.push(url))
    const waits: PromiseWithResolvers<string>[] = []
    slow.get('/', () => {
      const wait = Promise.withResolvers<string>()
      waits.push(wait)
      return wait.promise
    })
    for (const [end, logged] of [
      [(wait: PromiseWithResolvers<string>) => wait.resolve('late'), []],
      [(wait: PromiseWithResolvers<string>) => wait.reject(new DatabaseUnresponsive()), []],
      [(wait: PromiseWithResolvers<string>) => wait.reject(new Error('Connection terminated unexpectedly')), []],
      [(wait: PromiseWithResolvers<string>) => wait.reject(notFound()), []],
      [
        (wait: PromiseWithResolvers<string>) => wait.reject(new TypeError('a mistake of ours')),
        [expect.stringContaining('a mistake of ours')],
      ],
    ] as const) {
      expect((await slow.inject('/')).body).not.toBe('late')
      const [before, notedBefore] = [lines.length, ended.length]
      end(waits.pop() ?? Promise.withResolvers<string>())
      await new Promise(setImmediate)
      expect([lines.slice(before), ended.length - notedBefore]).toEqual([logged, 1])
    }
  })
})
