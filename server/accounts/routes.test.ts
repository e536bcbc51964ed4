import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, testApp } from '../../test/app.ts'
import { buildAccount, buildCase, testPassword } from '../../test/factories.ts'
import { buildApp } from '../app.ts'
import { changeAccount, ensureFirstSuperuser } from './accounts.ts'
import { findSession, openSession } from './sessions.ts'

const { db, guest, as } = await testApp()
const signIn = (username: unknown, password: unknown, headers = {}) =>
  guest('token/', { method: 'POST', body: { username, password }, headers })
const cookieOf = ({ headers }: Answer): string => [headers['set-cookie']].flat()[0] ?? ''
const tokenOf = ({ body }: Answer): string => (body as { token: string }).token
const wrong = { non_field_errors: ['Неверное имя пользователя или пароль.'] }

describe('signing in (§7)', () => {
  it('answers a token and sets it as a cookie scripts cannot read', async () => {
    const { username } = await buildAccount(db)
    const answer = await signIn(username, testPassword)
    expect(answer.status).toBe(200)
    expect(tokenOf(answer)).toMatch(/^[\w-]{43}$/)
    expect(cookieOf(answer)).toBe(
      `sudmonitor_session=${tokenOf(answer)}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict`,
    )
  })
  it('takes a name in any letter case', async () => {
    const { username } = await buildAccount(db)
    expect((await signIn(` ${username.toUpperCase()} `, testPassword)).status).toBe(200)
  })
  it('does not tell an unknown name from a wrong password', async () => {
    const { username } = await buildAccount(db)
    const [unknown, known] = [await signIn('никто', testPassword), await signIn(username, 'не тот')]
    expect([unknown.status, unknown.body]).toEqual([400, wrong])
    expect([known.status, known.body]).toEqual([400, wrong])
  })
  it('tells who is not approved or blocked only after the right password', async () => {
    const waiting = await buildAccount(db, { approved: false })
    const blocked = await buildAccount(db)
    await changeAccount(db, { username: blocked.username }, { blocked: true })
    expect((await signIn(waiting.username, testPassword)).body).toEqual({
      non_field_errors: ['Учётную запись ещё не одобрил администратор.'],
    })
    expect((await signIn(blocked.username, testPassword)).body).toEqual({
      non_field_errors: ['Учётная запись заблокирована. Обратитесь к администратору.'],
    })
    expect((await signIn(waiting.username, 'не тот')).body).toEqual(wrong)
  })
  it.each([
    [{}, { username: ['Имя пользователя: заполните это поле.'], password: ['Пароль: заполните это поле.'] }],
    [{ username: 'a', password: ['b'] }, { password: ['Пароль: заполните это поле.'] }],
    [{ username: 'a\0', password: 'b' }, { username: ['Имя пользователя: недопустимый знак с кодом 0.'] }],
    [{ username: 'a', password: 'b', admin: true }, { admin: ['Неизвестное поле.'] }],
    [[], { non_field_errors: ['Нужны имя пользователя и пароль.'] }],
    ['{', { non_field_errors: ['Тело запроса — не JSON.'] }],
    ['null', { non_field_errors: ['Нужны имя пользователя и пароль.'] }],
    ['{"__proto__": 1}', { non_field_errors: ['Тело запроса — не JSON.'] }],
  ])('refuses the body %j', async (body, errors) => {
    const answer = await guest('token/', { method: 'POST', body })
    expect([answer.status, answer.body]).toEqual([400, errors])
  })
  it('refuses a body that is not JSON by its type, an absent and a huge one', async () => {
    const asked = (body: string, type: string) =>
      guest('token/', { method: 'POST', body, headers: { 'content-type': type } })
    expect(await asked('username=a&password=b', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 415,
      body: { detail: 'Тело запроса должно быть в виде application/json.' },
    })
    expect(await asked('', 'application/json')).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Тело запроса пусто, нужен JSON.'] },
    })
    expect(await asked(`"${'a'.repeat(1_100_000)}"`, 'application/json')).toMatchObject({
      status: 413,
      body: { detail: 'Запрос слишком велик: тело не больше 1 МБ.' },
    })
  })
  it.each(['[1]', '"слово"', 'null'])('says in Russian that a body is not an object: %s', async body => {
    expect((await guest('users/register/', { method: 'POST', body })).body).toEqual({
      non_field_errors: ['Тело запроса должно быть объектом JSON.'],
    })
  })
  it('makes one wait after wrong passwords, and says how long', async () => {
    const { username } = await buildAccount(db)
    for (let n = 0; n < 5; n++) expect((await signIn(username, 'не тот')).status).toBe(400)
    const paused = await signIn(username, testPassword)
    expect(paused.status).toBe(429)
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(0)
    expect(paused.body).toEqual({ detail: expect.stringMatching(/^Слишком много попыток входа\. Повторите через/) })
  })
})

