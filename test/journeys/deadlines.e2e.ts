import { expect, it } from 'vitest'
import { addDays, showDate } from '#shared/domain/dates.ts'
import { complaintEnd } from '#shared/domain/deadlines/complaint-end.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { buildCase } from '../factories.ts'
import { openWorld, sessionOf } from './world.ts'

/** Somebody enters the day on which a copy was handed over, and the deadlines become exact. */
const { db, open, origin } = await openWorld()
const storageState = await sessionOf(origin)

it('a day of service makes the deadlines of a case exact, stays, and is taken away', async () => {
  const decided = addDays(today(), -5)
  const article = { codex: 'koap', article_number: '19.3', part: '1' } as const
  const id = await buildCase(db, {
    entry_date: decided,
    result_date: decided,
    result: 'Вынесено постановление о назначении административного наказания',
    articles: [article],
    defendants: [{ name: 'Ветрогонов Пётр Ильич', articles: [article] }],
  })
  const { page } = await open({ storageState })
  await page.goto(`/cases/${id}`)
  const block = page.getByRole('region', { name: 'Сроки' })
  await block.getByText(/Срок обжалования истекает не.раньше/).waitFor()
  const day = block.getByRole('textbox', { name: 'День вручения копии' })

  await day.fill('вчера')
  await block.getByText('«вчера» — не\u00a0дата').waitFor()
  // Refused by the server, in a sentence.
  await day.fill(addDays(decided, -1).split('-').toReversed().join('.'))
  await day.press('Tab')
  await block
    .getByRole('alert')
    .getByText(/раньше решения/)
    .waitFor()

  const served = addDays(today(), -1)
  await day.fill(served.split('-').toReversed().join('.'))
  await day.press('Tab')
  await block.getByText(`Обжаловать до ${showDate(complaintEnd(served).end)} включительно`).waitFor()
  await block
    .getByText(`10\u00a0дней, если копия вручена ${showDate(served)}`)
    .first()
    .waitFor()

  await page.reload()
  await block.getByText(/^Обжаловать до/).waitFor()
  await block.getByRole('button', { name: 'День вручения копии: убрать дату' }).click()
  await block.getByText(/Срок обжалования истекает не.раньше/).waitFor()

  // On «Сегодня» it is one line, on a phone the court has its own; the law is told when asked for.
  await page.goto('/favorites')
  await page.request.patch(`${origin}/api/v1/users/me/`, {
    data: { favorite_cases: { add: [id] } },
    headers: { origin },
  })
  for (const [width, lines] of [
    [1440, 1],
    [390, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/today')
    const row = block.getByRole('listitem').filter({ hasText: 'Обжалование: Ветрогонов П. И.' })
    await row.getByText(`если копия вручена ${showDate(decided)}`).waitFor()
    const told = await row.evaluate(li => {
      const boxes = [...li.querySelectorAll(':scope > p')].map(line => line.getBoundingClientRect())
      return {
        lines: (Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))) / 23,
        isWhole: document.documentElement.scrollWidth <= window.innerWidth,
      }
    })
    expect({ ...told, lines: Math.ceil(told.lines) }, String(told.lines)).toEqual({ lines, isWhole: true })
    expect(await block.getByText('Источник').first().isVisible()).toBe(false)
    await row.locator('summary').press('Enter')
    await row.getByRole('link', { name: /КоАП, ст\..30\.3/ }).waitFor()
  }
  await page.goto(`/cases/${id}`)
  await block.getByRole('link', { name: /КоАП, ст\..30\.3/ }).click()
  await page.getByRole('heading', { name: 'Правила сроков', level: 1 }).waitFor()
  expect(page.url()).toContain('#koap-30.3')
})
