import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { totalOf } from './steps.ts'
import { openWorld, sessionOf } from './world.ts'

/** Taking it away (§2 export form, §9): the list on the screen is the list in the file. */
const { open, origin } = await openWorld()
const storageState = await sessionOf(origin)

const fileOf = async (page: Page, link: string): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: link }).click()])
  return download
}
const linesOf = async (download: Download): Promise<string[]> =>
  (await readFile(await download.path(), 'utf8')).split('\r\n').slice(0, -1)
const shownIds = (page: Page): Promise<string[]> =>
  page
    .locator('main a[href^="/cases/"]')
    .evaluateAll(links => [
      ...new Set(links.flatMap(link => /^\/cases\/(\d+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? [])),
    ])

describe('a list taken away', () => {
  it('by the direct link is the list on the screen: its cases, its order, its columns (§7, §9)', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto('/?type=2&stage=2&ordering=case_number&size=100')
    const total = await totalOf(page)
    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByRole('checkbox', { name: 'Судья' }).uncheck()
    await page.getByRole('button', { name: /^Ещё/ }).click()
    await page.getByRole('checkbox', { name: 'Город' }).check()
    const download = await fileOf(page, 'Скачать CSV')
    expect(download.suggestedFilename()).toMatch(/^Дела УК второй инстанции \d{4}-\d\d-\d\d\.csv$/)
    const [head = '', ...lines] = await linesOf(download)
    expect(head.startsWith('\uFEFFНомер в Судмониторе;')).toBe(true)
    expect([head.includes(';Судья;'), head.includes(';Город;')]).toEqual([false, true])
    expect(lines.length).toBe(total)
    const ids = lines.map(line => line.split(';')[0])
    const seen: string[] = []
    for (;;) {
      seen.push(...(await shownIds(page)))
      if (seen.length >= total) break
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Следующая страница' }).click()
      await expect.poll(() => shownIds(page)).not.toContain(seen.at(-1))
    }
    expect(ids).toEqual(seen)
    expect(await linesOf(await fileAgain(page))).toContain('Инстанция;Вторая инстанция')

    // The columns are remembered by the account, whatever the browser.
    const other = await open({ storageState: await sessionOf(origin) })
    await other.page.goto('/favorites')
    await other.page.getByRole('button', { name: 'CSV' }).click()
    await expect.poll(() => other.page.getByRole('checkbox', { name: 'Город' }).isChecked()).toBe(true)
    expect(await other.page.getByRole('checkbox', { name: 'Судья' }).isChecked()).toBe(false)
    await other.page.getByText('Выгружать нечего: дел нет.').waitFor()

    // A longer list is made aside: here no bot is set up.
    await page.goto('/?ordering=-entry_date')
    await totalOf(page)
    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByText('Бот не настроен').waitFor()
    expect(await page.getByRole('link', { name: /Скачать/ }).count()).toBe(0)
    expect(troubles).toEqual([])
  })
})

/** What is in the file, said beside it. */
async function fileAgain(page: Page): Promise<Download> {
  const link = page.getByRole('link', { name: 'О выгрузке' })
  if ((await link.count()) === 0) await page.getByRole('button', { name: 'CSV' }).click()
  return fileOf(page, 'О выгрузке')
}
