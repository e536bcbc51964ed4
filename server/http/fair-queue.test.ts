import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { answerWithin } from './deadline.ts'
import { answerError } from './errors.ts'
import { askingNow, FairQueue, limitConcurrency } from './fair-queue.ts'

const never = new AbortController().signal

it('of those that wait, the next is of the account with the fewest before it (design §14)', async () => {
  const queue = new FairQueue(1)
  const order: string[] = []
  const first = await queue.take(1, never)
  const waiting = [
    ...['a', 'b', 'c'].map(name => ({ name, account: 1 })),
    { name: 'other', account: 2 },
    { name: 'other again', account: 2 },
  ].map(async ({ name, account }) => {
    const leave = await queue.take(account, never)
    order.push(name)
    leave()
  })
  first()
  await Promise.all(waiting)
  expect(order).toEqual(['other', 'a', 'other again', 'b', 'c'])
})

it('an account whose requests have been answered is as new again', async () => {
  const queue = new FairQueue(1)
  for (let times = 0; times < 5; times++) (await queue.take(1, never))()
  const leave = await queue.take(2, never)
  const order: number[] = []
  const waiting = [1, 2].map(account =>
    queue.take(account, never).then(done => {
      order.push(account)
      done()
    }),
  )
  leave()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2])
})

it('who leaves while waiting takes no slot; who has a slot keeps it until it is given back', async () => {
  const queue = new FairQueue(1)
  const leaving = new AbortController()
  const holding = new AbortController()
  const leave = await queue.take(1, holding.signal)
  holding.abort()
  const gone = queue.take(2, leaving.signal)
  const next = queue.take(3, never)
  leaving.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  expect(await Promise.race([next, 'nobody'])).toBe('nobody')
  leave()
  await next
})

/** Routes that are answered when the test says so, or when nobody waits for them any more. */
async function standIn({ longest, deadline }: { longest?: number; deadline?: number } = {}) {
  const gate = Promise.withResolvers<void>()
  const seen: (AbortSignal | undefined)[] = []
  let arrived = 0
  let left = 0
  const told: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: line => void told.push(line) } } })
  app.setErrorHandler(answerError)
  app.decorateRequest('account', {
    getter() {
      const id = Number(this.headers.account)
      return { id, username: `${id}-й`, groups: [], is_superuser: false, regions: null, totp_at: null }
    },
  })
  // As a session that is looked up in the database, for who leaves meanwhile.
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (headers.leaves === undefined) return
    arrived += 1
    await once(raw.socket, 'close')
    left += 1
  })
  if (deadline !== undefined) answerWithin(app, deadline)
  limitConcurrency(app, longest === undefined ? {} : { longest })
  for (const lane of ['page', 'figures', 'texts', 'unlimited'] as const)
    app.get(`/${lane}`, { config: { lane } }, async () => {
      const { account, signal } = askingNow() ?? {}
      seen.push(signal)
      if (lane !== 'page' && signal !== undefined) await Promise.race([gate.promise, once(signal, 'abort')])
      signal?.throwIfAborted()
      return { account }
    })
  app.get('/long', { config: { lane: 'figures' } }, async () => 'а'.repeat(8_000_000))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  const ask = (path: string, account: number, { signal = never, headers = {} } = {}) =>
    fetch(`${origin}/${path}`, { headers: { account: String(account), ...headers }, signal })
  return {
    ask,
    port: Number(new URL(origin).port),
    seen,
    told,
    arrived: () => arrived,
    left: () => left,
    open: () => gate.resolve(),
  }
}

it('pages are answered while figures are waited for, each kind in its own queue', async () => {
  const { ask, seen, open } = await standIn()
  const crowd = Array.from({ length: 32 }, () => ask('figures', 1))
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  const page = await ask('page', 2)
  expect([page.status, await page.json()]).toEqual([200, { account: 2 }])
  const begun = seen.length
  expect(begun).toBeLessThan(32)
  const texts = ask('texts', 2)
  await expect.poll(() => seen.length).toBe(begun + 1)
  open()
  expect((await Promise.all([...crowd, texts])).every(({ status }) => status === 200)).toBe(true)
})

it('who waits too long is told to come back', async () => {
  const { ask, seen, open } = await standIn({ longest: 50 })
  const crowd = Array.from({ length: 32 }, () => ask('figures', 1))
  const answers = await Promise.race(crowd)
  expect(answers.status).toBe(503)
  expect(await answers.json()).toEqual({ detail: 'Сервер занят другими подсчётами. Повторите через\u00a015\u00a0с.' })
  expect(answers.headers.get('retry-after')).toBe('15')
  expect(seen.length).toBeLessThan(32)
  open()
  await Promise.all(crowd)
})

it('work of a reader who has gone is told so, and its slot is free; that it ends is no failure to tell of', async () => {
  const { ask, seen, told, open } = await standIn()
  const leaving = new AbortController()
  const crowd = Array.from({ length: 32 }, () => ask('figures', 1, leaving))
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  const begun = [...seen]
  leaving.abort()
  await Promise.allSettled(crowd)
  const other = ask('figures', 2)
  await expect.poll(() => seen.length).toBeGreaterThan(begun.length)
  expect(begun.every(signal => signal?.aborted)).toBe(true)
  expect(seen.at(-1)?.aborted).toBe(false)
  open()
  expect((await other).status).toBe(200)
  expect(told).toEqual([])
})

it('work that has met its deadline is told that nobody waits for it', async () => {
  const { ask, seen } = await standIn({ deadline: 200 })
  expect((await ask('figures', 1)).status).toBe(503)
  await expect.poll(() => seen[0]?.aborted).toBe(true)
})

it('who leaves before a slot is asked for takes none', async () => {
  const { ask, seen, arrived, left, open } = await standIn()
  const leaving = new AbortController()
  const crowd = Array.from({ length: 8 }, () =>
    ask('figures', 1, { signal: leaving.signal, headers: { leaves: 'yes' } }),
  )
  await expect.poll(arrived).toBe(crowd.length)
  leaving.abort()
  await Promise.allSettled(crowd)
  await expect.poll(left).toBe(crowd.length)
  open()
  expect((await ask('figures', 2)).status).toBe(200)
  expect(seen).toHaveLength(1)
})

it('who reads slowly keeps no slot', async () => {
  const { ask, port, open } = await standIn()
  open()
  const slow = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.write('GET /long HTTP/1.1\r\nhost: localhost\r\naccount: 1\r\n\r\n')
      await once(socket, 'readable')
      return socket
    }),
  )
  expect((await ask('figures', 2)).status).toBe(200)
  for (const socket of slow) socket.destroy()
})
