import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testApp } from '../test/app.ts'
import { buildAccount } from '../test/factories.ts'
import { buildRichCase } from '../test/rich-case.ts'
import { openSession } from './accounts/sessions.ts'
import { buildApp } from './app.ts'
import { connect as connectDatabase } from './db/connect.ts'
import { answerError } from './http/errors.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'sudmonitor-web-'))
mkdirSync(join(webRoot, 'assets'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Судмонитор</title>')
writeFileSync(join(webRoot, 'icon.svg'), '<svg/>')
const script = `console.log('${'я'.repeat(2000)}')`
writeFileSync(join(webRoot, 'assets', 'main-abc123.js'), script)
writeFileSync(join(webRoot, 'assets', 'main-abc123.js.br'), brotliCompressSync(script))
writeFileSync(join(webRoot, 'assets', '.hidden'), '')
afterAll(() => rmSync(webRoot, { recursive: true }))

const { app, db, guest, as } = await testApp({ webRoot })
const rich = await buildRichCase(db)

describe('the documentation', () => {
  it('is OpenAPI 3.1 with every parameter described and every answer said', async () => {
    const { status, body } = await guest('openapi.json')
    expect(status).toBe(200)
    const document = z
      .looseObject({
        openapi: z.string(),
        paths: z.record(
          z.string(),
          z.record(
            z.string(),
            z.looseObject({
              summary: z.string(),
              parameters: z.array(z.looseObject({ name: z.string(), schema: z.looseObject({}) })).optional(),
              responses: z.record(z.string(), z.looseObject({ description: z.string() })),
            }),
          ),
        ),
      })
      .parse(body)
    expect(document.openapi).toMatch(/^3\.1/)
    const list = document.paths['/api/v1/cases/']?.get
    const parameters = new Map(list?.parameters?.map(one => [one.name, one]))
    expect([...parameters.keys()]).toEqual(
      expect.arrayContaining(['type', 'court_not', 'penalty_from', 'case_defense_params', 'page']),
    )
    expect(parameters.get('court')).toMatchObject({
      description: 'Суд',
      schema: { type: 'array', items: { type: 'string' } },
    })
    expect(Object.keys(list?.responses ?? {})).toEqual(['200', '400', '401', '403', '500'])
  })
  it('tells what PATCH users/me/ takes, which the specification leaves open (§7)', async () => {
    const described = z.looseObject({ description: z.string() })
    const field = described.extend({ properties: z.object({ add: described, remove: described }) })
    const schema = z.object({ properties: z.object({ favorite_cases: field }) })
    const requestBody = z.object({ content: z.object({ 'application/json': z.object({ schema }) }) })
    const patch = z.object({ description: z.string(), requestBody })
    const document = z.object({ paths: z.looseObject({ '/api/v1/users/me/': z.object({ patch }) }) })
    const { paths } = document.parse((await guest('openapi.json')).body)
    const { properties } = paths['/api/v1/users/me/'].patch.requestBody.content['application/json'].schema
    expect(properties.favorite_cases.properties).toMatchObject({
      add: { type: 'array', description: 'Номера дел, которые станут избранными' },
      remove: { type: 'array', description: 'Номера дел, которые перестанут быть избранными' },
    })
  })
  it('promises of every list how many there are and its neighbours (design §7)', async () => {
    const schema = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() })
    const answer = z.object({ content: z.object({ 'application/json': z.object({ schema }) }) })
    const { paths } = z
      .looseObject({
        paths: z.record(
          z.string(),
          z.object({ get: z.object({ responses: z.record(z.string(), z.unknown()) }).optional() }),
        ),
      })
      .parse((await guest('openapi.json')).body)
    const lists = Object.entries(paths).flatMap(([path, { get }]) => {
      const good = answer.safeParse(get?.responses['200'])
      const names = Object.keys((good.success && good.data.content['application/json'].schema.properties) || {})
      return names.includes('results') ? [{ path, names }] : []
    })
    expect(lists.length).toBeGreaterThan(20)
    for (const { path, names } of lists)
      expect(names, path).toEqual(expect.arrayContaining(['count', 'next', 'previous']))
  })
  it.each(['/api/v1/docs/', '/api/v1/docs'])('has a page at %s whose files the content policy lets run', async path => {
    const page = await guest(path)
    expect(page.status).toBe(200)
    expect(page.text).not.toMatch(/<script(?![^>]*src=)/)
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    for (const [, file] of page.text.matchAll(/src="([^"]+)"/g))
      expect((await guest(new URL(file ?? '', `http://localhost${path}`).pathname)).status, file).toBe(200)
  })
})

