import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, sentenceOf } from './api-error.ts'
import { dropUnsent, hasUnsent, remove, request, validated, whenSignedOut } from './client.ts'
import { forgetOutage, isAway, watchConnection } from './connection.ts'
import { askEarly } from './early.ts'
import { makeQueryClient } from './query-client.ts'

/** The network is the one thing that is not real here: answers in the order they are asked for, from a server that is well. */
type Answer = Response | Error
const network = (...answers: Answer[]) => {
  const asked: string[] = []
  keys.length = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address === '/healthz') {
      checks += 1
      if (checks <= downFor) throw new TypeError('network')
      return json({ status: 'ok' })
    }
    asked.push(`${init.method} ${address}`)
    keys.push(new Headers(init.headers).get('Idempotency-Key'))
    const answer = answers.shift()
    if (!answer) throw new Error('asked too often')
    if (answer instanceof Error) throw answer
    return answer
  })
  return asked
}
const json = (body: unknown, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers })
const keys: (string | null)[] = []
/** How often it is looked in vain whether the server is there. */
let downFor = 0
let checks = 0
const lost = () => new TypeError('network')
/** An answer that begins well and ends in the middle. */
const broken = () =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"ok":'))
        body.error(new TypeError('network'))
      },
    }),
  )
const shape = z.object({ ok: z.boolean() })
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('no ApiError')
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  downFor = 0
  checks = 0
})
afterEach(() => {
  forgetOutage()
  dropUnsent()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  whenSignedOut(() => {})
})

