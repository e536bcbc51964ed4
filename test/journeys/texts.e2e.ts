import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { totalOf } from './steps.ts'
import { openWorld, sessionOf } from './world.ts'

const { open, origin, records } = await openWorld()
const member = { storageState: await sessionOf(origin) }
const withWord = records.filter(({ text }) => /плакат(?![а-я]*изм)/i.test(text ?? '')).length
const listOf = (text: string, mode: string): string =>
  `/?${new URLSearchParams({ ordering: '-entry_date', result_text_search: text, text_search_type: mode })}`
const now = (page: Page) => page.locator('article mark[data-now]')

describe('a person reads decisions by their words', () => {
  it('finds them, sees where the words stand, walks from place to place, looks for others', async () => {
    const { page, troubles } = await open(member)
    await page.goto(listOf('плакат', 'plain'))
    expect(await totalOf(page)).toBe(withWord)
    const rows = page.locator('[data-case]')
    for (const row of await rows.all()) expect(await row.locator('mark').first().textContent()).toMatch(/^плакат/i)

    await page
      .getByRole('link', { name: /в тексте$|весь текст/ })
      .first()
      .click()
    await page.waitForURL(/\/cases\/text\/\d+\?result_text_search=/)
    await now(page).waitFor()
    const count = await page.locator('article mark').count()
    expect(await now(page).getAttribute('id')).toBe('h1')
    await page.keyboard.press('p')
    expect(await now(page).getAttribute('id')).toBe(`h${count}`)
    await page.keyboard.press('n')
    expect(await now(page).getAttribute('id')).toBe('h1')
    expect(await now(page).evaluate(mark => mark.getBoundingClientRect().top)).toBeGreaterThan(48)

    const words = page.getByLabel('Искать в тексте')
    await words.fill('такого здесь не найти')
    await page.getByText('В этом решении не встречается.').waitFor()
    expect(await page.locator('article mark').count()).toBe(0)
    // Keys print while one types.
    await words.press('n')
    await words.fill('судья')
    await page.locator('article mark').first().waitFor()
    await page.waitForURL(/result_text_search=%D1%81%D1%83%D0%B4%D1%8C%D1%8F/)
    await page.reload()
    await now(page).waitFor()
    await page.getByLabel('Как искать').selectOption('raw')
    await words.fill('судья & (')
    await page.getByText('После «(» нужно слово или скобка.').waitFor()
    expect(await words.getAttribute('aria-invalid')).toBe('true')
    // Looking for words leaves one step behind, whatever was typed.
    await page.goBack()
    expect(await totalOf(page)).toBe(withWord)
    expect(troubles).toEqual([])
  })

  it('is told what is wrong with an expression in the list', async () => {
    const { page } = await open(member)
    await page.goto(listOf('плакат & (', 'raw'))
    await page.getByText('После «(» нужно слово или скобка.').waitFor()
  })

  it('points at a paragraph, cites what is selected, takes the text along', async () => {
    const { page, troubles } = await open({ ...member, permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(listOf('постановил', 'plain'))
    await page
      .getByRole('link', { name: /в тексте$|весь текст/ })
      .first()
      .click()
    await page.locator('#p2 a').click()
    await page.waitForURL(/#p2$/)
    await page.locator('#p2').evaluate(paragraph => {
      const range = document.createRange()
      range.selectNodeContents(paragraph.lastChild ?? paragraph)
      window.getSelection()?.removeAllRanges()
      window.getSelection()?.addRange(range)
    })
    await page.keyboard.press('c')
    await page.getByText(/^Скопировано/).waitFor()
    const cited = await page.evaluate(() => navigator.clipboard.readText())
    expect(cited).toMatch(/^«.+»\s— .+№\s.+, абзац\s2$/s)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: '.txt' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Решение .+\.txt$/)
    expect(readFileSync(await download.path(), 'utf8')).toContain(
      await page.locator('#p2').evaluate(one => one.lastChild?.textContent ?? ''),
    )
    expect(troubles).toEqual([])
  })

  it('sees nothing jump, and asks for the same text once', async () => {
    const { page } = await open(member)
    const texts: string[] = []
    page.on('response', answer => {
      if (/\/text\/$/.test(new URL(answer.url()).pathname)) texts.push(`${answer.status()}`)
    })
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = Object(entry)
          if (!hadRecentInput) Object.assign(window, { shifts: Object(window).shifts + value })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(listOf('плакат', 'plain'))
    await page
      .getByRole('link', { name: /в тексте$|весь текст/ })
      .first()
      .click()
    await now(page).waitFor()
    await page.keyboard.press('n')
    await page.goBack()
    await totalOf(page)
    await page.goForward()
    await now(page).waitFor()
    expect(texts).toEqual(['200'])
    expect(await page.evaluate(() => Object(window).shifts)).toBeLessThan(0.02)
  })
})
