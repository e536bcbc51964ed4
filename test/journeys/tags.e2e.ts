import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { totalOf } from './steps.ts'
import { untilIdle } from './visitors.ts'
import { openWorld, sessionOf } from './world.ts'

/** The bar over a list (§2): tags, links, the pin, recent searches. */
const { open, origin, records } = await openWorld()
const storageState = await sessionOf(origin)
const member = (options = {}) => open({ storageState, ...options })
const koap = records.filter(({ type }) => type === 1)

const tags = (page: Page) =>
  page.getByRole('list', { name: 'Выбранные фильтры' }).getByRole('button', { name: /^Изменить: / })
const tagWords = (page: Page) => tags(page).evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
const copyButton = (page: Page) => page.getByRole('button', { name: 'Скопировать ссылку' })

describe('tags', () => {
  it('are removed one by one, and «back» brings each back (§2)', async () => {
    const { page, troubles } = await member()
    await page.goto('/?type=1&stage=2&has_advocate=true&court_city_not=Пермь&ordering=-entry_date')
    const before = await totalOf(page)
    expect(await tagWords(page)).toEqual([
      'Изменить: Кодекс, КоАП',
      'Изменить: Инстанция, Вторая инстанция',
      'Изменить: Город, не Пермь',
      'Изменить: Есть защитник, да',
    ])
    await page.getByRole('button', { name: 'Убрать: Инстанция, Вторая инстанция' }).click()
    await expect.poll(() => tags(page).count()).toBe(3)
    await page.getByRole('button', { name: 'Убрать: Город, не Пермь' }).click()
    await expect.poll(() => tags(page).count()).toBe(2)
    expect(page.url()).toContain('/?type=1&has_advocate=true&ordering=-entry_date')
    await page.goBack()
    await expect.poll(() => tags(page).count()).toBe(3)
    await page.goBack()
    await expect.poll(() => tags(page).count()).toBe(4)
    await expect.poll(() => totalOf(page)).toBe(before)
    await page.getByRole('button', { name: 'Убрать: Есть защитник, да' }).click()
    for (const label of ['Город, не Пермь', 'Инстанция, Вторая инстанция', 'Кодекс, КоАП'])
      await page.getByRole('button', { name: `Убрать: ${label}` }).click()
    await page.getByText('Нет фильтров').waitFor()
    await expect.poll(() => totalOf(page)).toBe(records.length)
    expect(troubles).toEqual([])
  })
  it('open the panel at their filter', async () => {
    const { page, troubles } = await member()
    await page.goto('/?type=1&penalty_type=fine&ordering=-entry_date')
    await page.getByRole('button', { name: 'Изменить: Наказание, Штраф' }).click()
    const panel = page.getByRole('dialog')
    const arrest = panel.getByRole('checkbox', { name: /^Арест/ })
    await arrest.waitFor()
    await expect.poll(() => arrest.evaluate(isInView)).toBe(true)
    await arrest.check()
    await panel.getByRole('button', { name: /^Фильтровать/ }).click()
    await page.getByRole('button', { name: 'Убрать: Наказание, Штраф, Арест' }).waitFor()
    expect(troubles).toEqual([])
  })
  it('are readable at once when the page is opened again', async () => {
    const { page } = await member()
    await page.goto('/?court=3&ordering=-entry_date')
    await expect.poll(async () => (await tagWords(page))[0]).not.toContain('№')
    const named = await tagWords(page)
    await page.route('**/api/v1/names/**', route => route.abort())
    await page.reload()
    await totalOf(page)
    expect(await tagWords(page)).toEqual(named)
  })
})
const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}

