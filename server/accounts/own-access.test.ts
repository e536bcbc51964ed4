import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCase, testPassword } from '../../test/factories.ts'
import { addSubscription } from '../../test/subscriptions.ts'
import { changeAccount } from './accounts.ts'
import { cleanAccounts } from './requests.ts'
import { openSession } from './sessions.ts'

const { db, guest, as } = await testApp()
const newPassword = 'лодка плывёт к югу'
const by =
  (token: string): Ask =>
  (path, asking) =>
    guest(path, { ...asking, headers: { authorization: `Bearer ${token}` } })
const signIn = (username: string, password = testPassword) =>
  guest('token/', { method: 'POST', body: { username, password }, headers: { 'user-agent': 'Проверка/1.0' } })
const statusOf = async (ask: Ask) => (await ask('users/me/')).status
type Row = { id: number; is_current: boolean; name: string; token: string; used_at: string | null; agent: string }
const rows = async (ask: Ask, path: string) => ((await ask(path)).body as { results: Row[] }).results
const changing = (body: object) => ({ method: 'PATCH' as const, body })
const making = (body: object) => ({ method: 'POST' as const, body })
const ending = { method: 'DELETE' as const }

/** A subscription that is read by its secret address, and tells a program. */
async function addressesOf({ id }: { id: number }) {
  const subscription = await addSubscription(db, id, { values: { case_number: '5-' }, channels: ['webhook', 'email'] })
  const secret = randomBytes(24).toString('base64url')
  const now = new Date()
  await db.insertInto('subscription_feed').values({ subscription_id: subscription, secret }).execute()
  await db
    .insertInto('subscription_webhook')
    .values({
      subscription_id: subscription,
      url: 'https://hook.example/',
      secret: 'whsec_x',
      secret_at: now,
      created_at: now,
    })
    .execute()
  const hooks = db.selectFrom('subscription_webhook').where('subscription_id', '=', subscription).select('url')
  const channels = db.selectFrom('subscription').where('id', '=', subscription).select('channels')
  return {
    feed: async () => (await guest(`feeds/${secret}/atom.xml`)).status,
    /** Together: the webhook, and the channel of the subscription. */
    hasWebhook: async () => {
      const isThere = (await hooks.execute()).length > 0
      const row = await channels.executeTakeFirstOrThrow()
      expect(row.channels).toEqual(isThere ? ['webhook', 'email'] : ['email'])
      return isThere
    },
  }
}

describe('feeds and webhooks of an account', () => {
  it.each([{ blocked: true }, { password: newPassword }])(
    'are gone for good with %j by an administrator',
    async how => {
      const account = await buildAccount(db)
      const addresses = await addressesOf(account)
      await changeAccount(db, { id: account.id }, how)
      await changeAccount(db, { id: account.id }, { blocked: false })
      expect([await addresses.feed(), await addresses.hasWebhook()]).toEqual([404, false])
    },
  )
  it('stay when only rights change', async () => {
    const account = await buildAccount(db)
    const addresses = await addressesOf(account)
    await changeAccount(db, { id: account.id }, { regions: [77] })
    expect([await addresses.feed(), await addresses.hasWebhook()]).toEqual([200, true])
  })
})

