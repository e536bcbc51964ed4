import { expect, it } from 'vitest'
import { addDays, dayIn } from '#shared/domain/dates.ts'
import { buildCase } from '../factories.ts'
import { openRestartable } from './restartable.ts'
import { openWorld } from './world.ts'

/** The installed application without a network, and what it leaves behind (decision 0097). */
const { db } = await openWorld()
const { id: reader } = await db
  .selectFrom('account')
  .where('username', '=', 'орлова')
  .select('id')
  .executeTakeFirstOrThrow()

/** What a browser answers in an installed application. */
const asInstalled = (): void => {
  const real = window.matchMedia.bind(window)
  window.matchMedia = query =>
    query === '(display-mode: standalone)'
      ? Object.assign(new EventTarget(), real('all'), { matches: true })
      : real(query)
}
/** Names of stores that the browser keeps for the product, and all that it remembers in words. */
const everythingKept = async () => ({
  stores: [...(await caches.keys()), ...(await indexedDB.databases()).map(({ name }) => name)],
  text: JSON.stringify([localStorage, sessionStorage]),
})

it('opens favourites without a network in the installed application, says since when, and keeps nothing after signing out (decision 0097)', async () => {
  const { page, kill, restart } = await openRestartable(db, { width: 390, height: 844 })
  await page.addInitScript(asInstalled)
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
  // Of tomorrow: midnight may come meanwhile.
  const held = {
    type: 'Судебное заседание',
    date: addDays(dayIn('Europe/Moscow', new Date()), 1),
    time: '23:59',
    hall: '412',
  }
  const court = { title: 'Вымышленный районный суд', region: 77 }
  const heard = await buildCase(db, { source_key: 'test:offline', case_number: '5-777003/2026', court, events: [held] })
  await db.insertInto('favourite').values({ account_id: reader, case_id: heard }).execute()
  const kept = () =>
    page.evaluate(
      async () => (await caches.has('offline')) && (await (await caches.open('offline')).keys()).map(({ url }) => url),
    )
  const openCase = async () => {
    await page.goto('/favorites')
    await page.locator(`a[href="/cases/${id}"]`).first().click()
    await page.getByRole('heading', { level: 1, name: `Дело № ${case_number}` }).waitFor()
  }
  // The first start: «Сегодня» was opened once, and that is all.
  await page.goto('/today')
  const hearing = page.getByRole('listitem').filter({ hasText: '5-777003/2026' }).filter({ hasText: 'зал 412' })
  await hearing.getByText('23:59', { exact: true }).waitFor()
  for (const favourite of [id, last.id])
    await expect.poll(kept, { timeout: 30_000 }).toContainEqual(expect.stringContaining(`/api/v1/cases/${favourite}/`))
  await kill()
  await page.reload()
  await hearing.getByText('23:59', { exact: true }).waitFor()
  // Of which time it is.
  await page.getByText(/^Нет связи: сохранено .*\d\d:\d\d/).waitFor()
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
  await restart()
  await page.getByRole('heading', { level: 1, name: 'Наборы фильтров' }).waitFor()
  await page.getByText(/^Нет связи/).waitFor({ state: 'detached', timeout: 30_000 })
  await page.goto('/favorites')
  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByText('Выйти').click()
  await page.waitForURL(/login/)
  await expect.poll(kept).toBe(false)
  // Nowhere else either: no store of any kind has a number of a case. The worker may just be removing one that it opened too late.
  const left = async () => {
    const { stores, text } = await page.evaluate(everythingKept)
    return [stores, favourites.filter(favourite => text.includes(favourite.case_number))]
  }
  await expect.poll(left).toEqual([[], []])
})
