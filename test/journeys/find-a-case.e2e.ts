import { describe, expect, it } from 'vitest'
import { signInByForm, totalOf } from './steps.ts'
import { openWorld, password } from './world.ts'

const { open, records } = await openWorld()
const koap = records.filter(({ type }) => type === 1)
const ofArticle = (number: string, part: string) =>
  koap.filter(({ articles }) => articles.some(one => one.article_number === number && one.part === part))

describe('a person looks for a case', () => {
  it('signs in, filters by article and date, opens a case, comes back to the same list, reloads it', async () => {
    const { page, troubles } = await open()
    await page.goto('/')
    await page.waitForURL(/\/login/)
    await signInByForm(page, 'орлова', password)
    await page.waitForURL(/type=1/)
    // Initial values of an empty address (§4): КоАП, newest first.
    expect(await totalOf(page)).toBe(koap.length)

    await page.getByLabel('Статья').fill('20.2 ч. 5')
    await page
      .getByRole('option', { name: /^20\.2\sч\.\s5/ })
      .first()
      .click()
    await page.getByRole('button', { name: /Убрать: Статья/ }).waitFor()
    await expect.poll(() => totalOf(page)).toBe(ofArticle('20.2', '5').length)

    await page.getByRole('button', { name: /^Фильтры/ }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('textbox', { name: 'Поступило: с' }).fill('01.01.2026')
    await panel.getByRole('textbox', { name: 'Поступило: по' }).fill('21.11.2026')
    await panel.getByRole('button', { name: /^Фильтровать/ }).click()
    await panel.waitFor({ state: 'detached' })
    const expected = ofArticle('20.2', '5').filter(({ entry_date = '' }) => entry_date >= '2026-01-01')
    await expect.poll(() => totalOf(page)).toBe(expected.length)
    const address = page.url()
    expect(address).toContain('entry_date_range_min=2026-01-01&entry_date_range_max=2026-11-21')
    const firstRow = await page.locator('[data-case-link]').first().textContent()

    await page.locator('[data-case-link]').first().click()
    await page.waitForURL(/\/cases\/\d+/)
    await page.getByRole('heading', { level: 1, name: new RegExp(firstRow?.split('\n')[0] ?? '') }).waitFor()
    await page.goBack()
    await page.waitForURL(address)
    expect(await totalOf(page)).toBe(expected.length)
    await page.reload()
    expect(page.url()).toBe(address)
    expect(await totalOf(page)).toBe(expected.length)
    expect(await page.locator('[data-case-link]').first().textContent()).toBe(firstRow)
    expect(troubles).toEqual([])
  })

  it('does the same by keyboard alone (design §9)', async () => {
    const { page, troubles } = await open()
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    await page.goto('/?type=1&ordering=-entry_date')
    await page.waitForURL(/\/login/)
    await page.getByLabel('Имя пользователя').waitFor()
    await page.keyboard.press('Tab')
    await page.getByLabel('Имя пользователя').focus()
    await page.keyboard.type('орлова')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ветрогонов-2026')
    await page.keyboard.press('Enter')
    // The address asked for before signing in is restored (§2).
    await page.waitForURL(/\/\?type=1&ordering=-entry_date$/)
    expect(await totalOf(page)).toBe(koap.length)

    await press('w')
    await page.keyboard.type('5-')
    await press('Enter')
    await expect.poll(() => page.url()).toMatch(/case_number=5-|result_text_search=5-/)
    await press('Escape')
    await page.goBack()
    await expect.poll(() => totalOf(page)).toBe(koap.length)

    await page.locator('#main').focus()
    await press('f')
    await page.getByRole('dialog').waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await press('j', 'j', 'k')
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-case-link'))).toBe(true)
    await press('s')
    await press('Enter')
    await page.waitForURL(/\/cases\/\d+/)
    await page.goBack()
    expect(await totalOf(page)).toBe(koap.length)
    await press('?')
    await page.getByRole('dialog').waitFor()
    expect(troubles).toEqual([])
  })
})

describe('a person on the way', () => {
  it('is told of a wrong password, led to an address without its broken part, and home from a page that could not be found (§2, design §4)', async () => {
    const { page } = await open()
    // A wrong password is said (§4).
    await page.goto('/?type=9&stage=2&ordering=sideways')
    await signInByForm(page, 'орлова', 'не тот')
    await page.getByText('Неверное имя пользователя или пароль').waitFor()
    await signInByForm(page, 'орлова', password)
    // What is broken in the address is left out, the rest stays (design §4).
    const second = records.filter(({ stage }) => stage === 2)
    await expect.poll(() => totalOf(page)).toBe(second.length)

    // A page that could not be found answers 404 and leads home (§2).
    const answer = await page.goto('/no-such-page')
    expect(answer?.status()).toBe(404)
    await page.getByText('This page could not be found').waitFor()
    await page
      .getByRole('link', { name: /главн|дел/i })
      .first()
      .click()
    await totalOf(page)
  })
  it('signs out and stays out (§4); a limited account is shown its own region only (§6)', async () => {
    const { page } = await open()
    await page.goto('/?type=2&ordering=entry_date')
    await signInByForm(page, 'орлова', password)
    await totalOf(page)
    await page.getByRole('button', { name: /орлова/ }).click()
    await page
      .getByRole('menuitem', { name: 'Выйти' })
      .or(page.getByRole('button', { name: 'Выйти' }))
      .click()
    await page.waitForURL(/\/login/)
    await page.goto('/')
    await page.waitForURL(/\/login/)
    // What one person looked for is not for the next one.
    await signInByForm(page, 'воронеж', password)
    await page.waitForURL(/\?type=1&ordering=-entry_date$/)
    const own = koap.filter(({ court }) => court.region === 36)
    expect(await totalOf(page)).toBe(own.length)
    expect(own.length).toBeLessThan(koap.length)
  })
})
