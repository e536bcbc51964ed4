import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Holder, hasRight } from '#shared/domain/permissions.ts'
import { testDatabase } from '../../test/database.ts'
import {
  accessTokensOf,
  createAccessToken,
  findAccessToken,
  isAccessToken,
  mostAccessTokens,
  revokeAccessToken,
  revokeAccessTokensOf,
} from './access-tokens.ts'
import { createAccount } from './accounts.ts'
import { closeSession, closeSessionsOf, findSession, hashOf, openSession, sessionsOf } from './sessions.ts'

/** What opens the data of an account, and what does not (§6, §7, §9). */
const { db } = await testDatabase()
const of = (username: string) =>
  createAccount(db, { username, password: 'пароль-для-проверок', regions: [77], groups: ['tag_editor'] })
const [owner, other] = [await of('владелец'), await of('другой')]
const passwordOf = async () =>
  (await db.selectFrom('account').select('password_hash').where('id', '=', owner.id).executeTakeFirstOrThrow())
    .password_hash
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const setAccount = (given: { approved_at?: Date | null; blocked_at?: Date | null }) =>
  db.updateTable('account').set(given).where('id', '=', owner.id).execute()
const may = { approved_at: new Date(), blocked_at: null }
beforeEach(async () => {
  await setAccount(may)
  await db.deleteFrom('session').execute()
  await db.deleteFrom('access_token').execute()
})
const idsOf = async (account = owner) => (await sessionsOf(db, account.id)).map(({ id }) => id)

describe('a session', () => {
  const setSession = (given: { expires_at?: Date; used_at?: Date; created_at?: Date }) =>
    db.updateTable('session').set(given).execute()
  it('is its account, with its rights and regions', async () => {
    const token = await openSession(db, owner.id)
    await openSession(db, other.id)
    const found = await findSession(db, token)
    expect(found).toEqual({ account: owner, sessionId: (await idsOf())[0], renewed: false })
    expect(await findSession(db, `${token}x`)).toBeUndefined()
    expect(token).toMatch(/^[\w-]{43}$/)
  })
  it('keeps where it was opened from, as much as fits', async () => {
    await openSession(db, owner.id)
    expect(await sessionsOf(db, owner.id)).toMatchObject([{ address: '', agent: '' }])
    await openSession(db, owner.id, { address: '203.0.113.7', agent: `\0${'a'.repeat(400)}` })
    expect((await sessionsOf(db, owner.id))[0]).toMatchObject({ address: '203.0.113.7', agent: 'a'.repeat(299) })
  })
  it('is opened by the password of the moment, to who may sign in', async () => {
    const open = async (hash: string) => openSession(db, owner.id, {}, hash)
    const hash = await passwordOf()
    expect(await open(hash)).toBeTypeOf('string')
    expect(await open(`${hash}x`)).toBeUndefined()
    expect(await open('')).toBeUndefined()
    await setAccount({ approved_at: null })
    expect(await open(hash)).toBeUndefined()
    await setAccount({ ...may, blocked_at: new Date() })
    expect(await open(hash)).toBeUndefined()
    expect(await idsOf()).toHaveLength(1)
  })
  it('ends with its time, and while its account may not sign in', async () => {
    const token = await openSession(db, owner.id)
    await setAccount({ approved_at: null })
    expect(await findSession(db, token)).toBeUndefined()
    await setAccount({ ...may, blocked_at: new Date() })
    expect(await findSession(db, token)).toBeUndefined()
    await setAccount(may)
    expect(await findSession(db, token)).toBeDefined()
    await setSession({ expires_at: hours(-0.001) })
    expect(await findSession(db, token)).toBeUndefined()
    expect(await idsOf()).toEqual([])
  })
  it('is prolonged by its use, written down once an hour', async () => {
    const token = await openSession(db, owner.id)
    const ends = async () => (await sessionsOf(db, owner.id))[0]?.expires_at ?? new Date(0)
    expect(Math.abs((await ends()).getTime() - hours(168).getTime())).toBeLessThan(60_000)
    await setSession({ used_at: hours(-0.99), expires_at: hours(1) })
    expect((await findSession(db, token))?.renewed).toBe(false)
    expect(await ends()).toBeInstanceOf(Date)
    expect((await ends()).getTime()).toBeLessThan(hours(1.1).getTime())
    await setSession({ used_at: hours(-1.01) })
    await openSession(db, other.id)
    await db
      .updateTable('session')
      .set({ used_at: hours(-3), expires_at: hours(1) })
      .where('account_id', '=', other.id)
      .execute()
    expect((await findSession(db, token))?.renewed).toBe(true)
    expect(Math.abs((await ends()).getTime() - hours(168).getTime())).toBeLessThan(60_000)
    expect((await findSession(db, token))?.renewed).toBe(false)
    // Nobody else's.
    expect((await sessionsOf(db, other.id))[0]?.expires_at.getTime()).toBeLessThan(hours(1.1).getTime())
  })
  it('lives thirty days in all', async () => {
    const token = await openSession(db, owner.id)
    await setSession({ used_at: hours(-2), created_at: hours(-24 * 29) })
    expect((await findSession(db, token))?.renewed).toBe(true)
    const [kept] = await sessionsOf(db, owner.id)
    expect(Math.abs((kept?.expires_at.getTime() ?? 0) - hours(24).getTime())).toBeLessThan(60_000)
  })
  it('is closed by its account alone, one or all others', async () => {
    for (const { id } of [owner, owner, owner, other]) await openSession(db, id)
    const [one = 0, two = 0, three = 0] = await idsOf()
    expect(await closeSession(db, other.id, one)).toBe(false)
    expect(await closeSession(db, owner.id, one)).toBe(true)
    expect(await closeSession(db, owner.id, one)).toBe(false)
    expect(await idsOf()).toEqual([two, three])
    await closeSessionsOf(db, owner.id, three)
    expect(await idsOf()).toEqual([three])
    await closeSessionsOf(db, owner.id)
    expect(await idsOf()).toEqual([])
    expect(await idsOf(other)).toHaveLength(1)
  })
})

