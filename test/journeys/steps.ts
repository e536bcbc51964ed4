import type { Page } from 'playwright-core'

/** What people do on pages again and again; also for measurements against a running product. */
export async function signInByForm(page: Page, username: string, secret: string): Promise<void> {
  await page.getByLabel('Имя пользователя').fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Войти' }).click()
}

/** The total as a number: «Всего 1 204 дела» → 1204. */
export async function totalOf(page: Page): Promise<number> {
  // Not the same words that are said aloud.
  const total = page.getByRole('region', { name: 'Что выбрано' }).getByText(/^Всего\s+[\d\s]+\s+дел/)
  await total.waitFor()
  return Number((await total.textContent())?.replace(/\D/g, ''))
}