describe('a link to filters', () => {
  it('is copied, opens the same list for another person (§2, §8), and never shows more than the reader may see (§6)', async () => {
    const { page, troubles } = await member({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/?type=1&has_advocate=true&ordering=region&page=2')
    const total = await totalOf(page)
    await copyButton(page).click()
    const link = `${origin}/l/`
    await page.getByText(`Ссылка скопирована: ${link}`).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.startsWith(link)).toBe(true)

    const other = await open({ storageState: await sessionOf(origin, 'главная') })
    await other.page.goto(copied)
    expect(await totalOf(other.page)).toBe(total)
    expect(other.page.url()).toBe(`${origin}/?type=1&has_advocate=true&ordering=-entry_date`)
    const local = await open({ storageState: await sessionOf(origin, 'воронеж') })
    await local.page.goto(copied)
    const own = await totalOf(local.page)
    expect([own > 0, own < total]).toEqual([true, true])
    expect([...troubles, ...other.troubles]).toEqual([])
  })
  it('is shown, selected, when the clipboard refuses', async () => {
    const { page, troubles } = await member()
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.goto('/?type=1&ordering=-entry_date')
    await copyButton(page).click()
    const shown = page.getByRole('dialog', { name: 'Ссылка на фильтры' }).getByRole('textbox')
    await shown.waitFor()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(await shown.inputValue())
    expect(await shown.inputValue()).toContain('/l/')
    expect(troubles).toEqual([])
  })
})

describe('pinned filters (§4)', () => {
  it('open every section, outlive «Выйти», and go when another person signs in', async () => {
    const { page, troubles } = await open()
    const enter = async (name: string) => {
      await page.context().addCookies((await sessionOf(origin, name)).cookies)
      await page.goto('/')
      await totalOf(page)
    }
    const pin = page.getByRole('button', { name: /^(Закрепить|Открепить) фильтры$/ })
    await enter('орлова')
    await page.goto('/?type=1&has_advocate=true&ordering=-entry_date')
    const total = await totalOf(page)
    await pin.click()
    expect(await pin.textContent()).toBe('Открепить фильтры')
    await page.getByRole('button', { name: 'Убрать: Есть защитник, да' }).click()
    await expect.poll(() => totalOf(page)).toBe(koap.length)
    expect(await pin.textContent()).toBe('Закрепить фильтры')

    const menu = page.getByRole('navigation', { name: 'Главное меню' })
    await menu.getByRole('link', { name: 'Избранное' }).click()
    await page.waitForURL(/\/favorites\?type=1&has_advocate=true/)
    await menu.getByRole('link', { name: 'Дела' }).click()
    await expect.poll(() => totalOf(page)).toBe(total)

    await page.getByRole('button', { name: /^Меню/ }).click()
    await page.getByRole('button', { name: 'Выйти' }).click()
    await page.waitForURL(/\/login/)
    await enter('орлова')
    expect(page.url()).toContain('has_advocate=true')
    await enter('главная')
    expect(page.url()).toBe(`${origin}/?type=1&ordering=-entry_date`)
    await enter('орлова')
    expect(page.url()).toBe(`${origin}/?type=1&ordering=-entry_date`)
    expect(troubles).toEqual([])
  })
})

describe('recent searches', () => {
  it('are offered in the words line, walked by keyboard, applied and removed', async () => {
    // A session of its own: it ends with «Выйти».
    const { page, troubles } = await open({ storageState: await sessionOf(origin) })
    const recent = page.getByRole('region', { name: 'Недавние поиски' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    for (const query of ['type=2&stage=2', 'type=1&has_advocate=true']) {
      await page.goto(`/?${query}&ordering=-entry_date`)
      await totalOf(page)
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('recentSearches')))
        .toContain(query.includes('stage') ? 'stage' : 'has_advocate')
    }
    await page.goto('/?type=1&ordering=-entry_date')
    await totalOf(page)
    await page.keyboard.press('w')
    await recent.waitFor()
    await page.keyboard.press('Escape')
    await recent.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await recent.waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('КоАП · Есть защитник: да')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/type=2&stage=2/)
    await recent.waitFor({ state: 'detached' })

    await page.getByRole('searchbox', { name: /^Слова/ }).click()
    await recent.getByRole('button', { name: /^Убрать из недавних: КоАП/ }).click()
    await expect.poll(() => recent.getByRole('listitem').count()).toBe(1)
    await page.getByRole('button', { name: /^Меню/ }).click()
    await page.getByRole('button', { name: 'Выйти' }).click()
    await page.waitForURL(/\/login/)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recentSearches'))).toBeNull()
    expect(troubles).toEqual([])
  })
})

it('nothing jumps while filters change (design §9)', async () => {
  const { page } = await member()
  await page.goto('/?type=1&ordering=-entry_date')
  await totalOf(page)
  await untilIdle(page)
  await page.evaluate(() => {
    new PerformanceObserver(list => {
      // What follows an act within half a second is its answer, not a jump.
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number' && 'hadRecentInput' in entry && !entry.hadRecentInput)
          document.body.dataset.shift = String(Number(document.body.dataset.shift ?? 0) + entry.value)
    }).observe({ type: 'layout-shift' })
  })
  for (const stage of ['1-я', '2-я', 'Все']) {
    await page.getByRole('radiogroup', { name: 'Инстанция' }).getByRole('radio', { name: stage }).check({ force: true })
    await untilIdle(page)
    await page.waitForTimeout(800)
  }
  const shift = await page.evaluate(() => Number(document.body.dataset.shift ?? 0))
  expect(shift).toBeLessThan(0.02)
})
