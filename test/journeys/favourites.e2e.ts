import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { totalOf } from './steps.ts'
import { untilIdle } from './visitors.ts'
import { openWorld, sessionOf } from './world.ts'

/** Favourites as a person keeps them: many at once, in sets, with notes. */
const { open, origin, db } = await openWorld()
const storageState = await sessionOf(origin)
const list = '/?type=1&ordering=-entry_date'

const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Выбрать: / })
const bar = (page: Page) => page.getByRole('region', { name: 'Выбранные дела' })
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Избранное по подборкам' }).getByRole('button', { name })
const countIn = async (page: Page, name: RegExp): Promise<number> =>
  Number((await tab(page, name).textContent())?.replace(/^\D+/, ''))
const forget = async (): Promise<void> => {
  for (const table of ['favourite', 'case_set', 'case_note'] as const) await db.deleteFrom(table).execute()
}

describe('many cases at once', () => {
  it('are picked with Shift, put into a new set, taken back, kept, and let go', async () => {
    await forget()
    const { page, troubles } = await open({ storageState })
    await page.goto(list)
    await totalOf(page)
    await boxes(page).nth(1).click()
    await boxes(page)
      .nth(4)
      .click({ modifiers: ['Shift'] })
    await bar(page).getByText('Выбрано 4 дела').waitFor()
    expect(await page.getByRole('status', { name: 'Сообщения' }).textContent()).toMatch(/Выбрано 4\sдела/)

    await bar(page).getByRole('button', { name: 'В подборку' }).click()
    const picker = page.getByRole('dialog', { name: 'Добавить в подборку' })
    await picker.getByLabel('Новая подборка').fill('Пикеты')
    await picker.getByRole('button', { name: 'Создать' }).click()
    await page.getByText(/^В подборку «Пикеты» добавлено: 4\sдела/).waitFor()
    const inSet = page.getByRole('link', { name: 'Подборка: Пикеты' })
    await expect.poll(() => inSet.count()).toBe(4)
    // The star is another thing.
    expect(await page.getByRole('button', { name: /^Избранное: /, pressed: true }).count()).toBe(0)
    await bar(page).getByRole('button', { name: 'В подборку' }).click()
    await picker.getByRole('button', { name: /^Пикеты/, pressed: true }).click()
    await expect.poll(() => inSet.count()).toBe(0)
    await page.getByRole('button', { name: 'Отменить' }).click()
    await expect.poll(() => inSet.count()).toBe(4)
    await bar(page).getByRole('button', { name: 'Снять выбор' }).click()

    // The whole page, over two pages.
    await page.getByRole('checkbox', { name: 'Выбрать все дела на странице' }).check()
    await page.getByRole('link', { name: 'Страница 2', exact: true }).click()
    await page.waitForURL(/page=2/)
    await expect.poll(() => boxes(page).first().isChecked()).toBe(false)
    await boxes(page).first().check()
    await bar(page).getByText('Выбрано 11 дел').waitFor()
    await bar(page).getByRole('button', { name: 'В избранное', exact: true }).click()
    await page.getByText('11 дел добавлено в избранное.').waitFor()

    await page.getByRole('link', { name: 'Избранное', exact: true }).click()
    await expect.poll(() => totalOf(page)).toBe(11)
    await expect.poll(() => countIn(page, /^Вне подборок/)).toBe(7)
    expect(await countIn(page, /^Пикеты/)).toBe(4)
    await boxes(page).nth(0).check()
    await boxes(page).nth(1).check()
    await bar(page).getByRole('button', { name: 'В подборку' }).click()
    await picker.getByLabel('Новая подборка').fill('Апелляции')
    await picker.getByRole('button', { name: 'Создать' }).click()
    await expect.poll(() => countIn(page, /^Апелляции/)).toBe(2)
    await bar(page).getByRole('button', { name: 'Снять выбор' }).click()
    await tab(page, /^Апелляции/).click()
    await page.waitForURL(/set=\d+/)
    await expect.poll(() => totalOf(page)).toBe(2)
    await page.getByRole('button', { name: 'Убрать: Подборка, Апелляции' }).waitFor()
    await page.getByRole('link', { name: 'Открыть подборку' }).waitFor()

    await page.getByRole('checkbox', { name: 'Выбрать все дела на странице' }).check()
    await bar(page).getByRole('button', { name: 'Убрать из избранного' }).click()
    await expect.poll(() => totalOf(page)).toBe(0)
    await page.getByRole('button', { name: 'Отменить' }).click()
    await expect.poll(() => totalOf(page)).toBe(2)
    expect(troubles).toEqual([])
  })

  it('move nothing when they are picked, are forgotten by another list, and picked by keyboard: x takes the row, j and k go on (design §9)', async () => {
    await forget()
    const { page, troubles } = await open({ storageState })
    await page.goto(list)
    await totalOf(page)
    await untilIdle(page)
    const shift = await page.evaluate(
      () =>
        new Promise<number>(resolve => {
          let sum = 0
          new PerformanceObserver(seen => {
            for (const entry of seen.getEntries()) if ('value' in entry) sum += Number(entry.value)
          }).observe({ type: 'layout-shift' })
          document.querySelector<HTMLElement>('[data-case] input')?.click()
          setTimeout(() => resolve(sum), 1_000)
        }),
    )
    expect(shift).toBeLessThan(0.02)
    await bar(page).waitFor()
    await page.getByRole('radio', { name: 'УК' }).check()
    await bar(page).waitFor({ state: 'detached' })

    await totalOf(page)
    await page.locator('#main').focus()
    for (const key of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(key)
    await bar(page).getByText('Выбрано 2 дела').waitFor()
    expect(await boxes(page).nth(0).isChecked()).toBe(true)
    expect(await boxes(page).nth(2).isChecked()).toBe(true)
    await page.keyboard.press('x')
    await bar(page).getByText('Выбрано 1 дело').waitFor()
    await page.keyboard.press('s')
    await page.getByRole('button', { name: /^Избранное: /, pressed: true }).waitFor()
    // The focus comes back to the cases when the bar goes.
    await bar(page).getByRole('button', { name: 'Снять выбор' }).press('Enter')
    await bar(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-case-link'))).toBe(true)
    expect(troubles).toEqual([])
  })
})

describe('a note', () => {
  it('saves itself, survives a reload in mid-word, and stands in the list', async () => {
    await forget()
    const { page, troubles } = await open({ storageState })
    await page.goto(list)
    await page.locator('[data-case-link]').first().click()
    await page.getByRole('button', { name: 'Добавить заметку' }).click()
    const note = page.getByRole('textbox', { name: 'Моя заметка' })
    await note.fill('Позвонить защитнику')
    await page.getByText('Сохранено').waitFor()
    await note.pressSequentially(' до пятницы')
    // Before the pause is over.
    await page.reload()
    expect(await note.inputValue()).toBe('Позвонить защитнику до пятницы')
    await page.getByText('Сохранено').waitFor()
    await page.goto(list)
    await page.getByText('Позвонить защитнику до пятницы').waitFor()
    // On a phone the field keeps within the window, however long its words are.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('[data-case-link]').first().click()
    await note.fill(`https://example.ru/${'подробности'.repeat(20)}`)
    expect(await note.evaluate(field => field.getBoundingClientRect().right <= innerWidth)).toBe(true)
    expect(troubles).toEqual([])
  })

  it('that another window has changed is not overwritten unasked', async () => {
    await forget()
    const { page: one } = await open({ storageState })
    const { page: other } = await open({ storageState })
    const { id } = await db.selectFrom('court_case').select('id').orderBy('id').executeTakeFirstOrThrow()
    for (const page of [one, other]) {
      await page.goto(`/cases/${id}`)
      await page.getByRole('button', { name: 'Добавить заметку' }).click()
    }
    await one.getByRole('textbox', { name: 'Моя заметка' }).fill('из первого окна')
    await one.getByText('Сохранено').waitFor()
    await other.getByRole('textbox', { name: 'Моя заметка' }).fill('из второго окна')
    await other.getByText('Эту заметку изменили в другом окне.').waitFor()
    const kept = () => db.selectFrom('case_note').select('text').executeTakeFirst()
    expect(await kept()).toEqual({ text: 'из первого окна' })
    await other.getByRole('button', { name: 'Оставить эту' }).click()
    await expect.poll(kept).toEqual({ text: 'из второго окна' })
    await one.getByRole('textbox', { name: 'Моя заметка' }).fill('снова из первого')
    await one.getByRole('button', { name: 'Взять изменённую' }).click()
    await expect.poll(() => one.getByRole('textbox', { name: 'Моя заметка' }).inputValue()).toBe('из второго окна')
  })
})