describe('a session', () => {
  it('opens the protected pages by header or by cookie', async () => {
    const { username } = await buildAccount(db, { groups: ['tag_editor'], regions: [77, 78] })
    const token = tokenOf(await signIn(username, testPassword))
    const me = { username, groups: ['tag_editor'], is_superuser: false, regions: [77, 78] }
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${token}` },
      { cookie: `sudmonitor_session=${token}` },
    ])
      expect(await guest('users/me/', { headers })).toMatchObject({ status: 200, body: me })
  })
  it.each(['Bearer', 'Bearer x', 'Basic YTpi', 'Token x', 'Bearer a b'])('is not opened by «%s»', async authorization =>
    expect(await guest('users/me/', { headers: { authorization } })).toMatchObject({
      status: 401,
      body: { detail: 'Нужно войти.' },
    }),
  )
  it('ends by signing out', async () => {
    const account = await buildAccount(db)
    const ask = await as(account)
    const other = await as(account)
    const answer = await ask('users/logout/')
    expect([answer.status, answer.body]).toEqual([200, { detail: 'Вы вышли.' }])
    expect(cookieOf(answer)).toMatch(/^sudmonitor_session=; .*Expires=Thu, 01 Jan 1970/)
    expect((await ask('users/me/')).status).toBe(401)
    expect((await other('users/me/')).status).toBe(200)
  })
  it('ends when it expires, when the password changes and when the account is blocked', async () => {
    const account = await buildAccount(db)
    const expired = await as(account)
    await db.updateTable('session').set({ expires_at: new Date() }).where('account_id', '=', account.id).execute()
    expect((await expired('users/me/')).status).toBe(401)
    const changed = await as(account)
    await changeAccount(db, { username: account.username }, { password: 'весенний-трактор' })
    expect((await changed('users/me/')).status).toBe(401)
    const blocked = await as(account)
    await changeAccount(db, { username: account.username }, { blocked: true })
    expect((await blocked('users/me/')).status).toBe(401)
  })
  it('lives seven days from its last use, written down at most once an hour (§9)', async () => {
    const { id } = await buildAccount(db)
    const token = await openSession(db, id)
    expect((await findSession(db, token))?.renewed).toBe(false)
    const old = new Date(Date.now() - 2 * 3_600_000)
    await db
      .updateTable('session')
      .set({ used_at: old, expires_at: new Date(Date.now() + 60_000) })
      .execute()
    const answer = await guest('users/me/', { headers: { cookie: `sudmonitor_session=${token}` } })
    expect(cookieOf(answer)).toContain(`sudmonitor_session=${token}; Max-Age=604800`)
    const { expires_at } = await db
      .selectFrom('session')
      .where('account_id', '=', id)
      .select('expires_at')
      .executeTakeFirstOrThrow()
    expect(expires_at.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    expect((await findSession(db, token))?.renewed).toBe(false)
  })
  it('is kept as a hash only', async () => {
    const { id } = await buildAccount(db)
    const token = await openSession(db, id)
    const rows = await db.selectFrom('session').selectAll().where('account_id', '=', id).execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('what a cookie alone asks to change', () => {
  const own = 'http://localhost'
  let cookie: string
  beforeAll(async () => {
    cookie = `sudmonitor_session=${await openSession(db, (await buildAccount(db)).id)}`
  })
  const change = { method: 'PATCH', body: { favorite_cases: { add: [] } } } as const
  it.each([
    [{ origin: own }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{}, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: own }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
  ])('PATCH with %j: %i', async (headers, status) =>
    expect((await guest('users/me/', { ...change, headers: { cookie, host: 'localhost', ...headers } })).status).toBe(
      status,
    ),
  )
  it('is free with a bearer token, which no other page can have', async () => {
    const token = cookie.split('=')[1]
    const headers = { authorization: `Bearer ${token}`, origin: 'https://evil.example' }
    expect((await guest('users/me/', { ...change, headers })).status).toBe(200)
  })
  it.each([
    [{ referer: 'https://evil.example/page' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ referer: `${own}/cases/5` }, 200],
  ])('signing out with %j: %i', async (headers, status) =>
    expect((await guest('users/logout/', { headers: { cookie, host: 'localhost', ...headers } })).status).toBe(status),
  )
})

describe('favourites (§7 PATCH users/me)', () => {
  const patch = (favorite_cases: unknown) => ({ method: 'PATCH' as const, body: { favorite_cases } })
  it('are added and removed, and the updated user is answered', async () => {
    const account = await buildAccount(db)
    const ask = await as(account)
    const [a, b] = [await buildCase(db), await buildCase(db)]
    expect(await ask('users/me/', patch({ add: [a, b, a] }))).toMatchObject({
      status: 200,
      body: { username: account.username },
    })
    await ask('users/me/', patch({ add: [a], remove: [b] }))
    expect(await ask('cases/?in_favorites=true')).toMatchObject({ body: { count: 1, results: [{ id: a }] } })
    expect(await (await as(await buildAccount(db)))('cases/?in_favorites=true')).toMatchObject({ body: { count: 0 } })
  })
  it('cannot hold a case that is absent or out of scope: none of the call is done', async () => {
    const ask = await as(await buildAccount(db, { regions: [78] }))
    const theirs = await buildCase(db)
    const ours = await buildCase(db, { court: { title: 'Выдуманный суд', region: 78 } })
    expect(await ask('users/me/', patch({ add: [ours, theirs, 2_000_000_000] }))).toMatchObject({
      status: 400,
      body: { favorite_cases: [`Нет дел с такими номерами: ${theirs}, 2000000000.`] },
    })
    expect(await ask('cases/?in_favorites=true')).toMatchObject({ body: { count: 0 } })
  })
  it.each([
    [{}, { favorite_cases: ['Нужны списки номеров add и remove.'] }],
    [{ favorite_cases: [1] }, { favorite_cases: ['Нужны списки номеров add и remove.'] }],
    [{ favorite_cases: { add: ['1'] } }, { favorite_cases: ['Нужны номера дел.'] }],
    [{ favorite_cases: { add: [1.5] } }, { favorite_cases: ['Нужны номера дел.'] }],
    [{ favorite_cases: { add: 1 } }, { favorite_cases: ['Нужны номера дел.'] }],
    [{ favorite_cases: { add: [0] } }, { favorite_cases: ['Нужны номера дел.'] }],
    [{ favorite_cases: { add: [3_000_000_000] } }, { favorite_cases: ['Нужны номера дел.'] }],
    [{ favorite_cases: { toggle: [1] } }, { favorite_cases: ['Неизвестное поле «toggle».'] }],
    [{ favorite_cases: {}, is_superuser: true }, { is_superuser: ['Неизвестное поле.'] }],
  ])('refuses %j', async (body, errors) => {
    const ask = await as(await buildAccount(db))
    expect(await ask('users/me/', { method: 'PATCH', body })).toMatchObject({ status: 400, body: errors })
  })
})

describe('the first superuser (design §8)', () => {
  it('cannot take the name of somebody else', async () => {
    const { username } = await buildAccount(db)
    await expect(ensureFirstSuperuser(db, { adminUsername: username })).rejects.toThrow(
      'Укажите другое в ADMIN_USERNAME',
    )
  })
  it('is made once by several processes that start together, with whatever password the operator chose', async () => {
    const env = { adminUsername: 'начальник', adminPassword: 'a' }
    const made = await Promise.all([ensureFirstSuperuser(db, env), ensureFirstSuperuser(db, env)])
    expect(made).toEqual([{ username: 'начальник' }, { username: 'начальник' }])
    expect((await signIn('начальник', 'a')).status).toBe(200)
    await db.deleteFrom('account').where('username', '=', 'начальник').execute()
  })
  it('is made once; a generated password is told once and works', async () => {
    const made = await ensureFirstSuperuser(db, { adminUsername: 'admin' })
    expect(made.password).toMatch(/^\w{16}$/)
    expect(await ensureFirstSuperuser(db, { adminUsername: 'admin' })).toEqual({ username: 'admin' })
    const token = tokenOf(await signIn('admin', made.password))
    expect(await guest('users/me/', { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      body: { is_superuser: true, regions: null },
    })
  })
})

it('an address that signs in without end is asked to wait', async () => {
  const patient = await buildApp({ db })
  const remoteAddress = '203.0.113.7'
  const answers = []
  for (let n = 0; n < 301; n++)
    answers.push(await patient.inject({ method: 'POST', url: '/api/v1/token/', payload: {}, remoteAddress }))
  expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(300)
  const last = answers.at(-1)
  expect(last?.statusCode).toBe(429)
  expect(last?.json()).toEqual({ detail: expect.stringMatching(/^Слишком много попыток входа\. Повторите через/) })
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  expect(last?.headers).toMatchObject({ 'ratelimit-limit': '300', 'ratelimit-remaining': '0' })
  await patient.close()
})

it('sends the cookie over https only where the product is served by it', async () => {
  const secure = await buildApp({ db, publicUrl: 'https://sud.example' })
  const { username } = await buildAccount(db)
  const { headers } = await secure.inject({
    method: 'POST',
    url: '/api/v1/token',
    payload: { username, password: testPassword },
  })
  expect([headers['set-cookie']].flat()).toEqual(
    ['sudmonitor_session', 'sudmonitor_device'].map(name => expect.stringMatching(`^${name}=.*; Secure;`)),
  )
  await secure.close()
})
