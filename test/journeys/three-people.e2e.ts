import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { buildCase } from '../factories.ts'
import { signInByForm, totalOf } from './steps.ts'
import { openWorld, password, sessionOf } from './world.ts'

/** A lawyer, a journalist and a monitor, from signing up to what each came for, in few presses of the mouse. */
const { db, open, origin } = await openWorld()
const number = '5-880001/2026'
await buildCase(db, {
  source_key: 'test:three-people',
  case_number: number,
  entry_date: today(),
  defendants: [{ name: 'Заозерский Тихон Маркович' }],
  events: [{ type: 'Судебное заседание', date: addDays(today(), 3), time: '10:00', hall: '412' }],
})

/** Registers, is let in by an administrator, signs in; `clicks`: presses of the person alone, in whatever page. */
async function newcomer(username: string): Promise<{ page: Page; troubles: string[]; clicks: () => number }> {
  const { page, troubles } = await open()
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  // Enter in a form and a label's second event press nothing.
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => void Reflect.get(window, 'countClick')(), { capture: true }),
  )
  await page.goto('/login')
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await page.getByRole('heading', { name: 'Регистрация' }).waitFor()
  await page.getByLabel('Имя пользователя').fill(username)
  await page.getByLabel('Кто вы и зачем вам доступ').fill('Для работы.')
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Отправить заявку' }).click()
  await page.getByRole('heading', { name: 'Заявка отправлена' }).waitFor()
  const boss = await open({ storageState: await sessionOf(origin, 'главная') })
  await boss.page.goto('/approve')
  await boss.page.getByRole('button', { name: `Одобрить: ${username}` }).click()
  await boss.page.getByText('Никто не ждёт одобрения.').waitFor()
  await page.getByRole('link', { name: 'К странице входа' }).click()
  await signInByForm(page, username, password)
  await totalOf(page)
  await page.getByRole('link', { name: /^Сегодня/ }).click()
  await page.getByRole('heading', { level: 1, name: /^С\sчего начать/ }).waitFor()
  return { page, troubles, clicks: () => clicks }
}
/** To sign up, to be signed in, and «Сегодня». */
const toBegin = 5

it('a lawyer names a client and sees the client’s next hearing', async () => {
  const { page, troubles, clicks } = await newcomer('адвокат')
  await page.getByLabel('Фамилия, имя, отчество').fill('Заозерский Тихон Маркович')
  await page.getByRole('button', { name: /^Найти и\sследить/ }).click()
  await page.getByRole('heading', { level: 1, name: /Заозерский/ }).waitFor()
  await page.getByRole('link', { name: /^Сегодня/ }).click()
  const hearing = page.getByRole('listitem').filter({ hasText: number }).filter({ hasText: 'зал 412' })
  await hearing.getByText('10:00', { exact: true }).waitFor()
  expect([clicks() - toBegin, troubles]).toEqual([2, []])
})

it('a journalist opens an article and takes a chart for a newspaper', async () => {
  const { page, troubles, clicks } = await newcomer('журналист')
  await page.getByRole('button', { name: '20.2 КоАП' }).click()
  const total = await totalOf(page)
  await page.getByRole('link', { name: 'Графики' }).click()
  await page.getByRole('button', { name: /^Для статьи: Поступление дел/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Для статьи' })
  await dialog.getByText(new RegExp(`n\\s=\\s${total.toLocaleString('ru').replace(/\s/g, '\\s')}\\.`)).waitFor()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'PNG, 2×' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.png$/)
  expect([clicks() - toBegin, troubles]).toEqual([4, []])
})

it('a monitor pastes a list and has its hearings on a calendar', async () => {
  const { page, troubles, clicks } = await newcomer('наблюдатель')
  await page.getByLabel('Строки списка').fill(`${number}; Вымышленный районный суд`)
  await page.getByRole('button', { name: 'Найти дела' }).click()
  await page.getByText(/В подборке «Список от .+» 1\sдело/).waitFor()
  await page.getByRole('button', { name: 'В календарь' }).first().click()
  await page.getByRole('button', { name: 'Обновляемый календарь' }).click()
  const address = await page.getByRole('textbox', { name: 'Обновляемый календарь' }).inputValue()
  expect(await (await fetch(address)).text()).toContain(number)
  expect([clicks() - toBegin, troubles]).toEqual([3, []])
})
