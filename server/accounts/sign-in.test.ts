import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { cheaply } from '../../test/cheap-passwords.ts'
import { cpuTimer } from '../../test/cpu-time.ts'
import { buildAccount, testPassword } from '../../test/factories.ts'
import { buildApp } from '../app.ts'
import { changeAccount } from './accounts.ts'
import { type CountedAttempt, countAttempt, pauseFor, wrongByAccount, wrongByAccountAndNetwork } from './attempts.ts'
import { dummyHash, passwordCost, passwordFits, setPasswordCost } from './passwords.ts'
import { cleanAccounts } from './requests.ts'
import { signIn as signInDirectly } from './sign-in.ts'

const { app, db } = await testApp()
const from = async (remoteAddress: string, username: string, password: string, server = app, device?: string) => {
  const answer = await server.inject({
    method: 'POST',
    url: '/api/v1/token/',
    remoteAddress,
    ...(device !== undefined && { headers: { cookie: `sudmonitor_device=${device}` } }),
    payload: { username, password },
  })
  const cookie = answer.cookies.find(({ name }) => name === 'sudmonitor_device')
  return { status: answer.statusCode, headers: answer.headers, detail: String(answer.json().detail), cookie }
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

/** As if the last attempts had been made now: on a busy machine a password takes longer than the shortest pause. */
const justNow = () => db.updateTable('attempt').set({ last_at: new Date() }).execute()

describe('wrong passwords', () => {
  it('cost ever longer pauses, up to five minutes, and are forgiven with time', async () => {
    const { username } = await buildAccount(db)
    for (let n = 0; n < 5; n++) expect((await signIn(username, wrong)).status).toBe(400)
    const pauses: number[] = []
    while (pauses.reduce((all, pause) => all + pause, 0) < 3600) {
      await justNow()
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
    await justNow()
    expect((await signIn(username)).detail).toBe('Слишком много попыток входа. Повторите через 1\u00a0с.')
    await db.updateTable('attempt').set({ count: 12 }).execute()
    expect((await signIn(username)).detail).toBe('Слишком много попыток входа. Повторите через 3\u00a0мин.')
  })
  it('of an account are counted by all processes together, whatever address they come from, and slow strangers', async () => {
    const { username } = await buildAccount(db)
    const other = await buildApp({ db })
    for (let n = 0; n < 20; n++) await from(`203.0.113.${n}`, username.toUpperCase(), wrong, n % 2 ? app : other)
    // All twenty are one count; a longer pause than a busy machine needs to start again.
    const counts = await db
      .updateTable('attempt')
      .set({ count: 40, last_at: new Date() })
      .where('key', 'like', 'account:%')
      .returning('key')
      .execute()
    expect(counts).toHaveLength(1)
    expect((await from('203.0.113.99', username, testPassword, other)).status).toBe(429)
    await other.close()
    const restarted = await buildApp({ db })
    const slowed = await from('203.0.113.99', username, testPassword, restarted)
    expect(slowed.status).toBe(429)
    // However long it goes on: a minute, not a day.
    expect(Number(slowed.headers['retry-after'])).toBeLessThanOrEqual(60)
    await restarted.close()
  })
  it('of an account are counted together however the database reads its name', async () => {
    const { username } = await buildAccount(db, { username: 'или-и-iris' })
    for (const name of [username, 'или-и-İris', 'или-и-irİs', 'ИЛИ-И-İRİS', username]) await signIn(name, wrong)
    const counts = await db.selectFrom('attempt').select('key').where('key', 'like', 'account%').execute()
    expect(counts).toHaveLength(2)
    // A longer pause than a busy machine needs to ask again.
    await db.updateTable('attempt').set({ count: 12, last_at: new Date() }).execute()
    expect((await signIn('или-и-İrİs')).status).toBe(429)
  })
  it('of a stranger keep nobody out who comes from another network', async () => {
    const { username } = await buildAccount(db)
    for (let n = 0; n < 5; n++) await from('203.0.113.5', username, wrong)
    // A longer pause than a busy machine needs to ask again.
    await db.updateTable('attempt').set({ count: 12 }).where('key', 'like', 'account-network:%').execute()
    expect((await from('203.0.113.5', username, testPassword)).status).toBe(429)
    expect((await from('198.51.100.20', username, testPassword)).status).toBe(200)
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
  it('of strangers, from however many networks, keep no device waiting that has signed in before', async () => {
    const { username } = await buildAccount(db)
    const device = (await from('198.51.100.20', username, testPassword)).cookie?.value ?? ''
    for (let n = 0; n < 30; n++) await from(`203.0.113.${n}`, username, wrong)
    for (let n = 0; n < 12; n++) await from('198.51.100.20', username, wrong)
    await db.updateTable('attempt').set({ count: 200, last_at: new Date() }).execute()
    expect((await from('198.51.100.20', username, testPassword)).status).toBe(429)
    const known = await from('198.51.100.20', username, testPassword, app, device)
    expect(known.status).toBe(200)
    // Strangers go on waiting.
    expect((await from('203.0.113.99', username, testPassword)).status).toBe(429)
    // Its cookie has changed with it; the former is a stranger's.
    const next = known.cookie?.value ?? ''
    expect((await from('198.51.100.20', username, testPassword, app, device)).status).toBe(429)
    expect((await from('198.51.100.20', username, testPassword, app, next)).status).toBe(200)
  })
  it('from a device that has signed in before are counted as well: whoever sits at it guesses no further', async () => {
    const { username } = await buildAccount(db)
    const device = (await signIn(username)).cookie?.value ?? ''
    for (let n = 0; n < 5; n++) expect((await from(`203.0.113.${n}`, username, wrong, app, device)).status).toBe(400)
    await db.updateTable('attempt').set({ count: 12, last_at: new Date() }).where('key', 'like', 'device:%').execute()
    expect((await from('203.0.113.9', username, testPassword, app, device)).status).toBe(429)
    expect((await from('203.0.113.9', username, testPassword)).status).toBe(200)
  })
  it('sent all at once guess no more than those sent one after another', async () => {
    const { username } = await buildAccount(db)
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(username, wrong)))
    expect(answers.map(({ status }) => status).every(status => status === 400 || status === 429)).toBe(true)
    // Where enough of them were counted: a longer pause than a busy machine needs to ask again.
    const byNetwork: CountedAttempt = [wrongByAccountAndNetwork, `${username}\n198.51.100.1`]
    await db.updateTable('attempt').set({ count: 12 }).where('count', '>=', wrongByAccountAndNetwork.free).execute()
    expect(await pauseFor(db, byNetwork)).toBeGreaterThan(0)
    expect((await signIn(username)).status).toBe(429)
  })
  it('do not let the right one through that was sent along with them', async () => {
    const { username } = await buildAccount(db)
    // One more wrong one costs half a minute: no machine is so busy that it passes between the two.
    for (let n = 0; n < wrongByAccountAndNetwork.free + 4; n++) {
      await countAttempt(db, [wrongByAccountAndNetwork, `${username}\n198.51.100.3`])
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

describe('a device that has signed in', () => {
  const cookieOf = async (username: string, device?: string) =>
    (await from('198.51.100.1', username, testPassword, app, device)).cookie
  const pausesFor = async (username: string, device: string) => {
    await from('198.51.100.1', username, wrong)
    await db.updateTable('attempt').set({ count: 200, last_at: new Date() }).execute()
    return (await from('198.51.100.1', username, testPassword, app, device)).status === 429
  }
  it('keeps a year-long cookie that no script reads; the database keeps its hash', async () => {
    const { id, username } = await buildAccount(db)
    const cookie = await cookieOf(username)
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Strict', maxAge: 365 * 86_400 })
    const rows = await db.selectFrom('known_device').selectAll().where('account_id', '=', id).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(cookie?.value)
    expect(rows[0]?.token_hash.toString('base64url')).not.toBe(cookie?.value)
  })
  it('is known to each account that signed in there, and to no other', async () => {
    const [first, second, stranger] = [await buildAccount(db), await buildAccount(db), await buildAccount(db)]
    const one = (await cookieOf(first.username))?.value
    const both = (await cookieOf(second.username, one))?.value ?? ''
    expect(await pausesFor(stranger.username, both)).toBe(true)
    await db.deleteFrom('attempt').execute()
    expect(await pausesFor(first.username, both)).toBe(false)
  })
  it.each([{ password: 'лодка плывёт к югу' }, { blocked: true }])('is a stranger after %j', async change => {
    const { id, username } = await buildAccount(db)
    await cookieOf(username)
    await changeAccount(db, { id }, change)
    expect(await db.selectFrom('known_device').selectAll().where('account_id', '=', id).execute()).toEqual([])
  })
  it('is one of fifty at most, and forgotten after a year', async () => {
    const { id, username } = await buildAccount(db)
    for (let n = 0; n < 52; n++) await cookieOf(username)
    const left = () => db.selectFrom('known_device').select('used_at').where('account_id', '=', id).execute()
    expect(await left()).toHaveLength(50)
    await sql`update known_device set used_at = now() - interval '366 days' where account_id = ${id}`.execute(db)
    const device = (await cookieOf(username))?.value ?? ''
    await cleanAccounts(db)
    expect(await left()).toHaveLength(1)
    expect(await pausesFor(username, device)).toBe(false)
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
    expect(parameters(await dummyHash())).toEqual(parameters(password_hash))
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
