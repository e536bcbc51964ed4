import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyFolder } from '../embedded-data.ts'
import { freePort } from '../local-port.ts'
import type { Program } from '../programs.ts'
import { startServer } from '../server-process.ts'
import { totalOf } from './steps.ts'
import { openVisit, type Visit } from './visitors.ts'
import { openWorld, sessionOf } from './world.ts'

/** A server that is gone for a while: nobody sees the browser's own error page, and nothing that was done is lost (§7). */
const { db, url } = await openWorld()
const { id: reader } = await db
  .selectFrom('account')
  .where('username', '=', 'орлова')
  .select('id')
  .executeTakeFirstOrThrow()

const notice = (page: Page) => page.getByRole('status', { name: 'Сообщения' }).getByText('Нет связи, пробуем снова')

const visits: Visit[] = []
afterEach(async () => {
  for (const visit of visits.splice(0)) await visit.leave()
})

/** A server in a process of its own, always at the same address; `kill -9` is how it goes. */
async function openMortal(viewport = { width: 1440, height: 900 }) {
  const environment = { DATABASE_URL: url, PORT: String(await freePort()) }
  const folder = emptyFolder()
  let running: Program & { address: string } = await startServer(folder, environment)
  const origin = running.address
  const visit = await openVisit(origin, { storageState: await sessionOf(origin), viewport })
  visits.push(visit)
  const { page } = visit
  const places: string[] = []
  page.on('framenavigated', frame => places.push(frame.url()))
  return {
    page,
    troubles: visit.troubles,
    die: async () => {
      running.child.kill('SIGKILL')
      await running.ended
    },
    rise: async () => {
      running = await startServer(folder, environment)
    },
    /** This very document, never left for another. */
    mark: () => page.evaluate(() => document.documentElement.setAttribute('data-same', '')),
    isSame: () => page.evaluate(() => document.documentElement.hasAttribute('data-same')),
    errorPages: () => places.filter(place => place.startsWith('chrome-error:')),
  }
}

describe('a server that is gone for a while', () => {
  it('leaves the page as it is, with a notice; the note, the star and the next page come by themselves when it is back', async () => {
    const { page, troubles, die, rise, mark, isSame, errorPages } = await openMortal()
    const { id } = await db.selectFrom('court_case').select('id').orderBy('id').executeTakeFirstOrThrow()
    await page.goto(`/cases/${id}`)
    await page.getByRole('button', { name: 'Добавить заметку' }).click()
    const note = page.getByRole('textbox', { name: 'Моя заметка' })
    const heading = page.getByRole('heading', { level: 1 })
    const name = await heading.textContent()
    await mark()

    await die()
    const before = await heading.boundingBox()
    await note.fill('Позвонить защитнику')
    await notice(page).waitFor()
    expect(await heading.boundingBox()).toEqual(before)
    await page
      .getByRole('button', { name: /в избранное/i })
      .first()
      .click()
    // Its code has not been fetched yet.
    await page.getByRole('link', { name: 'Подписки', exact: true }).click()
    expect(await heading.textContent()).toBe(name)
    expect(await note.inputValue()).toBe('Позвонить защитнику')

    await rise()
    await page.getByRole('heading', { level: 1, name: 'Подписки' }).waitFor()
    await notice(page).waitFor({ state: 'hidden' })
    const kept = () => db.selectFrom('case_note').where('account_id', '=', reader).select(['case_id', 'text']).execute()
    await expect.poll(kept).toEqual([{ case_id: id, text: 'Позвонить защитнику' }])
    const stars = () => db.selectFrom('favourite').where('account_id', '=', reader).select('case_id').execute()
    await expect.poll(stars).toEqual([{ case_id: id }])
    expect([await isSame(), errorPages(), troubles]).toEqual([true, [], []])
  })

  it('keeps the list on the screen and a form open; both go on when it is back, and what was sent is there once', async () => {
    const { page, troubles, die, rise, mark, isSame, errorPages } = await openMortal({ width: 390, height: 844 })
    await page.goto('/sets')
    await page.getByRole('button', { name: 'Новая подборка' }).click()
    await page.getByRole('textbox').last().fill('Важное')
    await mark()

    await die()
    await page.keyboard.press('Enter')
    await notice(page).waitFor()
    expect(await page.getByRole('textbox').last().inputValue()).toBe('Важное')

    await rise()
    await page
      .getByRole('link', { name: /^Важное/ })
      .or(page.getByText('Важное'))
      .first()
      .waitFor()
    await notice(page).waitFor({ state: 'hidden' })
    const sets = () => db.selectFrom('case_set').where('created_by', '=', reader).select('title').execute()
    await expect.poll(sets).toEqual([{ title: 'Важное' }])
    expect([await isSame(), errorPages(), troubles]).toEqual([true, [], []])
  })

  it('is no reason to leave the list: its next page comes when it is back', async () => {
    const { page, troubles, die, rise, mark, isSame, errorPages } = await openMortal()
    await page.goto('/?type=1&ordering=-entry_date')
    const total = await totalOf(page)
    await mark()
    await die()
    await page.getByRole('link', { name: 'Страница 2', exact: true }).click()
    await notice(page).waitFor()
    expect(await totalOf(page)).toBe(total)
    await rise()
    await page
      .getByRole('link', { name: 'Страница 2', exact: true, includeHidden: false })
      .and(page.locator('[aria-current]'))
      .waitFor()
    await notice(page).waitFor({ state: 'hidden' })
    expect([await isSame(), errorPages(), troubles]).toEqual([true, [], []])
  })
})

