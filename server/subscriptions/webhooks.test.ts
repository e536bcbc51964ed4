import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { webhookAnswer, webhookMade, webhookMessage, webhookTested } from '#shared/api/other-programs.ts'
import { subscription } from '#shared/api/subscriptions.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { listenLocally } from '../../test/local-port.ts'
import { addSubscription, feedIsSettled } from '../../test/subscriptions.ts'
import type { Letter } from '../http/feature.ts'
import { isPublic, isWithin, reachableAddresses } from '../outgoing/guarded-request.ts'
import { connectChannels } from './channels.ts'
import { matchChanges } from './match-changes.ts'
import { dispatch } from './outbox.ts'
import { addressRefused, postOutside, webhookGuard } from './post-outside.ts'
import { WatchList } from './watch-list.ts'

/** Webhooks (§2 /subscriptions): whom they may call, how calls are signed, and what becomes of those nobody takes. */
type Call = { path: string; headers: IncomingHttpHeaders; body: string }
const calls: Call[] = []
let answer = (response: ServerResponse): unknown => response.end('ok')
const receiver = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', part => parts.push(part))
  request.on('end', () => {
    calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() })
    answer(response)
  })
})
const port = await listenLocally(receiver)
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

/** Names as the network has them: one may mean another address the next time it is asked. */
const asked: string[] = []
const names: Record<string, string[][]> = {
  'hook.example': [['127.0.0.1']],
  'inner.example': [['10.0.0.7']],
  'both.example': [['93.184.216.34', '192.168.0.1']],
  'turning.example': [['127.0.0.1'], ['127.0.0.2']],
}
const outgoing = {
  allowed: ['127.0.0.1/32'],
  ports: [443, port, 1, 9],
  // A busy machine may take a while to answer where an answer is awaited.
  timeout: 60_000,
  resolve: async (name: string) => {
    asked.push(name)
    const known = names[name] ?? [[]]
    return known[Math.min(asked.filter(one => one === name).length, known.length) - 1] ?? []
  },
}
const { db, as } = await testApp({ outgoing })
const post = postOutside(outgoing)
const letters: Letter[] = []
const mailer = {
  send: () => undefined,
  deliver: async (letter: Letter) => {
    letters.push(letter)
  },
  close: async () => undefined,
}
beforeEach(() => {
  calls.length = 0
  asked.length = 0
  letters.length = 0
  answer = response => response.end('ok')
})

