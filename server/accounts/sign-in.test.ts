import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { cheaply } from '../../test/cheap-passwords.ts'
import { cpuTimer } from '../../test/cpu-time.ts'
import { buildAccount, testPassword } from '../../test/factories.ts'
import { buildApp } from '../app.ts'
import { countAttempt, pauseFor, wrongByAccount } from './attempts.ts'
import { nobodysHash, passwordCost, passwordFits, setPasswordCost } from './passwords.ts'
import { signIn as signInDirectly } from './sign-in.ts'

const { app, db } = await testApp()
const from = async (remoteAddress: string, username: string, password: string, server = app) => {
  const answer = await server.inject({
    method: 'POST',
    url: '/api/v1/token/',
    remoteAddress,
    payload: { username, password },
  })
  return { status: answer.statusCode, headers: answer.headers, detail: String(answer.json().detail) }
}
const signIn = (username: string, password = testPassword) => from('198.51.100.1', username, password)
const wrong = 'не тот пароль'
beforeEach(async () => {
  await db.deleteFrom('attempt').execute()
})
/** As if so much time had passed since the last attempts. */
const wait = (seconds: number) =>
  sql`update attempt set last_at = last_at - ${seconds}::integer * interval '1 second',
    began_at = began_at - ${seconds}::integer * interval '1 second'`.execute(db)

describe('wrong passwords', () => {
  it('cost ever longer pauses, up to five minutes, and are forgiven with time', async () => {
    const { username } = await buildAccount(db)
    for (let n = 0; n < 5; n++) expect((await signIn(username, wrong)).status).toBe(400)
    const pauses: number[] = []
    while (pauses.reduce((all, pause) => all + pause, 0) < 3600) {
      const paused = await signIn(username)
      expect(paused.status).toBe(429)
      const pause = Number(paused.headers['retry-after'])
      expect(paused.headers).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-reset': String(pause) })
      pauses.push(pause)
      await wait(pause)
      expect((await signIn(username, wrong)).status).toBe(400)
    }
    expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 64, 128])
    expect(pauses.at(-1)).toBe(300)
    // What ASVS allows is a hundred an hour.
    expect(pauses.length + 5).toBeLessThan(30)
    await wait(3600)
    expect((await signIn(username)).status).toBe(200)
  })
  it('say when to come back', async () => {
    const { username } = await buildAccount(db)
    for (let n = 0; n < 5; n++) await signIn(username, wrong)
    expect((await signIn(username)).detail).toBe('Слишком много попыток входа. Повторите через 1\u00a0с.')
    await db.updateTable('attempt').set({ count: 12 }).execute()
    expect((await signIn(username)).detail).toBe('Слишком много попыток входа. Повторите через 3\u00a0мин.')
  })
  it('of an account are counted by all processes together, whatever address they come from', async () => {
    const { username } = await buildAccount(db)
    const other = await buildApp({ db })
    for (let n = 0; n < 5; n++) await from(`203.0.113.${n}`, username.toUpperCase(), wrong, n % 2 ? app : other)
    // All five are one count; a longer pause than a busy machine needs to start again.
    await db.updateTable('attempt').set({ count: 12 }).where('count', '=', 5).execute()
    expect((await from('203.0.113.99', username, testPassword, other)).status).toBe(429)
    await other.close()
    const restarted = await buildApp({ db })
    expect((await from('203.0.113.99', username, testPassword, restarted)).status).toBe(429)
    await restarted.close()
  })
  it('of one account do not keep others at the same address out', async () => {
    const [attacked, other] = [await buildAccount(db), await buildAccount(db)]
    for (let n = 0; n < 30; n++) await signIn(attacked.username, wrong)
    expect((await signIn(other.username)).status).toBe(200)
  })
  it('of many accounts from one address make that address wait, and no other', async () => {
    const { username } = await buildAccount(db)
    for (let n = 0; n < 6; n++) await signIn(`придуманный-${n}`, wrong)
    // As if it had gone on so; a longer pause than a busy machine needs to ask again.
    await db
      .updateTable('attempt')
      .set(({ eb }) => ({ count: eb('count', '*', 11) }))
      .where('key', 'like', 'address:%')
      .execute()
    expect((await signIn(username)).status).toBe(429)
    expect((await from('198.51.100.2', username, testPassword)).status).toBe(200)
    await wait(600)
    expect((await signIn(username)).status).toBe(200)
  })
  it('sent all at once guess no more than those sent one after another', async () => {
    const { username } = await buildAccount(db)
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(username, wrong)))
    expect(answers.map(({ status }) => status).every(status => status === 400 || status === 429)).toBe(true)
    // Where enough of them were counted: a longer pause than a busy machine needs to ask again.
    await db.updateTable('attempt').set({ count: 12 }).where('count', '>=', wrongByAccount.free).execute()
    expect(await pauseFor(db, [wrongByAccount, username])).toBeGreaterThan(0)
    expect((await signIn(username)).status).toBe(429)
  })
  it('do not let the right one through that was sent along with them', async () => {
    const { username } = await buildAccount(db)
    // One more wrong one costs half a minute: no machine is so busy that it passes between the two.
    for (let n = 0; n < wrongByAccount.free + 4; n++) {
      await countAttempt(db, [wrongByAccount, username])
      await wait(30)
    }
    // Called in this order; requests may change theirs on the way.
    const [first, second] = await Promise.allSettled(
      [wrong, testPassword].map(password => signInDirectly(db, { username, password, address: '198.51.100.3' })),
    )
    expect(first).toMatchObject({ status: 'rejected', reason: { status: 400 } })
    expect(second).toMatchObject({ status: 'rejected', reason: { status: 429 } })
  })
  it('do not leave the names that were tried in the table', async () => {
    await signIn('мойпароль-вместо-имени', wrong)
    const keys = await db.selectFrom('attempt').select('key').execute()
    expect(JSON.stringify(keys)).not.toContain('мойпароль')
  })
})

