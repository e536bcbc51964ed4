import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from '../browser.ts'

/**
 * Visitors, each a stranger to the others: no cookies, nothing remembered. Those who ask for nothing special follow one
 * another in one profile, which is cleared between them: it has the product's code at hand, half of what opening a page costs.
 */
export type VisitorOptions = BrowserContextOptions & { storageState?: { cookies: Cookies; origins: [] } }
type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** What the page says is an error fails the journey: see `troubles`. */
export type Visit = { page: Page; troubles: string[]; leave: () => Promise<void> }

let browsing: Promise<Browser> | undefined
const free = new Map<string, BrowserContext[]>()

export async function openVisit(origin: string, { storageState, ...special }: VisitorOptions): Promise<Visit> {
  browsing ??= launchBrowser()
  const browser = await browsing
  const isPlain = Object.keys(special).length === 0
  const context = (isPlain ? free.get(origin)?.pop() : undefined) ?? (await newContext(browser, origin, special))
  let isOpen = true
  context.once('close', () => (isOpen = false))
  if (storageState) await context.addCookies(storageState.cookies)
  const page = await context.newPage()
  // Journeys share two cores with everything else that is tested.
  page.setDefaultTimeout(20_000)
  await forget(page, origin)
  const leave = async (): Promise<void> => {
    if (!isOpen) return
    if (!isPlain) return context.close()
    for (const page of context.pages()) await page.close()
    await context.clearCookies()
    free.set(origin, [...(free.get(origin) ?? []), context])
  }
  return { page, troubles: troublesOf(page), leave }
}

const newContext = (browser: Browser, origin: string, special: BrowserContextOptions): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 1000 },
    ...special,
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
