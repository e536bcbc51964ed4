import type { Browser, BrowserContext, CDPSession, Page, Request } from 'playwright-core'
import { launchBrowser } from '../browser.ts'

/**
 * Visitors, each a stranger to the others: no cookies, nothing remembered. They follow one another in one profile, which is
 * cleared between them: it has the product's code at hand, half of what opening a page costs.
 */
export type VisitorOptions = {
  storageState?: { cookies: Cookies; origins: [] }
  /** Of a device: how wide its window is, whether it is touched, what its owner likes, what the page may do. */
  viewport?: { width: number; height: number }
  hasTouch?: boolean
  colorScheme?: 'light' | 'dark'
  permissions?: string[]
}
type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** What the page says is an error fails the journey: see `troubles`. */
export type Visit = { page: Page; troubles: string[]; leave: () => Promise<void> }

/** Journeys share two cores with everything else that is tested. */
const longestWait = 60_000
let browsing: Promise<Browser> | undefined
const free = new Map<string, BrowserContext[]>()

export async function openVisit(origin: string, { storageState, ...device }: VisitorOptions): Promise<Visit> {
  browsing ??= launchBrowser()
  const context = free.get(origin)?.pop() ?? (await newContext(await browsing, origin))
  let isOpen = true
  context.once('close', () => (isOpen = false))
  if (storageState) await context.addCookies(storageState.cookies)
  const page = await context.newPage()
  page.setDefaultTimeout(longestWait)
  requestsOf(page)
  await Promise.all([forget(page, origin), become(page, device)])
  const leave = async (): Promise<void> => {
    if (!isOpen) return
    for (const page of context.pages()) await page.close()
    await Promise.all([context.clearCookies(), context.clearPermissions()])
    free.set(origin, [...(free.get(origin) ?? []), context])
  }
  return { page, troubles: troublesOf(page), leave }
}

/** A window of another device in the same profile: a profile of its own would read the product's code again. */
async function become(page: Page, device: Omit<VisitorOptions, 'storageState'>): Promise<void> {
  const { viewport, hasTouch, permissions, ...media } = device
  if (viewport) await page.setViewportSize(viewport)
  if (hasTouch) await touch(page, true)
  if (permissions) await page.context().grantPermissions(permissions)
  // What moves or fades in has to be waited for, and is neither here nor there until then.
  await page.emulateMedia({ reducedMotion: 'reduce', ...media })
}

export async function touch(page: Page, enabled: boolean): Promise<void> {
  // What a session has set goes with it.
  const session = touching.get(page) ?? (await page.context().newCDPSession(page))
  touching.set(page, session)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled })
}
const touching = new WeakMap<Page, CDPSession>()

/**
 * Waits until nothing is being fetched and the page has nothing to do: what answers bring is on it, and asks for no more. The library's
 * own «networkidle» waits for half a second of silence, however quick the page is, and however busy the machine.
 */
export async function untilIdle(page: Page): Promise<void> {
  const requests = requestsOf(page)
  const until = performance.now() + longestWait
  for (;;) {
    const { begun } = requests
    // A page that is being animated may have no idle moment at all.
    await page.evaluate(() => new Promise(done => requestIdleCallback(done, { timeout: 500 })))
    if (requests.open.size === 0 && requests.begun === begun) return
    if (performance.now() > until) throw new Error(`Still fetching ${[...requests.open].map(one => one.url())}`)
  }
}
type Requests = { readonly open: Set<Request>; begun: number }
const counted = new WeakMap<Page, Requests>()

/** Counted from the first call on: before the page is opened. */
function requestsOf(page: Page): Requests {
  const known = counted.get(page)
  if (known) return known
  const requests: Requests = { open: new Set(), begun: 0 }
  counted.set(page, requests)
  page.on('request', request => {
    // Whatever the document before was fetching ended with it, not always with an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.open.clear()
    // A stream is open for as long as the page is, and is nothing that the page waits for.
    if (request.resourceType() === 'eventsource') return
    requests.open.add(request)
    requests.begun += 1
  })
  const end = (request: Request) => requests.open.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return requests
}

const newContext = (browser: Browser, origin: string): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 1000 },
  })

function troublesOf(page: Page): string[] {
  const troubles: string[] = []
  page.on('pageerror', error => troubles.push(error.message))
  page.on('console', message => {
    // The browser itself reports every answer of 4xx; those are expected where a journey tries them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(message.text())
  })
  return troubles
}

/** Whatever the visitors before kept at the same address. */
async function forget(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' })
  await session.detach()
}
