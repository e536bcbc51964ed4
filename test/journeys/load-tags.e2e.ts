import { expect, it } from 'vitest'
import { openWorld, sessionOf } from './world.ts'

/** Tags by a table (§2 /loadtags), as an editor puts them and takes them back. */
const { db, open, origin } = await openWorld()
const cases = await db
  .selectFrom('court_case')
  .innerJoin('court', 'court.id', 'court_id')
  .select(['court_case.id', 'case_number', 'court.title'])
  .orderBy('court_case.id')
  .limit(2)
  .execute()

it('a table is looked at, applied, found in the list, undone; a tag becomes another (§2)', async () => {
  const { page, troubles } = await open({ storageState: await sessionOf(origin, 'главная') })
  await page.goto('/loadtags')
  const [first, second] = cases
  const table = `№ дела;Суд;Теги\n${first?.case_number};${first?.title};пикет\n${second?.case_number};${second?.title};митинг\n5-0/1999;Нигде;пикет\n`
  const file = { name: 'метки.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
  await page.getByLabel('Файл с метками').setInputFiles(file)
  const preview = page.getByRole('region', { name: 'Что изменится' })
  await preview.getByText('Не распознана 1 строка.').waitFor()
  await preview.getByRole('button', { name: 'Поставить метки на 2 дела' }).click()
  await page.getByText('Метки поставлены на 2 дела.').first().waitFor()
  // The line that was not understood stays to be corrected.
  const done = page.getByRole('region', { name: 'Что сделано' })
  await done.getByRole('list', { name: 'Строки таблицы' }).getByText('5-0/1999, Нигде').waitFor()

  await page.getByRole('tab', { name: 'Справочник' }).click()
  await page.getByRole('button', { name: 'Изменить: митинг' }).click()
  const form = page.getByRole('dialog', { name: 'Изменить метку' })
  await form.getByLabel('Название').fill(' ')
  await form.getByRole('button', { name: 'Переименовать' }).click()
  await form.getByText('Введите название метки.').waitFor()
  await form.getByLabel('Название').fill('Пикет')
  await form.getByRole('button', { name: 'Переименовать' }).click()
  await form.getByRole('button', { name: 'Объединить' }).click()
  await page.getByRole('link', { name: '2 дела' }).click()
  await page.getByRole('button', { name: 'Изменить: Метки, пикет' }).waitFor()

  await page.goto('/loadtags')
  await page.getByRole('tab', { name: 'Прошлые загрузки' }).click()
  await page.getByRole('button', { name: /^Отменить: Метки поставлены/ }).click()
  await page.getByRole('button', { name: 'Отменить загрузку' }).click()
  await page.getByText('Загрузка отменена: изменено 2 дела.').first().waitFor()
  expect(await db.selectFrom('case_tag').selectAll().execute()).toEqual([])
  expect(troubles).toEqual([])
})

it('who may not edit tags is sent to the root (§6)', async () => {
  const { page } = await open({ storageState: await sessionOf(origin) })
  await page.goto('/loadtags')
  await page.waitForURL(`${origin}/?*`)
})