describe('a call (§7, §8)', () => {
  it('answers what the schema says', async () => {
    const asked = network(json({ ok: true, more: 1 }))
    expect(await request(shape, 'cases/', { query: { codex_articles: ['5', '7'], court_city: 'Орёл' } })).toEqual({
      ok: true,
    })
    expect(asked).toEqual(['GET /api/v1/cases/?codex_articles=5&codex_articles=7&court_city=%D0%9E%D1%80%D1%91%D0%BB'])
  })
  it('is repeated once when the network fails', async () => {
    const asked = network(new TypeError('network'), json({ ok: true }))
    await request(shape, 'cases/')
    expect(asked).toHaveLength(2)
  })
  it('is repeated once when the server fails, and then says so', async () => {
    const asked = network(json({ detail: 'Сервер занят.' }, 503), json({ detail: 'Сервер занят.' }, 503))
    expect((await failure(request(shape, 'cases/'))).message).toBe('Сервер занят.')
    expect(asked).toHaveLength(2)
  })
  it('is repeated when the connection breaks within the answer', async () => {
    const asked = network(broken(), json({ ok: true }))
    expect(await request(shape, 'cases/')).toEqual({ ok: true })
    expect(asked).toHaveLength(2)
  })
  it('is answered by what was asked early, once, and asked again when that has failed', async () => {
    const asked = network(json({ ok: true }), new TypeError('network'), json({ ok: true }), json({ ok: true }))
    askEarly('/api/v1/cases/')
    askEarly('/api/v1/courts/')
    await request(shape, 'cases/')
    expect(asked).toHaveLength(2)
    await request(shape, 'courts/')
    await request(shape, 'cases/')
    expect(asked).toHaveLength(4)
  })
  it('that changes something is repeated under one key, by which it is done once', async () => {
    const asked = network(broken(), json({ ok: true }), json({ ok: true }))
    await request(shape, 'presets/', { method: 'POST', body: {} })
    expect(asked).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    await request(shape, 'presets/', { method: 'POST', body: {} })
    expect(keys[2]).not.toBe(keys[0])
  })
  it('keeps its key when the person tries again what may have been done', async () => {
    network(json({}, 500), json({}, 500), json({ ok: true }), json({ ok: true }))
    const act = { method: 'POST', body: { title: 'Свой' } } as const
    await failure(request(shape, 'presets/', act))
    await request(shape, 'presets/', { method: 'POST', body: { title: 'Другой' } })
    await request(shape, 'presets/', act)
    expect([keys[1], keys[3]]).toEqual([keys[0], keys[0]])
    expect(keys[2]).not.toBe(keys[0])
  })
  it('has no key when it only reads, or says how things are to be', async () => {
    network(json({ ok: true }), json({ ok: true }), json({ ok: true }))
    await request(shape, 'cases/')
    await request(shape, 'cases/5/note/', { method: 'PUT', body: {} })
    await request(shape, 'subscriptions/rehearsal/', { method: 'POST', body: {}, isAct: false })
    expect(keys).toEqual([null, null, null])
  })
  it('that was cancelled is neither repeated nor turned into a sentence', async () => {
    const cancelling = new AbortController()
    const asked: string[] = []
    vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
      asked.push(address)
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    const answer = request(shape, 'cases/', { signal: cancelling.signal })
    cancelling.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked).toHaveLength(1)
  })
  it('is not repeated when the request is at fault', async () => {
    const asked = network(json({ page: ['Страница: не больше 10.'] }, 400))
    const error = await failure(request(shape, 'cases/'))
    expect(error.message).toBe('Страница: не больше 10.')
    expect(error.fields).toEqual({ page: ['Страница: не больше 10.'] })
    expect(asked).toHaveLength(1)
  })
  it('is repeated when its twin is still being answered, after the pause that the server asks for', async () => {
    vi.useFakeTimers()
    const asked = network(json({ detail: 'Ещё выполняется.' }, 409, { 'Retry-After': '15' }), json({ ok: true }))
    const answer = request(shape, 'presets/', { method: 'POST', body: {} })
    await vi.advanceTimersByTimeAsync(14_000)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await answer).toEqual({ ok: true })
    expect(keys[1]).toBe(keys[0])
  })
  it('is not repeated when it is refused as it is', async () => {
    const asked = network(json({ detail: 'Уже изменено кем-то другим.' }, 409))
    expect((await failure(request(shape, 'presets/5/', { method: 'PATCH', body: {} }))).status).toBe(409)
    expect(asked).toHaveLength(1)
  })
  it('is not repeated when the server asks to be left alone for long', async () => {
    const asked = network(json({ detail: 'Сервер занят.' }, 503, { 'Retry-After': '60' }))
    expect((await failure(request(shape, 'cases/'))).message).toBe('Сервер занят.')
    expect(asked).toHaveLength(1)
  })
  it('gives up when the server is there and this call alone does not get through', async () => {
    const asked = network(lost(), lost(), lost())
    const error = await failure(request(shape, 'links/', { method: 'POST', body: {} }))
    expect([error.status, error.message]).toEqual([0, 'Нет связи с сервером. Проверьте сеть и повторите.'])
    expect(asked).toHaveLength(3)
    expect(isAway()).toBe(false)
  })
  it('ends the session on 401, whatever was asked', async () => {
    const over = vi.fn()
    whenSignedOut(over)
    network(json({ detail: 'Нужно войти.' }, 401))
    expect((await failure(request(shape, 'cases/'))).status).toBe(401)
    expect(over).toHaveBeenCalledOnce()
  })
  it('does not end the session when 401 is the answer to a guest', async () => {
    const over = vi.fn()
    whenSignedOut(over)
    network(json({ detail: 'Нужно войти.' }, 401))
    await failure(request(shape, 'users/me/', { guest: true }))
    expect(over).not.toHaveBeenCalled()
  })
  it('refuses an answer of another shape', async () => {
    network(json({ ok: 'yes' }))
    expect((await failure(request(shape, 'cases/'))).message).toMatch(/не так, как ожидалось/)
  })
  it('has a sentence for a body that is not JSON', async () => {
    network(new Response('<html>', { status: 404 }))
    expect((await failure(request(shape, 'cases/'))).message).toBe('Здесь ничего нет.')
  })
  it('has a sentence for anything thrown', () =>
    expect(sentenceOf(new Error('boom'))).toBe('Что-то пошло не так. Обновите страницу и попробуйте еще раз'))
})

