/**
 * What the browser runs beside the pages: shows notifications, and of an installed application keeps what can be read without
 * a network. Nothing is kept unless a page of who is signed in has opened the store (web/layout/installed.ts); signing out deletes it.
 */
const store = 'offline'
/** An entry of the store, random for each session: signing out deletes the store, and one of another session may stand in its place. */
const mark = '/offline-session'
const kept = [
  /^\/api\/v1\/(?:users\/me|releasedate)\/$/,
  // Not the stream of events, which never ends.
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
    // Pages of the application are one document; files and public pages are none of it.
    if (!/^\/(?:api|embed|healthz|docs)(?:\/|$)/.test(url.pathname)) event.respondWith(fresh(event, '/'))
  } else if (/^\/(?:assets\/|theme\.js|icon\.svg)/.test(url.pathname)) event.respondWith(once(event))
  else if (kept.some(pattern => pattern.test(keyOf(url)))) event.respondWith(fresh(event, keyOf(url)))
})

/** Without the reader’s day: what was kept yesterday is read today. */
function keyOf(url) {
  const query = new URLSearchParams(url.search)
  query.delete('day')
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname
}

/** From the network; without one, what was kept last, with the moment of it. What may be seen no more is kept no more. */
async function fresh(event, key) {
  // Opened before it is asked: an answer that comes after signing out goes into the store that is gone, and makes no other.
  const opened = await keptNow().catch(() => undefined)
  let answer
  try {
    answer = await fetch(event.request)
  } catch (error) {
    // A store that is deleted goes on answering whoever holds it.
    const found = await opened?.cache.match(key)
    if (found && (await markNow()) === opened.mark) return found
    if (event.request.mode === 'navigate') return nothingKept()
    throw error
  }
  const copy = answer.clone()
  event.waitUntil(note(opened, key, copy).catch(() => undefined))
  return answer
}

/** Of the store that stands now. This makes no store where there is none, as opening would. */
const markNow = async () => (await caches.match(mark, { cacheName: store }))?.text()

async function keptNow() {
  if ((await markNow()) === undefined) return undefined
  const cache = await caches.open(store)
  const marked = await cache.match(mark)
  if (marked) return { cache, mark: await marked.text() }
  // Deleted in between: opening has made another, which is nobody's.
  await caches.delete(store)
  return undefined
}

/** Nobody is signed in, or nothing has been kept yet. Asks again by itself. */
function nothingKept() {
  const page = `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="15"><title>Нет связи — Судмонитор</title>
<body style="max-width:32em;margin:15vh auto;padding:0 20px;font:16px/1.5 system-ui,sans-serif"><h1 style="font-size:28px">Нет связи</h1>
<p>Судмонитор откроется, когда связь появится. На&nbsp;этом устройстве ничего не&nbsp;сохранено: без связи читает установленное приложение, в&nbsp;которое вы&nbsp;вошли.</p></body></html>`
  return new Response(page, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

async function note(opened, key, answer) {
  // The session that is over is the one of then: whoever has signed in since keeps theirs.
  if (answer.status === 401 && (await markNow()) === opened?.mark) await caches.delete(store)
  if (!opened) return
  const { cache } = opened
  // An address that is no page is answered by the same document.
  if (key !== '/' && [403, 404, 410].includes(answer.status)) await cache.delete(key)
  if (!answer.ok) return
  const headers = new Headers(answer.headers)
  headers.set('X-Kept-At', new Date().toISOString())
  // The body that is read here is plain already.
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  await cache.put(key, new Response(await answer.blob(), { status: answer.status, headers }))
  await dropOldest(cache)
}

/** Keys are in the order in which they were put. */
const mostKept = 500
async function dropOldest(cache) {
  const keys = await cache.keys()
  const others = keys.filter(({ url }) => !['/', mark].includes(new URL(url).pathname))
  await Promise.all(others.slice(0, Math.max(0, keys.length - mostKept)).map(key => cache.delete(key)))
}

/** Files with a hash in their name never change. */
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