it('opens favourites without a network in the installed application, says since when, and keeps nothing after signing out (decision 0097)', async () => {
  const { page, die, rise } = await openMortal({ width: 390, height: 844 })
  // What a browser answers in an installed application.
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    window.matchMedia = query =>
      query === '(display-mode: standalone)'
        ? Object.assign(new EventTarget(), real('all'), { matches: true })
        : real(query)
  })
  // More than a page of them.
  const favourites = await db
    .selectFrom('court_case')
    .select(['id', 'case_number'])
    // Of one instance: its page asks for nothing else.
    .where('id', 'not in', db.selectFrom('case_link').select('case_id'))
    .orderBy('id', 'desc')
    .limit(11)
    .execute()
  const [one, last] = [favourites[0], favourites.at(-1)]
  if (one === undefined || last === undefined) throw new Error('No cases.')
  const { id, case_number } = one
  const unkept = await db
    .selectFrom('court_case')
    .select('id')
    .where(
      'id',
      'not in',
      favourites.map(favourite => favourite.id),
    )
    // An earlier journey has stars of its own.
    .where('id', 'not in', db.selectFrom('favourite').select('case_id'))
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('favourite')
    .values(favourites.map(favourite => ({ account_id: reader, case_id: favourite.id })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const kept = () =>
    page.evaluate(
      async () => (await caches.has('offline')) && (await (await caches.open('offline')).keys()).map(({ url }) => url),
    )
  const openCase = async () => {
    await page.goto('/favorites')
    await page.locator(`a[href="/cases/${id}"]`).first().click()
    await page.getByRole('heading', { level: 1, name: `Дело № ${case_number}` }).waitFor()
  }
  await page.goto('/favorites')
  for (const favourite of [id, last.id])
    await expect.poll(kept, { timeout: 30_000 }).toContainEqual(expect.stringContaining(`/api/v1/cases/${favourite}/`))
  await openCase()
  await die()
  await openCase()
  await page.getByText(/^Нет связи: сохранено/).waitFor()
  // What is not kept, code or answers, is said in the frame of the product, with what can be read.
  for (const path of ['/presets', '/', '/defendants', `/cases/${unkept.id}`]) {
    await page.goto(path)
    const told = page.getByRole('alert').filter({ hasText: 'на\u00a0устройстве не\u00a0сохранена' })
    await told.waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Судмонитор' }).first().waitFor()
    await told.getByRole('link', { name: 'Избранное' }).waitFor()
    await told.getByRole('link', { name: 'Сегодня' }).click()
    await page.getByRole('heading', { level: 2, name: 'Заседания моих дел' }).waitFor()
    await told.waitFor({ state: 'detached' })
    await page.getByText(/^Всё прочитано/).waitFor()
  }
  await page.goto('/presets')
  await page.getByRole('alert').filter({ hasText: 'Нет связи' }).waitFor()
  await rise()
  await page.getByRole('heading', { level: 1, name: 'Наборы фильтров' }).waitFor()
  await page.getByText(/^Нет связи/).waitFor({ state: 'detached', timeout: 30_000 })
  await page.goto('/favorites')
  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByText('Выйти').click()
  await page.waitForURL(/login/)
  await expect.poll(kept).toBe(false)
})
