import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Ask, asking, testApp } from '../../test/app.ts'
import { buildAccount } from '../../test/factories.ts'
import { cleanAccounts } from '../accounts/requests.ts'
import { declareAccess, decorateRequests, requireSession } from './auth.ts'
import { answerError, HttpError, tooMany } from './errors.ts'
import { handleIdempotencyKeys } from './idempotency.ts'

/** Each request is retried once (§7): what a member asks for twice under one key is done once. */
const { app, db, as } = await testApp({ webRoot: '/nowhere' })
const stranger = async () => as(await buildAccount(db))
const preset = (title: string) => ({ title, description: '', category: '', get_params: { court_city: title } })
const post = (ask: Ask, path: string, key: string, body?: unknown) =>
  ask(path, { method: 'POST', headers: { 'idempotency-key': key }, ...(body !== undefined && { body }) })
const presetsOf = async (ask: Ask) => z.looseObject({ count: z.number() }).parse((await ask('presets/')).body).count
const kept = (key: string) => db.selectFrom('asked_act').where('key', '=', key).selectAll().executeTakeFirstOrThrow()
const detail = (sentence: string) => ({ detail: sentence })
const gone = 'Это уже выполнено, но ответ не сохранился. Обновите страницу, чтобы увидеть итог.'
const otherRequest = 'Под этим ключом повтора уже был другой запрос. Для нового действия нужен новый ключ.'

describe('a key of a member', () => {
  it('gives the first answer to whoever asks again, and does nothing', async () => {
    const ask = await stranger()
    const [first, again] = [
      await post(ask, 'presets/', '"one"', preset('Тверь')),
      await post(ask, 'presets/', 'one', preset('Тверь')),
    ]
    expect(first.status).toBe(201)
    expect([again.status, again.text, again.headers['content-type']]).toEqual([
      201,
      first.text,
      first.headers['content-type'],
    ])
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
    expect(await presetsOf(ask)).toBe(1)
  })
  it('does what several ask for at once only once', async () => {
    const ask = await stranger()
    const body = { selected_columns: ['id'], filters: {}, telegram: null, format: 'csv', ordering: '-entry_date' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(ask, 'exports/', 'at-once', body)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect((await ask('exports/')).body).toMatchObject({ count: 1 })
  })
  it('is for one act: another body, another address or another method is refused', async () => {
    const ask = await stranger()
    const { body } = await post(ask, 'presets/', 'one-act', preset('Псков'))
    const { id } = z.looseObject({ id: z.number() }).parse(body)
    const refused = [
      await post(ask, 'presets/', 'one-act', preset('Остров')),
      await post(ask, 'links/', 'one-act', { get_params: { court_city: 'Псков' } }),
      await ask(`presets/${id}/`, { method: 'DELETE', headers: { 'idempotency-key': 'one-act' } }),
    ]
    for (const { status, body } of refused) expect([status, body]).toEqual([422, detail(otherRequest)])
    expect(await presetsOf(ask)).toBe(1)
  })
  it('is nobody else’s', async () => {
    const [one, other] = [await stranger(), await stranger()]
    expect((await post(one, 'sets/', 'shared', { title: 'Своя' })).status).toBe(201)
    const theirs = await post(other, 'sets/', 'shared', { title: 'Чужая' })
    expect(theirs.body).toMatchObject({ title: 'Чужая' })
    expect(theirs.headers['idempotency-replayed']).toBeUndefined()
  })
  it.each(['', ' ', 'two words', '""', 'x'.repeat(201)])('has a form: «%s» is refused', async key => {
    const ask = await stranger()
    expect(await post(ask, 'presets/', key, preset('Дно'))).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Idempotency-Key: от 1 до 200 печатных знаков ASCII без пробелов.'] },
    })
    expect(await presetsOf(ask)).toBe(0)
  })
  it('means nothing to what only reads', async () => {
    const ask = await stranger()
    await ask('presets/', { headers: { 'idempotency-key': 'reading' } })
    expect(await db.selectFrom('asked_act').where('key', '=', 'reading').selectAll().execute()).toEqual([])
  })
  it('keeps a refusal too', async () => {
    const ask = await stranger()
    await post(ask, 'sets/', 'made', { title: 'Подборка' })
    const first = await post(ask, 'sets/', 'refused', { title: 'Подборка' })
    const again = await post(ask, 'sets/', 'refused', { title: 'Подборка' })
    expect([first.status, again.status, again.text]).toEqual([400, 400, first.text])
  })
  it('is forgotten after a day', async () => {
    const ask = await stranger()
    const age = (key: string, hours: number) =>
      db
        .updateTable('asked_act')
        .set({ began_at: sql<Date>`now() - ${hours}::integer * interval '1 hour'` })
        .where('key', '=', key)
        .execute()
    await post(ask, 'sets/', 'old', { title: 'Давняя' })
    await post(ask, 'sets/', 'young', { title: 'Недавняя' })
    await Promise.all([age('old', 25), age('young', 23)])
    await cleanAccounts(db)
    const keys = await db.selectFrom('asked_act').select('key').where('key', 'in', ['old', 'young']).execute()
    expect(keys).toEqual([{ key: 'young' }])
  })
})

