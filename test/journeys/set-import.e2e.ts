import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { totalOf } from './steps.ts'
import { openWorld, sessionOf } from './world.ts'

/** A team's table as it goes in, at a desk and on a phone: a set, rows that are watched, and what is kept of one's own. */
const { db, open, origin, records } = await openWorld()
const storageState = await sessionOf(origin)
const devices = [
  { name: 'at a desk', viewport: { width: 1440, height: 1000 }, colorScheme: 'light' },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true },
] as const
const said = (page: Page, text: string | RegExp) => page.getByRole('status', { name: 'Сообщения' }).getByText(text)
const isNoWider = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
const known = records.filter(({ case_uid }) => case_uid).slice(0, 2)
const table = [
  ['УИД', 'ФИО', 'Источник'],
  ...known.map(({ case_uid }) => [case_uid ?? '', '', 'письмо']),
  ['', 'Луноходов Кай Ильич', 'чат'],
  ['', 'Луноходов', ''],
]

describe.each(devices)('$name', ({ name: _, ...device }) => {
  it('a pasted table becomes a set; rows that are no cases are watched, and that is taken back', async () => {
    await db.deleteFrom('case_set').execute()
    const { page, troubles } = await open({ storageState, ...device })
    await page.goto('/sets/import')
    const paste = async (title: string) => {
      await page
        .getByRole('textbox')
        .last()
        .fill(table.map(row => row.join('\t')).join('\n'))
      await page.getByRole('button', { name: 'Прочитать' }).click()
      await page.getByRole('button', { name: /^Проверить 4\s/ }).click()
      await page.getByRole('button', { name: 'Создать подборку' }).waitFor()
      await isNoWider(page)
      await page.getByRole('textbox', { name: /^Название/ }).fill(title)
      await page.getByRole('button', { name: 'Создать подборку' }).click()
    }
    await paste('Письма')
    await page.getByRole('button', { name: 'Отменить загрузку' }).click()
    await said(page, /из подборки убрано 2\sдела\. Пустая подборка удалена\.$/).waitFor()
    await isNoWider(page)
    await page.getByRole('button', { name: 'Вернуть подборку' }).click()
    await page.getByRole('heading', { name: 'Письма', level: 1 }).waitFor()
    await page.goto('/sets/import')
    await paste('Письма снова')
    await page.getByRole('link', { name: /^Открыть подборку/ }).click()
    await page.getByRole('heading', { name: 'Письма снова', level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /письмо/ }).count()).toBe(2)
    await isNoWider(page)

    await page.getByRole('tab', { name: /^Не найдено/ }).click()
    await page.getByRole('button', { name: 'Следить за ненайденными' }).click()
    const dialog = page.getByRole('dialog', { name: 'Следить за ненайденными' })
    await dialog.getByText('Останутся в «Не найдено»: 1').waitFor()
    await dialog.getByRole('button', { name: /^Следить: 1\s/ }).click()
    await said(page, /^Подборка следит: 1\s/).waitFor()
    await page.getByRole('tab', { name: 'Не найдено 1' }).waitFor()
    await page.getByRole('button', { name: 'Отменить' }).click()
    await page.getByRole('tab', { name: 'Не найдено 2' }).waitFor()
    await isNoWider(page)
    expect(troubles).toEqual([])
  })

  it('a file is dropped, the wrong kind refused in a sentence; a row is mended by one of its candidates', async () => {
    await db.deleteFrom('case_set').execute()
    const { page, troubles } = await open({ storageState, ...device })
    await page.goto('/sets/import')
    const drop = async (name: string, type: string, text: string): Promise<void> => {
      const place = page.getByRole('button', { name: 'Выбрать файл' })
      await place.waitFor()
      const dataTransfer = await page.evaluateHandle(
        ([text, name, type]) => {
          const carried = new DataTransfer()
          carried.items.add(new File([text], name, { type }))
          return carried
        },
        [text, name, type] as const,
      )
      await place.dispatchEvent('drop', { dataTransfer })
    }
    await drop('Список.pdf', 'application/pdf', '%PDF-1.7\n')
    await page.getByRole('alert').getByText(/XLSX/).waitFor()
    const one = records.find(({ case_number, court }) => case_number && court.title)
    // Another person is named: the row is asked about, and waits until somebody says.
    await drop(
      'Список.csv',
      'text/csv',
      `№ дела;Суд;ФИО\n${one?.case_number};${one?.court.title};Луноходов Кай Ильич\n`,
    )
    await page.getByRole('button', { name: /^Проверить 1\s/ }).click()
    await page.getByRole('button', { name: 'Создать подборку' }).click()
    const unfound = page.getByRole('list', { name: 'Строки, по которым дело не найдено' })
    await unfound.getByText(/^Совпадает: .*суд/).waitFor({ timeout: 5_000 })
    await isNoWider(page)
    await unfound.getByRole('button', { name: 'Это оно' }).click()
    await page.getByText(/^Здесь стоят строки загруженных таблиц/).waitFor()
    await page.getByRole('link', { name: /^Открыть подборку/ }).click()
    await page.getByRole('heading', { name: 'Список', level: 1 }).waitFor()
    await page
      .locator('[data-case]')
      .getByText(one?.case_number ?? '', { exact: true })
      .first()
      .waitFor()
    expect(troubles).toEqual([])
  })
})

it('on a phone, a case is kept, found among favourites, and let go', async () => {
  await db.deleteFrom('favourite').execute()
  const { page, troubles } = await open({ storageState, ...devices[1] })
  await page.goto('/?type=1&ordering=-entry_date')
  await totalOf(page)
  const star = page.getByRole('button', { name: /^Избранное: / }).first()
  await star.click()
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
  await page.goto('/favorites')
  await expect.poll(() => totalOf(page)).toBe(1)
  await isNoWider(page)
  const kept = page.getByRole('button', { name: /^Избранное: /, pressed: true })
  await kept.click()
  await expect.poll(() => kept.count()).toBe(0)
  expect(troubles).toEqual([])
})

it('picked cases are taken as a file of these alone', async () => {
  const { page, troubles } = await open({ storageState })
  await page.goto('/?type=1&ordering=-entry_date')
  await totalOf(page)
  await page
    .getByRole('checkbox', { name: /^Выбрать: / })
    .nth(1)
    .click()
  const bar = page.getByRole('region', { name: 'Выбранные дела' })
  await bar.getByRole('button', { name: 'Файл' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Скачать CSV' }).click()
  expect((await coming).url()).toMatch(/[?&]cases=\d+&/)
  expect(troubles).toEqual([])
})
