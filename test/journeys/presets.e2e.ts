import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../server/accounts/accounts.ts'
import { totalOf } from './steps.ts'
import { openWorld, password, sessionOf } from './world.ts'

/** Saving filters and applying saved ones, from the list of cases (§2, §4): the top bar, the panel, the ready presets. */
const { db, open, origin } = await openWorld()
let serial = 0

/** A person of one's own for every journey, standing before a list; `given`: presets they have already. */
async function openList(
  address: string,
  given: readonly (readonly [title: string, category: string | null, get_params: object])[] = [],
  { before, ...options }: Parameters<typeof open>[0] & { before?: (page: Page) => Promise<void> } = {},
) {
  serial += 1
  const username = `собиратель-${serial}`
  await createAccount(db, { username, password })
  const storageState = await sessionOf(origin, username)
  const cookie = `${storageState.cookies[0]?.name}=${storageState.cookies[0]?.value}`
  for (const [title, category, get_params] of given) {
    const answer = await fetch(`${origin}/api/v1/presets/`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ title, category, get_params }),
    })
    expect(answer.status).toBe(201)
  }
  const { page, troubles } = await open({ storageState, ...options })
  await before?.(page)
  await page.goto(address)
  await totalOf(page)
  return { page, troubles }
}
const fines = '/?type=1&penalty_type=fine&ordering=-entry_date'
const arrests = ['Аресты', 'Наблюдение', { type: '1', penalty_type: ['arrest'] }] as const
const watched = ['Жалобы', 'Наблюдение', { stage: '2' }] as const
const appeals = ['Вторая инстанция', null, { stage: '2' }] as const

const opener = (page: Page) => page.getByRole('button', { name: 'Сохранить набор' })
/** It stands there before what it opens is loaded. */
const loaded = (page: Page) => page.locator('[aria-haspopup="dialog"]', { hasText: 'Сохранить набор' })
const form = (page: Page) => page.getByRole('dialog', { name: 'Сохранить набор фильтров' })
const sending = (page: Page) => form(page).getByRole('button', { name: 'Сохранить', exact: true })
const tag = (page: Page) => page.getByText('Набор:')
const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: /^Фильтры/ }).click()
  const panel = page.getByRole('dialog', { name: 'Фильтры', exact: true })
  await panel.getByRole('button', { name: /^Фильтровать/ }).waitFor()
  return panel
}
const remembered = (page: Page) =>
  page.evaluate(() => ['activePresetId', 'activePreset'].map(key => localStorage.getItem(key) !== null))