describe('an address that a person gives', () => {
  // biome-ignore format: a table reads best as one
  it.each([
    ['8.8.8.8', true], ['2a00:1450:4010::1', true],
    ['127.0.0.1', false], ['127.255.0.9', false], ['0.0.0.0', false], ['0.1.2.3', false], ['10.1.2.3', false], ['172.16.0.1', false],
    ['172.31.255.255', false], ['192.168.1.1', false], ['169.254.169.254', false], ['100.64.0.1', false], ['192.0.0.8', false],
    ['192.0.2.1', false], ['198.18.0.1', false], ['203.0.113.9', false], ['224.0.0.1', false], ['240.0.0.1', false], ['255.255.255.255', false],
    ['::', false], ['::1', false], ['::ffff:127.0.0.1', false], ['::ffff:8.8.8.8', false], ['::7f00:1', false], ['fe80::1', false], ['fec0::1', false],
    ['fc00::1', false], ['fd12:3456::1', false], ['ff02::1', false], ['64:ff9b::7f00:1', false], ['64:ff9b:1::1', false], ['2002:7f00:1::', false],
    ['2001::1', false], ['2001:db8::1', false], ['100::1', false], ['5f00::1', false], ['не адрес', false],
  ])('%s is one that the whole world can reach: %s', (address, is) => expect(isPublic(address)).toBe(is))

  it('is within a network of its own family only', () => {
    expect(isWithin('10.20.3.4', ['fd00::/8', '10.20.0.0/16'])).toBe(true)
    expect(isWithin('10.21.3.4', ['fd00::/8', '10.20.0.0/16'])).toBe(false)
    expect(isWithin('::1', ['0.0.0.0/0'])).toBe(false)
  })

  // biome-ignore format: a table reads best as one
  it.each([
    ['https://inner.example/', 'inner'], ['https://both.example/', 'inner'], ['https://[::ffff:10.0.0.1]/', 'inner'], ['https://2130706434/', 'inner'],
    ['https://0x7f.2/', 'inner'], ['https://nobody.example/', 'no_name'], ['http://93.184.216.34:1/', 'no_tls'],
    ['https://93.184.216.34:8443/', 'port'], ['http://hook.example/', 'port'], ['https://hook.example:22/', 'port'],
  ])('%s is refused (%s) in one sentence, which tells nothing of the networks here', async (url, kind) => {
    await expect(reachableAddresses(new URL(url), outgoing)).rejects.toMatchObject({ kind })
    const said = addressRefused
    expect(await post(url, { headers: {}, body: '{}' })).toEqual({ status: null, ms: expect.any(Number), said })
  })

  it('is called at port 443 alone unless the operator allows more', async () => {
    const usual = webhookGuard({ resolve: async () => ['93.184.216.34'] })
    const at = (url: string) => reachableAddresses(new URL(url), usual)
    await expect(at('https://public.example/')).resolves.toMatchObject({ isAllowed: false })
    await expect(at('https://public.example:443/')).resolves.toBeDefined()
    for (const other of ['https://public.example:8443/', 'https://public.example:444/', 'http://public.example:80/'])
      await expect(at(other)).rejects.toMatchObject({ kind: 'port' })
    const more = webhookGuard({ ...usual, ports: [443, 8443] })
    await expect(reachableAddresses(new URL('https://public.example:8443/'), more)).resolves.toBeDefined()
  })

  it('is looked up once, and what was checked is what is called', async () => {
    const url = `http://turning.example:${port}/checked`
    expect(await post(url, { headers: {}, body: '{}' })).toMatchObject({ status: 200 })
    expect([asked, calls[0]?.headers.host]).toEqual([['turning.example'], `turning.example:${port}`])
    expect(await post(url, { headers: {}, body: '{}' })).toMatchObject({ status: null })
    expect(calls).toHaveLength(1)
  })

  it('is neither followed elsewhere, nor waited for, nor read to its end', async () => {
    const call = () => post(`http://hook.example:${port}/`, { headers: {}, body: '{}' })
    answer = response => response.writeHead(302, { location: `http://hook.example:${port}/other` }).end()
    expect(await call()).toMatchObject({ status: 302 })
    expect(calls.map(({ path }) => path)).toEqual(['/'])
    answer = () => undefined
    const hasty = postOutside({ ...outgoing, timeout: 700 })
    expect(await hasty(`http://hook.example:${port}/`, { headers: {}, body: '{}' })).toMatchObject({
      status: null,
      said: 'Нет ответа за 0.7\u00a0секунд.',
    })
    let sent = 0
    answer = response => {
      response.writeHead(200)
      const more = (): void => {
        if (response.destroyed || sent > 50_000_000) return
        sent += 65_536
        response.write(Buffer.alloc(65_536), more)
      }
      more()
    }
    expect(await call()).toMatchObject({ status: 200 })
    expect(sent).toBeLessThan(20_000_000)
    answer = response => response.destroy()
    expect(await call()).toMatchObject({ status: null, said: 'Соединение прервалось.' })
    answer = response => response.writeHead(503, { 'retry-after': '120' }).end()
    expect(await call()).toMatchObject({ status: 503, retryAfter: 120 })
    expect(await post('http://127.0.0.1:9/', { headers: {}, body: '{}' })).toMatchObject({
      said: 'В соединении отказано.',
    })
    await expect(post('http://hook.example:1/', { headers: {}, body: '' }, AbortSignal.abort())).rejects.toThrow()
  })
})

