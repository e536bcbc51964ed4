import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openRestartable } from './restartable.ts'
import { totalOf } from './steps.ts'
import { openWorld } from './world.ts'

/** A server that is gone for a while: nobody sees the browser's own error page, and nothing that was done is lost (§7). */
const { db } = await openWorld()
const { id: reader } = await db
  .selectFrom('account')
  .where('username', '=', 'орлова')
  .select('id')
  .executeTakeFirstOrThrow()

const notice = (page: Page) => page.getByRole('status', { name: 'Сообщения' }).getByText('Нет связи, пробуем снова')

describe('a server that is gone for a while', () => {
  it('leaves the page as it is, with a notice; the note, the star and the next page come by themselves when it is back', async () => {
    const { page, troubles, kill, restart, mark, isSame, errorPages } = await openRestartable(db)
    const { id } = await db.selectFrom('court_case').select('id').orderBy('id').executeTakeFirstOrThrow()
    await page.goto(`/cases/${id}`)
    await page.getByRole('button', { name: 'Добавить заметку' }).click()
    const note = page.getByRole('textbox', { name: 'Моя заметка' })
    const heading = page.getByRole('heading', { level: 1 })
    const name = await heading.textContent()
    await mark()

    await kill()
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

    await restart()
    await page.getByRole('heading', { level: 1, name: 'Подписки' }).waitFor()
    await notice(page).waitFor({ state: 'hidden' })
    const kept = () => db.selectFrom('case_note').where('account_id', '=', reader).select(['case_id', 'text']).execute()
    await expect.poll(kept).toEqual([{ case_id: id, text: 'Позвонить защитнику' }])
    const stars = () => db.selectFrom('favourite').where('account_id', '=', reader).select('case_id').execute()
    await expect.poll(stars).toEqual([{ case_id: id }])
    expect([await isSame(), errorPages(), troubles]).toEqual([true, [], []])
  })

  it('keeps the list on the screen and a form open; both go on when it is back, and what was sent is there once', async () => {
    const { page, troubles, kill, restart, mark, isSame, errorPages } = await openRestartable(db, {
      width: 390,
      height: 844,
    })
    await page.goto('/sets')
    await page.getByRole('button', { name: 'Новая подборка' }).click()
    await page.getByRole('textbox').last().fill('Важное')
    await mark()

    await kill()
    await page.keyboard.press('Enter')
    await notice(page).waitFor()
    expect(await page.getByRole('textbox').last().inputValue()).toBe('Важное')

    await restart()
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
    const { page, troubles, kill, restart, mark, isSame, errorPages } = await openRestartable(db)
    await page.goto('/?type=1&ordering=-entry_date')
    const total = await totalOf(page)
    await mark()
    await kill()
    await page.getByRole('link', { name: 'Страница 2', exact: true }).click()
    await notice(page).waitFor()
    expect(await totalOf(page)).toBe(total)
    await restart()
    await page
      .getByRole('link', { name: 'Страница 2', exact: true, includeHidden: false })
      .and(page.locator('[aria-current]'))
      .waitFor()
    await notice(page).waitFor({ state: 'hidden' })
    expect([await isSame(), errorPages(), troubles]).toEqual([true, [], []])
  })
})
