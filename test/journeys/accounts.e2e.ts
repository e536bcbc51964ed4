import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../server/accounts/accounts.ts'
import { signInByForm, totalOf } from './steps.ts'
import { corpusSize, openWorld, password, sessionOf } from './world.ts'

const { db, open, records, origin } = await openWorld()
const ofRegion = (region: number) => records.filter(({ court }) => court.region === region).length

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const typePassword = (page: Page, label: string, typed: string) => page.getByLabel(label, { exact: true }).fill(typed)

describe('a person gets an account', () => {
  const first = 'фраза для первого входа'
  const second = 'совсем другая фраза'

  it('registers, waits, is let into one region, changes the password, leaves everywhere (§2, §4, §6)', async () => {
    const { page, troubles } = await open()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
    // The page one leaves has a field of this name too.
    await page.getByRole('heading', { name: 'Регистрация' }).waitFor()
    await page.getByLabel('Имя пользователя').fill('тихонова')
    await page.getByLabel('Кто вы и зачем вам доступ').fill('Аспирантка, дела Воронежской области.')
    await typePassword(page, 'Пароль', first)
    await press(page, 'Отправить заявку')
    await page.getByRole('heading', { name: 'Заявка отправлена' }).waitFor()
    await page.getByRole('link', { name: 'К странице входа' }).click()
    const held = Promise.withResolvers<void>()
    await page.route('**/token/', async route => held.promise.then(() => route.continue()), { times: 1 })
    await signInByForm(page, 'тихонова', first)
    // The line of loading is at the top of the window, as on other pages.
    const line = await page.getByRole('progressbar').boundingBox()
    expect(line?.y).toBeLessThan(4)
    held.resolve()
    await page.getByText('Учётную запись ещё не одобрил администратор.').waitFor()

    const boss = await open({ storageState: await sessionOf(origin, 'главная') })
    await boss.page.goto('/?type=1')
    await press(boss.page, /главная/)
    await boss.page.getByRole('link', { name: 'Учётные записи' }).click()
    const request = boss.page.getByRole('article', { name: 'Заявка: тихонова' })
    await request.getByText('Аспирантка, дела Воронежской области.').waitFor()
    await request.getByRole('radio', { name: 'Выбранные' }).check()
    await request.getByRole('combobox', { name: 'Открытые регионы' }).fill('воронеж')
    await boss.page.getByRole('option', { name: /Воронежская область/ }).click()
    await request.getByRole('button', { name: 'Одобрить: тихонова' }).click()
    await boss.page.getByText('Никто не ждёт одобрения.').waitFor()
    await boss.page.goto('/audit')
    await boss.page
      .getByText(/тихонова/)
      .first()
      .waitFor()

    await signInByForm(page, 'тихонова', first)
    await totalOf(page)
    await page.goto('/?ordering=-entry_date')
    expect(await totalOf(page)).toBe(ofRegion(36))
    expect(ofRegion(36)).toBeLessThan(corpusSize)
    await page.goto('/approve')
    await page.waitForURL(url => url.pathname === '/')

    const elsewhere = await open()
    await elsewhere.page.goto('/login')
    await signInByForm(elsewhere.page, 'тихонова', first)
    await totalOf(elsewhere.page)

    await press(page, /тихонова/)
    await page.getByRole('link', { name: 'Сменить пароль' }).click()
    await typePassword(page, 'Текущий пароль', 'не та фраза')
    await typePassword(page, 'Новый пароль', second)
    await press(page, 'Сменить пароль')
    await page.locator('input[name="old_password"][aria-invalid]').waitFor()
    await typePassword(page, 'Текущий пароль', first)
    await press(page, 'Сменить пароль')
    await page.getByText('Этот сеанс').waitFor()
    await page.getByText(/^Пароль изменён/).waitFor()

    // The other session is over at its next call, and comes back to where it was, filters and all.
    await elsewhere.page.goto('/?type=1&stage=1&ordering=region')
    await elsewhere.page.waitForURL(/\/login\?/)
    await signInByForm(elsewhere.page, 'тихонова', first)
    await elsewhere.page.getByText('Неверное имя пользователя или пароль').waitFor()
    await signInByForm(elsewhere.page, 'тихонова', second)
    await elsewhere.page.waitForURL(/\/\?type=1&stage=1&ordering=region$/)
    await totalOf(elsewhere.page)
    // The last that the page asks for by itself; later it would find the session over before the press does.
    await elsewhere.page.getByText(/^(?:Проверено|Сайты судов)/).waitFor()

    await page.reload()
    await expect.poll(() => page.getByRole('region', { name: 'Сеансы' }).getByRole('listitem').count()).toBe(2)
    await press(page, 'Выйти везде')
    await page.getByRole('dialog').getByRole('button', { name: 'Выйти везде' }).click()
    await page.getByText('Вы вышли на всех устройствах.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')

    // Mid-work, without a reload: the call that finds the session over leads to the sign-in page and back.
    await elsewhere.page.getByRole('link', { name: 'Избранное' }).click()
    await elsewhere.page.getByText('Сеанс закончился.').waitFor()
    await signInByForm(elsewhere.page, 'тихонова', second)
    await elsewhere.page.waitForURL(url => url.pathname === '/favorites')
    expect([...troubles, ...boss.troubles, ...elsewhere.troubles]).toEqual([])
  })

  it('makes a token for reading, uses it, revokes it', async () => {
    const { page, troubles } = await open({ storageState: await sessionOf(origin, 'воронеж') })
    await page.goto('/sessions')
    await page.getByLabel('Название нового ключа').fill('Отчёт')
    await press(page, 'Создать ключ')
    const token = await page.getByLabel('Ключ «Отчёт»').inputValue()
    const ask = (path: string, method = 'GET') =>
      fetch(`${origin}/api/v1/${path}`, { method, headers: { Authorization: `Bearer ${token}` } })
    expect((await ask('cases/')).status).toBe(200)
    expect((await ask('users/me/', 'PATCH')).status).toBe(403)
    await page.reload()
    expect(await page.getByText(token).count()).toBe(0)
    await press(page, 'Отозвать: Отчёт')
    await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
    await page.getByText('Ключей нет.').waitFor()
    expect((await ask('cases/')).status).toBe(401)
    expect(troubles).toEqual([])
  })
})

