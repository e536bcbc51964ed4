import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { totalOf } from './steps.ts'
import { openWorld, sessionOf } from './world.ts'

const { origin, records, open } = await openWorld()
const storageState = await sessionOf(origin)
const box = (page: Page) => page.getByRole('combobox', { name: 'Поиск' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first()

describe('the one box (decision 0099)', () => {
  it('finds a person, a case, an article and a command', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto('/?type=1&ordering=-entry_date')
    const all = await totalOf(page)

    await page.keyboard.press('/')
    await box(page).waitFor()
    await page.keyboard.type('20.2 ч. 5')
    await option(page, /^20\.2\sч\.\s5 КоАП/).click()
    await page.getByRole('button', { name: /^Убрать: Статья, 20\.2\sч\.\s5/ }).waitFor()
    expect(page.url()).toContain('type=1')
    await expect.poll(() => totalOf(page)).toBeLessThan(all)

    // Heard in a field too; Escape leaves everything as it was.
    const address = page.url()
    await page.getByRole('searchbox', { name: /^Слова/ }).focus()
    await page.keyboard.press('Control+k')
    await box(page).waitFor()
    await page.keyboard.type('тверской')
    await page.getByRole('group', { name: 'Суды' }).getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await box(page).waitFor({ state: 'detached' })
    expect(page.url()).toBe(address)

    await page.locator('#main').focus()
    await page.keyboard.press('/')
    await box(page).waitFor()
    await page.keyboard.type('подпис')
    await option(page, 'Подписки').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/subscriptions$/)

    // Somebody by the surname, letter by letter; the case by its number.
    const one = records.find(({ defendants }) => defendants.some(({ name }) => /^\p{L}+ \p{L}+ \p{L}+$/u.test(name)))
    const name = one?.defendants.find(who => /^\p{L}+ \p{L}+ \p{L}+$/u.test(who.name))?.name ?? ''
    await page.keyboard.press('/')
    await box(page).waitFor()
    await page.keyboard.type(name)
    await page.getByRole('group', { name: 'Лица' }).getByRole('option').first().click()
    await page.waitForURL(/\/defendants\/\d+$/)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.keyboard.press('/')
    await box(page).waitFor()
    await page.keyboard.type(one?.case_number ?? '')
    await page.getByRole('group', { name: 'Дела' }).getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/cases\/\d+$/)
    expect(troubles).toEqual([])
  })

  it('answers a question by its conditions, and says what it did not read', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto('/exports')
    await page.getByRole('button', { name: /^Поиск/ }).click()
    await box(page).waitFor()
    await page.keyboard.type('штрафы по 20.2 в Москве, домашний арест')
    const part = page.getByRole('region', { name: 'Как прочитан вопрос' })
    await part.getByText('Не войдёт в поиск: «домашний арест».').waitFor()
    const find = part.getByRole('button', { name: /^Найти \d+ дел/ })
    const count = Number((await find.textContent())?.replace(/\D/g, ''))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/\?.*penalty_type=fine/)
    await page.getByRole('button', { name: 'Убрать: Регион, Москва' }).waitFor()
    expect(await totalOf(page)).toBe(count)
    expect(troubles).toEqual([])
  })

  it('keeps the conditions of a question as a set and follows them, and mends an expression', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto('/exports')
    await page.getByRole('button', { name: /^Поиск/ }).click()
    await box(page).waitFor()
    await page.keyboard.type('штрафы в Москве')
    const part = page.getByRole('region', { name: 'Как прочитан вопрос' })
    const find = part.getByRole('button', { name: /^Найти \d+ дел/ })
    await find.waitFor()
    const numbers = (await part.getByRole('listitem').allTextContents()).map(line =>
      Number(/(\d+) \p{L}+$/u.exec(line)?.[1]),
    )
    expect(numbers).toHaveLength(2)
    expect(numbers[0]).toBeGreaterThanOrEqual(numbers[1] ?? Number.NaN)
    expect(numbers[1]).toBe(Number((await find.textContent())?.replace(/\D/g, '')))

    await part.getByRole('button', { name: 'Сохранить набором' }).click()
    await part.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await page.getByText('Фильтры сохранились').waitFor()
    await part.getByRole('button', { name: 'Следить за новыми' }).click()
    const form = page.getByRole('dialog', { name: 'Подписаться' })
    await form.getByText('Дела: Москва, с наказанием «штраф»').waitFor()
    await form.getByRole('button', { name: 'Подписаться' }).click()
    await page.getByText(/^Подписка создана/).waitFor()
    await box(page).fill('гражданин & (плакат | пикет')
    await page.getByRole('button', { name: /^Закрыть скобку и найти \d+ дел/ }).click()
    await page.getByRole('button', { name: /^Убрать: .*гражданин & \(плакат \| пикет\)/ }).waitFor()
    await page.goto('/presets')
    await page
      .getByRole('button', { name: /Москва.*штраф|штраф.*Москва/i })
      .first()
      .waitFor()
    expect(troubles).toEqual([])
  })

  it('fills the screen of a phone, and looks for words in texts', async () => {
    const { page, troubles } = await open({ storageState, viewport: { width: 390, height: 844 }, hasTouch: true })
    await page.goto('/presets')
    await page.getByRole('button', { name: /^Поиск/ }).click()
    await box(page).waitFor()
    const dialog = await page.getByRole('dialog', { name: 'Поиск' }).boundingBox()
    expect(dialog).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    await page.keyboard.type('плакат')
    await option(page, /^Искать «плакат» в текстах решений|^Все решения/).click()
    await page.waitForURL(/\/\?result_text_search=/)
    await totalOf(page)
    expect(troubles).toEqual([])
  })
})