describe('changing the password (§7)', () => {
  const change = (ask: Ask, body: object) =>
    ask('users/change-password/', changing({ old_password: testPassword, new_password: newPassword, ...body }))
  it('ends every other session and every personal key, and keeps the session that asks', async () => {
    const account = await buildAccount(db)
    const [own, other] = [await as(account), await as(account)]
    const key = ((await own('users/me/tokens/', making({ name: 'для таблиц' }))).body as Row).token
    expect(await change(own, {})).toMatchObject({
      status: 200,
      body: { detail: 'Пароль изменён, остальные сеансы завершены.' },
    })
    expect([await statusOf(own), await statusOf(other), await statusOf(by(key))]).toEqual([200, 401, 401])
    expect((await signIn(account.username)).status).toBe(400)
    expect((await signIn(account.username, newPassword)).status).toBe(200)
  })
  it('ends the asking session too when told so', async () => {
    const own = await as(await buildAccount(db))
    const answer = await change(own, { keep_session: false })
    expect(answer.body).toEqual({ detail: 'Пароль изменён. Войдите с новым паролем.' })
    expect(String(answer.headers['set-cookie'])).toMatch(/^sudmonitor_session=; /)
    expect(await statusOf(own)).toBe(401)
  })
  it.each([
    [{ old_password: 'не тот пароль' }, { old_password: ['Неверный текущий пароль.'] }],
    [{ new_password: testPassword }, { new_password: ['Новый пароль совпадает с нынешним.'] }],
    [{ new_password: 'коротко' }, { new_password: ['Пароль: не короче 10 знаков.'] }],
    [
      { new_password: 'Qwerty123456' },
      { new_password: ['Такой пароль подберут быстро. Возьмите несколько несвязанных слов.'] },
    ],
    [{ old_password: undefined }, { old_password: ['Текущий пароль: заполните это поле.'] }],
  ])('refuses %j, and nothing ends', async (wrong, errors) => {
    const account = await buildAccount(db)
    const [own, other] = [await as(account), await as(account)]
    expect(await change(own, wrong)).toMatchObject({ status: 400, body: errors })
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 200])
  })
  it.each([
    [{}, 404, 'Пароль изменён владельцем: учётная запись «{}»; отозваны ленты и вебхуки: 2.'],
    [{ keep_addresses: true }, 200, 'Пароль изменён владельцем: учётная запись «{}».'],
  ])('revokes feeds and webhooks unless they are to stay: %j', async (body, status, sentence) => {
    const account = await buildAccount(db)
    const [own, neighbour] = [await as(account), await addressesOf(await buildAccount(db))]
    const addresses = await addressesOf(account)
    const boss = await as(await buildAccount(db, { isSuperuser: true }))
    await change(own, body)
    expect([await addresses.feed(), await addresses.hasWebhook()]).toEqual([status, status === 200])
    expect([await neighbour.feed(), await neighbour.hasWebhook()]).toEqual([200, true])
    const [last] = ((await boss('audit/?size=1')).body as { results: { sentence: string }[] }).results
    expect(last?.sentence).toBe(sentence.replace('{}', account.username))
  })
  it('refuses one’s own name', async () => {
    const own = await as(await buildAccount(db, { username: 'ветрогонова' }))
    expect((await change(own, { new_password: 'ветрогонова-1' })).body).toEqual({
      new_password: ['Пароль слишком похож на имя пользователя или почту.'],
    })
  })
  it('counts wrong old passwords: a stolen session guesses no further, and keeps nobody from signing in', async () => {
    const account = await buildAccount(db)
    const own = await as(account)
    for (let n = 0; n < 5; n++) await change(own, { old_password: 'не тот пароль' })
    expect((await change(own, {})).status).toBe(429)
    expect((await signIn(account.username)).status).toBe(200)
  })
  it('lets guesses that are sent at once learn no more than one', async () => {
    const account = await buildAccount(db)
    const own = await as(account)
    await change(own, { old_password: 'не тот пароль' })
    // The next one is free, and the one after it costs a minute: no machine is so busy that it passes between the two.
    await db
      .updateTable('attempt')
      .set({ count: 10, last_at: sql<Date>`now() - interval '50 seconds'` })
      .where('key', 'like', 'owner:%')
      .execute()
    const guesses = Array.from({ length: 12 }, (_, n) => change(own, { old_password: `догадка ${n}` }))
    const told = (await Promise.all(guesses)).filter(({ status }) => status === 400)
    expect(told).toHaveLength(1)
  })
  it('is not hindered by wrong passwords of strangers', async () => {
    const account = await buildAccount(db)
    const own = await as(account)
    for (let n = 0; n < 5; n++) await signIn(account.username, 'не тот пароль')
    await db.updateTable('attempt').set({ count: 40, last_at: new Date() }).execute()
    expect((await signIn(account.username)).status).toBe(429)
    expect((await change(own, {})).status).toBe(200)
  })
  it('asked twice at once is done once', async () => {
    const account = await buildAccount(db)
    const [a, b] = [await as(account), await as(account)]
    const answers = await Promise.all([change(a, {}), change(b, { new_password: 'другая лодка плывёт' })])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect([400, 401, 409]).toContain(statuses.find(status => status !== 200))
  })
  it('leaves no session to one who signs in with the old password at that very moment', async () => {
    const account = await buildAccount(db)
    const { password_hash } = await db
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    await changeAccount(db, { id: account.id }, { password: newPassword })
    expect(await openSession(db, account.id, {}, password_hash)).toBeUndefined()
  })
})