describe('saving what the list shows', () => {
  it('opens though the button comes while it is pressed, needs a title, is said aloud, and makes the preset active, also after a reload (§4, §5, §8)', async () => {
    const held = Promise.withResolvers<void>()
    const { page, troubles } = await openList(fines, [], {
      before: async page => {
        await page.route(/\/assets\/preset-buttons-/, async route => {
          await held.promise
          await route.continue()
        })
      },
    })
    await opener(page).hover()
    await page.mouse.down()
    held.resolve()
    await loaded(page).waitFor()
    await page.mouse.up()
    await form(page).getByLabel('Название').waitFor()
    // The sentence of the filters is its title, until another is given.
    const title = form(page).getByLabel('Название')
    expect(await title.inputValue()).toMatch(/^Дела/)
    await title.fill('')
    expect(await sending(page).isDisabled()).toBe(true)
    await title.fill('Штрафы')
    await form(page).getByLabel('Описание').fill('Все, где назначен штраф')
    await form(page).getByLabel('Категория').fill('Наблюдение')
    // Twice in half a second is once (§9).
    await sending(page).dblclick()
    await page.getByText('Фильтры сохранились').waitFor()
    await form(page).waitFor({ state: 'detached' })
    await tag(page).waitFor()
    expect(await remembered(page)).toEqual([true, true])
    await page.reload()
    await totalOf(page)
    await tag(page).waitFor()

    // A click that is forced does not wait for a button that takes another's place.
    await loaded(page).waitFor()
    expect(await opener(page).getAttribute('aria-disabled')).toBe('true')
    await opener(page).click({ force: true })
    await page.getByText('Эти фильтры уже сохранены: набор «Штрафы»').last().waitFor()
    expect(await form(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Наборы фильтров' }).click()
    const menu = page.getByRole('dialog', { name: 'Наборы фильтров' })
    await menu.getByRole('button', { name: /Штрафы/ }).waitFor()
    expect(await menu.getByRole('button').count()).toBe(1)
    expect(troubles).toEqual([])
  })
})

describe('the panel of filters', () => {
  it('gives way to Escape one layer at a time; saves the draft without applying it; applied, it is the active preset', async () => {
    const { page, troubles } = await openList('/?type=1&ordering=-entry_date', [watched])
    const before = await totalOf(page)
    const address = page.url()
    let panel = await openPanel(page)
    await panel.getByRole('checkbox', { name: 'Штраф', exact: true }).check()
    await panel.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await form(page).getByLabel('Категория').fill('набл')
    const suggestion = form(page).getByRole('option', { name: /^Наблюдение/ })
    await suggestion.waitFor()
    await page.keyboard.press('Escape')
    await suggestion.waitFor({ state: 'hidden' })
    expect(await form(page).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await form(page).waitFor({ state: 'detached' })
    expect(await panel.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(page.url()).toBe(address)

    panel = await openPanel(page)
    expect(await panel.getByRole('checkbox', { name: 'Штраф', exact: true }).isChecked()).toBe(false)
    await panel.getByRole('checkbox', { name: 'Арест', exact: true }).check()
    await panel.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await form(page).getByLabel('Название').fill('Аресты')
    await page.keyboard.press('Enter')
    await page.getByText('Фильтры сохранились').waitFor()
    expect(await totalOf(page)).toBe(before)
    expect(await tag(page).count()).toBe(0)

    await panel.getByRole('tab', { name: /^Сохраненные фильтры/ }).click()
    const card = panel.getByRole('article').filter({ hasText: 'Наказание: Арест' })
    await card.waitFor()
    expect(await card.getByText('Активен сейчас').count()).toBe(0)
    await panel.getByRole('tab', { name: 'Фильтровать' }).click()
    expect(await panel.getByRole('checkbox', { name: 'Арест', exact: true }).isChecked()).toBe(true)
    await panel.getByRole('button', { name: /^Фильтровать/ }).click()
    await panel.waitFor({ state: 'detached' })
    await tag(page).waitFor()
    expect(troubles).toEqual([])
  })

  it('applies a saved preset with a click on its card and closes (§2)', async () => {
    const { page, troubles } = await openList('/?type=2&case_number=1&ordering=case_number', [arrests, appeals])
    let panel = await openPanel(page)
    await panel.getByRole('tab', { name: 'Фильтровать' }).focus()
    await page.keyboard.press('ArrowRight')
    await panel.getByRole('heading', { name: 'Без категории' }).waitFor()
    await panel.getByLabel('Найти набор').fill('вторая инст')
    await expect.poll(() => panel.getByRole('article').count()).toBe(1)
    const found = panel.getByRole('article').getByText(/^[\d\s]+\sдел/)
    await found.waitFor()
    const promised = Number((await found.textContent())?.replace(/\D/g, ''))
    // Anywhere on the card, not only on its name.
    await panel.getByRole('article').click({ position: { x: 40, y: 60 } })
    await panel.waitFor({ state: 'detached' })
    await page.waitForURL(/\?stage=2&ordering=-entry_date$/)
    await expect.poll(() => totalOf(page)).toBe(promised)
    await tag(page).waitFor()

    panel = await openPanel(page)
    await panel.getByRole('tab', { name: /^Сохраненные фильтры/ }).click()
    const active = panel.getByRole('article').filter({ hasText: 'Активен сейчас' })
    expect(await active.getByRole('heading').textContent()).toBe('Вторая инстанция')
    await panel.getByRole('link', { name: 'Страница «Наборы фильтров»' }).click()
    await page.getByRole('heading', { level: 1, name: 'Наборы фильтров' }).waitFor()
    expect(troubles).toEqual([])
  })

  it('says that nothing is saved yet, on a narrow screen as well', async () => {
    const { page, troubles } = await openList('/?type=1&ordering=-entry_date', [], {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const panel = await openPanel(page)
    await panel.getByRole('tab', { name: 'Сохраненные фильтры' }).click()
    await panel.getByText('Наборов фильтров пока нет').waitFor()
    await panel.getByRole('button', { name: 'Собрать фильтры' }).click()
    await panel.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await form(page).getByLabel('Название').fill('Всё по КоАП')
    await sending(page).click()
    await page.getByText('Фильтры сохранились').waitFor()
    await panel.getByRole('tab', { name: 'Сохраненные фильтры' }).click()
    await panel.getByText('Активен сейчас').waitFor()
    expect(troubles).toEqual([])
  })
})
