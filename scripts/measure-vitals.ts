import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'
import { z } from 'zod'
import { launchBrowser } from '../test/browser.ts'
import { signInByForm, totalOf } from '../test/journeys/steps.ts'
import { applyButton, choose, ofRunningProduct, openFilters } from './running-product.ts'

/**
 * Measures the largest contentful paint (LCP) and the interaction to next paint (INP) in a real Chromium on a slow
 * machine and a slow line, against a running product:
 *   node scripts/measure-vitals.ts --url http://127.0.0.1:3000 --username admin --password …
 */
const { values } = parseArgs({ options: ofRunningProduct })

/** A cheap phone on a mobile line: Lighthouse's profile «slow 4G» and a processor four times slower. */
const slowdown = 4
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638_400 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
}
const good = { lcp: 2_500, inp: 200 }

const pages = [
  { title: 'Список дел', path: '/?type=1' },
  { title: 'Лица', path: '/defendants' },
  { title: 'Статистика', path: '/stats' },
] as const

/** Each ends when its effect is visible. */
const hands: readonly { title: string; act: (page: Page) => Promise<void> }[] = [
  {
    title: 'открыть фильтры',
    act: async page => {
      await openFilters(page)
      await page.getByRole('dialog').getByRole('radiogroup', { name: 'Кодекс' }).waitFor()
    },
  },
  { title: 'выбрать кодекс', act: page => choose(page, 'Кодекс', 'УК') },
  {
    title: 'набрать номер дела',
    act: page => page.getByRole('dialog').getByRole('textbox', { name: 'Номер дела' }).pressSequentially('5-1/2025'),
  },
  {
    title: 'применить',
    act: async page => {
      await applyButton(page).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  { title: 'клавиша j', act: page => page.keyboard.press('j') },
]

const browser = await launchBrowser()
try {
  console.log('| страница, медленная машина и линия, холодный кэш | LCP, мс | хорошо до |\n|---|--:|--:|')
  for (const { title, path } of pages) {
    const { context, page } = await signedIn({ width: 412, height: 823 })
    await beSlow(await context.newCDPSession(page))
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    console.log(`| ${title} | ${Math.round((await seen(page)).lcp)} | ${good.lcp} |`)
    await context.close()
  }
  console.log('\n| рука, медленная машина | дольше всего до отклика, мс | хорошо до |\n|---|--:|--:|')
  const { context, page } = await signedIn({ width: 1440, height: 1000 })
  await totalOf(page)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  for (const { title, act } of hands) {
    await page.evaluate(() => {
      document.documentElement.dataset.longest = '0'
    })
    await act(page)
    // The browser reports the paint after an interaction a little later.
    await page.waitForTimeout(1_000)
    console.log(`| ${title} | ${Math.round((await seen(page)).inp)} | ${good.inp} |`)
  }
  await context.close()
} finally {
  await browser.close()
}

async function signedIn(viewport: { width: number; height: number }) {
  const context = await browser.newContext({ baseURL: values.url, viewport, locale: 'ru-RU' })
  const page = await context.newPage()
  // An open stream would keep the page from becoming idle.
  await page.route('**/today/stream/', route => route.abort())
  await watch(page)
  await page.goto('/')
  await signInByForm(page, values.username, values.password)
  await page.waitForURL(/type=1/)
  return { context, page }
}

async function beSlow(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Stores both figures on the page's root element; navigation within the app keeps it. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const note = (name: 'painted' | 'longest', value: number): void => {
      const known = Number(document.documentElement.dataset[name] ?? 0)
      document.documentElement.dataset[name] = String(Math.max(known, value))
    }
    // Reports events from 16 ms on; the default threshold is 104. TypeScript's types do not know the option.
    const events = Object.assign({ type: 'event', buffered: true }, { durationThreshold: 16 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) note('painted', entry.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId) note('longest', entry.duration)
    }).observe(events)
  })
}

async function seen(page: Page): Promise<{ lcp: number; inp: number }> {
  const { painted = '0', longest = '0' } = z
    .record(z.string(), z.string())
    .parse(await page.evaluate(() => ({ ...document.documentElement.dataset })))
  return { lcp: Number(painted), inp: Number(longest) }
}