it('registers by keyboard alone, and is led to what is wrong; is declined, and learns it at sign-in (design §9)', async () => {
  const { page, troubles } = await open()
  const type = (text: string) => page.keyboard.type(text)
  const tab = () => page.keyboard.press('Tab')
  // By keyboard alone, led to what is wrong (design §9).
  await page.goto('/signup')
  await page.locator('input[name="username"]:focus').waitFor()
  await type('клавиатурова')
  await tab()
  await tab()
  await type('Без мыши.')
  await tab()
  await type('коротко')
  await page.keyboard.press('Enter')
  await page.locator('input[name="password"][aria-invalid]:focus').waitFor()
  await type(' и всё же длиннее')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Заявка отправлена' }).waitFor()
  await tab()
  await page.keyboard.press('Enter')
  await page.locator('input[name="username"]:focus').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')

  const boss = await open({ storageState: await sessionOf(origin, 'главная') })
  await boss.page.goto('/approve')
  // A dialog that is left with Escape leads back to where one was.
  const change = boss.page.getByRole('button', { name: 'Изменить: воронеж' })
  await change.focus()
  await boss.page.keyboard.press('Enter')
  await boss.page.getByRole('dialog', { name: 'воронеж' }).waitFor()
  await boss.page.keyboard.press('Escape')
  await boss.page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => change.evaluate(button => button === document.activeElement)).toBe(true)
  // Declined, and told so at sign-in (§4).
  await press(boss.page, 'Отклонить: клавиатурова')
  await boss.page.getByRole('dialog').getByRole('button', { name: 'Отклонить' }).click()
  await boss.page.getByText('Никто не ждёт одобрения.').waitFor()
  await signInByForm(page, 'клавиатурова', 'коротко и всё же длиннее')
  await page.getByText('Заявку на учётную запись отклонил администратор.').waitFor()
  expect([...troubles, ...boss.troubles]).toEqual([])
})

describe('signing in with a code', () => {
  it('is enabled with an app, asked for at the next sign-in, and replaced by a recovery code', async () => {
    await createAccount(db, { username: 'кодова', password })
    const { page, troubles } = await open({ storageState: await sessionOf(origin, 'кодова') })
    await page.goto('/sessions')
    await page.getByRole('link', { name: 'Настроить вход с кодом' }).click()
    await typePassword(page, 'Пароль', password)
    await press(page, 'Включить вход с кодом')
    const qr = page.getByRole('img', { name: /^QR-код/ })
    await qr.waitFor()
    expect(await qr.evaluate(image => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true)
    const secret = (await page.getByLabel('Ключ для приложения').inputValue()).replaceAll(' ', '')
    await page.getByLabel('Код из приложения').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await press(page, 'Подтвердить')
    const isFocused = (element: Element) => element === document.activeElement
    expect(await page.getByRole('heading', { name: 'Коды восстановления' }).evaluate(isFocused)).toBe(true)
    const [recovery = ''] = await page
      .getByRole('region', { name: 'Коды восстановления' })
      .getByRole('listitem')
      .allInnerTexts()
    await press(page, 'Коды сохранены')
    await page.getByText(/^Включён/).waitFor()
    expect(await page.getByRole('main').evaluate(isFocused)).toBe(true)
    expect(await page.getByText(recovery).count()).toBe(0)

    const elsewhere = await open()
    await elsewhere.page.goto('/login')
    await signInByForm(elsewhere.page, 'кодова', password)
    await elsewhere.page.getByLabel('Код из приложения').fill(recovery)
    await press(elsewhere.page, 'Войти')
    await totalOf(elsewhere.page)
    expect([...troubles, ...elsewhere.troubles]).toEqual([])
  })
})