describe('a server that is away', () => {
  it.each([
    ['no connection', lost],
    ['502 of a proxy', () => new Response('<html>', { status: 502 })],
    ['504 of a proxy', () => new Response('', { status: 504 })],
  ])('keeps calls waiting, by %s; they are sent again by themselves when it is back', async (_, trouble) => {
    vi.useFakeTimers()
    downFor = 3
    const asked = network(trouble(), trouble(), json({ ok: true }))
    const heard = vi.fn()
    const forget = watchConnection(() => heard(isAway()))
    const answer = request(shape, 'presets/', { method: 'POST', body: {} })
    await vi.advanceTimersByTimeAsync(0)
    expect([isAway(), hasUnsent()]).toEqual([true, true])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toEqual({ ok: true })
    expect([isAway(), hasUnsent(), checks]).toEqual([false, false, 4])
    expect(heard.mock.calls).toEqual([[true], [false]])
    expect(asked).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    forget()
  })
  it('is looked for less and less often, once for all calls that wait', async () => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    downFor = Number.POSITIVE_INFINITY
    network(lost(), lost(), lost(), lost())
    const [one, other] = [new AbortController(), new AbortController()]
    const answers = [one, other].map(({ signal }) => request(shape, 'cases/', { signal }).catch(() => 'left'))
    await vi.advanceTimersByTimeAsync(0)
    const before = checks
    await vi.advanceTimersByTimeAsync(60_000)
    const afterwards = checks - before
    expect(afterwards).toBeGreaterThanOrEqual(6)
    expect(afterwards).toBeLessThanOrEqual(12)
    one.abort()
    other.abort()
    expect(await Promise.all(answers)).toEqual(['left', 'left'])
  })
  it('is not taken for back by the page of somebody else', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async (address: string) => {
      if (address === '/healthz') return new Response('<html>Войдите в сеть</html>')
      throw lost()
    })
    const leaving = new AbortController()
    const answer = request(shape, 'cases/', { signal: leaving.signal }).catch(() => 'left')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(isAway()).toBe(true)
    leaving.abort()
    expect(await answer).toBe('left')
  })
  it('that has vanished without closing its connections is noticed, and asked again when it is back', async () => {
    vi.useFakeTimers()
    downFor = 2
    let isFirst = true
    vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
      if (address === '/healthz') {
        checks += 1
        return checks <= downFor ? Promise.reject(lost()) : Promise.resolve(json({ status: 'ok' }))
      }
      if (!isFirst) return Promise.resolve(json({ ok: true }))
      isFirst = false
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    const answer = request(shape, 'cases/')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(isAway()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toEqual({ ok: true })
  })
  it('is known to be back by a cache that was opened since', async () => {
    vi.useFakeTimers()
    downFor = 2
    network(lost(), lost(), json({ ok: true }))
    const [former, next] = [makeQueryClient(), makeQueryClient()]
    former.mount()
    const answer = request(shape, 'cases/')
    await vi.advanceTimersByTimeAsync(0)
    expect(onlineManager.isOnline()).toBe(false)
    former.unmount()
    await vi.advanceTimersByTimeAsync(60_000)
    await answer
    next.mount()
    expect(onlineManager.isOnline()).toBe(true)
    next.unmount()
  })
  it('is sent nothing of somebody who has signed out meanwhile', async () => {
    vi.useFakeTimers()
    downFor = 2
    const asked = network(lost(), lost(), json({ ok: true }))
    const error = failure(request(shape, 'presets/', { method: 'POST', body: {} }))
    await vi.advanceTimersByTimeAsync(0)
    dropUnsent()
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await error).message).toBe('Вход закончился раньше, чем это удалось отправить.')
    expect(asked).toHaveLength(2)
  })
})

describe('taking something away', () => {
  it('is repeated once, and what is gone by then is no failure', async () => {
    const asked = network(new TypeError('network'), json({ detail: 'Здесь ничего нет.' }, 404))
    await remove('users/me/sessions/5/')
    expect(asked).toEqual(['DELETE /api/v1/users/me/sessions/5/', 'DELETE /api/v1/users/me/sessions/5/'])
  })
  it('fails when it was refused', async () => {
    network(json({ detail: 'Для этого не хватает прав.' }, 403))
    expect((await failure(remove('users/me/sessions/5/'))).status).toBe(403)
  })
})

describe('values of a form', () => {
  const form = z.object({ name: z.string().trim().min(1, { error: 'Название: заполните.' }), days: z.int() })
  it('are read as the schema reads them', () =>
    expect(validated(form, { name: ' а ', days: 3 })).toEqual({ name: 'а', days: 3 }))
  it('are refused as the server would refuse them', async () => {
    const error = await failure(Promise.resolve().then(() => validated(form, { name: ' ', days: 3 })))
    expect([error.status, error.message, error.fields]).toEqual([
      400,
      'Название: заполните.',
      { name: ['Название: заполните.'] },
    ])
  })
})