describe('the site', () => {
  const link = '/l/7xKq2mTbWcP4n'
  it.each([
    '/',
    '/cases',
    '/cases/5',
    '/cases/text/5/',
    '/favorites',
    link,
    '/login',
    '/cases/?type=1',
    '/?case_number=%FF',
    '/stats?a=50%',
  ])('%s is a page (§2)', async path => {
    const { status, text, headers } = await guest(path)
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(text).toContain('<title>Судмонитор</title>')
  })
  it.each([
    '/nowhere',
    '/cases/abc',
    '/cases/5/6',
    '/l',
    '/l/0OIl',
    '/login/x',
    '/index.php',
    '/..%2f..%2fetc/passwd',
    '/.git/config',
    '/%FF',
    '/cases/%zz?type=1',
  ])('%s is the same page with status 404 (§2)', async path => {
    const { status, text } = await guest(path)
    expect(status).toBe(404)
    expect(text).toContain('<title>Судмонитор</title>')
  })
  it('answers HEAD', async () => expect((await guest('/favorites', { method: 'HEAD' })).status).toBe(200))
  it('keeps hashed files for ever, the rest not', async () => {
    const hashed = await guest('/assets/main-abc123.js')
    expect([hashed.status, hashed.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    const icon = await guest('/icon.svg')
    expect([icon.status, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
  })
  it('does not answer a page for a script that is gone: the browser is to notice', async () =>
    expect(await guest('/assets/main-old.js')).toMatchObject({ status: 404, body: { detail: 'Здесь ничего нет.' } }))
  it.each(['/assets', '/assets/', '/assets/.hidden', '/assets/..%2ficon.svg'])(
    'sends nothing but the scripts from the folder of scripts: %s',
    async path => expect(await guest(path)).toMatchObject({ status: 404, body: { detail: 'Здесь ничего нет.' } }),
  )
  it.each(['/assets/main-abc123.js', '/icon.svg'])('has %s for reading only', async path => {
    const { status, headers } = await guest(path, { method: 'POST' })
    expect([status, String(headers.allow).split(', ').sort()]).toEqual([405, ['GET', 'HEAD']])
  })
  it('compresses', async () =>
    expect(
      (await guest('/assets/main-abc123.js', { headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding'],
    ).toBe('gzip'))
  it('sends what the build has packed to who reads it', async () => {
    const { headers } = await guest('/assets/main-abc123.js', { headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(brotliCompressSync(script).length),
    })
    expect(String(headers.vary)).toMatch(/accept-encoding/i)
  })
  it('forbids scripts written into the page, frames and sniffing', async () =>
    expect((await guest('/')).headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/script-src 'self';.*frame-ancestors 'none'/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    }))
  it('insists on https only where it is served so', async () => {
    expect((await guest('/')).headers).not.toHaveProperty('strict-transport-security')
    const secure = await buildApp({ db, webRoot, publicUrl: 'https://sud.example' })
    expect((await secure.inject('/')).headers).toHaveProperty('strict-transport-security')
    await secure.close()
  })
  it('that is not built says so', async () => {
    const bare = await buildApp({ db, webRoot: join(webRoot, 'nothing') })
    expect((await bare.inject('/')).body).toBe('Интерфейс не собран: запустите npm start.\n')
    await bare.close()
  })
})

describe('an address of the API', () => {
  it.each(['nowhere/', '', 'cases/1/2/3/'])('«%s» that is not there is 404 in JSON', async path =>
    expect(await guest(path)).toMatchObject({ status: 404, body: { detail: 'Здесь ничего нет.' } }),
  )
  it('called by a wrong method says by which it can be', async () => {
    const answer = await guest('cases/', { method: 'POST', body: {} })
    expect(answer).toMatchObject({ status: 405, body: { detail: 'Здесь можно только GET, HEAD.' } })
    expect(answer.headers.allow).toBe('GET, HEAD')
    expect((await guest(`cases/${rich}`, { method: 'DELETE' })).status).toBe(405)
    expect((await guest('token', { method: 'GET' })).status).toBe(405)
  })
  it('that is its own is not taken for a number', async () => {
    const ask = await as(await buildAccount(db, {}))
    for (const [path, method, allow] of [
      ['subscriptions/rehearsal/', 'PATCH', 'POST'],
      ['subscriptions/channels', 'DELETE', 'GET, HEAD'],
      ['exports/settings/', 'DELETE', undefined],
    ] as const) {
      const { status, headers } = await ask(path, { method, body: {} })
      expect([path, status, allow ?? headers.allow]).toEqual([path, 405, headers.allow])
    }
    expect((await ask('subscriptions/elsewhere/', { method: 'PATCH', body: {} })).status).toBe(404)
    expect((await ask('subscriptions/rehearsal/', { method: 'PUT', body: {} })).headers.allow).toBe('POST')
  })
  it('that is encoded wrongly is said to be', async () =>
    expect(await guest('cases/%zz/')).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Адрес закодирован неверно.'] },
    }))
})

describe('bytes on the wire', () => {
  const send = async (bytes: string): Promise<string> => {
    const origin = await listening
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes))
      let answer = ''
      socket.on('data', data => {
        answer += data
        if (answer.includes('}')) socket.end()
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  }
  const listening = app.listen({ port: 0, host: '127.0.0.1' })
  it.each([
    ['nonsense\r\n\r\n', '400 Bad Request', 'Это не запрос HTTP.'],
    [`GET /api/v1/cases/?a=${'a'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '431', 'слишком длинные'],
  ])('that are not a request are answered', async (bytes, status, sentence) => {
    const answer = await send(bytes)
    expect(answer).toContain(`HTTP/1.1 ${status}`)
    expect(answer).toContain(sentence)
  })
})

it('says that the database does not answer, when it does not', async () => {
  const gone = connectDatabase('postgres://nobody@127.0.0.1:9/nothing')
  const alone = await buildApp({ db: gone })
  const answer = await alone.inject({ url: '/api/v1/users/me/', headers: { authorization: 'Bearer x' } })
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    { detail: 'База данных не отвечает. Повторите через минуту.' },
  ])
  await alone.close()
  await gone.destroy()
})

it('says that an answer took too long, when a limit of ours has stopped it', async () => {
  const alone = Fastify().setErrorHandler(answerError)
  alone.get('/', () =>
    db.transaction().execute(async trx => {
      await sql`set local statement_timeout = 20`.execute(trx)
      await sql`select pg_sleep(5)`.execute(trx)
    }),
  )
  const answer = await alone.inject('/')
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { non_field_errors: ['Ответ готовился слишком долго, и запрос остановлен. Добавьте фильтров.'] },
  ])
  await alone.close()
})

it('a fault of ours tells nothing but a number to find it by', async () => {
  const lines: string[] = []
  const broken = await buildApp({ db, logger: { level: 'error', stream: { write: line => lines.push(line) } } })
  await db.schema.alterTable('installation').renameTo('installation_gone').execute()
  const { id } = await buildAccount(db)
  const authorization = `Bearer ${await openSession(db, id)}`
  const answer = await broken.inject({ url: '/api/v1/releasedate/', headers: { authorization } })
  await db.schema.alterTable('installation_gone').renameTo('installation').execute()
  const { detail } = answer.json<{ detail: string }>()
  const number = /^Сервер не справился с запросом\. Номер для обращения: (\w+)\.$/.exec(detail)?.[1]
  expect(answer.statusCode).toBe(500)
  expect(lines.join('')).toContain(String(number))
  await broken.close()
})

describe('what a schema says where it has no sentence of its own', () => {
  it.each([
    [z.string(), 1, 'Нужно одно значение.'],
    [z.array(z.string()), 'x', 'Нужен список.'],
    [z.boolean(), 'да', 'Нужно true или false.'],
    [z.int(), 'x', 'Нужно число.'],
    [z.int(), 1.5, 'Нужно целое число.'],
    [z.int().max(7), 9, 'Не больше 7.'],
    [z.int().min(1), 0, 'Не меньше 1.'],
    [z.string().max(3), 'слово', 'Не больше 3 знаков.'],
    [z.literal(true), false, 'Возможные значения: true.'],
    [z.strictObject({}), null, 'Нужен объект JSON.'],
    [z.union([z.string(), z.number()]), null, 'Недопустимое значение.'],
  ])('is of values, not of types: %#', (schema, value, sentence) =>
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(sentence),
  )
})
