import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { totalOf } from './steps.ts'
import { openWorld, sessionOf } from './world.ts'

/** Statistics in a browser (§2 /stats): from the list to its figures, and from a figure to its list. */
const { open, origin } = await openWorld()
const storageState = await sessionOf(origin)
const numberIn = (text: string | null): number => Number((text ?? '').replace(/\D/g, ''))
const tree = (page: Page) => page.getByRole('table', { name: 'Дела по кодексам, статьям и частям' })

it('goes from a list to its figures, and from each kind of figure to its own list', async () => {
  const { page, troubles } = await open({ storageState })
  await page.goto('/?type=1&entry_date_range_min=2026-01-01&entry_date_range_max=2026-12-31')
  const koap = await totalOf(page)
  // By keyboard as well.
  await page.getByRole('link', { name: 'Графики' }).focus()
  await page.keyboard.press('Enter')
  await tree(page).waitFor()
  // Type is not of the stats set (§3): both codices stand in the tree, which says so; the address, the tags and the total keep it.
  expect(new URL(page.url()).search).toBe(
    '?type=1&entry_date_range_min=2026-01-01&entry_date_range_max=2026-12-31&ordering=-entry_date',
  )
  expect(await totalOf(page)).toBe(koap)
  const title = async () => (await page.title()).replaceAll('\u00a0', ' ')
  await expect.poll(title).toBe('Графики. Дела КоАП, поступившие в 2026 году — Судмонитор')
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

  // So does the line of a bar in the table under its chart.
  const chart = page.getByRole('figure').filter({ hasText: 'Вторая инстанция, КоАП' })
  await chart.getByText('Таблица').click()
  const line = chart.getByRole('link').nth(1)
  const reviewed = numberIn(await line.textContent())
  await line.click()
  await page.waitForURL(/stage=2/)
  expect(await totalOf(page)).toBe(reviewed)
  await page.goBack()

  // Sorted by its heads; shares instead of figures.
  await page.getByRole('button', { name: '2-я инст.' }).click()
  await page.locator('th[aria-sort=descending]', { hasText: '2-я инст.' }).waitFor()
  await page.getByRole('radio', { name: 'Доля, %' }).click()
  await row
    .getByRole('link', { name: /^\d+(,\d)?$/ })
    .first()
    .waitFor()

  // The panel on this page: what is applied is counted again (§2).
  await page.keyboard.press('f')
  const panel = page.getByRole('dialog', { name: 'Фильтры' })
  await panel.getByRole('button', { name: 'Сбросить' }).click()
  await panel.getByRole('button', { name: /^Фильтровать/ }).click()
  await panel.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).search).toBe('?type=1&ordering=-entry_date')
  expect(await totalOf(page)).toBeGreaterThanOrEqual(koap)

  // Statistics that failed are emptied (§8), and how many cases there are is not known then.
  await page.route('**/frontcountcases/**', route =>
    route.fulfill({ status: 500, json: { detail: 'Сервер не справился.' } }),
  )
  await page.goto('/stats?has_result=true')
  await page.getByRole('alert').filter({ hasText: 'Статистика не загрузилась' }).first().waitFor()
  expect(await page.getByRole('region', { name: 'Что выбрано' }).getByText(/Всего/).count()).toBe(0)
  expect(await tree(page).count()).toBe(0)
  expect(troubles).toEqual([])
})

