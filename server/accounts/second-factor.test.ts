import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { secondFactorConfirmed, secondFactorStart, secondFactorState } from '#shared/api/accounts.ts'
import { currentUser, loginResponse } from '#shared/api/session.ts'
import { type Ask, asking, post, testApp } from '../../test/app.ts'
import { buildAccount, testPassword } from '../../test/factories.ts'
import { buildApp } from '../app.ts'
import { createAccessToken } from './access-tokens.ts'
import { changeAccount } from './accounts.ts'

const { db, guest, as } = await testApp()
const path = 'users/me/second-factor/'
beforeEach(async () => {
  await db.deleteFrom('attempt').execute()
})

/** What the app on the phone shows, `periods` away from now. */
const codeOf = (secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 })
/** As if the last code was taken long ago: tests take several within one period. */
const forgetStep = () => db.updateTable('account').set({ totp_step: 0 }).where('totp_step', 'is not', null).execute()
const start = async (own: Ask) => secondFactorStart.parse((await own(path, post({ password: testPassword }))).body)
async function enrolled(own: Ask) {
  const { secret } = await start(own)
  const answer = await own(`${path}confirm/`, post({ code: codeOf(secret) }))
  await forgetStep()
  return { secret, codes: secondFactorConfirmed.parse(answer.body).recovery_codes }
}
const signIn = (username: string, more: object = {}) =>
  guest('token/', post({ username, password: testPassword, ...more }))
const wanted = { code: ['Введите код из приложения или код восстановления.'] }
const wrong = { code: ['Неверный код.'] }
const lastActs = async (count: number) => {
  const rows = await db.selectFrom('audit_entry').select('action').orderBy('id', 'desc').limit(count).execute()
  return rows.map(({ action }) => action)
}

