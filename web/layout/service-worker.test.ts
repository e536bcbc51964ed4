import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openOfflineStore } from './offline-store.ts'

/** `web/public/sw.js` as a browser runs it, with a network that answers what it is told to. Decision 0097. */
afterEach(() => vi.unstubAllGlobals())
const script = readFileSync(join(import.meta.dirname, '../public/sw.js'), 'utf8')
const origin = 'https://sudmonitor.example'
const pathOf = (asked: string | { url: string }) => {
  const { pathname, search } = new URL(typeof asked === 'string' ? asked : asked.url, origin)
  return pathname + search
}

class KeptAnswers {
  readonly rows = new Map<string, Response>()
  match = async (asked: string | { url: string }) => this.rows.get(pathOf(asked))?.clone()
  put = async (asked: string | { url: string }, answer: Response) => void this.rows.set(pathOf(asked), answer)
  delete = async (asked: string | { url: string }) => this.rows.delete(pathOf(asked))
  keys = async () => [...this.rows.keys()].map(path => ({ url: origin + path }))
}

function browser() {
  const stores = new Map<string, KeptAnswers>()
  /** What happens while the next store is being opened. */
  let meanwhile: (() => void) | undefined
  const caches = {
    has: async (name: string) => stores.has(name),
    match: async (asked: string, { cacheName }: { cacheName: string }) => stores.get(cacheName)?.match(asked),
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      meanwhile?.()
      meanwhile = undefined
      const found = stores.get(name) ?? new KeptAnswers()
      stores.set(name, found)
      return found
    },
  }
  vi.stubGlobal('caches', caches)
  const hears = new Map<string, (event: unknown) => void>()
  let network: (path: string) => Promise<Response> | Response = () => new Response('{}')
  runInNewContext(script, {
    ...{ URL, URLSearchParams, Headers, Response, caches },
    fetch: async ({ url }: { url: string }) => network(pathOf(url)),
    self: {
      location: { origin },
      addEventListener: (name: string, listener: (event: unknown) => void) => hears.set(name, listener),
    },
  })
  /** Undefined: the worker leaves it to the browser. `settled`: with all that is done after the answer. */
  const ask = (path: string, mode = 'cors') => {
    let answered: Promise<Response> | undefined
    const after: Promise<unknown>[] = []
    hears.get('fetch')?.({
      request: { url: origin + path, method: 'GET', mode },
      respondWith: (answer: Promise<Response>) => (answered = answer),
      waitUntil: (work: Promise<unknown>) => after.push(work),
    })
    return {
      answered,
      settled: async () => {
        const answer = await answered
        await Promise.all(after)
        return answer
      },
    }
  }
  return {
    ask,
    stores,
    signIn: () => openOfflineStore(() => true),
    signOut: () => caches.delete('offline'),
    whileOpening: (act: () => void) => (meanwhile = act),
    kept: () => [...(stores.get('offline')?.rows.keys() ?? [])].filter(path => path !== '/offline-session'),
    say: (answer: typeof network) => (network = answer),
    goAway: () => (network = () => Promise.reject(new TypeError('Failed to fetch'))),
  }
}
const page = '/api/v1/today/?days=7'

