import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
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
  reducedMotion?: 'reduce'
  permissions?: string[]
}
type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** What the page says is an error fails the journey: see `troubles`. */
export type Visit = { page: Page; troubles: string[]; leave: () => Promise<void> }

let browsing: Promise<Browser> | undefined
const free = new Map<string, BrowserContext[]>()

export async function openVisit(origin: string, { storageState, ...device }: VisitorOptions): Promise<Visit> {
  browsing ??= launchBrowser()
  const context = free.get(origin)?.pop() ?? (await newContext(await browsing, origin))
  let isOpen = true
  context.once('close', () => (isOpen = false))
  if (storageState) await context.addCookies(storageState.cookies)
  const page = await context.newPage()
  // Journeys share two cores with everything else that is tested.
  page.setDefaultTimeout(20_000)
  await Promise.all([forget(page, origin), become(page, device)])
  const leave = async (): Promise<void> => {
    if (!isOpen) return
    for (const page of context.pages()) await page.close()
    await Promise.all([context.clearCookies(), context.clearPermissions()])
    free.set(origin, [...(free.get(origin) ?? []), context])
  }
  return { page, troubles: troublesOf(page), leave }
}

/** A window of another device in the same profile: a profile of its own would read the product's code anew. */
async function become(page: Page, device: Omit<VisitorOptions, 'storageState'>): Promise<void> {
  const { viewport, hasTouch, permissions, ...media } = device
  if (viewport) await page.setViewportSize(viewport)
  if (hasTouch) await touch(page, true)
  if (permissions) await page.context().grantPermissions(permissions)
  await page.emulateMedia(media)
}

export async function touch(page: Page, enabled: boolean): Promise<void> {
  // What a session has set goes with it.
  const session = touching.get(page) ?? (await page.context().newCDPSession(page))
  touching.set(page, session)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled })
}
const touching = new WeakMap<Page, CDPSession>()

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
