import { expect, it } from 'vitest'
import { createAccount } from '../../server/accounts/accounts.ts'
import { totalOf } from './steps.ts'
import { openWorld, password, sessionOf } from './world.ts'

/** Subscriptions as a person meets them (§2 /subscriptions): tried, made, changed, paused, deleted. */
const ports = [443]
const { db, open, origin } = await openWorld({ outgoing: { allowed: ['127.0.0.1/32'], ports } })
ports.push(Number(new URL(origin).port))
await createAccount(db, { username: 'подписчица', password })
const storageState = await sessionOf(origin, 'подписчица')

it('shows what a subscription would have brought, makes it with less noise, and keeps it in order (§2, §7)', async () => {
  const { page, troubles } = await open({ storageState })
  await page.goto('/?type=1&stage=1')
  await totalOf(page)
  await page.getByRole('button', { name: 'Подписаться' }).click()
  const form = page.getByRole('dialog', { name: 'Подписаться' })
  await form.getByText(/в\sсреднем/).waitFor()
  await form.getByRole('img', { name: /^Новости по дням/ }).waitFor()
  // One press leaves the noise out.
  const before = await form.getByText(/в\sсреднем/).textContent()
  await form.getByRole('button', { name: /^Не сообщать о движении дела/ }).click()
  await expect.poll(() => form.getByText(/в\sсреднем/).textContent()).not.toBe(before)
  expect(await form.getByRole('checkbox', { name: 'Движение дела' }).isChecked()).toBe(false)
  await form.getByLabel('Название').fill('Первая инстанция')
  await form.getByRole('radio', { name: 'Раз в день' }).check()
  await form.getByRole('button', { name: 'Подписаться' }).click()
  await page.getByText('Подписка создана').first().waitFor()

  // The same twice is refused with a reason, and a list without filters with numbers.
  await page.getByRole('button', { name: 'Подписаться' }).click()
  await form.getByText(/в\sсреднем/).waitFor()
  await form.getByRole('button', { name: 'Подписаться' }).click()
  await form.getByText('Такая подписка уже есть: «Первая инстанция».').waitFor()
  await form.getByRole('button', { name: 'Отмена' }).click()
  await page.goto('/?ordering=-entry_date')
  await totalOf(page)
  await page.getByRole('button', { name: 'Подписаться' }).click()
  await form.getByText(/^Фильтров нет: подписка сообщала бы обо всех делах/).waitFor()
  expect(await form.getByRole('button', { name: 'Подписаться' }).isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'Отмена' }).click()

  await page.getByRole('link', { name: 'Подписки', exact: true }).click()
  const card = page.getByRole('article', { name: 'Первая инстанция' })
  await card.getByText(/^Обо всём, кроме: движение дела/).waitFor()
  await card.getByRole('button', { name: /^Изменить/ }).click()
  const edit = page.getByRole('dialog', { name: 'Изменить подписку' })
  await edit.getByLabel('Название').fill('Только аресты')
  await edit.getByRole('button', { name: 'Сохранить' }).click()
  const renamed = page.getByRole('article', { name: 'Только аресты' })
  await renamed.getByRole('button', { name: /^Приостановить/ }).click()
  await renamed.getByText(/^Приостановлена/).waitFor()
  await renamed.getByRole('button', { name: /^Возобновить/ }).click()
  await renamed.getByText('На страницу «Сегодня»').waitFor()

  // Its addresses are read without signing in, until they are revoked.
  await renamed.getByRole('button', { name: 'Ленты и календарь' }).click()
  await renamed.getByRole('button', { name: 'Создать ссылки' }).click()
  const address = await renamed.getByLabel('Календарь заседаний', { exact: true }).inputValue()
  expect(await (await fetch(address)).text()).toMatch(/^BEGIN:VCALENDAR/)
  await renamed.getByRole('button', { name: 'Отозвать' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
  await renamed.getByRole('button', { name: 'Создать ссылки' }).waitFor()
  expect((await fetch(address)).status).toBe(404)

  // A program: where it is, its secret, what it answers.
  await renamed.getByRole('button', { name: 'Вебхук' }).click()
  const hook = renamed.getByLabel('Адрес программы')
  await renamed.getByRole('button', { name: 'Включить' }).click()
  await renamed.getByText(/^Нужен адрес вида/).waitFor()
  await hook.fill('https://10.0.0.1/')
  await renamed.getByRole('button', { name: 'Включить' }).click()
  await renamed.getByText(/^Этот адрес вызвать нельзя/).waitFor()
  await hook.fill(`${origin}/api/v1/cases/`)
  await renamed.getByRole('button', { name: 'Включить' }).click()
  expect(await renamed.getByLabel('Секрет').inputValue()).toMatch(/^whsec_/)
  await page.getByRole('link', { name: 'Судмонитор' }).click()
  const unkept = page.getByRole('dialog', { name: 'Секрет сохранён?' })
  await unkept.getByRole('button', { name: 'Отмена' }).click()
  await unkept.waitFor({ state: 'hidden' })
  await renamed.getByRole('button', { name: 'Скрыть' }).click()
  await renamed.getByRole('button', { name: 'Проверить вызов' }).click()
  await renamed.getByText(/^Адрес ответил 4\d\d/).waitFor()

  // Of a case, from its page.
  await page.goto(`/cases/${(await db.selectFrom('court_case').select('id').executeTakeFirstOrThrow()).id}`)
  await page.getByRole('button', { name: 'Следить' }).click()
  await form.getByRole('button', { name: 'Подписаться' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.goto('/subscriptions')
  await renamed.getByRole('button', { name: /^Удалить/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
  await renamed.waitFor({ state: 'hidden' })
  expect(await page.getByRole('article').count()).toBe(1)
  expect(troubles.filter(trouble => !trouble.includes('400'))).toEqual([])
})
