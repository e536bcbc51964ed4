import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { totalOf } from './steps.ts'
import { openWorld, sessionOf } from './world.ts'

/** Tags where cases stand: in rows, on a selection, on the page of a case. */
const { db, open, origin } = await openWorld()
const list = '/?type=1&ordering=-entry_date'
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Метки/ })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Метки' })
const borne = async (): Promise<number> => (await db.selectFrom('case_tag').selectAll().execute()).length

it('an editor tags a row by l, a selection, every found case, undoes it, and follows a tag to its list', async () => {
  const { page, troubles } = await open({ storageState: await sessionOf(origin, 'главная') })
  await page.goto(list)
  const total = await totalOf(page)
  // The key comes with the line that tells of it.
  await page.locator('kbd').getByText('l', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('l')
  await field(page).fill('площадь')
  await dialog(page).page().getByRole('option', { name: 'Создать метку «площадь»' }).waitFor()
  await field(page).press('Enter')
  await page.getByText('Метка «площадь» поставлена на 1 дело.').waitFor()
  await dialog(page).getByText('площадь', { exact: true }).waitFor()
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await page.getByRole('list', { name: 'Метки' }).getByRole('link', { name: 'площадь' }).waitFor()

  await page.getByRole('checkbox', { name: 'Выбрать все дела на странице' }).check()
  const bar = page.getByRole('region', { name: 'Выбранные дела' })
  await bar.getByRole('button', { name: `Выбрать все ${total} найденных` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Выбрать все', exact: true }).click()
  await bar.getByText(`Выбрано ${total}`).waitFor()
  await bar.getByRole('button', { name: 'Метка' }).click()
  await dialog(page).getByText('площадь · на 1').waitFor()
  await field(page).fill('площ')
  await page.getByRole('option', { name: /^площадь/ }).click()
  await page.getByText(`Метка «площадь» поставлена на ${total - 1}`).waitFor()
  expect(await borne()).toBe(total)
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await page.getByRole('button', { name: 'Отменить' }).click()
  await page.getByText(/^Отменено: метки/).waitFor()
  expect(await borne()).toBe(1)

  const chips = page.getByRole('list', { name: 'Метки' }).getByRole('link', { name: 'площадь' })
  await expect.poll(() => chips.count()).toBe(1)
  await chips.click()
  await expect.poll(() => totalOf(page)).toBe(1)
  await page.locator('[data-case-link]').click()
  await page.getByRole('heading', { name: /^Дело №/, level: 1 }).waitFor()
  await page.keyboard.press('l')
  await dialog(page).getByRole('button', { name: 'Убрать: площадь' }).click()
  await page.getByText('Метка «площадь» снята с 1 дела.').waitFor()
  expect(await borne()).toBe(0)
  expect(troubles).toEqual([])
})

it('who may not edit tags is shown none and offered none (§6)', async () => {
  const [first] = await db
    .selectFrom('court_case')
    .select('id')
    .where('type', '=', 1)
    .orderBy('entry_date', 'desc')
    .execute()
  const tag = await db.insertInto('tag').values({ value: 'сквер' }).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('case_tag')
    .values({ case_id: first?.id ?? 0, tag_id: tag.id })
    .execute()
  const { page, troubles } = await open({ storageState: await sessionOf(origin) })
  await page.route(/\/api\/v1\/cases\/\?/, async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), count: 10_001 } })
  })
  await page.goto(list)
  await totalOf(page)
  await page.getByRole('checkbox', { name: 'Выбрать все дела на странице' }).check()
  const bar = page.getByRole('region', { name: 'Выбранные дела' })
  // Ten thousand at most, which the sentence says where more are found.
  await bar.getByText(/^Больше 10\s000 дел не выбрать: сузьте список$/).waitFor()
  expect(await bar.getByRole('button', { name: /^Выбрать все/ }).count()).toBe(0)
  await page.keyboard.press('l')
  expect(await page.getByRole('button', { name: 'Метка' }).count()).toBe(0)
  expect(await page.getByText('сквер').count()).toBe(0)
  await page.goto(`/cases/${first?.id}`)
  await page.getByRole('heading', { name: /^Дело №/, level: 1 }).waitFor()
  expect(await page.getByRole('heading', { name: 'Метки' }).count()).toBe(0)
  expect(troubles).toEqual([])
})