describe('the service worker', () => {
  it('answers with a sentence where nothing is kept and the server is away, and asks again by itself', async () => {
    const { ask, goAway, stores } = browser()
    goAway()
    const answer = await ask('/today', 'navigate').settled()
    expect(answer?.status).toBe(503)
    expect(answer?.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const text = (await answer?.text()) ?? ''
    expect(text).toMatch(/<html lang="ru">/)
    expect(text).toMatch(/<h1[^>]*>Нет связи<\/h1>/)
    expect(text).toMatch(/На&nbsp;этом устройстве ничего не&nbsp;сохранено/)
    expect(text).toMatch(/http-equiv="refresh" content="15"/)
    await expect(ask(page).answered).rejects.toThrow('Failed to fetch')
    expect(stores.size).toBe(0)
  })

  it('keeps nothing in an ordinary tab, where no store was opened', async () => {
    const { ask, stores } = browser()
    for (const path of ['/', '/assets/a-1.js', page]) await ask(path, path === '/' ? 'navigate' : 'cors').settled()
    expect(stores.size).toBe(0)
  })

  it.each([
    [page, true],
    ['/api/v1/today/changes/?seen=false&page=1', true],
    ['/api/v1/today/stream/', false],
    ['/api/v1/deadlines/upcoming/?days=90', true],
    ['/api/v1/cases/?in_favorites=true&page=2', true],
    ['/api/v1/cases/?codex=koap', false],
    ['/api/v1/cases/7/', true],
    ['/api/v1/cases/7/text/', false],
    ['/api/v1/users/me/', true],
    ['/api/v1/users/', false],
    ['/api/v1/subscriptions/', false],
  ])('of who is signed in: %s is kept: %s', async (path, isKept) => {
    const { ask, signIn, kept } = browser()
    await signIn()
    await ask(path).settled()
    expect(kept()).toEqual(isKept ? [path] : [])
  })

  it('reads without a network what was kept on another day of the reader, and says since when', async () => {
    const { ask, signIn, say, goAway } = browser()
    await signIn()
    say(() => new Response('{"hearings":[]}', { headers: { 'Content-Encoding': 'br' } }))
    await ask('/api/v1/deadlines/upcoming/?days=90&day=2026-11-25').settled()
    goAway()
    const answer = await ask('/api/v1/deadlines/upcoming/?days=90&day=2026-11-26').settled()
    expect(await answer?.text()).toBe('{"hearings":[]}')
    expect(answer?.headers.get('Content-Encoding')).toBeNull()
    expect(Date.parse(answer?.headers.get('X-Kept-At') ?? '')).not.toBeNaN()
  })

  it.each([403, 404, 410])('keeps no more what is answered %i', async status => {
    const { ask, signIn, say, kept } = browser()
    await signIn()
    await ask('/api/v1/cases/7/').settled()
    await ask('/api/v1/cases/8/').settled()
    say(() => new Response('{}', { status }))
    await ask('/api/v1/cases/7/').settled()
    expect(kept()).toEqual(['/api/v1/cases/8/'])
  })

  it('deletes the store once the session is over', async () => {
    const { ask, signIn, say, stores } = browser()
    await signIn()
    await ask(page).settled()
    say(() => new Response('{}', { status: 401 }))
    await ask('/api/v1/users/me/').settled()
    expect(stores.size).toBe(0)
  })

  it('makes no store anew of an answer that comes after signing out, nor gives it to who signs in next', async () => {
    const { ask, signIn, signOut, say, stores, kept } = browser()
    await signIn()
    const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
    say(path => (path === page ? first : second).promise)
    const [left, taken] = [ask(page), ask('/api/v1/users/me/')]
    await new Promise(setImmediate)
    await signOut()
    first.resolve(new Response('{"hearings":["Ветрогонов"]}'))
    await left.settled()
    expect(stores.size).toBe(0)
    await signIn()
    second.resolve(new Response('{"username":"орлова"}'))
    await taken.settled()
    expect(kept()).toEqual([])
  })

  it('answers without a network nothing of the session that was when it was asked, once another has begun', async () => {
    const { ask, signIn, signOut, say } = browser()
    await signIn()
    say(() => new Response('{"username":"орлова"}'))
    await ask('/api/v1/users/me/').settled()
    const hanging = Promise.withResolvers<Response>()
    say(() => hanging.promise)
    const left = ask('/api/v1/users/me/')
    await new Promise(setImmediate)
    await signOut()
    await signIn()
    hanging.reject(new TypeError('Failed to fetch'))
    await expect(left.answered).rejects.toThrow('Failed to fetch')
  })

  it.each([page, '/assets/a-1.js'])('makes no store of signing out while it is opened for %s', async path => {
    const { ask, signIn, whileOpening, stores } = browser()
    await signIn()
    whileOpening(() => stores.delete('offline'))
    await ask(path).settled()
    expect(stores.size).toBe(0)
  })

  it('leaves the store of who signs in next when the session before is said to be over late', async () => {
    const { ask, signIn, signOut, say, kept } = browser()
    await signIn()
    const late = Promise.withResolvers<Response>()
    say(() => late.promise)
    const left = ask(page)
    await new Promise(setImmediate)
    await signOut()
    await signIn()
    say(() => new Response('{}'))
    await ask('/api/v1/cases/7/').settled()
    late.resolve(new Response('{}', { status: 401 }))
    await left.settled()
    expect(kept()).toEqual(['/api/v1/cases/7/'])
  })

  it('takes a store without a mark for none, and a page that has signed in makes it anew', async () => {
    const { ask, signIn, say, stores, kept, goAway } = browser()
    const former = new KeptAnswers()
    await former.put(page, new Response('{}'))
    stores.set('offline', former)
    goAway()
    await expect(ask(page).answered).rejects.toThrow('Failed to fetch')
    expect((await signIn())?.isNew).toBe(true)
    expect(kept()).toEqual([])
    say(() => new Response('{}'))
    await ask(page).settled()
    expect((await signIn())?.isNew).toBe(false)
    expect(kept()).toEqual([page])
  })

  it('leaves no store of a page that was signed out while it made one', async () => {
    const { stores, whileOpening } = browser()
    let isIn = true
    whileOpening(() => (isIn = false))
    expect(await openOfflineStore(() => isIn)).toBeUndefined()
    expect(stores.size).toBe(0)
  })

  it('drops of more than it has room for what was kept first, and stays of the same session', async () => {
    const { ask, signIn, stores, kept } = browser()
    await signIn()
    for (let id = 1; id <= 500; id += 1) await stores.get('offline')?.put(`/api/v1/cases/${id}/`, new Response('{}'))
    await ask('/api/v1/cases/501/').settled()
    expect(kept()).not.toContain('/api/v1/cases/1/')
    expect(kept()).toContain('/api/v1/cases/501/')
    expect((await signIn())?.isNew).toBe(false)
  })
})
