import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { XMLValidator } from 'fast-xml-parser'
import type { Download, Page } from 'playwright-core'
import readXlsx from 'read-excel-file/node'
import { afterAll, expect, it } from 'vitest'
import { openWorld, sessionOf } from './world.ts'

/** A figure for a newspaper (decision 0093): from filters to a chart, its files, a link that stays, and a page of others that shows it. */
const { open, origin } = await openWorld()
const storageState = await sessionOf(origin)
const permissions = ['clipboard-read', 'clipboard-write']
const bytesOf = async (download: Download): Promise<Buffer> => readFileSync((await download.path()) ?? '')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Для статьи' })
const saved = async (page: Page, act: () => Promise<unknown>): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return bytesOf(download)
}
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

/** A newspaper of another origin. */
let article = ''
const newspaper = createServer((_, answer) => answer.setHeader('content-type', 'text/html; charset=utf-8').end(article))
await new Promise<void>(ready => newspaper.listen(0, ready))
afterAll(() => newspaper.close())
const { port } = newspaper.address() as AddressInfo

it('goes from filters to a chart, a link and a page of a newspaper that shows the same numbers', async () => {
  const { page, troubles } = await open({ storageState, permissions })
  await page.goto('/?type=1')
  await page.getByRole('link', { name: 'Графики' }).click()
  const chart = page.getByRole('figure').filter({ hasText: 'Наказания по КоАП' })
  await chart.getByText('Таблица').click()
  const inChart = await chart
    .getByRole('row')
    .evaluateAll(rows =>
      rows
        .slice(1)
        .map(row => [row.querySelector('th')?.firstChild?.textContent, row.querySelector('td')?.textContent]),
    )
  const opener = chart.getByRole('button', { name: 'Для статьи: Наказания по КоАП' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await dialog.getByText('Что посчитано').waitFor()

  // By keyboard: the focus stays in and comes back.
  const isInside = () => dialog.evaluate(room => room.contains(document.activeElement))
  expect(await isInside()).toBe(true)
  for (let times = 0; times < 14; times++) {
    await page.keyboard.press('Tab')
    expect(await isInside()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await opener.evaluate(button => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')

  // Pictures are of the chosen size, a PNG of twice as many pixels; they say what nobody may take off.
  await dialog.getByLabel('Заголовок').fill('Наказания & сроки')
  for (const [name, width, height] of [
    ['column', 600, 400],
    ['spread', 1200, 675],
    ['square', 1080, 1080],
  ] as const) {
    await dialog.getByLabel('Размер', { exact: true }).selectOption(name)
    const png = await saved(page, () => dialog.getByRole('button', { name: 'PNG, 2×' }).click())
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      'PNG',
      2 * width,
      2 * height,
    ])
  }
  const svg = (await saved(page, () => dialog.getByRole('button', { name: 'SVG' }).click())).toString()
  expect(XMLValidator.validate(svg)).toBe(true)
  expect(svg).toContain('<title>Наказания &amp; сроки</title>')
  expect(svg).toContain('Демонстрационные данные: дела и люди вымышлены, публиковать нельзя.')
  const book = await readXlsx(await saved(page, () => dialog.getByRole('link', { name: 'Excel' }).click()))
  expect(book.map(({ sheet }) => sheet)).toEqual(['Данные', 'Метод'])
  expect(book[0]?.data.slice(1).map(([label, count]) => [label, String(count)])).toEqual(
    inChart.map(([label, count]) => [label?.replace('\u00a0', ' '), count?.replace(/\s/g, '')]),
  )
  await dialog.getByRole('button', { name: 'Скопировать описание' }).click()
  await page.getByText('Описание скопировано.').waitFor()
  expect(await copied(page)).toContain('Выборка: Дела КоАП.')

  await dialog.getByRole('button', { name: 'Сохранить цифры и получить ссылку' }).click()
  await dialog.getByRole('button', { name: 'Скопировать', exact: true }).click()
  await page.getByText('Ссылка скопирована.').waitFor()
  const link = await copied(page)
  await dialog.getByRole('button', { name: 'Разрешить встраивание' }).click()
  await dialog.getByRole('button', { name: 'Скопировать код' }).click()
  await page.getByText('Код скопирован.').waitFor()
  article = `<!doctype html><html lang="ru"><body><h1>Газета</h1>${await copied(page)}</body></html>`

  const guest = await open({})
  await guest.page.goto(`http://localhost:${port}/`)
  const frame = guest.page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Наказания & сроки' }).waitFor()
  const inFrame = await frame
    .getByRole('row')
    .evaluateAll(rows =>
      rows
        .slice(1)
        .map(row => [row.querySelector('th')?.firstChild?.textContent, row.querySelector('td')?.textContent]),
    )
  const hidden = ['скрыто', 'менее\u00a010']
  expect(inFrame.filter(([, count]) => !hidden.includes(count ?? '')).length).toBeGreaterThan(1)
  const asShown = new Map(inChart.map(([label, count]) => [label, count]))
  for (const [label, count] of inFrame)
    if (!hidden.includes(count ?? '')) expect([label, count]).toEqual([label, asShown.get(label)])
  expect(guest.troubles).toEqual([])

  await page.goto(link)
  await page.getByRole('img', { name: /^Наказания по КоАП/ }).waitFor()
  await page.getByRole('button', { name: 'Закрыть' }).click()
  await page.getByText('Страница этих цифр для всех закрыта.').waitFor()
  await guest.page.reload()
  await frame.getByText('Эти цифры больше не показываются: их закрыли.').waitFor()
  expect(troubles).toEqual([])
})

it('prints a table by the same dialog, and says what may not be opened to everybody', async () => {
  const { page } = await open({ storageState, viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await page.goto('/data?rows=judge&columns=none')
  await page.getByRole('button', { name: /^Для статьи/ }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('img', { name: /^Дела: судьи/ }).waitFor()
  await dialog.getByText('Дел в выборке').waitFor()
  await dialog.getByLabel('Источник').fill('')
  await dialog.getByText('Назовите источник: без него цифру не проверить.').waitFor()
  expect(await dialog.getByRole('button', { name: 'PNG, 2×' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Источник').fill('Судмонитор')
  await dialog.getByRole('button', { name: 'Сохранить цифры и получить ссылку' }).click()
  await dialog.getByRole('button', { name: 'Разрешить встраивание' }).click()
  await dialog.getByText('Цифры по судьям нельзя открыть всем').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
