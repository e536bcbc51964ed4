import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createAccount } from '../../server/accounts/accounts.ts'
import { matchChanges } from '../../server/subscriptions/match-changes.ts'
import { WatchList } from '../../server/subscriptions/watch-list.ts'
import { buildCase } from '../factories.ts'
import { feedIsSettled } from '../subscriptions.ts'
import { totalOf } from './steps.ts'
import { openWorld, password, sessionOf } from './world.ts'

/** «Сегодня» as a lawyer meets it (decision 0096): from nothing watched to a hearing seen, and what is new read. */
const { db, open, origin } = await openWorld()
await createAccount(db, { username: 'защитник', password })
const storageState = await sessionOf(origin, 'защитник')
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const record = {
  source_key: 'test:journey-today',
  case_number: '5-777001/2026',
  entry_date: day(0),
  judge: 'Рощина Е. Г.',
  defendants: [{ name: 'Ветрогонов Илья Аркадьевич' }],
  events: [{ type: 'Судебное заседание', date: day(3), time: '10:00', hall: '412' }],
}
const told = async (): Promise<void> => {
  await feedIsSettled(db)
  await matchChanges(db, new WatchList(), { now: new Date(), onError: () => undefined })
}

it('from a star to a hearing, from a change to its being read, in five clicks', async () => {
  await buildCase(db, record)
  const { page, troubles } = await open({ storageState })
  let clicks = 0
  const click = async (name: string | RegExp, role: 'link' | 'button' = 'button'): Promise<void> => {
    clicks += 1
    await page.getByRole(role, { name }).first().click()
  }
  await page.goto('/?type=1&case_number=5-777001/2026')
  await expect.poll(() => totalOf(page)).toBe(1)
  await click(/^Избранное: /)
  await click(/^Сегодня/, 'link')
  await page.getByRole('heading', { level: 2, name: 'Заседания моих дел' }).waitFor()
  const row = page
    .getByRole('listitem')
    .filter({ hasText: 'Ветрогонов Илья Аркадьевич' })
    .filter({ hasText: 'зал 412' })
  await row.getByText('10:00', { exact: true }).waitFor()
  await page.getByText(/^Всё прочитано/).waitFor()

  // The page learns of it by itself.
  await buildCase(db, {
    ...record,
    judge: 'Гранильщиков Ю. Ф.',
    events: [{ type: 'Судебное заседание', date: day(5), time: '12:30', hall: '207' }],
  })
  await told()
  const changes = page.getByRole('region', { name: 'Что изменилось' })
  await changes.getByText('Гранильщиков Ю. Ф.').waitFor()
  await changes.getByText('Рощина Е. Г.').waitFor()
  await page.getByRole('link', { name: /^Сегодня\s*1/ }).waitFor()
  await row.getByText(/^Перенесено на/).waitFor()
  await page.getByText(/^Перенесено: было/).waitFor()

  await click(/^Прочитано: Ветрогонов/)
  await page.getByText(/^Всё прочитано/).waitFor()
  await page.getByRole('link', { name: /^Сегодня$/ }).waitFor()
  await click('Показать прочитанное')
  const read = page.getByRole('region', { name: 'Прочитанное' })
  await read.getByText('Гранильщиков Ю. Ф.').waitFor()
  await click(/^Вернуть в непрочитанные/)
  await page.getByRole('link', { name: /^Сегодня\s*1/ }).waitFor()
  expect(clicks).toBe(5)

  // The list has a quiet line, whose place is kept.
  await page.goto('/?type=1&ordering=-entry_date')
  await page.getByRole('link', { name: /^Сегодня: 1\sизменение$/ }).waitFor()
  expect(troubles).toEqual([])
})

it('tells another page what is new by a toast, which leads there', async () => {
  const { page, troubles } = await open({ storageState })
  await page.goto('/presets')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: /^Сегодня\s*1/ }).waitFor()
  await buildCase(db, { ...record, judge: 'Яснова О. П.' })
  await told()
  await page.getByText(/В ваших делах 1\sновое изменение/).waitFor()
  await page.getByRole('button', { name: 'Показать' }).click()
  await page.waitForURL('**/today')
  await page.getByRole('region', { name: 'Что изменилось' }).getByText('Яснова О. П.').waitFor()
  expect(troubles).toEqual([])
})

