import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { createAccessToken } from '../accounts/access-tokens.ts'
import { createAccount } from '../accounts/accounts.ts'
import { openSession } from '../accounts/sessions.ts'
import {
  type Access,
  clearSessionCookie,
  declareAccess,
  decorateRequests,
  requireSession,
  scopeOf,
  sessionCookie,
  setSessionCookie,
} from './auth.ts'
import { usualDeadlines } from './deadline.ts'
import { answerError } from './errors.ts'

/** Who may call a route, and by what (§6, §7): the rules alone, on routes of the test's own. */
const { db } = await testDatabase()
const password = 'пароль-для-проверок'
const of = async (given: { groups?: string[]; isSuperuser?: boolean }) => {
  const username = `человек-${Object.keys(given).join('-')}`
  const { id } = await createAccount(db, { username, password, ...given })
  const key = await createAccessToken(db, id, { name: 'ключ', days: 1 })
  return { id, session: await openSession(db, id), key: key?.token ?? '' }
}
const member = await of({})
const editor = await of({ groups: ['tag_editor'] })
const superuser = await of({ isSuperuser: true })

const apps: FastifyInstance[] = []
afterAll(() => Promise.all(apps.map(app => app.close())))
/** Built by each test: what a test asks is what it has built. */
const site = async (publicUrl?: string): Promise<FastifyInstance> => {
  const app = Fastify()
  apps.push(app)
  app.setErrorHandler(answerError)
  decorateRequests(app, { publicUrl })
  await app.register(cookie)
  app.get('/open', request => ({ id: request.account.id }))
  app.get('/sign-in', (request, reply) => setSessionCookie(request, reply, 'жетон').send({}))
  app.get('/sign-out', (_, reply) => clearSessionCookie(reply).send({}))
  await app.register(async scope => {
    scope.addHook('onRequest', requireSession(db, usualDeadlines.session))
    const accesses: readonly Access[] = ['guest', 'member', 'tag_editor', 'superuser']
    for (const access of accesses)
      scope.route({
        method: ['GET', 'HEAD', 'POST', 'OPTIONS'],
        url: `/${access}`,
        config: { access },
        handler: async request => ({ id: request.account.id }),
      })
    scope.get('/undeclared', async () => ({}))
    scope.get('/changes', { config: { access: 'member', changesState: true } }, async () => ({}))
    scope.get('/sessions', { config: { access: 'member', sessionOnly: true } }, async () => ({}))
    scope.get('/session', { config: { access: 'member' } }, async request => ({ session: request.sessionId }))
  })
  return app
}
type Asking = { method?: 'GET' | 'HEAD' | 'POST' | 'OPTIONS'; headers?: Record<string, string> }
const ask = async (url: string, { method = 'GET', headers = {} }: Asking = {}, publicUrl?: string) => {
  const answer = await (await site(publicUrl)).inject({ method, url, headers: { host: 'sud.example', ...headers } })
  return { status: answer.statusCode, text: answer.body, cookie: answer.headers['set-cookie'] }
}
const by = (token: string | undefined) => ({ authorization: `Bearer ${token}` })
const withCookie = { cookie: `${sessionCookie}=${member.session}` }
const rights = 'Для этого не хватает прав.'
const readingOnly = 'Личным ключом можно только читать дела и справочники.'

