import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dayIn } from '#shared/domain/dates.ts'
import { setClocks } from '../../server/defendants/risk/set-clocks.ts'
import { buildCase } from '../factories.ts'
import { openWorld, sessionOf } from './world.ts'

/** People across cases, as a person meets them (§2 /defendants). */
const { db, open, origin } = await openWorld()
const storageState = await sessionOf(origin)
/** Proven a hundred days ago, whatever the day of the run: a year counts from then. */
const daysAgo = (days: number): string => dayIn('Europe/Moscow', new Date(Date.now() - days * 86_400_000))
await buildCase(db, {
  entry_date: daysAgo(110),
  result_date: daysAgo(100),
  result_valid_date: daysAgo(89),
  result: 'Вынесено постановление о назначении административного наказания',
  articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }],
  defendants: [{ name: 'Ветрогонов Пётр Ильич', articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }] }],
  penalties: [{ type: 'fine', value: 30_000, text: 'штраф 30 000 рублей' }],
})
/** The same person, of whom the court does not tell the article. */
await buildCase(db, {
  entry_date: daysAgo(60),
  result_date: daysAgo(50),
  result: 'Вынесено постановление о назначении административного наказания',
  articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }],
  defendants: [{ name: 'Ветрогонов Пётр Ильич', article_state: 'not_told' }],
})
await setClocks(db)
const busiest = await db
  .selectFrom('case_defendant')
  .innerJoin('defendant', 'defendant.id', 'case_defendant.defendant_id')
  .select(['defendant.id', 'defendant.name', ({ fn }) => fn.count<number>('case_id').distinct().as('cases')])
  .groupBy(['defendant.id', 'defendant.name'])
  .orderBy('cases', 'desc')
  .orderBy('defendant.id', 'desc')
  .executeTakeFirstOrThrow()
const everybody = await db
  .selectFrom('case_defendant')
  .select(({ fn }) => fn.count<number>('defendant_id').distinct().as('count'))
  .executeTakeFirstOrThrow()

const peopleOf = async (page: Page): Promise<number> => {
  const total = page.locator('main').getByText(/^Всего\s+[\d\s]+\s+лиц/)
  await total.waitFor()
  return Number((await total.textContent())?.replace(/\D/g, ''))
}
const firstName = (page: Page) => page.locator('[data-person-link]').first()