it('begins with three ways, each of which ends on a page with something on it', async () => {
  await createAccount(db, { username: 'новичок', password })
  const { page, troubles } = await open({ storageState: await sessionOf(origin, 'новичок') })
  await page.goto('/today')
  await page.getByLabel('Статья КоАП или УК').fill('999.9')
  await page.getByRole('button', { name: 'Открыть дела' }).click()
  await page.getByText(/^Такой статьи среди дел нет/).waitFor()
  await page.getByLabel('Статья КоАП или УК').fill('хулиганство')
  await page.getByRole('button', { name: 'Открыть дела' }).click()
  await page.getByRole('button', { name: '20.1 КоАП' }).waitFor()
  await page.getByLabel('Статья КоАП или УК').fill('щъыь')
  await page.getByRole('button', { name: 'Открыть дела' }).click()
  await page.getByText(/^Не\sпоняли, какая это статья/).waitFor()
  await page.getByRole('button', { name: '20.2 КоАП' }).click()
  await page.waitForURL(/codex_articles=/)
  await expect.poll(() => totalOf(page)).toBeGreaterThan(0)

  await page.goto('/today')
  await page.getByLabel('Строки списка').fill('Номер,Суд\n5-777001/2026 Вымышленный районный суд\n5-1/1999')
  await page.getByRole('button', { name: 'Найти дела' }).click()
  await page.getByText(/В подборке «Список от .+» 1\sдело/).waitFor()
  await page.getByText('5-1/1999').last().waitFor()
  await page.getByRole('link', { name: /^К\sнайденным делам/ }).click()
  await expect.poll(() => totalOf(page)).toBe(1)
  expect(troubles).toEqual([])
})

it('follows nobody whom the reader has not named: offers who is found, and looks for a name that nobody bears yet', async () => {
  await buildCase(db, record)
  const { id: account } = await createAccount(db, { username: 'коллега', password })
  const { page, troubles } = await open({ storageState: await sessionOf(origin, 'коллега') })
  await page.goto('/today')
  const name = page.getByLabel('Фамилия, имя, отчество')
  const find = page.getByRole('button', { name: /^Найти и\sследить/ })
  // A patronymic and a surname here.
  await name.fill('Аркадьевич')
  await find.click()
  await page
    .getByRole('button', { name: /^Следить: / })
    .first()
    .waitFor()
  expect(await db.selectFrom('subscription').where('account_id', '=', account).select('id').execute()).toEqual([])

  await name.fill('Мимозырев Николай Борисович')
  await find.click()
  await page.getByText(/^Дел с\sтаким именем пока нет/).waitFor()
  await page.getByRole('button', { name: 'Сообщить, когда появятся' }).click()
  await page.getByText(/в\sимени есть «Мимозырев Н»/).waitFor()
  // What there is to begin with stays at hand.
  await page.reload()
  await page.getByRole('button', { name: 'список', exact: true }).click()
  await page.getByLabel('Строки списка').waitFor()
  await page.getByRole('button', { name: 'клиента', exact: true }).click()
  await name.fill('Аркадьевич')
  await find.click()
  await page
    .getByRole('button', { name: /^Следить: / })
    .first()
    .click()
  await page
    .getByText(/^Следим за лицом/)
    .first()
    .waitFor()
  expect(troubles).toEqual([])
})

it.each([
  ['wide', 1440],
  ['narrow', 390],
])('moves nothing on a %s screen when what comes late has come', async (_, width) => {
  const id = await buildCase(db, record)
  await sql`
    insert into favourite (account_id, case_id) select id, ${id} from account where username = 'защитник'
    on conflict do nothing`.execute(db)
  const { promise: held, resolve } = Promise.withResolvers<void>()
  const openHeld = async (path: string) => {
    const { page, troubles } = await open({ storageState, viewport: { width, height: 900 } })
    await page.route(/\/api\/v1\/(?:today\/(?:summary|changes|unread)|deadlines)\//, async route => {
      await held
      await route.continue()
    })
    await page.addInitScript(() => localStorage.setItem('watchesCases', 'true'))
    await page.goto(path)
    return { page, troubles }
  }
  const [list, today] = [await openHeld('/?type=1&ordering=-entry_date'), await openHeld('/today')]
  const [row, heading] = [
    list.page.locator('[data-case]').first(),
    today.page.getByRole('heading', { name: 'Заседания моих дел' }),
  ]
  await row.waitFor()
  await today.page.getByRole('button', { name: 'клиента', exact: true }).waitFor()
  const before = [await row.boundingBox(), await heading.boundingBox()]
  resolve()
  await list.page.getByRole('link', { name: /^Сегодня: / }).waitFor()
  await today.page
    .getByText(/^В\sближайшие 90\sдней сроков нет\.|^Ближайший срок/)
    .first()
    .waitFor()
  expect([await row.boundingBox(), await heading.boundingBox()]).toEqual(before)
  expect([list.troubles, today.troubles]).toEqual([[], []])
})
