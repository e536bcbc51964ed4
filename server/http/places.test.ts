import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { answerError } from './errors.ts'
import { askingNow, FairQueue, givePlaces } from './places.ts'

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

it('who leaves while waiting takes no place; who has a place keeps it until it is given back', async () => {
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

/** Routes that are answered when the test says so. */
async function standIn(longest?: number) {
  const gate = Promise.withResolvers<void>()
  const seen: (AbortSignal | undefined)[] = []
  const app = Fastify()
  app.setErrorHandler(answerError)
  app.decorateRequest('account', {
    getter() {
      const id = Number(this.headers.account)
      return { id, username: `${id}-й`, groups: [], is_superuser: false, regions: null }
    },
  })
  givePlaces(app, { longest })
  for (const lane of ['page', 'figures', 'texts', 'unlimited'] as const)
    app.get(`/${lane}`, { config: { lane } }, async () => {
      seen.push(askingNow()?.signal)
      if (lane !== 'page') await gate.promise
      return { account: askingNow()?.account }
    })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  const ask = (path: string, account: number, signal = never) =>
    fetch(`${origin}/${path}`, { headers: { account: String(account) }, signal })
  return { ask, seen, open: () => gate.resolve() }
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
  const { ask, seen, open } = await standIn(50)
  const crowd = Array.from({ length: 32 }, () => ask('figures', 1))
  const answers = await Promise.race(crowd)
  expect(answers.status).toBe(503)
  expect(await answers.json()).toEqual({ detail: 'Сервер занят другими подсчётами. Повторите через\u00a015\u00a0с.' })
  expect(answers.headers.get('retry-after')).toBe('15')
  expect(seen.length).toBeLessThan(32)
  open()
  await Promise.all(crowd)
})

it('work of a reader who has gone is told so, and its place is free', async () => {
  const { ask, seen, open } = await standIn()
  const leaving = new AbortController()
  const crowd = Array.from({ length: 32 }, () => ask('figures', 1, leaving.signal))
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
})