describe('one’s own sessions', () => {
  it('are listed, the asking one marked, with where they were opened from', async () => {
    const account = await buildAccount(db)
    const token = ((await signIn(account.username)).body as { token: string }).token
    await as(account)
    await as(await buildAccount(db))
    const found = await rows(by(token), 'users/me/sessions/')
    expect(found).toHaveLength(2)
    expect(found.filter(({ is_current }) => is_current)).toMatchObject([
      { agent: 'Проверка/1.0', address: '127.0.0.1' },
    ])
    expect(JSON.stringify(found)).not.toContain(token)
  })
  it('come by pages that tell their neighbours, as every list does', async () => {
    const account = await buildAccount(db)
    const [own] = [await as(account), await as(account), await as(account)]
    expect((await own('users/me/sessions/?size=1&page=2')).body).toMatchObject({
      count: 3,
      next: 'http://localhost/api/v1/users/me/sessions/?size=1&page=3',
      previous: 'http://localhost/api/v1/users/me/sessions/?size=1&page=1',
    })
  })
  it('end one by one, only by their owner', async () => {
    const account = await buildAccount(db)
    const [own, other] = [await as(account), await as(account)]
    const stranger = await as(await buildAccount(db))
    const target = (await rows(own, 'users/me/sessions/')).find(({ is_current }) => !is_current)?.id
    expect(await stranger(`users/me/sessions/${target}/`, ending)).toMatchObject({
      status: 404,
      body: { detail: 'Такого сеанса нет.' },
    })
    expect(await statusOf(other)).toBe(200)
    expect((await own(`users/me/sessions/${target}/`, ending)).status).toBe(200)
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 401])
  })
  it('end all at once, or all but the asking one', async () => {
    const account = await buildAccount(db)
    const [own, other] = [await as(account), await as(account)]
    await own('users/me/sessions/?keep_current=true', ending)
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 401])
    const third = await as(account)
    const answer = await own('users/me/sessions/', ending)
    expect(String(answer.headers['set-cookie'])).toMatch(/^sudmonitor_session=; /)
    expect([await statusOf(own), await statusOf(third)]).toEqual([401, 401])
  })
  it('last thirty days at most, however much they are used', async () => {
    const { id } = await buildAccount(db)
    const token = await openSession(db, id)
    const day = 86_400_000
    await db
      .updateTable('session')
      .set({ created_at: new Date(Date.now() - 29.5 * day), used_at: new Date(Date.now() - day) })
      .where('account_id', '=', id)
      .execute()
    expect(await statusOf(by(token))).toBe(200)
    const { expires_at } = await db
      .selectFrom('session')
      .select('expires_at')
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(expires_at.getTime() - Date.now()).toBeLessThan(0.6 * day)
  })
  it('that are over are deleted, with keys that are over and attempts long past', async () => {
    const account = await buildAccount(db)
    const own = await as(account)
    await own('users/me/tokens/', making({ name: 'прошлый' }))
    for (const table of ['session', 'access_token'] as const)
      await db.updateTable(table).set({ expires_at: new Date() }).where('account_id', '=', account.id).execute()
    await signIn('никто', 'не тот пароль')
    await db
      .updateTable('attempt')
      .set({ last_at: new Date(Date.now() - 2 * 86_400_000) })
      .execute()
    const kept = await as(account)
    await cleanAccounts(db)
    expect(await statusOf(kept)).toBe(200)
    const left = async (table: 'session' | 'access_token') =>
      (await db.selectFrom(table).select('id').where('account_id', '=', account.id).execute()).length
    expect([await left('session'), await left('access_token')]).toEqual([1, 0])
    expect(await db.selectFrom('attempt').selectAll().execute()).toEqual([])
  })
})

