import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { totalOf } from './steps.ts'
import { untilIdle } from './visitors.ts'
import { openWorld, sessionOf } from './world.ts'

const { db, open, origin } = await openWorld()
const storageState = await sessionOf(origin)
const ofSuperuser = await sessionOf(origin, 'главная')
const { id: reader } = await db
  .selectFrom('account')
  .where('username', '=', 'орлова')
  .select('id')
  .executeTakeFirstOrThrow()
const linked = await db
  .selectFrom('case_link')
  .innerJoin('court_case as first', 'first.id', 'case_link.case_id')
  .innerJoin('court_case as second', 'second.id', 'case_link.other_id')
  .whereRef('first.stage', '<', 'second.stage')
  .select(['case_id', 'other_id', 'first.case_number'])
  .orderBy('case_id')
  .executeTakeFirstOrThrow()

const withText = await db
  .selectFrom('court_case')
  .where('has_text', '=', true)
  .select('id')
  .orderBy('id')
  .executeTakeFirstOrThrow()
await db.insertInto('favourite').values({ account_id: reader, case_id: linked.case_id }).execute()

/** The longest words by column. */
const longest: [column: number, word: string][] = [
  [4, 'Краснооктябрьский'],
  [5, 'Константинопольская'],
  [6, 'Крестовоздвиженская'],
  [9, 'предупреждение'],
]
const misfitsIn = (row: Element, words: typeof longest): string[] =>
  words
    .filter(([column, word]) => {
      const cell = row.children[column]
      if (!cell?.checkVisibility()) return false
      const written = document.createElement('span')
      written.textContent = word
      cell.prepend(written, document.createElement('br'))
      const lines = written.getClientRects()
      const free = cell.getBoundingClientRect().right + 8
      cell.replaceChildren(...[...cell.childNodes].slice(2))
      return lines.length > 1 || (lines[0]?.right ?? 0) > free + 1
    })
    .map(([, word]) => word)

const list = '/?type=1&ordering=-entry_date'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
/** A key as a Russian layout types it. */
const pressRussian = (page: Page, key: string, code: string) =>
  page.evaluate(
    init =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
    { key, code },
  )