describe('the second factor', () => {
  it('is enabled by a code of the app that has the secret, and answers recovery codes once', async () => {
    const account = await buildAccount(db)
    const [own, other] = [await as(account), await as(account)]
    const { secret, uri, qr } = await start(own)
    expect(uri).toContain(`secret=${secret}`)
    expect(decodeURIComponent(uri)).toContain(`Судмонитор:${account.username}`)
    expect(Buffer.from(qr.replace('data:image/svg+xml;base64,', ''), 'base64').toString()).toMatch(/^<svg/)
    // Nothing yet.
    expect((await signIn(account.username)).status).toBe(200)
    expect((await own(`${path}confirm/`, post({ code: 'zzzzz-zzzzz' }))).body).toEqual(wrong)
    const confirmed = secondFactorConfirmed.parse((await own(`${path}confirm/`, post({ code: codeOf(secret) }))).body)
    expect(new Set(confirmed.recovery_codes).size).toBe(10)
    expect(confirmed.recovery_codes).toEqual(
      Array.from({ length: 10 }, () => expect.stringMatching(/^[a-z2-9]{5}-[a-z2-9]{5}$/)),
    )
    const kept = await db.selectFrom('recovery_code').selectAll().where('account_id', '=', account.id).execute()
    expect(kept.map(({ code_hash }) => code_hash.length)).toEqual(Array.from({ length: 10 }, () => 32))
    expect(secondFactorState.parse((await own(path)).body)).toEqual({
      enabled_at: expect.any(String),
      recovery_codes: 10,
      required: false,
    })
    expect((await other('users/me/')).status).toBe(401)
    expect(await lastActs(1)).toEqual(['second_factor_enabled'])
    expect(await own(path, post({ password: testPassword }))).toMatchObject({ status: 409 })
  })
  it('takes the password to begin, and no code of a secret that was asked for before', async () => {
    const own = await as(await buildAccount(db))
    expect((await own(path, post({ password: 'не тот пароль' }))).body).toEqual({ password: ['Неверный пароль.'] })
    const [first, second] = [await start(own), await start(own)]
    expect((await own(`${path}confirm/`, post({ code: codeOf(first.secret) }))).body).toEqual(wrong)
    expect((await own(`${path}confirm/`, post({ code: codeOf(second.secret) }))).status).toBe(200)
  })
  it('is asked for only after the right password, and opens with a code of now, half a minute early or late', async () => {
    const account = await buildAccount(db)
    const { secret } = await enrolled(await as(account))
    expect((await guest('token/', post({ username: account.username, password: 'не тот' }))).body).toEqual({
      non_field_errors: ['Неверное имя пользователя или пароль.'],
    })
    expect(await signIn(account.username)).toMatchObject({ status: 400, body: wanted })
    for (const [periods, status] of [
      [-3, 400],
      [3, 400],
      [0, 200],
    ] as const) {
      await forgetStep()
      expect((await signIn(account.username, { code: codeOf(secret, periods) })).status).toBe(status)
    }
    await forgetStep()
    const spaced = codeOf(secret)
    expect((await signIn(account.username, { code: ` ${spaced.slice(0, 3)} ${spaced.slice(3)}` })).status).toBe(200)
  })
  it('takes no code twice, even when it is sent several times at once', async () => {
    const account = await buildAccount(db)
    const { secret } = await enrolled(await as(account))
    const code = codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(account.username, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    expect((await signIn(account.username, { code })).body).toEqual(wrong)
  })
  it('takes each recovery code once, however it is typed, and writes it down', async () => {
    const account = await buildAccount(db)
    const { codes } = await enrolled(await as(account))
    const [first = '', second = ''] = codes
    expect((await signIn(account.username, { code: first.toUpperCase().replace('-', ' ') })).status).toBe(200)
    expect(await lastActs(1)).toEqual(['recovery_code_used'])
    expect((await signIn(account.username, { code: first })).body).toEqual(wrong)
    expect((await signIn(account.username, { code: second })).status).toBe(200)
    // Of nobody else.
    const other = await buildAccount(db)
    await enrolled(await as(other))
    expect((await signIn(other.username, { code: codes[2] })).body).toEqual(wrong)
  })
  it('makes whoever knows the password wait after wrong codes', async () => {
    const account = await buildAccount(db)
    const { secret } = await enrolled(await as(account))
    for (let n = 0; n < 5; n++) expect((await signIn(account.username, { code: 'zzzzz-zzzzz' })).status).toBe(400)
    // A longer pause than a busy machine needs to ask again.
    await db.updateTable('attempt').set({ count: 12 }).where('key', 'like', 'code:%').execute()
    expect((await signIn(account.username, { code: codeOf(secret) })).status).toBe(429)
  })
  it('is disabled by the password and a code together', async () => {
    const account = await buildAccount(db)
    const own = await as(account)
    const off = (body: object) => own(`${path}disable/`, post({ password: testPassword, ...body }))
    expect((await off({ code: 'zzzzz-zzzzz' })).status).toBe(404)
    const { secret } = await enrolled(own)
    expect((await off({ code: 'zzzzz-zzzzz' })).body).toEqual(wrong)
    expect((await off({ code: codeOf(secret), password: 'не тот' })).body).toEqual({ password: ['Неверный пароль.'] })
    expect((await off({ code: codeOf(secret) })).body).toEqual({ detail: 'Вход с кодом выключен.' })
    expect(await lastActs(1)).toEqual(['second_factor_disabled'])
    expect((await signIn(account.username)).status).toBe(200)
    expect(await db.selectFrom('recovery_code').selectAll().where('account_id', '=', account.id).execute()).toEqual([])
  })
  it('is reset by an administrator, who ends the sessions with it and cannot enable it', async () => {
    const account = await buildAccount(db)
    const own = await as(account)
    await enrolled(own)
    const boss = await as(await buildAccount(db, { isSuperuser: true }))
    const change = (second_factor: boolean) =>
      boss(`users/${account.id}/`, { method: 'PATCH', body: { second_factor } })
    expect((await change(true)).status).toBe(400)
    expect((await change(false)).body).toMatchObject({ second_factor: false })
    expect(await lastActs(1)).toEqual(['second_factor_reset'])
    expect((await own('users/me/')).status).toBe(401)
    expect((await signIn(account.username)).status).toBe(200)
  })
  it('outlives a new password', async () => {
    const account = await buildAccount(db)
    await enrolled(await as(account))
    await changeAccount(db, { id: account.id }, { password: 'лодка плывёт к югу' })
    expect((await signIn(account.username, { password: 'лодка плывёт к югу' })).body).toEqual(wanted)
  })
  it('is no matter of personal keys', async () => {
    const account = await buildAccount(db)
    const key = await createAccessToken(db, account.id, { name: 'ключ', days: 1 })
    const headers = { authorization: `Bearer ${key?.token}` }
    expect((await guest(path, { headers })).status).toBe(403)
    expect((await guest(path, { ...post({ password: testPassword }), headers })).status).toBe(403)
  })
})

describe('where administrators need it', () => {
  it('nothing opens to one without it but enabling it, and everything after', async () => {
    const strict = await buildApp({ db, superuserSecondFactor: true })
    const { as: asStrictly, guest: strictly } = asking(strict, db)
    const account = await buildAccount(db, { isSuperuser: true })
    const [own, member] = [await asStrictly(account), await asStrictly(await buildAccount(db))]
    expect(currentUser.parse((await own('users/me/')).body).must_enable_second_factor).toBe(true)
    expect(currentUser.parse((await member('users/me/')).body).must_enable_second_factor).toBeUndefined()
    const refused = { status: 403, body: { detail: expect.stringMatching(/^Администратору нужен вход с кодом/) } }
    for (const closed of ['cases/', 'users/', 'users/me/sessions/', 'users/me/tokens/'])
      expect(await own(closed)).toMatchObject(refused)
    const key = await createAccessToken(db, account.id, { name: 'ключ', days: 1 })
    expect(await strictly('cases/', { headers: { authorization: `Bearer ${key?.token}` } })).toMatchObject(refused)
    expect((await member('cases/')).status).toBe(200)
    expect(secondFactorState.parse((await own(path)).body).required).toBe(true)
    const { secret } = await enrolled(own)
    expect((await own('users/')).status).toBe(200)
    expect(currentUser.parse((await own('users/me/')).body).must_enable_second_factor).toBeUndefined()
    const answer = await strictly(
      'token/',
      post({ username: account.username, password: testPassword, code: codeOf(secret) }),
    )
    expect(loginResponse.safeParse(answer.body).success).toBe(true)
    expect(z.array(z.string()).parse(await lastActs(1))).toEqual(['second_factor_enabled'])
    await strict.close()
  })
})
