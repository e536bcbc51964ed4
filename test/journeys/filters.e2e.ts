import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { regionDistrict } from '#shared/domain/region-places.ts'
import { regions } from '#shared/domain/regions.ts'
import { daysOf } from '#shared/domain/relative-dates.ts'
import { totalOf } from './steps.ts'
import { openWorld, sessionOf } from './world.ts'

/** The panel of filters: dates that move, numbers beside options, regions by district (§2, §4, design §7, §9). */
const { open, origin, records } = await openWorld()
const storageState = await sessionOf(origin, 'орлова')

const openPanel = async (address: string) => {
  const { page, troubles } = await open({ storageState })
  await page.goto(address)
  await totalOf(page)
  return { page, troubles, panel: await panelOf(page) }
}
const panelOf = async (page: Page) => {
  await page.getByRole('button', { name: /^Фильтры/ }).click()
  const panel = page.getByRole('dialog', { name: 'Фильтры', exact: true })
  await panel.getByRole('button', { name: /^Фильтровать/ }).waitFor()
  const apply = async () => {
    await panel.getByRole('button', { name: /^Фильтровать/ }).click()
    await panel.waitFor({ state: 'detached' })
  }
  const row = (name: string) => panel.locator('label', { hasText: name }).locator('xpath=..')
  return Object.assign(panel, { apply, row })
}
const numberIn = (text: string | null): number => Number(/[\d\s]*\d/.exec(text ?? '')?.[0].replace(/\s/g, ''))
const everything = '/?ordering=-entry_date'

describe('dates that move with the calendar', () => {
  it('travel by their name, survive a reload, and become one’s own days when one is changed', async () => {
    const { page, panel, troubles } = await openPanel(everything)
    await panel.getByLabel('Поступило: срок').selectOption({ label: 'последние 90\u00a0дней' })
    const { min, max } = daysOf({ relative: 'last_90_days' })
    const expected = records.filter(({ entry_date = '' }) => entry_date >= min && entry_date <= max).length
    await panel.apply()
    await expect.poll(() => totalOf(page)).toBe(expected)
    expect(page.url()).toContain('entry_date_range_relative=last_90_days')
    await page.reload()
    await expect.poll(() => totalOf(page)).toBe(expected)
    await page.getByText('последние 90\u00a0дней').first().waitFor()

    const again = await panelOf(page)
    await again.getByRole('textbox', { name: 'Поступило: с' }).fill('2.1.2026')
    await again.apply()
    expect(page.url()).toContain(`entry_date_range_min=2026-01-02&entry_date_range_max=${max}`)
    expect(page.url()).not.toContain('relative')
    expect(troubles).toEqual([])
  })
})

describe('numbers beside options', () => {
  it('are what the list then counts; turned off, they stay off', async () => {
    const { page, panel } = await openPanel('/?type=1&ordering=-entry_date')
    const fine = panel.row('Штраф')
    await fine.scrollIntoViewIfNeeded()
    await expect.poll(async () => numberIn(await fine.textContent())).toBeGreaterThan(0)
    const promised = numberIn(await fine.textContent())
    await panel.getByRole('checkbox', { name: 'Штраф' }).check()
    await panel.apply()
    await expect.poll(() => totalOf(page)).toBe(promised)

    const again = await panelOf(page)
    await again.getByRole('checkbox', { name: 'Показывать число дел' }).uncheck()
    await page.reload()
    await totalOf(page)
    const third = await panelOf(page)
    expect(await third.getByRole('checkbox', { name: 'Показывать число дел' }).isChecked()).toBe(false)
    expect(await third.row('Штраф').textContent()).toBe('Штраф')
    await third.getByRole('checkbox', { name: 'Показывать число дел' }).check()
  })
})

describe('regions by federal district', () => {
  it('are chosen and excluded from the keyboard', async () => {
    const inDistrict = new Set(
      regions.filter(({ number }) => regionDistrict(number) === 'Приволжский').map(({ number }) => number),
    )
    const within = records.filter(({ court }) => inDistrict.has(court.region ?? 0)).length
    const { page, panel, troubles } = await openPanel(everything)
    await panel.getByRole('checkbox', { name: 'Приволжский округ' }).focus()
    await page.keyboard.press('Space')
    await panel.apply()
    await expect.poll(() => totalOf(page)).toBe(within)
    const again = await panelOf(page)
    await again.getByRole('checkbox', { name: 'Приволжский округ' }).focus()
    await page.keyboard.press('-')
    await again.apply()
    await expect.poll(() => totalOf(page)).toBe(records.length - within)
    expect(troubles).toEqual([])
  })
})

it('nothing moves in the panel when its lists come late (design §9)', async () => {
  const { page, troubles } = await open({ storageState })
  const late = Promise.withResolvers<void>()
  await page.route(/casesresulttypes|casedefenseparams/, async route => {
    await late.promise
    await route.continue()
  })
  await page.goto('/?type=1&ordering=-entry_date')
  await totalOf(page)
  const panel = await panelOf(page)
  const below = panel.getByText('В избранном', { exact: true })
  await panel.getByText('Загрузка…').nth(1).waitFor()
  // Numbers beside the options and the sets come by themselves.
  await panel.getByText('Подборок пока нет.').waitFor()
  const before = await below.boundingBox()
  late.resolve()
  await panel.getByText('Загрузка…').first().waitFor({ state: 'detached' })
  const after = await below.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(30)
  expect(troubles).toEqual([])
})