describe('a personal key', () => {
  it('is shown once, kept as a hash, and reads what its owner may see', async () => {
    const account = await buildAccount(db, { regions: [78] })
    const own = await as(account)
    const made = await own('users/me/tokens/', making({ name: ' для таблиц ', days: 30 }))
    expect(made).toMatchObject({ status: 201, body: { name: 'для таблиц', used_at: null } })
    const { token, id } = made.body as Row
    expect(token).toMatch(/^sudmonitor_[\w-]{43}$/)
    expect(await rows(own, 'users/me/tokens/')).toEqual([expect.not.objectContaining({ token: expect.anything() })])
    expect(JSON.stringify(await db.selectFrom('access_token').selectAll().execute())).not.toContain(token)
    const theirs = await buildCase(db)
    expect((await by(token)('cases/')).body).toMatchObject({ count: 0 })
    expect((await by(token)(`cases/${theirs}/`)).status).toBe(404)
    expect((await rows(own, 'users/me/tokens/'))[0]?.used_at).not.toBeNull()
    expect((await own(`users/me/tokens/${id}/`, ending)).status).toBe(200)
    expect(await statusOf(by(token))).toBe(401)
  })
  it('changes nothing, and opens neither sessions, keys nor what administrators see', async () => {
    const own = await as(await buildAccount(db, { isSuperuser: true }))
    const { token } = (await own('users/me/tokens/', making({ name: 'ключ' }))).body as Row
    const refused = { status: 403, body: { detail: 'Личным ключом можно только читать дела и справочники.' } }
    for (const [path, asking] of [
      ['users/me/', changing({ favorite_cases: { add: [] } })],
      ['users/logout/', {}],
      ['users/me/sessions/', {}],
      ['users/me/tokens/', {}],
      ['users/me/tokens/', making({ name: 'ещё' })],
      ['users/me/sessions/', ending],
      ['users/change-password/', changing({})],
      ['users/pending/', {}],
      ['users/', {}],
      ['audit/', {}],
    ] as const)
      expect(await by(token)(path, asking)).toMatchObject(refused)
    expect(await statusOf(by(token))).toBe(200)
  })
  it('is nothing as a cookie: pages are for sessions', async () => {
    const own = await as(await buildAccount(db))
    const { token } = (await own('users/me/tokens/', making({ name: 'ключ' }))).body as Row
    expect((await guest('users/me/', { headers: { cookie: `sudmonitor_session=${token}` } })).status).toBe(401)
  })
  it('ends with its time and with the block of its owner', async () => {
    const account = await buildAccount(db)
    const own = await as(account)
    const make = async () => ((await own('users/me/tokens/', making({ name: 'ключ' }))).body as Row).token
    const expired = await make()
    await db.updateTable('access_token').set({ expires_at: new Date() }).where('account_id', '=', account.id).execute()
    expect(await statusOf(by(expired))).toBe(401)
    const blocked = await make()
    await changeAccount(db, { id: account.id }, { blocked: true })
    await changeAccount(db, { id: account.id }, { blocked: false })
    expect(await statusOf(by(blocked))).toBe(401)
  })
  it('is one of twenty at most, however many are asked for at once', async () => {
    const own = await as(await buildAccount(db))
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => own('users/me/tokens/', making({ name: 'ключ' }))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      non_field_errors: ['Личных ключей не больше 20: отзовите ненужные.'],
    })
  })
  it.each([
    [{}, { name: ['Название: заполните это поле.'] }],
    [{ name: 'ключ', days: 366 }, { days: ['Срок: нужно число дней от 1 до 365.'] }],
    [{ name: 'ключ', scope: 'write' }, { scope: ['Неизвестное поле.'] }],
  ])('is refused %j', async (body, errors) =>
    expect(await (await as(await buildAccount(db)))('users/me/tokens/', making(body))).toMatchObject({
      status: 400,
      body: errors,
    }),
  )
  it('of another is not there', async () => {
    const own = await as(await buildAccount(db))
    const { id } = (await own('users/me/tokens/', making({ name: 'ключ' }))).body as Row
    const stranger = await as(await buildAccount(db, { isSuperuser: true }))
    expect((await stranger(`users/me/tokens/${id}/`, ending)).status).toBe(404)
  })
})
