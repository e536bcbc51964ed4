import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { collectingWorld } from '../collecting-world.ts'
import { openWorld, sessionOf } from './world.ts'

/** A superuser answers the captcha of a court's site, and reads a case of it again; the site is the stand-in. */
const world = await openWorld()
const { db, open, origin } = world
const { court, cases, collect, goOn, stored } = await collectingWorld(world)

it('the code of a picture lets cases come in, and a case is read anew while one waits (§7 refresh)', async () => {
  const all = cases(2)
  const { site, host, court_id } = await court({ cases: all, captcha: { answer: '48121', serves: 20 } })
  await collect([site])
  expect(await stored(court_id)).toEqual([])

  const { page, troubles } = await open({ storageState: await sessionOf(origin, 'главная') })
  const answer = async (digits: string) => {
    await page.goto('/captcha')
    await page.getByRole('heading', { name: host }).waitFor()
    await page.getByRole('img', { name: `Картинка с кодом сайта ${host}` }).waitFor()
    await page.getByRole('button', { name: /^Отправить/ }).click()
    await page.getByText('Впишите код с картинки.').waitFor()
    await page.getByLabel('Код с картинки').fill(digits)
    await page.keyboard.press('Enter')
    await page.getByText('Сейчас ни один сайт кода не ждёт.').waitFor()
    await expect
      .poll(() => db.selectFrom('captcha').where('answer', '=', digits).select('id').execute())
      .toHaveLength(1)
    await goOn([site])
  }
  await answer('00000')
  expect(await stored(court_id)).toEqual([])
  await page.goto('/captcha')
  await page.getByText('Прошлый код этот сайт не принял.').waitFor()
  await answer('48121')
  const [one] = await stored(court_id)

  await page.goto(`/cases/${one?.id}`)
  await page.getByRole('button', { name: 'Обновить' }).click()
  // It came a moment ago: the site is not troubled again.
  await page
    .getByText(/Карточку только что перечитали/)
    .first()
    .waitFor()
  await sql`update listed_case set card_at = now() - interval '2 minutes' where site_id = ${site.id}`.execute(db)
  await sql`update court_request set asked_at = now() - interval '2 minutes' where host = ${host}`.execute(db)
  const [first] = all
  if (first) first.result = 'Вынесено постановление о назначении административного наказания (п.1 ч.1 ст.29.9 КоАП РФ)'
  await page.getByRole('button', { name: 'Обновить' }).click()
  await page.getByText('Карточка читается на сайте суда. Страницу можно закрыть.').waitFor()
  // The toast stays for seconds only: it is looked for while the site is asked.
  const told = page
    .getByText(/^Карточка прочитана\. Изменилось: .*результат/)
    .first()
    .waitFor()
  await Promise.all([told, goOn([site])])
  await page.getByText('основание: п.1 ч.1 ст.29.9 КоАП РФ').waitFor()
  // What was refused has read nothing, and says nothing of changes.
  expect(await page.getByText('Карточка прочитана: изменений нет.').count()).toBe(0)
  expect(troubles).toEqual([])
})