describe('a session', () => {
  it.each([
    ['/guest', 200, 200, 200],
    ['/member', 200, 200, 200],
    ['/tag_editor', 403, 200, 200],
    ['/superuser', 403, 403, 200],
    ['/undeclared', 403, 403, 200],
  ])('opens %s to a member: %i, an editor of tags: %i, a superuser: %i; to nobody else', async (url, ...statuses) => {
    const answers = await Promise.all(
      [member, editor, superuser].map(({ session }) => ask(url, { headers: by(session) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    for (const { status, text } of answers) if (status === 403) expect(text).toContain(rights)
    expect((await ask(url)).status).toBe(401)
  })
  it('is no superuser’s by a group of that name', async () => {
    await db
      .updateTable('account')
      .set({ groups: ['superuser'] })
      .where('id', '=', member.id)
      .execute()
    expect((await ask('/superuser', { headers: by(member.session) })).status).toBe(403)
    await db.updateTable('account').set({ groups: [] }).where('id', '=', member.id).execute()
  })
  it('is the account’s that opened it, and known by its number', async () => {
    expect((await ask('/member', { headers: by(editor.session) })).text).toBe(JSON.stringify({ id: editor.id }))
    const { id } = await db
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', editor.id)
      .executeTakeFirstOrThrow()
    expect((await ask('/session', { headers: by(editor.session) })).text).toBe(JSON.stringify({ session: id }))
  })
  it.each([
    ['Bearer {}', 200],
    ['bearer {}', 200],
    ['Bearer   {}  ', 200],
    ['Bearer', 401],
    ['Bearer{}', 401],
    ['Bearer {} {}', 401],
    ['x Bearer {}', 401],
    ['Basic {}', 401],
    ['{}', 401],
    ['Bearer other', 401],
  ])('is read from the header «%s»: %i', async (header, status) => {
    const authorization = header.replaceAll('{}', member.session)
    expect((await ask('/member', { headers: { authorization } })).status).toBe(status)
  })
  it('is not taken from the cookie when the header is of another scheme or unknown', async () => {
    expect((await ask('/member', { headers: { ...withCookie, authorization: 'Basic YTpi' } })).status).toBe(401)
    expect((await ask('/member', { headers: { ...withCookie, ...by('other') } })).status).toBe(401)
    expect((await ask('/member', { headers: { cookie: `${sessionCookie}=other` } })).status).toBe(401)
  })
  it('that is over takes its cookie along: the browser sends it no more (§8)', async () => {
    const { status, cookie } = await ask('/member', { headers: { cookie: `${sessionCookie}=other` } })
    expect(status).toBe(401)
    expect(cookie).toMatch(/^sudmonitor_session=; (?=.*Path=\/).*Expires=Thu, 01 Jan 1970/)
    // Of one that was not looked at nothing is known, and a right that is missing ends nothing.
    expect((await ask('/member', { headers: { ...withCookie, ...by('other') } })).cookie).toBeUndefined()
    expect((await ask('/member')).cookie).toBeUndefined()
    expect(await ask('/superuser', { headers: withCookie })).toMatchObject({ status: 403, cookie: undefined })
  })
  it('is needed to read the account in a route open to guests', async () => {
    expect((await ask('/open')).status).toBe(401)
    expect((await ask('/open', { headers: by(member.session) })).status).toBe(401)
  })
  it('may change, without a word of where the request comes from', async () => {
    expect((await ask('/member', { method: 'POST', headers: by(member.session) })).status).toBe(200)
    const headers = { ...by(member.session), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await ask('/member', { method: 'POST', headers })).status).toBe(200)
    expect((await ask('/sessions', { headers })).status).toBe(200)
    expect((await ask('/changes', { headers })).status).toBe(200)
  })
})

describe('a personal key', () => {
  it.each([
    ['GET', '/member', 200],
    ['HEAD', '/member', 200],
    ['OPTIONS', '/member', 200],
    ['POST', '/member', readingOnly],
    ['GET', '/changes', readingOnly],
    ['GET', '/sessions', readingOnly],
    ['GET', '/session', readingOnly],
    ['GET', '/superuser', readingOnly],
    ['GET', '/undeclared', readingOnly],
    ['GET', '/tag_editor', 200],
    ['POST', '/tag_editor', readingOnly],
  ] as const)('even of a superuser asks %s %s: %s', async (method, url, expected) => {
    const { status, text } = await ask(url, { method, headers: by(superuser.key) })
    if (expected === 200) expect(status).toBe(200)
    else expect({ status, text }).toEqual({ status: 403, text: JSON.stringify({ detail: expected }) })
  })
  it('has the rights of its account and no more', async () => {
    expect((await ask('/tag_editor', { headers: by(editor.key) })).text).toBe(JSON.stringify({ id: editor.id }))
    const refused = await ask('/tag_editor', { headers: by(member.key) })
    expect(refused).toMatchObject({ status: 403, text: JSON.stringify({ detail: rights }) })
  })
  it('that nobody has made opens nothing', async () => {
    expect((await ask('/member', { headers: by('sudmonitor_unknown') })).status).toBe(401)
    expect((await ask('/member', { headers: { ...withCookie, ...by('sudmonitor_unknown') } })).status).toBe(401)
  })
  it('is not taken from the cookie', async () => {
    expect((await ask('/member', { headers: { cookie: `${sessionCookie}=${member.key}` } })).status).toBe(401)
  })
})

describe('a cookie', () => {
  const evil = 'https://evil.example'
  it.each<[Asking['method'], string, Record<string, string>, number]>([
    ['GET', '/member', {}, 200],
    ['GET', '/member', { origin: evil, 'sec-fetch-site': 'cross-site' }, 200],
    ['OPTIONS', '/member', { origin: evil }, 200],
    ['POST', '/member', {}, 403],
    ['POST', '/member', { origin: 'https://sud.example' }, 200],
    ['POST', '/member', { origin: evil }, 403],
    ['POST', '/member', { origin: 'null' }, 403],
    ['POST', '/member', { origin: '' }, 403],
    ['POST', '/member', { referer: 'https://sud.example/cases/5' }, 200],
    ['POST', '/member', { referer: `${evil}/sud.example` }, 403],
    ['POST', '/member', { origin: evil, referer: 'https://sud.example/cases/5' }, 403],
    ['POST', '/member', { 'sec-fetch-site': 'same-origin', origin: evil }, 200],
    ['POST', '/member', { 'sec-fetch-site': 'none' }, 200],
    ['POST', '/member', { 'sec-fetch-site': 'same-site' }, 403],
    ['POST', '/member', { 'sec-fetch-site': 'cross-site', origin: 'https://sud.example' }, 403],
    ['GET', '/changes', {}, 200],
    ['GET', '/changes', { referer: 'https://sud.example/' }, 200],
    ['GET', '/changes', { referer: evil }, 403],
    ['GET', '/changes', { 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', '/superuser', {}, 403],
  ])('asks %s %s with %j: %i', async (method = 'GET', url, said, status) => {
    const answer = await ask(url, { method, headers: { ...withCookie, ...said } })
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.text).toContain(url === '/superuser' ? rights : 'Запрос пришёл с чужой страницы.')
  })
  it.each([
    ['https://public.example', 'https://public.example', 200],
    ['https://public.example', 'https://sud.example', 200],
    ['https://public.example', evil, 403],
    ['https://public.example', 'null', 403],
    // An address that is none lets nobody in who says none.
    ['public', 'null', 403],
  ])('changes under the public address %s from a page of %s: %i', async (publicUrl, origin, status) => {
    const asking = { method: 'POST', headers: { ...withCookie, origin } } as const
    expect((await ask('/member', asking, publicUrl)).status).toBe(status)
  })
  it('is set anew when the session is renewed, and only for whoever came by it', async () => {
    const age = () =>
      db
        .updateTable('session')
        .set({ used_at: new Date(Date.now() - 2 * 3_600_000) })
        .where('account_id', '=', member.id)
        .execute()
    expect((await ask('/member', { headers: withCookie })).cookie).toBeUndefined()
    await age()
    expect((await ask('/member', { headers: by(member.session) })).cookie).toBeUndefined()
    await age()
    const { cookie } = await ask('/member', { headers: withCookie }, 'https://public.example')
    expect(cookie).toBe(`${sessionCookie}=${member.session}; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Strict`)
  })
  it.each([
    [undefined, false],
    ['http://public.example', false],
    ['https://public.example', true],
  ])('is no script’s, no other site’s, and under %s sent over https only: %s', async (publicUrl, isSecure) => {
    expect((await ask('/sign-in', {}, publicUrl)).cookie).toBe(
      `${sessionCookie}=${encodeURIComponent('жетон')}; Max-Age=604800; Path=/; HttpOnly; ${isSecure ? 'Secure; ' : ''}SameSite=Strict`,
    )
  })
  it('is taken back from the whole site', async () => {
    expect((await ask('/sign-out')).cookie).toMatch(/^sudmonitor_session=; (?=.*Path=\/).*Expires=Thu, 01 Jan 1970/)
  })
})

describe('a route', () => {
  const summary = 'Дела'
  const response = { 200: z.object({}) }
  const declared = (given: Partial<RouteOptions>): RouteOptions => {
    const route: RouteOptions = { method: 'GET', url: '/cases/', handler: async () => ({}), ...given }
    declareAccess(route)
    return route
  }
  it.each<[string, Partial<RouteOptions>]>([
    ['anything', {}],
    ['who may call it', { schema: { summary, response } }],
    ['who may call it, with a config', { config: {}, schema: { summary, response } }],
    ['its schema', { config: { access: 'member' } }],
    ['what it does', { config: { access: 'member' }, schema: { response } }],
    ['what it answers', { config: { access: 'member' }, schema: { summary } }],
  ])('that does not say %s is not registered', (_, given) => {
    expect(() => declared(given)).toThrow('GET /cases/ does not declare who may call it and what it answers')
  })
  it('tells its access in its schema, and refuses parameters that it does not name', () => {
    const { schema } = declared({ config: { access: 'tag_editor' }, schema: { summary, response } })
    expect(schema).toMatchObject({ summary, response, 'x-access': 'tag_editor' })
    const query = z.instanceof(z.ZodType).parse(schema?.querystring)
    expect(query.safeParse({}).success).toBe(true)
    expect(query.safeParse({ page: '2' }).success).toBe(false)
  })
  it('keeps the parameters that it names', () => {
    const querystring = z.object({ page: z.string() })
    const { schema } = declared({ config: { access: 'guest' }, schema: { summary, response, querystring } })
    expect(schema?.querystring).toBe(querystring)
  })
})

it('an account sees its regions, all of them when none are named, and none of an empty list (§6)', () => {
  expect(scopeOf({ id: 5, regions: [77, 78] })).toEqual({ accountId: 5, regions: [77, 78] })
  expect(scopeOf({ id: 5, regions: null })).toEqual({ accountId: 5, regions: 'all' })
  expect(scopeOf({ id: 5, regions: [] })).toEqual({ accountId: 5, regions: [] })
})