describe('a personal key', () => {
  const make = async (name = 'ключ', days = 1, account = owner) => {
    const made = await createAccessToken(db, account.id, { name, days })
    if (made === undefined) throw new Error('too many')
    return made
  }
  const setKeys = (given: { expires_at?: Date; used_at?: Date | null }) =>
    db.updateTable('access_token').set(given).execute()
  it('is told from a session by how it begins, and kept as its hash', async () => {
    const { token, id, name, expires_at } = await make('для выгрузки', 30)
    expect([isAccessToken(token), isAccessToken(await openSession(db, owner.id)), isAccessToken(`x${token}`)]).toEqual([
      true,
      false,
      false,
    ])
    expect(name).toBe('для выгрузки')
    expect(Math.abs(expires_at.getTime() - hours(30 * 24).getTime())).toBeLessThan(60_000)
    const kept = await db.selectFrom('access_token').select('token_hash').where('id', '=', id).executeTakeFirstOrThrow()
    expect(kept.token_hash).toEqual(hashOf(token))
  })
  it('is its account, and nobody after its end or while the account may not sign in', async () => {
    const { token } = await make()
    expect(await findAccessToken(db, token)).toEqual(owner)
    expect(await findAccessToken(db, `${token}x`)).toBeUndefined()
    await setAccount({ approved_at: null })
    expect(await findAccessToken(db, token)).toBeUndefined()
    await setAccount({ ...may, blocked_at: new Date() })
    expect(await findAccessToken(db, token)).toBeUndefined()
    await setAccount(may)
    await setKeys({ expires_at: hours(-0.001) })
    expect(await findAccessToken(db, token)).toBeUndefined()
    expect(await accessTokensOf(db, owner.id)).toEqual([])
  })
  it('notes its use, once an hour, and its own alone', async () => {
    const [{ token, id }, idle] = [await make(), await make('другой')]
    const usedAt = async (of = id) =>
      (await accessTokensOf(db, owner.id)).find(one => one.id === of)?.used_at?.getTime() ?? 0
    await findAccessToken(db, token)
    expect(await usedAt()).toBeGreaterThan(hours(-0.1).getTime())
    expect(await usedAt(idle.id)).toBe(0)
    const before = hours(-0.99)
    await setKeys({ used_at: before })
    await findAccessToken(db, token)
    expect(await usedAt()).toBe(before.getTime())
    await setKeys({ used_at: hours(-1.01) })
    await findAccessToken(db, token)
    expect(await usedAt()).toBeGreaterThan(hours(-0.1).getTime())
    expect(await usedAt(idle.id)).toBeLessThan(hours(-1).getTime())
  })
  it('is one of twenty: those that have ended are removed and count no more', async () => {
    await make('чужой', 1, other)
    for (let n = 0; n < mostAccessTokens; n++) await make(`${n}`)
    expect(await createAccessToken(db, owner.id, { name: 'лишний', days: 1 })).toBeUndefined()
    const keys = await accessTokensOf(db, owner.id)
    expect(keys.map(({ name }) => name)).toEqual(
      Array.from({ length: mostAccessTokens }, (_, n) => `${mostAccessTokens - 1 - n}`),
    )
    await sql`update access_token set expires_at = now() - interval '1 second' where name in ('3', 'чужой')`.execute(db)
    await make('новый')
    const left = await db.selectFrom('access_token').select(['name', 'account_id']).execute()
    expect(left.some(({ name }) => name === '3')).toBe(false)
    expect(left.some(({ name }) => name === 'чужой')).toBe(true)
    expect(left.filter(({ account_id }) => account_id === owner.id)).toHaveLength(mostAccessTokens)
  })
  it('is revoked by its account alone, one or all, and the journal says by whom', async () => {
    const [one, two, strange] = [await make('первый', 7), await make('второй'), await make('чужой', 1, other)]
    await db.deleteFrom('audit_entry').execute()
    expect(await revokeAccessToken(db, other.id, one.id)).toBe(false)
    expect(await revokeAccessToken(db, owner.id, one.id)).toBe(true)
    expect(await revokeAccessToken(db, owner.id, one.id)).toBe(false)
    expect((await accessTokensOf(db, owner.id)).map(({ id }) => id)).toEqual([two.id])
    await make('третий', 7)
    const { rows } = await sql`select account_id, action, details from audit_entry order by id`.execute(db)
    expect(rows).toEqual([
      { account_id: owner.id, action: 'token_revoked', details: { name: 'первый' } },
      { account_id: owner.id, action: 'token_created', details: { name: 'третий', days: 7 } },
    ])
    await revokeAccessTokensOf(db, owner.id)
    expect(await accessTokensOf(db, owner.id)).toEqual([])
    expect((await accessTokensOf(db, other.id)).map(({ id }) => id)).toEqual([strange.id])
  })
})

it.each<[string, Holder, boolean]>([
  ['who is in its group', { groups: ['other', 'tag_editor'], is_superuser: false }, true],
  ['who is in another', { groups: ['other'], is_superuser: false }, false],
  ['a superuser', { groups: [], is_superuser: true }, true],
])('a right is of %s', (_, holder, expected) => {
  expect(hasRight(holder, 'tag_editor')).toBe(expected)
})