describe('right passwords', () => {
  it('are taken a hundred times in a row from one address', async () => {
    const { username } = await buildAccount(db)
    for (let n = 0; n < 100; n++) expect((await signIn(username)).status).toBe(200)
  })
  it('are taken many at once', async () => {
    const { username } = await buildAccount(db)
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(username)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
  it('forgive the wrong ones of the account', async () => {
    const { username } = await buildAccount(db)
    for (let n = 0; n < 12; n++) {
      for (let m = 0; m < 4; m++) await signIn(username, wrong)
      expect((await signIn(username)).status).toBe(200)
    }
  })
  it('say in headers how many more may be sent', async () => {
    const { username } = await buildAccount(db)
    expect((await signIn(username)).headers).toMatchObject({
      'ratelimit-limit': '300',
      'ratelimit-remaining': '299',
      'ratelimit-reset': '60',
    })
    expect((await signIn(username)).headers['ratelimit-remaining']).toBe('298')
    await wait(61)
    expect((await signIn(username)).headers['ratelimit-remaining']).toBe('299')
  })
})

it('attempts at the same moment are each counted', async () => {
  await Promise.all(Array.from({ length: 4 }, () => countAttempt(db, [wrongByAccount, 'разом'])))
  const { count } = await db.selectFrom('attempt').select('count').executeTakeFirstOrThrow()
  expect(Math.round(count)).toBe(4)
})

describe('an unknown name', () => {
  beforeAll(() => setPasswordCost(passwordCost))
  afterAll(() => setPasswordCost(cheaply))
  it('costs the same check of a password as a known one', async () => {
    const { username } = await buildAccount(db)
    expect(await passwordFits(wrong, undefined)).toBe(false)
    // Nobody's password is hashed with the very parameters of everybody's.
    const { password_hash } = await db
      .selectFrom('account')
      .where('username', '=', username)
      .select('password_hash')
      .executeTakeFirstOrThrow()
    const parameters = (hash: string) => hash.split('$').slice(1, 4)
    expect(parameters(await nobodysHash())).toEqual(parameters(password_hash))
    expect(parameters(password_hash)).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
  })
  it('is answered in the same time as a wrong password of a known one', async () => {
    const tries = 25
    const known = await buildAccount(db)
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let n = 0; n < tries; n++) {
      await db.deleteFrom('attempt').execute()
      for (const [which, name] of [
        ['known', known.username],
        ['unknown', `никто-${n}`],
      ] as const) {
        const spent = cpuTimer()
        expect((await signIn(name, wrong)).status).toBe(400)
        times[which].push(spent())
      }
    }
    const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.67)
  })
})