describe('an answer that is kept', () => {
  it('is not given to an account that may see less since', async () => {
    const account = await buildAccount(db, { regions: [77] })
    const ask = await as(account)
    await post(ask, 'presets/', 'rights', preset('Москва'))
    await db
      .updateTable('account')
      .set({ regions: [78] })
      .where('id', '=', account.id)
      .execute()
    const again = await post(ask, 'presets/', 'rights', preset('Москва'))
    expect([again.status, again.body]).toEqual([409, detail(gone)])
  })
  it('holds no secret: whoever asks again is told that it is done', async () => {
    const ask = await stranger()
    const asked = () => post(ask, 'users/me/tokens/', 'secret', { name: 'для отчётов', days: 5 })
    const { token } = z.looseObject({ token: z.string() }).parse((await asked()).body)
    expect((await asked()).body).toEqual(detail(gone))
    expect(JSON.stringify(await kept('secret'))).not.toContain(token)
    expect((await ask('users/me/tokens/')).body).toMatchObject({ count: 1 })
  })
  it('is told by every route that takes or gives a password, a key, a code or a secret address', () => {
    const secret = /"(?:token|secret|code|recovery_codes|feed|calendar|[a-z_]*password)":\{/
    const operation = z.looseObject({
      'x-secret': z.boolean().optional(),
      'x-access': z.string(),
      requestBody: z.unknown().optional(),
      responses: z.record(z.string(), z.unknown()),
    })
    const paths = z.record(z.string(), z.record(z.string(), operation)).parse(app.swagger().paths)
    const writing = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method, one]) => ['post', 'patch', 'delete'].includes(method) && one['x-access'] !== 'guest')
        .map(([method, { requestBody, responses, 'x-secret': isSecret = false }]) => ({
          name: `${method} ${path}`,
          isSecret,
          has: secret.test(JSON.stringify([requestBody, responses['200'], responses['201']])),
        })),
    )
    expect(writing.length).toBeGreaterThan(20)
    expect(writing.filter(({ has }) => has).map(({ name }) => name)).toEqual(
      writing.filter(({ isSecret }) => isSecret).map(({ name }) => name),
    )
    expect(writing.some(({ isSecret }) => isSecret)).toBe(true)
  })
})

/** Handlers that a test holds up where it likes. Acts are notes in a table of their own, and every transaction is one. */
const open: FastifyInstance[] = []
afterAll(() => {
  dead.resolve()
  return Promise.all(open.map(one => one.close()))
})
await sql`create table done (what text not null)`.execute(db)
const done = async (what: string) =>
  (await sql<{ n: number }>`select count(*)::integer as n from done where what = ${what}`.execute(db)).rows[0]?.n
const note = (what: string) => db.transaction().execute(trx => sql`insert into done values (${what})`.execute(trx))

async function acting(handler: (request: FastifyRequest) => Promise<unknown>, longestWait = 60_000) {
  const site = Fastify()
  open.push(site)
  site.setValidatorCompiler(validatorCompiler)
  site.setSerializerCompiler(serializerCompiler)
  site.setErrorHandler(answerError)
  decorateRequests(site, { publicUrl: undefined })
  await site.register(async scope => {
    scope.addHook('onRoute', declareAccess)
    scope.addHook('onRequest', requireSession(db, 60_000))
    handleIdempotencyKeys(scope, db, { lease: 3_600_000, longestWait })
    scope.route({
      method: ['POST', 'PATCH'],
      url: '/api/v1/act',
      config: { access: 'member' },
      schema: { summary: 'Действие', response: { 200: z.looseObject({}) } },
      handler,
    })
  })
  return asking(site, db)
}
/** As after `kill -9`: nobody renews the lease any more. */
const holderDies = (key: string) =>
  db.updateTable('asked_act').set({ lease_until: sql<Date>`clock_timestamp()` }).where('key', '=', key).execute()
/** A handler of a process that has died: it ends with the tests. */
const dead = Promise.withResolvers<void>()
const never = dead.promise

