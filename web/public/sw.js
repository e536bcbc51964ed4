/**
 * The service worker: shows notifications and, for an installed application, caches what can be read offline. Nothing is
 * cached until a page of a signed-in user has created the cache (web/layout/installed.ts); signing out deletes it.
 */
const store = 'offline'
/** An entry of the cache, random for each session: tells whether the cache was deleted on sign-out and replaced by another session's. */
const mark = '/offline-session'
const kept = [
  /^\/api\/v1\/(?:users\/me|releasedate)\/$/,
  // The event stream never ends.
  /^\/api\/v1\/today\/(?!stream)/,
  /^\/api\/v1\/deadlines\//,
  /^\/api\/v1\/cases\/(?:facets\/)?\?(?:.*&)?in_favorites=true/,
  /^\/api\/v1\/sets\/$/,
  /^\/api\/v1\/cases\/\d+\/(?:deadlines\/)?$/,
]

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    // All pages of the application share one document; files and public pages do not.
    if (!/^\/(?:api|embed|healthz|docs)(?:\/|$)/.test(url.pathname)) event.respondWith(fresh(event, '/'))
  } else if (/^\/(?:assets\/|theme\.js|icon\.svg)/.test(url.pathname)) event.respondWith(once(event))
  else if (kept.some(pattern => pattern.test(keyOf(url)))) event.respondWith(fresh(event, keyOf(url)))
})

/** Without the reader's day, so that yesterday's entry is found today. */
function keyOf(url) {
  const query = new URLSearchParams(url.search)
  query.delete('day')
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname
}

/** Network first; offline, the last cached response with its time. A response that is no longer allowed is removed. */
async function fresh(event, key) {
  // Opened before the request: a response that arrives after sign-out goes to the deleted cache and creates no new one.
  const opened = await keptNow().catch(() => undefined)
  let answer
  try {
    answer = await fetch(event.request)
  } catch (error) {
    // A deleted cache keeps answering whoever holds a reference to it.
    const found = await opened?.cache.match(key)
    if (found && (await markNow()) === opened.mark) return found
    if (event.request.mode === 'navigate') return nothingKept()
    throw error
  }
  const copy = answer.clone()
  event.waitUntil(note(opened, key, copy).catch(() => undefined))
  return answer
}

/** Reads the current cache without creating one, as `open` would. */
const markNow = async () => (await caches.match(mark, { cacheName: store }))?.text()

async function keptNow() {
  if ((await markNow()) === undefined) return undefined
  const cache = await caches.open(store)
  const marked = await cache.match(mark)
  if (marked) return { cache, mark: await marked.text() }
  // Deleted in between: `open` has created a new one without an owner.
  await caches.delete(store)
  return undefined
}

/** Shown when nobody is signed in or nothing is cached. Retries by itself. */
function nothingKept() {
  const page = `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="15"><title>Нет связи — Судмонитор</title>
<body style="max-width:32em;margin:15vh auto;padding:0 20px;font:16px/1.5 system-ui,sans-serif"><h1 style="font-size:28px">Нет связи</h1>
<p>Судмонитор откроется, когда связь появится. На&nbsp;этом устройстве ничего не&nbsp;сохранено: без связи читает установленное приложение, в&nbsp;которое вы&nbsp;вошли.</p></body></html>`
  return new Response(page, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

async function note(opened, key, answer) {
  // Only the session of that time is over: a new session keeps its cache.
  if (answer.status === 401 && (await markNow()) === opened?.mark) await caches.delete(store)
  if (!opened) return
  const { cache } = opened
  // An unknown address gets the same document.
  if (key !== '/' && [403, 404, 410].includes(answer.status)) await cache.delete(key)
  if (!answer.ok) return
  const headers = new Headers(answer.headers)
  headers.set('X-Kept-At', new Date().toISOString())
  // The body read here is already decoded.
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  await cache.put(key, new Response(await answer.blob(), { status: answer.status, headers }))
  await dropOldest(cache)
}

/** Keys are in insertion order. */
const mostKept = 500
async function dropOldest(cache) {
  const keys = await cache.keys()
  const others = keys.filter(({ url }) => !['/', mark].includes(new URL(url).pathname))
  await Promise.all(others.slice(0, Math.max(0, keys.length - mostKept)).map(key => cache.delete(key)))
}

/** Files with a hash in their name are immutable. */
async function once(event) {
  const { request } = event
  const cache = (await keptNow().catch(() => undefined))?.cache
  if (!cache) return fetch(request)
  const found = await cache.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) event.waitUntil(cache.put(request, answer.clone()).catch(() => undefined))
  return answer
}

self.addEventListener('push', event => {
  const { title, body, path, tag } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/icon.svg', data: { path }, lang: 'ru' }),
  )
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPage(new URL(event.notification.data.path, self.location.origin).href))
})

async function openPage(address) {
  const [opened] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!opened) return self.clients.openWindow(address)
  await opened.focus()
  return opened.navigate(address)
}
