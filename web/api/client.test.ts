import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, remove, request, sentenceOf, validated, whenSignedOut } from './client.ts'
import { askEarly } from './early.ts'

/** The network is the one thing that is not real here: answers in the order they are asked for. */
type Answer = Response | Error
const network = (...answers: Answer[]) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push(`${init.method} ${address}`)
    const answer = answers.shift()
    if (!answer) throw new Error('asked too often')
    if (answer instanceof Error) throw answer
    return answer
  })
  return asked
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
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

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
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
  it('that changes something is not repeated though its answer was cut short', async () => {
    const asked = network(broken(), json({ ok: true }))
    expect((await failure(request(shape, 'presets/', { method: 'POST', body: {} }))).status).toBe(0)
    expect(asked).toHaveLength(1)
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
  it('is not repeated when asking twice may do harm', async () => {
    const asked = network(new TypeError('network'))
    const error = await failure(request(shape, 'links/', { method: 'POST', body: {} }))
    expect(error.status).toBe(0)
    expect(error.message).toBe('Нет связи с сервером. Проверьте сеть и повторите.')
    expect(asked).toHaveLength(1)
  })
  it('is repeated when it changes something but says that it may be', async () => {
    const asked = network(json({}, 502), json({ ok: true }))
    await request(shape, 'users/me/', { method: 'PATCH', body: {}, repeatable: true })
    expect(asked).toHaveLength(2)
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
