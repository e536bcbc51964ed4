import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { counted } from '../shared/domain/wording.ts'
import { launchBrowser } from '../test/browser.ts'
import { signInByForm, totalOf } from '../test/journeys/steps.ts'
import { applyButton, choose, ofRunningProduct, openFilters } from './running-product.ts'

/**
 * From the click on «Фильтровать» to the painted list, in a real Chromium against a running product of any size:
 *   node scripts/measure-painting.ts --url http://127.0.0.1:3000 --username admin --password …
 */
const { values } = parseArgs({ options: { ...ofRunningProduct, rounds: { type: 'string', default: '7' } } })
const rounds = z.coerce.number().int().min(1).max(100).parse(values.rounds)

/** The filters that are set before the click; the panel opens with those of the address, and one is changed. */
const filters = [
  { title: 'УК → КоАП', from: '/?type=2', change: (page: Page) => choose(page, 'Кодекс', 'КоАП') },
  { title: 'КоАП → УК', from: '/?type=1', change: (page: Page) => choose(page, 'Кодекс', 'УК') },
  {
    title: 'поступило за год',
    from: '/?type=1',
    change: async (page: Page) => {
      const panel = page.getByRole('dialog')
      await panel.getByRole('textbox', { name: 'Поступило: с' }).fill('01.01.2025')
      await panel.getByRole('textbox', { name: 'Поступило: по' }).fill('31.12.2025')
    },
  },
] as const

const browser = await launchBrowser()
try {
  const page = await browser.newPage({ baseURL: values.url, viewport: { width: 1440, height: 1000 }, locale: 'ru-RU' })
  await page.goto('/')
  await signInByForm(page, values.username, values.password)
  await page.waitForURL(/type=1/)
  console.log(`Всего в списке: ${counted(await totalOf(page), ['дело', 'дела', 'дел'])}.\n`)
  console.log('| от «Фильтровать» до списка | p50, мс | p95, мс |\n|---|--:|--:|')
  for (const { title, from, change } of filters) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      await page.goto(from)
      await totalOf(page)
      await openFilters(page)
      await page.getByRole('dialog').waitFor()
      await change(page)
      const time = await applied(page)
      if (round > 0) times.push(time)
    }
    times.sort((left, right) => left - right)
    const at = (share: number): string => String(Math.round(times[Math.ceil(times.length * share) - 1] ?? 0))
    console.log(`| ${title} | ${at(0.5)} | ${at(0.95)} |`)
  }
} finally {
  await browser.close()
}

/** Measured in the page: from the click to the frame after the new rows are in the document. */
async function applied(page: Page): Promise<number> {
  await page.evaluate(() => {
    const rows = () => document.querySelector('[data-case-link]')?.closest('tr, article')
    const before = rows()
    const address = location.href
    document.addEventListener(
      'click',
      () => {
        const began = performance.now()
        const look = (): void => {
          if (location.href !== address && rows() && rows() !== before && !document.querySelector('[role="dialog"]'))
            requestAnimationFrame(() =>
              document.documentElement.setAttribute('data-painted', String(performance.now() - began)),
            )
          else requestAnimationFrame(look)
        }
        look()
      },
      { capture: true, once: true },
    )
  })
  await applyButton(page).click()
  const painted = page.locator('html[data-painted]')
  await painted.waitFor({ state: 'attached' })
  const time = Number(await painted.getAttribute('data-painted'))
  await page.evaluate(() => document.documentElement.removeAttribute('data-painted'))
  return time
}
