import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Preset } from '#shared/api/saved.ts'
import { createAccount } from '../../server/accounts/accounts.ts'
import { totalOf } from './steps.ts'
import { openWorld, password, sessionOf } from './world.ts'

/** Saved filters on their own page (§2 /presets): applied, renamed, put in order, deleted and brought back. */
const { db, open, origin } = await openWorld()
let serial = 0

/** A person of one's own for every journey, with three presets in two categories. */
async function openPresets(options: Parameters<typeof open>[0] = {}) {
  serial += 1
  const username = `хранитель-${serial}`
  await createAccount(db, { username, password })
  const storageState = await sessionOf(origin, username)
  const cookie = `${storageState.cookies[0]?.name}=${storageState.cookies[0]?.value}`
  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${origin}/api/v1/${path}`, {
      headers: { cookie, origin, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  for (const [title, category, get_params] of [
    ['Уголовные', 'Мои наборы', { type: '2' }],
    ['Аресты', 'Мои наборы', { type: '1', penalty_type: ['arrest'] }],
    ['Вторая инстанция', 'Наблюдение', { stage: '2' }],
  ] as const)
    await call('presets/', { title, category, get_params })
  const { page, troubles } = await open({ storageState, ...options })
  await page.goto('/presets')
  await page.getByRole('button', { name: 'Уголовные', exact: true }).waitFor()
  const kept = async () =>
    ((await call('presets/')) as { results: Preset[] }).results.map(
      ({ title, category }) => `${category?.title}: ${title}`,
    )
  return { page, troubles, kept }
}
const cards = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()
const act = async (page: Page, preset: string, name: string) => {
  await page.getByRole('button', { name: `Действия: ${preset}` }).click()
  await page.getByRole('button', { name, exact: true }).click()
}

describe('the page of saved filters', () => {
  it('is in the menu, and a card applies its filters and is active from then on (§2, §4)', async () => {
    const { page, troubles } = await openPresets()
    await page.goto('/')
    await totalOf(page)
    await page.getByRole('link', { name: 'Наборы фильтров', exact: true }).click()
    await page.getByRole('button', { name: 'Вторая инстанция', exact: true }).click()
    await page.waitForURL(url => url.searchParams.get('stage') === '2')
    const total = await totalOf(page)
    expect(await page.getByText('Набор:').locator('..').textContent()).toContain('Вторая инстанция')
    await page.goBack()
    const active = page.getByRole('article').filter({ hasText: 'Активен сейчас' })
    expect(await active.getByRole('heading').textContent()).toBe('Вторая инстанция')
    await active.getByText(new RegExp(`^${total}\\s`)).waitFor()
    expect(troubles).toEqual([])
  })
  it('renames a preset and puts it into another category; a name twice is refused with a reason', async () => {
    const { page, troubles, kept } = await openPresets()
    await act(page, 'Аресты', 'Изменить')
    const dialog = page.getByRole('dialog', { name: 'Изменить набор' })
    await dialog.getByLabel('Название').fill('уголовные')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.getByText('Набор «Уголовные» уже есть: назовите этот иначе.').waitFor()
    await dialog.getByLabel('Название').fill(' ')
    expect(await dialog.getByRole('button', { name: 'Сохранить' }).isDisabled()).toBe(true)
    await dialog.getByText('Заполните это поле.').waitFor()
    await dialog.getByLabel('Название').fill('Административные аресты')
    await dialog.getByLabel('Описание').fill('Кого держат под арестом')
    await dialog.getByLabel('Категория').fill('наб')
    await dialog.getByRole('option', { name: 'Наблюдение' }).click()
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Кого держат под арестом').waitFor()
    expect(await kept()).toEqual([
      'Мои наборы: Уголовные',
      'Наблюдение: Административные аресты',
      'Наблюдение: Вторая инстанция',
    ])
    expect(troubles).toEqual([])
  })
  it('is put in order by arrow keys, with the focus on the handle, and by dragging, into another category too; goes back to what is kept when the server refuses; comes back to its place after deletion', async () => {
    const { page, troubles, kept } = await openPresets()
    // By arrow keys, with the focus on the handle (§2, design §9).
    const handle = page.getByRole('button', { name: 'Переставить: Аресты' })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => cards(page)).toEqual(['Аресты', 'Уголовные', 'Вторая инстанция'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    // Kept, too: below, a server that refuses must have nothing of before to refuse.
    await expect.poll(kept).toEqual(['Мои наборы: Уголовные', 'Мои наборы: Аресты', 'Наблюдение: Вторая инстанция'])
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => cards(page)).toEqual(['Аресты', 'Уголовные', 'Вторая инстанция'])
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Переставить: Аресты')
    await expect.poll(kept).toEqual(['Мои наборы: Аресты', 'Мои наборы: Уголовные', 'Наблюдение: Вторая инстанция'])

    // Back to what is kept when the server refuses (§8).
    const refusing = '**/api/v1/presets/*/'
    await page.route(refusing, route => route.fulfill({ status: 500, body: '{}' }))
    await act(page, 'Уголовные', 'Переставить раньше')
    await page.getByText('Сервер не справился. Повторите через минуту.').waitFor()
    await expect.poll(() => cards(page)).toEqual(['Аресты', 'Уголовные', 'Вторая инстанция'])
    await page.unroute(refusing)

    // By dragging, into another category too (§2).
    await page
      .getByRole('button', { name: 'Переставить: Уголовные' })
      .dragTo(page.getByRole('article').filter({ hasText: 'Вторая инстанция' }))
    await expect.poll(kept).toEqual(['Мои наборы: Аресты', 'Наблюдение: Вторая инстанция', 'Наблюдение: Уголовные'])
    await expect.poll(() => cards(page)).toEqual(['Аресты', 'Вторая инстанция', 'Уголовные'])

    // Back to its place after deletion (§2).
    await act(page, 'Вторая инстанция', 'Удалить')
    await page.getByText('Набор «Вторая инстанция» удалён.').waitFor()
    expect(await cards(page)).toEqual(['Аресты', 'Уголовные'])
    await page.getByRole('button', { name: 'Вернуть' }).click()
    await page.getByText('Набор «Вторая инстанция» восстановлен.').waitFor()
    await expect.poll(() => cards(page)).toEqual(['Аресты', 'Вторая инстанция', 'Уголовные'])
    expect(await kept()).toHaveLength(3)

    // What to do is said when nothing is saved.
    for (const title of ['Уголовные', 'Аресты', 'Вторая инстанция']) await act(page, title, 'Удалить')
    await page.getByRole('heading', { name: 'Наборов фильтров пока нет' }).waitFor()
    await page.getByRole('link', { name: 'К списку дел' }).click()
    await totalOf(page)
    expect(troubles).toEqual([])
  })
  it('is put in order from the menu where there is only a finger', async () => {
    const { page, troubles } = await openPresets({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await act(page, 'Аресты', 'Переставить раньше')
    await expect.poll(() => cards(page)).toEqual(['Аресты', 'Уголовные', 'Вторая инстанция'])
    await page.getByRole('button', { name: 'Действия: Аресты' }).click()
    expect(await page.getByRole('button', { name: 'Переставить раньше' }).isDisabled()).toBe(true)
    expect(troubles).toEqual([])
  })
})