describe('a person reads one case after another', () => {
  it('is led to the heading of a page that has come, under its own title; goes on past the end of a page of the list and back to the very list, without a mouse (design §9)', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto(list)
    const total = await totalOf(page)
    await expect.poll(() => page.title()).toBe('Дела КоАП — Судмонитор')
    for (let row = 0; row < 10; row++) await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const place = (position: number) =>
      page.getByText(new RegExp(`^${position}-е из ${total.toLocaleString('ru').replace(/\s/g, '\\s')}$`)).waitFor()
    await place(10)
    const tenth = await heading(page).textContent()
    await expect.poll(() => focusedText(page)).toMatch(/^Дело № /)
    expect(await page.title()).toBe(`${tenth} — Судмонитор`)
    await page.keyboard.press(']')
    await place(11)
    expect(await heading(page).textContent()).not.toBe(tenth)
    await page.keyboard.press('j')
    await place(12)
    await pressRussian(page, 'х', 'BracketLeft')
    await place(11)
    await pressRussian(page, 'л', 'KeyK')
    await place(10)
    expect(await heading(page).textContent()).toBe(tenth)
    await page.goBack()
    await expect.poll(() => focusedText(page)).toContain(tenth?.replace('Дело № ', ''))
    expect(new URL(page.url()).search).toBe(new URL(list, origin).search)
    expect(troubles).toEqual([])
  })
  it('reaches the search and the filters from any page by one key, and never while typing', async () => {
    const { page } = await open({ storageState })
    await page.goto(`/cases/${linked.case_id}`)
    await heading(page).waitFor()
    await pressRussian(page, '.', 'Slash')
    const words = page.getByRole('combobox', { name: 'Поиск' })
    await words.waitFor()
    const address = page.url()
    await page.keyboard.type('fjks?')
    await expect.poll(() => words.inputValue()).toBe('fjks?')
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe(new URL(address).pathname)

    await page.goto(`/cases/${linked.case_id}`)
    await heading(page).waitFor()
    await page.keyboard.press('f')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Справка и клавиши' }).waitFor()
    // Under the help the keys are silent.
    await page.keyboard.press('f')
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})

describe('a case that one comes back to', () => {
  it('says what is new since the last visit, in both instances', async () => {
    const { page, troubles } = await open({ storageState })
    const news = page.getByText(/^(Новое с|С) вашего прошлого посещения/)
    const visits = () =>
      db.selectFrom('case_visit').where('account_id', '=', reader).where('case_id', '=', linked.case_id)
    await page.goto(`/cases/${linked.case_id}`)
    await heading(page).waitFor()
    await expect.poll(async () => (await visits().select('seen_at').execute()).length).toBe(1)
    expect(await news.count()).toBe(0)

    const hour = 3_600_000
    await db
      .updateTable('case_visit')
      .set({ seen_at: new Date(Date.now() - hour) })
      .where('case_id', '=', linked.case_id)
      .execute()
    await db.updateTable('court_case').set({ created_at: '2026-01-01' }).where('id', '=', linked.other_id).execute()
    await page.reload()
    await news.waitFor()
    expect(await news.textContent()).toMatch(/ничего не изменилось/)

    const changes = JSON.stringify([{ field: 'judge', before: 'Рощина Е. Г.', after: 'Гранильщиков Ю. Ф.' }])
    await db
      .insertInto('case_journal')
      .values({ case_id: linked.other_id, number: 901, origin: 'collector', told: changes })
      .execute()
    await page.reload()
    await news.waitFor()
    expect((await news.textContent())?.replaceAll('\u00a0', ' ')).toMatch(/: судья \(2-я инстанция\)\./)
    await page.getByRole('button', { name: 'Что именно' }).click()
    expect(await focusedText(page)).toBe('Изменения карточки')
    expect(await page.getByText('новое', { exact: true }).count()).toBe(1)
    expect(troubles).toEqual([])
  })
})

describe('a case taken along', () => {
  it('is cited as lawyers cite, by button and by key; printed without what can be pressed, light in the dark theme too', async () => {
    const { page } = await open({ storageState, permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`/cases/${linked.case_id}`)
    await heading(page).waitFor()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Реквизиты' }).click()
    const said = page.getByRole('status', { name: 'Сообщения' }).getByText(/^Скопировано: /)
    await said.waitFor()
    const citation = await copied()
    expect(citation).toMatch(
      new RegExp(
        `^(Постановление|Определение|Приговор) .+ суда.* от \\d+\\s[а-я]+\\s\\d{4}\\sг\\. по делу №\\s${linked.case_number}`,
      ),
    )
    expect(await said.textContent()).toBe(`Скопировано: ${citation}`)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.locator('#main').focus()
    await pressRussian(page, 'с', 'KeyC')
    await expect.poll(copied).toBe(citation)

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.getByRole('banner').isVisible()).toBe(false)
    for (const button of await page.getByRole('button').all()) expect(await button.isVisible()).toBe(false)
    expect(await page.getByText(/^Напечатано /).isVisible()).toBe(true)
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(3)
  })
})

describe('what the reader of the screen hears of a list', () => {
  it('is the total, once it answers the filters, though it be the same (design §9)', async () => {
    const { page } = await open({ storageState })
    await page.goto('/?ordering=-entry_date&case_number=нет-такого')
    expect(await totalOf(page)).toBe(0)
    // Toasts and totals are told by one polite region.
    const region = page.locator('[role="status"], [aria-live="polite"]').filter({ hasText: 'Всего' })
    expect(await region.count()).toBe(1)
    await region.evaluate(one => {
      const told: string[] = []
      Object.assign(window, { told })
      new MutationObserver(records => {
        for (const { addedNodes } of records) for (const node of addedNodes) told.push(node.textContent ?? '')
      }).observe(one, { childList: true })
    })
    await page.getByRole('button', { name: /^Фильтры/ }).click()
    await page.getByRole('textbox', { name: 'УИД' }).fill('нет-такого')
    await page.getByRole('button', { name: /^Фильтровать/ }).click()
    await page.waitForURL(/case_uid/)
    const told = () => page.evaluate(() => Reflect.get(window, 'told'))
    await expect.poll(told).toEqual(['Всего 0\u00a0дел'])
  })
})

describe('a page on its way', () => {
  const opened = [
    list,
    '/?case_number=нет-такого&type=1',
    `/cases/${linked.case_id}`,
    `/cases/text/${withText.id}`,
    '/favorites',
    '/today',
    '/sessions',
    '/exports',
    '/approve',
    '/forgetting',
    '/debug',
    '/no-such-page',
  ]
  it.each([
    { width: 1440, height: 1000 },
    { width: 390, height: 844 },
  ])('moves nothing that is already seen in a window of $width, on a slow network too (design §9)', async viewport => {
    const { page } = await open({ storageState: ofSuperuser, viewport })
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 })
      new PerformanceObserver(entries => {
        for (const entry of entries.getEntries())
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.route('**/api/v1/**', async route => {
      await new Promise(resolve => setTimeout(resolve, 120))
      await route.continue()
    })
    const shifted = () => page.evaluate(() => Reflect.get(window, 'shifted'))
    const jumps: [string, unknown][] = []
    for (const path of opened) {
      await page.goto(path)
      await heading(page).waitFor({ state: 'attached' })
      await untilIdle(page)
      jumps.push([path, await shifted()])
    }
    expect(jumps.filter(([, sum]) => Number(sum) > 0.02)).toEqual([])
    await page.close()
  })
  it('breaks no long word of a table of cases, and lays none over its neighbour, however wide the window (design §9)', async () => {
    const { page } = await open({ storageState })
    await page.goto(list)
    await totalOf(page)
    for (const width of [1600, 1440, 1410, 1300, 1205, 1030]) {
      await page.setViewportSize({ width, height: 900 })
      const misfits = await page.locator('tbody tr').first().evaluate(misfitsIn, longest)
      expect(misfits, String(width)).toEqual([])
    }
  })
  it('shows the last thing asked for, whatever comes late', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto('/?type=1&ordering=-entry_date')
    const total = await totalOf(page)
    const cancelled: string[] = []
    page.on('requestfailed', request => cancelled.push(new URL(request.url()).search))
    const [held, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/v1/cases/?type=2*', async route => {
      await held.promise
      await route.continue().catch(() => undefined)
      late.resolve()
    })
    await page.getByRole('radio', { name: 'УК' }).check()
    await page.waitForURL(/type=2/)
    await page.getByRole('radio', { name: 'КоАП' }).check()
    await page.waitForURL(/type=1/)
    await expect.poll(() => cancelled.some(query => query.includes('type=2'))).toBe(true)
    held.resolve()
    await late.promise
    await untilIdle(page)
    expect(await totalOf(page)).toBe(total)
    expect(troubles).toEqual([])
  })
})