it('selects the cases of bars: by a click, by drawing over several, by keys, by a link of the table', async () => {
  const { page, troubles } = await open({ storageState })
  await page.goto('/stats?type=1')
  const koap = await totalOf(page)
  const totals = (count: number) => expect.poll(() => totalOf(page), { timeout: 60_000 }).toBe(count)
  const bars = (name: RegExp) => page.getByRole('listbox', { name })
  const told = async (name: RegExp, at: number) =>
    numberIn(((await bars(name).getByRole('option').nth(at).getAttribute('aria-label')) ?? '').replace(/^.*: /, ''))
  const middle = async (name: RegExp, at: number) => {
    const box = await bars(name).getByRole('option').nth(at).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 12 }
  }
  const goBack = async () => {
    await page.goBack()
    await totals(koap)
  }

  // A click: in days, in the address, in a tag and in the total, on the page where it was made. Back returns.
  const days = /«От поступления до решения, КоАП»/
  await bars(days).scrollIntoViewIfNeeded()
  const soonest = await told(days, 0)
  const first = await middle(days, 0)
  await page.mouse.click(first.x, first.y)
  await page.waitForURL(/\/stats\?.*days_to_result_from=0&days_to_result_to=\d+/)
  await page.getByRole('button', { name: /Убрать: Дней до решения/ }).waitFor()
  await totals(soonest)
  await goBack()

  // Drawing over three months; Escape lets go before the button is.
  const months = /«Поступление дел»/
  await bars(months).scrollIntoViewIfNeeded()
  const three = (await told(months, 3)) + (await told(months, 4)) + (await told(months, 5))
  const [from, to] = [await middle(months, 3), await middle(months, 5)]
  const draw = async () => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 3 })
    await page.getByText('Esc — отменить').waitFor()
  }
  await draw()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await totalOf(page)).toBe(koap)
  await draw()
  await page.mouse.up()
  await page.waitForURL(/entry_date_range_min=/)
  await totals(three)
  await goBack()

  // Keys: two of whatever is drawn, rows of shares and tiles as well; of penalties and amounts a case may stand at both.
  for (const name of [/«Чем кончается первая инстанция, КоАП»/, /«Дела по регионам»/]) {
    const counts = await Promise.all([told(name, 0), told(name, 1)])
    await bars(name).focus()
    for (const key of ['Home', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key)
    await page.waitForURL(address => address.search !== '?type=1')
    await totals(counts[0] + counts[1])
    await goBack()
  }

  // Two courts. The list and the table obey them.
  const courts = /«Суды»/
  const two = (await told(courts, 0)) + (await told(courts, 1))
  await bars(courts).focus()
  for (const key of ['Home', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL(/court=\d+&court=\d+/)
  await totals(two)
  const { search } = new URL(page.url())
  for (const view of ['Таблица', 'Список']) {
    await page.getByRole('navigation', { name: 'Вид' }).getByRole('link', { name: view }).click()
    await page.waitForURL(address => address.pathname !== '/stats')
    await totals(two)
  }
  await page.goto(`/data${search}&rows=regions&columns=none`)

  // A row of the table, by its link.
  const row = page.getByRole('row', { name: /отобрать/ }).first()
  const alone = numberIn(await row.getByRole('link').last().textContent())
  await row.getByRole('link', { name: /^отобрать: / }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(address => address.searchParams.getAll('regions').length === 1)
  await totals(alone)
  expect(new URL(page.url()).searchParams.get('rows')).toBe('regions')
  expect(troubles).toEqual([])
})

it('moves nothing when figures come, and keeps what is drawn, dimmed, until the next is there', async () => {
  const { page, troubles } = await open({ storageState })
  let held = Promise.withResolvers<void>()
  await page.route('**/frontcountcases/charts/**', async route => {
    await held.promise
    await route.continue()
  })
  await page.goto('/?ordering=-entry_date')
  await totalOf(page)
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(seen => {
      for (const entry of seen.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift' })
  })
  await page.getByRole('link', { name: 'Графики' }).click()
  await tree(page).waitFor()
  held.resolve()
  const entered = page.getByRole('figure').filter({ hasText: 'Поступление дел' })
  const options = entered.getByRole('option')
  await options.first().waitFor()
  await page.getByRole('figure').filter({ hasText: 'Дела по регионам' }).locator('svg').waitFor()
  const shift = await page.evaluate(() =>
    'shifts' in window && Array.isArray(window.shifts) ? window.shifts.reduce((sum, one) => sum + one, 0) : undefined,
  )
  expect(shift).toBeLessThan(0.05)

  const before = await options.count()
  const drawing = await entered.locator('svg').elementHandle()
  held = Promise.withResolvers()
  const bar = await options.nth(1).boundingBox()
  if (!bar) throw new Error('no bar')
  await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height - 40)
  await page.waitForURL(/entry_date_range_min=/)
  await page.locator('[aria-busy=true]').filter({ has: entered }).waitFor()
  expect(await options.count()).toBe(before)
  held.resolve()
  await page.locator('[aria-busy=true]').filter({ has: entered }).waitFor({ state: 'detached' })
  await expect.poll(() => options.count()).toBe(1)
  // The same drawing, drawn again: at no moment was its place empty.
  expect(await drawing?.evaluate(svg => svg.isConnected && svg.childElementCount > 0)).toBe(true)
  expect(troubles).toEqual([])
})

it('fits its first chart in the first screen of a desk, all of it in four of a phone, and articles in rows of a line or two', async () => {
  const heights = async (page: Page) => {
    for (const codex of ['КоАП', 'УК'])
      await page.getByRole('button', { name: new RegExp(`^Показать ещё.*${codex}`) }).click()
    const rows = tree(page).locator('tbody tr')
    expect(await rows.count()).toBeGreaterThan(50)
    return rows.evaluateAll(all => all.map(row => row.getBoundingClientRect().height))
  }
  const desk = await open({ storageState, viewport: { width: 1440, height: 900 } })
  await desk.page.goto('/stats')
  const chart = desk.page.getByRole('figure').filter({ hasText: 'Поступление дел' })
  await chart.getByRole('option').first().waitFor()
  const box = await chart.boundingBox()
  expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
  await tree(desk.page).waitFor()
  const ofDesk = await heights(desk.page)
  expect([Math.min(...ofDesk) >= 33, Math.max(...ofDesk) <= 40]).toEqual([true, true])

  // Between the bars of a browser, a phone of 390 × 844 shows 664.
  const phone = await open({ storageState, viewport: { width: 390, height: 664 }, hasTouch: true })
  await phone.page.goto('/stats')
  await phone.page.getByRole('figure').getByRole('option').first().waitFor()
  await tree(phone.page).waitFor()
  await phone.page.locator('summary').filter({ hasText: 'Судьи' }).waitFor()
  expect(await phone.page.evaluate(() => document.documentElement.scrollHeight / innerHeight)).toBeLessThanOrEqual(4)
  expect(Math.max(...(await heights(phone.page)))).toBeLessThanOrEqual(56)
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  // A finger chooses a tile by a tap.
  await phone.page.locator('summary').filter({ hasText: 'Дела по регионам' }).click()
  const tile = phone.page
    .getByRole('listbox', { name: /«Дела по регионам»/ })
    .getByRole('option', { name: /^Москва: / })
  const cases = numberIn(((await tile.getAttribute('aria-label')) ?? '').replace(/^.*: /, ''))
  // Where it is drawn, by its number.
  const drawn = phone.page
    .getByRole('figure')
    .filter({ hasText: 'Дела по регионам' })
    .locator('svg text', { hasText: /^77$/ })
  await tile.scrollIntoViewIfNeeded()
  const place = await drawn.boundingBox()
  const touching = await phone.page.context().newCDPSession(phone.page)
  const touchPoints = [{ x: (place?.x ?? 0) + (place?.width ?? 0) / 2, y: (place?.y ?? 0) + (place?.height ?? 0) / 2 }]
  await touching.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await touching.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await phone.page.waitForURL(/regions=77/)
  await expect.poll(() => totalOf(phone.page), { timeout: 60_000 }).toBe(cases)
})
