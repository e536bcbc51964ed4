import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { totalOf } from './steps.ts'
import { openWorld, sessionOf } from './world.ts'

/** Statistics in a browser (§2 /stats): from the list to its figures, and from a figure to its list. */
const { open, origin, db } = await openWorld()
const storageState = await sessionOf(origin)
const read = async (download: Download): Promise<string> => readFileSync((await download.path()) ?? '', 'utf8')
const numberIn = (text: string | null): number => Number((text ?? '').replace(/\D/g, ''))
const tree = (page: Page) => page.getByRole('table', { name: 'Дела по кодексам, статьям и частям' })

it('goes from a list to its figures, and from each kind of figure to its own list', async () => {
  const { page, troubles } = await open({ storageState })
  await page.goto('/?type=1&entry_date_range_min=2026-01-01&entry_date_range_max=2026-12-31')
  const koap = await totalOf(page)
  await page.getByRole('link', { name: 'Графики' }).click()
  await tree(page).waitFor()
  // Type is not of the stats set (§3): both codices stand in the tree, which says so; the address, the tags and the total keep it.
  expect(new URL(page.url()).search).toBe(
    '?type=1&entry_date_range_min=2026-01-01&entry_date_range_max=2026-12-31&ordering=-entry_date',
  )
  expect(await totalOf(page)).toBe(koap)
  await page.getByText('Фильтр «Кодекс» здесь не действует.').waitFor()
  await tree(page).getByRole('row', { name: /^УК/ }).waitFor()
  const row = tree(page).getByRole('row', { name: /^КоАП/ })
  expect(numberIn(await row.getByRole('link').first().textContent())).toBe(koap)

  // A figure of the table opens as many cases.
  const article = tree(page).getByRole('row', { name: /^20\.2 / })
  const penalties = article.getByRole('link').nth(3)
  const expected = numberIn(await penalties.textContent())
  await penalties.click()
  await page.waitForURL(/result_type=/)
  expect(await totalOf(page)).toBe(expected)
  await page.goBack()

  // So does a bar, and so does its line in the table under the chart.
  const chart = page.getByRole('figure').filter({ hasText: 'Вторая инстанция, КоАП' })
  await chart.getByText('Таблица').click()
  const line = chart.getByRole('link').first()
  const reviewed = numberIn(await line.textContent())
  await line.click()
  await page.waitForURL(/stage=2/)
  expect(await totalOf(page)).toBe(reviewed)
  await page.goBack()
  const drawing = page.getByRole('img', { name: /^От поступления до решения, КоАП/ })
  await drawing.scrollIntoViewIfNeeded()
  // The first bar, of the fewest days and the most cases, stands on the left at the axis.
  await drawing.click({ position: { x: 46, y: 150 } })
  await page.waitForURL(/days_to_result_from=0&days_to_result_to=\d+/)
  expect(await totalOf(page)).toBeGreaterThan(0)
  await page.getByText('Дней до решения').first().waitFor()
  await page.goBack()

  // Files of a chart say what they show.
  for (const [kind, holds] of [
    ['CSV', 'Вид наказания;Дел;Из скольких;Доля'],
    ['SVG', '>Наказания по КоАП, '],
    ['PNG', 'PNG'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `${kind}: Наказания по КоАП`, exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(new RegExp(`^Наказания по КоАП, .*\\.${kind.toLowerCase()}$`))
    expect(await read(file)).toContain(holds)
  }

  // Sorted by its heads; shares instead of figures.
  await page.getByRole('button', { name: '2-я инст.' }).click()
  await page.locator('th[aria-sort=descending]', { hasText: '2-я инст.' }).waitFor()
  await page.getByRole('radio', { name: 'Доля, %' }).check()
  await row
    .getByRole('link', { name: /^\d+(,\d)?$/ })
    .first()
    .waitFor()

  // The panel on this page: what is applied is counted anew (§2).
  await page.keyboard.press('f')
  const panel = page.getByRole('dialog', { name: 'Фильтры' })
  await panel.getByRole('button', { name: 'Сбросить' }).click()
  await panel.getByRole('button', { name: /^Фильтровать/ }).click()
  await panel.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).search).toBe('?type=1&ordering=-entry_date')
  expect(await totalOf(page)).toBeGreaterThanOrEqual(koap)

  // Statistics that failed are emptied (§8).
  await page.route('**/frontcountcases/**', route =>
    route.fulfill({ status: 500, json: { detail: 'Сервер не справился.' } }),
  )
  await page.goto('/stats?has_result=true')
  await page.getByRole('alert').filter({ hasText: 'Статистика не загрузилась' }).first().waitFor()
  expect(await totalOf(page)).toBe(0)
  expect(await tree(page).count()).toBe(0)
  expect(troubles.filter(trouble => !trouble.includes('500'))).toEqual([])
})

it('keeps a selection of one article on the page of charts, by keyboard', async () => {
  const { page } = await open({ storageState })
  const articles = await db
    .selectFrom('article')
    .where('codex', '=', 'koap')
    .where('article_number', '=', '20.2')
    .select('id')
    .orderBy('id')
    .execute()
  const ids = articles.map(({ id }) => `codex_articles=${id}`).join('&')
  const address = `?type=1&${ids}&ordering=-entry_date`
  await page.goto(`/${address}`)
  const total = await totalOf(page)
  const view = (name: string) => page.getByRole('navigation', { name: 'Вид' }).getByRole('link', { name })

  // By keyboard as well.
  await view('Графики').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/stats?**')
  await page.getByRole('figure').first().waitFor()
  expect([await totalOf(page), new URL(page.url()).search]).toEqual([total, address])
})