const put = (url: string) => ({ method: 'PUT' as const, body: { url } })
const list = new WatchList()
const fail = (error: unknown): never => {
  throw error
}
async function subscribed(email: string | null = 'lawyer@example.org') {
  const account = await buildAccount(db, {})
  await sql`update account set email = ${email && `${account.id}-${email}`} where id = ${account.id}`.execute(db)
  const id = await addSubscription(db, account.id, { values: { case_number: `5-${account.id}/` }, channels: [] })
  const ask = await as(account)
  const address = `http://hook.example:${port}/${account.id}`
  const set = async (url = address) => webhookMade.parse((await ask(`subscriptions/${id}/webhook/`, put(url))).body)
  const read = async () => webhookAnswer.parse((await ask(`subscriptions/${id}/webhook/`)).body).webhook
  const happens = async (result?: string) => {
    await feedIsSettled(db)
    await buildCases(db, [
      {
        source_key: `test:hook:${account.id}`,
        case_number: `5-${account.id}/2026`,
        court: { title: 'Заречный суд', region: 77 },
        entry_date: today(),
        ...(result && { result, result_date: today() }),
      },
    ])
    await feedIsSettled(db)
    await matchChanges(db, list, { now: new Date(), onError: fail })
  }
  return { account, id, ask, address, set, read, happens }
}
const minute = 60_000
const began = Date.now()
/** Minutes after the test began. */
const send = (after: number) =>
  dispatch(db, {
    now: new Date(began + after * minute),
    channels: connectChannels({ telegram: undefined, mailer, post }),
    publicUrl: 'https://sudmonitor.example',
    onError: fail,
  })