describe('an act whose answer does not come', () => {
  it('is not begun again while it runs: 409 says when to ask', async () => {
    const begun = Promise.withResolvers<void>()
    const { as } = await acting(() => {
      begun.resolve()
      return never
    }, 0)
    const ask = await as(await buildAccount(db))
    void post(ask, 'act', 'running')
    await begun.promise
    const { status, headers, body } = await post(ask, 'act', 'running')
    expect([status, Number(headers['retry-after']) > 3_500]).toEqual([409, true])
    expect(body).toEqual(detail(`Такой же запрос ещё выполняется. Повторите через ${headers['retry-after']}\u00a0с.`))
  })
  it('is done by the next to ask when its process died before it was done', async () => {
    const begun = Promise.withResolvers<void>()
    let isFirst = true
    const { as } = await acting(async () => {
      if (isFirst) {
        isFirst = false
        begun.resolve()
        return never
      }
      await note('before')
      return { ok: true }
    })
    const ask = await as(await buildAccount(db))
    void post(ask, 'act', 'before')
    await begun.promise
    await holderDies('before')
    const answers = await Promise.all([1, 2, 3].map(() => post(ask, 'act', 'before')))
    // The others found it running, or its answer.
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
    expect(await done('before')).toBe(1)
  })
  it.each([
    ['POST', 409, 1],
    ['PATCH', 200, 2],
  ] as const)('but was done before its process died: %s asked again answers %i', async (method, status, times) => {
    const what = `after-${method}`
    const committed = Promise.withResolvers<void>()
    let isFirst = true
    const { as } = await acting(async () => {
      const goesDown = isFirst
      isFirst = false
      await note(what)
      committed.resolve()
      return goesDown ? never : { ok: true }
    })
    const ask = await as(await buildAccount(db))
    const asked = () => ask('act', { method, headers: { 'idempotency-key': what } })
    void asked()
    await committed.promise
    await holderDies(what)
    const again = await asked()
    expect(again.status).toBe(status)
    if (status === 409) expect(again.body).toEqual(detail(gone))
    expect(await done(what)).toBe(times)
  })
  it('cannot be done any more by a process that comes back after another has taken it over', async () => {
    const begun = Promise.withResolvers<void>()
    const wakes = Promise.withResolvers<void>()
    let isFirst = true
    const { as } = await acting(async () => {
      if (isFirst) {
        isFirst = false
        begun.resolve()
        await wakes.promise
      }
      await note('fenced')
      return { ok: true }
    })
    const ask = await as(await buildAccount(db))
    const late = post(ask, 'act', 'fenced')
    await begun.promise
    await holderDies('fenced')
    expect((await post(ask, 'act', 'fenced')).status).toBe(200)
    wakes.resolve()
    expect((await late).status).toBe(500)
    expect(await done('fenced')).toBe(1)
    expect((await post(ask, 'act', 'fenced')).status).toBe(200)
  })
  it.each([
    ['a fault', () => new Error('boom'), 500],
    ['too much at once', () => tooMany(5, 'Слишком часто.'), 429],
  ])('for %s is free to be asked for again', async (what, trouble, status) => {
    let isFirst = true
    const { as } = await acting(async () => {
      const fails = isFirst
      isFirst = false
      if (fails) throw trouble()
      await note(what)
      return { ok: true }
    })
    const ask = await as(await buildAccount(db))
    const key = `free-${status}`
    expect([(await post(ask, 'act', key)).status, (await post(ask, 'act', key)).status]).toEqual([status, 200])
    expect(await done(what)).toBe(1)
  })
  it('cannot be done any more once its caller was told that it has failed', async () => {
    const wakes = Promise.withResolvers<void>()
    let isFirst = true
    let late: Promise<unknown> = Promise.resolve()
    const { as } = await acting(async () => {
      if (!isFirst) {
        await note('deadline')
        return { ok: true }
      }
      isFirst = false
      // As a deadline answers before its handler has ended.
      late = wakes.promise.then(() => note('deadline'))
      throw new HttpError(503, detail('База данных не отвечает.'))
    })
    const ask = await as(await buildAccount(db))
    expect((await post(ask, 'act', 'deadline')).status).toBe(503)
    wakes.resolve()
    await expect(late).rejects.toThrow('given back')
    expect((await post(ask, 'act', 'deadline')).status).toBe(200)
    expect(await done('deadline')).toBe(1)
  })
  it('for a fault after it was done is not done again', async () => {
    const { as } = await acting(async () => {
      await note('faulty')
      throw new Error('boom')
    })
    const ask = await as(await buildAccount(db))
    expect((await post(ask, 'act', 'faulty')).status).toBe(500)
    expect((await post(ask, 'act', 'faulty')).status).toBe(409)
    expect(await done('faulty')).toBe(1)
  })
  it('is not taken for done by what was only read', async () => {
    const read = Promise.withResolvers<void>()
    let isFirst = true
    const { as } = await acting(async () => {
      const goesDown = isFirst
      isFirst = false
      await db
        .transaction()
        .setAccessMode('read only')
        .execute(trx => sql`select 1`.execute(trx))
      read.resolve()
      if (goesDown) return never
      await note('read')
      return { ok: true }
    })
    const ask = await as(await buildAccount(db))
    void post(ask, 'act', 'read')
    await read.promise
    await holderDies('read')
    expect((await post(ask, 'act', 'read')).status).toBe(200)
    expect(await done('read')).toBe(1)
  })
})