describe('people across cases', () => {
  it('are in the menu; filters of their own choose them, and they are a file that opens in a table program; a person opens and leads back to the very list', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Лица' }).click()
    await page.waitForURL(/\/defendants$/)
    expect(await peopleOf(page)).toBe(everybody.count)
    // Without the top controls (§2): neither codex nor instance.
    expect(await page.getByRole('radio', { name: 'КоАП' }).count()).toBe(0)
    await page.getByText('Нет фильтров').waitFor()

    await page.getByRole('button', { name: /^Фильтры/ }).click()
    const panel = page.getByRole('dialog', { name: 'Фильтры лиц' })
    await panel.getByRole('radio', { name: 'Женский' }).check()
    await panel.getByRole('button', { name: /^Фильтровать/ }).click()
    await panel.waitFor({ state: 'detached' })
    await page.waitForURL(/defendant_gender=f/)
    await expect.poll(() => peopleOf(page)).toBeLessThan(everybody.count)
    const women = await peopleOf(page)
    await page.getByRole('button', { name: 'Убрать: Пол, Женский' }).click()
    await expect.poll(() => peopleOf(page)).toBe(everybody.count)
    await page.goBack()
    await expect.poll(() => peopleOf(page)).toBe(women)
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Скачать CSV' }).click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/^Лица \d{4}-\d\d-\d\d\.csv$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.startsWith('\uFEFFid;name;gender;')).toBe(true)
    const lines = text.split('\r\n').slice(1, -1)
    expect(lines.length).toBe(women)
    expect(lines.every(line => line.includes(';f;'))).toBe(true)

    await page.goto('/defendants?ordering=-cases_count')
    await peopleOf(page)
    await firstName(page).click()
    await page.waitForURL(/\/defendants\/\d+$/)
    await page.getByRole('heading', { level: 2, name: `Дела ${busiest.cases}` }).waitFor()
    await page.getByRole('navigation', { name: 'Где вы' }).getByRole('link', { name: 'Лица' }).click()
    await page.waitForURL(/\/defendants\?ordering=-cases_count$/)
    expect(troubles).toEqual([])
  })

  it('are ordered by the heads of the table, leafed through, and found by name, by keyboard alone', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto('/defendants')
    await peopleOf(page)
    await page.getByRole('button', { name: 'Лицо' }).click()
    await page.waitForURL(/ordering=name/)
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Лицо' }).waitFor()
    const first = await firstName(page).textContent()
    await page.getByRole('link', { name: 'Страница 2', exact: true }).click()
    await page.waitForURL(/page=2/)
    await expect.poll(() => firstName(page).textContent()).not.toBe(first)
    await page.getByLabel('Лиц на странице').selectOption('50')
    await page.waitForURL(/size=50/)
    await expect.poll(() => page.locator('[data-person]').count()).toBe(50)

    const surname = busiest.name.split(' ')[0] ?? ''
    await page.locator('main').focus()
    await page.keyboard.press('w')
    await page.keyboard.type(`${surname}, нет-такого`)
    await page.keyboard.press('Enter')
    await page.waitForURL(/defendants=/)
    await page.getByRole('button', { name: /^Убрать: Лица/ }).waitFor()
    await expect.poll(() => firstName(page).textContent()).toContain(surname)
    await page.locator('main').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/defendants\/\d+$/)
    await page.getByRole('heading', { level: 1, name: new RegExp(surname) }).waitFor()
    expect(troubles).toEqual([])
  })

  it('show what counts towards repeat prosecution and whose time runs out, and lead there from a case and back', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto('/defendants')
    await page.getByRole('link', { name: 'Истекает срок повторности' }).click()
    await page.getByRole('heading', { level: 1, name: 'Истекает срок повторности' }).waitFor()
    await page.getByRole('radio', { name: 'Год' }).check()
    await page.waitForURL(/days=366/)
    await page.getByRole('list', { name: 'Лица' }).getByRole('link').first().waitFor()
    await page.goto('/defendants?defendants=ветрогонов+пётр+ильич&defendant_risk_group=true')
    await firstName(page).click()
    const clocks = page.getByRole('region', { name: 'Повторная ответственность' })
    await clocks.getByText('По данным сайтов судов').waitFor()
    await clocks.getByText('Под вопросом, не\u00a0учитывается:').waitFor()
    await clocks.getByText('по\u00a0какой статье привлекают это лицо').waitFor()
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    await clocks.getByRole('link', { name: /^№/ }).first().click()
    await page.waitForURL(/\/cases\/\d+$/)
    await page
      .getByRole('complementary', { name: 'Лица и сведения' })
      .getByRole('link', { name: name ?? '', exact: true })
      .click()
    await page.waitForURL(/\/defendants\/\d+$/)
    expect(troubles).toEqual([])
  })

  it('whose address says nonsense are shown without it; who is not there is said so', async () => {
    const { page } = await open({ storageState })
    await page.goto('/defendants?court=5&defendant_gender=x&page=0&regions=36&ordering=up')
    await page.waitForURL(/\/defendants\?regions=36$/)
    await page.goto('/defendants/999999')
    await page.getByRole('heading', { level: 1, name: 'Такого лица здесь нет' }).waitFor()
    await page.goto('/defendants/abc')
    await page.getByText('This page could not be found').waitFor()
  })

  it('are cards on a narrow screen, those of the account’s regions only', async () => {
    const { page, troubles } = await open({
      storageState: await sessionOf(origin, 'воронеж'),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    await page.goto('/defendants')
    expect(await peopleOf(page)).toBeLessThan(everybody.count)
    for (const card of await page.locator('[data-person]').all())
      expect(await card.textContent()).toContain('Воронежская область')
    await page.getByLabel('Порядок').selectOption('-cases_count')
    await page.waitForURL(/ordering=-cases_count/)
    await firstName(page).click()
    await page.getByText('Здесь только дела регионов, открытых вам: Воронежская область.').waitFor()
    expect(troubles).toEqual([])
  })
})