describe('a webhook', () => {
  it('is set by its owner, who sees its secret once, renews and removes it (§7)', async () => {
    const { id, ask, set, read, address } = await subscribed()
    expect(await read()).toBeNull()
    const { secret, webhook } = await set()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(webhook).toMatchObject({ url: address, is_on: true, off_at: null, failing_since: null, calls: [] })
    expect(JSON.stringify(await read())).not.toContain(secret)
    expect((await set(`${address}/other`)).secret).toBeNull()
    const renewed = webhookMade.parse((await ask(`subscriptions/${id}/webhook/secret/`, { method: 'POST' })).body)
    expect(renewed.secret).not.toBe(secret)
    const stranger = await as(await buildAccount(db, {}))
    for (const [path, asking] of [
      ['', {}],
      ['', put(address)],
      ['', { method: 'DELETE' }],
      ['secret/', { method: 'POST' }],
      ['test/', { method: 'POST' }],
    ] as const)
      expect((await stranger(`subscriptions/${id}/webhook/${path}`, asking)).status).toBe(404)
    // Switched off and on as any other channel; removed, it is no channel any more.
    const change = async (channels: string[]) => ask(`subscriptions/${id}/`, { method: 'PATCH', body: { channels } })
    expect(subscription.parse((await change([])).body)).toMatchObject({ channels: [], webhook: { off_at: null } })
    expect((await change(['webhook'])).status).toBe(200)
    expect((await ask(`subscriptions/${id}/webhook/`, { method: 'DELETE' })).status).toBe(200)
    expect([await read(), (await change([])).status]).toEqual([null, 200])
    expect((await change(['webhook'])).body).toEqual({ channels: ['Вебхук можно настроить после создания подписки.'] })
    for (const path of ['secret/', 'test/'])
      expect((await ask(`subscriptions/${id}/webhook/${path}`, { method: 'POST' })).status).toBe(404)
  })

  // biome-ignore format: a table reads best as one
  it.each([
    ['не адрес', /^Нужен адрес вида/], ['ftp://hook.example/', /^Нужен адрес вида/], ['https://me:secret@hook.example/', /без имени и пароля/],
    ['https://inner.example/', /^Этот адрес вызвать нельзя/], ['http://93.184.216.34/', /^Этот адрес вызвать нельзя/],
    ['https://nobody.example/', /^Этот адрес вызвать нельзя/], ['https://93.184.216.34:22/', /^Этот адрес вызвать нельзя/],
    [`https://hook.example/${'a'.repeat(1000)}`, /длиннее/],
  ])('is not set to %s', async (url, said) => {
    const { id, ask } = await subscribed()
    const { status, body } = await ask(`subscriptions/${id}/webhook/`, put(url))
    expect([status, body]).toEqual([400, { url: [expect.stringMatching(said)] }])
  })

  it('brings news that the lines of the documentation find to be ours', async () => {
    const { id, ask, set, read, happens, account } = await subscribed()
    const { secret } = await set()
    await happens()
    expect(await send(10)).toMatchObject({ delivered: 1 })
    const [call] = calls
    const message = webhookMessage.parse(JSON.parse(call?.body ?? ''))
    expect(message).toMatchObject({
      type: 'news',
      id: call?.headers['webhook-id'],
      subscription: { id, url: `https://sudmonitor.example/subscriptions#${id}` },
      cases: [{ case: { case_number: `5-${account.id}/2026`, court: { title: 'Заречный суд' } }, kinds: ['new'] }],
      cases_left: 0,
    })
    expect(await read()).toMatchObject({ calls: [{ status: 200, said: null, ms: expect.any(Number) }] })

    const isOurs = await linesOfDocumentation()
    const { headers = {}, body = '' } = call ?? {}
    const at = Number(headers['webhook-timestamp'])
    expect(isOurs(headers, body, String(secret), at + 299)).toBe(true)
    expect(isOurs(headers, Buffer.from(body), String(secret), at)).toBe(true)
    for (const [changed, text, key, now] of [
      [headers, `${body} `, String(secret), at],
      [headers, body, `whsec_${Buffer.alloc(32).toString('base64')}`, at],
      [headers, body, String(secret), at + 301],
      [{ ...headers, 'webhook-id': randomUUID() }, body, String(secret), at],
      [{ ...headers, 'webhook-timestamp': String(at + 1) }, body, String(secret), at],
      [{ ...headers, 'webhook-signature': '' }, body, String(secret), at],
    ] as const)
      expect(isOurs(changed, text, key, now)).toBe(false)

    // A new secret signs at once, the former one for a day beside it.
    const { secret: fresh } = webhookMade.parse(
      (await ask(`subscriptions/${id}/webhook/secret/`, { method: 'POST' })).body,
    )
    const test = async () =>
      webhookTested.parse((await ask(`subscriptions/${id}/webhook/test/`, { method: 'POST' })).body)
    expect(await test()).toMatchObject({ call: { status: 200, said: null } })
    const both = calls.at(-1)
    expect(webhookMessage.parse(JSON.parse(both?.body ?? ''))).toMatchObject({ type: 'test', cases: [] })
    for (const known of [secret, fresh]) expect(isOurs(both?.headers ?? {}, both?.body ?? '', String(known))).toBe(true)
    await sql`update subscription_webhook set secret_at = now() - interval '25 hours'`.execute(db)
    await test()
    expect(
      [secret, fresh].map(known => isOurs(calls.at(-1)?.headers ?? {}, calls.at(-1)?.body ?? '', String(known))),
    ).toEqual([false, true])
    answer = response => response.writeHead(500).end()
    expect(await test()).toMatchObject({ call: { status: 500, said: 'Адрес ответил 500.' } })
    expect(await read()).toMatchObject({ failing_since: null })
  })

  it('is tried for two days under one number, then switched off with a letter', async () => {
    const { id, ask, set, read, happens } = await subscribed()
    await set()
    await happens()
    answer = response => response.writeHead(500).end()
    let [at, tries] = [10, 1]
    expect(await send(at)).toMatchObject({ failed: 1, dead: 0 })
    for (const pause of [1, 5, 20, 60, 180, 480, 960, 1_200]) {
      expect(await send(at + pause - 0.1)).toMatchObject({ failed: 0, dead: 0 })
      at += pause
      const sent = await send(at)
      expect(sent.failed + sent.dead).toBe(1)
      expect(calls).toHaveLength(++tries)
    }
    await send(at)
    expect(letters).toHaveLength(1)
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(calls.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(tries)
    expect(letters[0]?.subject).toBe('Судмонитор: Вебхук подписки «Проверочная» выключен')
    expect(letters[0]?.text).toContain('не принимает сообщений')
    expect(await read()).toMatchObject({ is_on: false, off_at: expect.any(String) })
    const own = z.object({ results: z.array(subscription) }).parse((await ask('subscriptions/')).body).results
    expect(own).toMatchObject([{ id, channels: [], webhook: { off_at: expect.any(String) }, undelivered: 1 }])
    await happens('Прекращено')
    calls.length = 0
    await send(at + 20)
    expect(calls).toEqual([])
    // Switched on again, it is tried as if new.
    await set()
    expect(await read()).toMatchObject({ is_on: true, off_at: null, failing_since: null })
    await happens('Возвращено')
    expect(await send(10)).toMatchObject({ failed: 1, dead: 0 })
    expect(await read()).toMatchObject({ is_on: true })
    await ask(`subscriptions/${id}/webhook/`, { method: 'DELETE' })
  })

  it('is left alone at once by who says that it is gone, and tells whom it can', async () => {
    const { set, read, happens } = await subscribed(null)
    await set()
    await happens()
    answer = response => response.writeHead(410).end()
    expect(await send(10)).toMatchObject({ dead: 1 })
    expect([letters.length, (await read())?.is_on]).toEqual([0, false])
  })

  it('goes with its owner, and so does all that was gathered and told', async () => {
    const { account, id, set, happens } = await subscribed()
    await set()
    await happens()
    await send(10)
    const left = async () =>
      Promise.all(
        (['subscription_hit', 'subscription_batch', 'delivery', 'webhook_call'] as const).map(async table => {
          const rows = await db.selectFrom(table).where('subscription_id', '=', id).select('subscription_id').execute()
          return rows.length
        }),
      )
    expect(await left()).toEqual([1, 1, 1, 1])
    await db.deleteFrom('account').where('id', '=', account.id).execute()
    expect(await left()).toEqual([0, 0, 0, 0])
  })

  it('that has no answer does not hold up letters, and stops with the server', async () => {
    const many = await Promise.all(Array.from({ length: 3 }, () => subscribed()))
    // Each is held until all three are, and then broken off.
    const held = new Set<ServerResponse>()
    let together = false
    answer = response => {
      held.add(response)
      response.on('close', () => held.delete(response))
      if (held.size < many.length) return
      together = true
      for (const one of held) one.destroy()
    }
    for (const { set, id, happens } of many) {
      await set()
      await sql`update subscription set channels = '{email,webhook}' where id = ${id}`.execute(db)
      await happens()
    }
    expect(await send(10)).toMatchObject({ delivered: 3, failed: 3 })
    expect(together).toBe(true)
    // Taken and broken off: it is tried again, and says nothing against the address.
    const stop = new AbortController()
    held.clear()
    answer = response => {
      held.add(response)
      if (held.size === many.length) stop.abort()
    }
    const now = new Date(began + 12 * minute)
    const channels = connectChannels({ telegram: undefined, mailer, post })
    await dispatch(db, { now, channels, publicUrl: undefined, onError: fail, signal: stop.signal })
    expect((await many[0]?.read())?.calls).toHaveLength(1)
    answer = response => response.end()
    expect(await send(16)).toMatchObject({ delivered: 3 })
  })
})

type IsOurs = (headers: object, body: string | Buffer, secret: string, now?: number) => boolean
/** The lines a reader of docs/webhooks.md copies. */
async function linesOfDocumentation(): Promise<IsOurs> {
  const text = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
  const [, lines = ''] = /```js\n([\s\S]*?)```/.exec(text) ?? []
  const file = join(mkdtempSync(join(tmpdir(), 'webhooks-')), 'lines.mjs')
  writeFileSync(file, lines)
  return z.object({ isOurs: z.custom<IsOurs>(is => typeof is === 'function') }).parse(await import(file)).isOurs
}
