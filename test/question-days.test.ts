import { expect, it } from 'vitest'
import { readQuestion } from '#shared/questions/read-question.ts'
import { names } from './question-names.ts'

const hearingsIn = async (question: string, on: string) =>
  (await readQuestion(question, names, on)).readings.map(({ values, unread }) =>
    unread.length === 0 ? values.last_scheduled_hearing_date_range : unread,
  )
const [first, last] = ['1990-01-01', '2100-12-31']

/** Which year is meant where none is said depends on the day on which it is asked. */
it.each([
  ['назначенные заседания до 26 ноября', '2026-11-25', [{ min: '2026-11-25', max: '2026-11-25' }]],
  ['назначенные заседания до 26 ноября', '2026-11-26', [{ min: first, max: '2026-11-25' }]],
  ['назначенные заседания до 26 ноября', '2026-11-27', [{ min: first, max: '2026-11-25' }]],
  ['назначенные заседания после 26 ноября', '2026-11-25', [{ min: '2026-11-27', max: last }]],
  ['назначенные заседания после 26 ноября', '2026-11-26', [{ min: '2026-11-27', max: last }]],
  ['назначенные заседания после 26 ноября', '2026-11-27', [{ min: '2026-11-27', max: last }]],
  ['назначенные заседания с 26 ноября', '2026-11-25', [{ min: '2026-11-26', max: last }]],
  ['назначенные заседания с 26 ноября', '2026-11-26', [{ min: '2026-11-26', max: last }]],
  ['назначенные заседания с 26 ноября', '2026-11-27', [{ min: '2026-11-26', max: last }]],
  ['назначенные заседания до 10 января', '2026-11-26', [{ min: '2026-11-26', max: '2027-01-09' }]],
  ['назначенные заседания с декабря', '2026-11-26', [{ min: '2026-12-01', max: last }]],
])('reads days ahead without a year as those nearest: «%s» on %s', async (question, on, days) => {
  expect(await hearingsIn(question, on)).toEqual(days)
})

it('offers hearings to come first where they are soon, and past ones first where they are not', async () => {
  expect(await hearingsIn('заседания до 10 декабря', '2026-11-26')).toEqual([
    { min: '2026-11-26', max: '2026-12-09' },
    { min: first, max: '2025-12-09' },
  ])
  expect(await hearingsIn('заседания до 1 мая', '2026-11-26')).toEqual([
    { min: first, max: '2026-04-30' },
    { min: '2026-11-26', max: '2027-04-30' },
  ])
})

const daysIn = async (question: string, on: string) =>
  (await readQuestion(question, names, on)).readings.map(({ values }) => values)
const until = (day: string) => ({ min: first, max: day })
/** What is past has been till a day that is soon, too. */
it.each([
  ['дела до 26 ноября', '2026-11-25', ['2026-11-25', '2025-11-25']],
  ['дела до 26 ноября', '2026-11-26', ['2026-11-25']],
  ['дела до 26 ноября', '2026-11-27', ['2026-11-25']],
  ['поступившие до 10 января', '2026-11-26', ['2027-01-09', '2026-01-09']],
  ['дела до 1 мая', '2026-11-26', ['2026-04-30']],
])('offers both years of a day that is soon for days of entry: «%s» on %s', async (question, on, days) => {
  expect(await daysIn(question, on)).toEqual(days.map(day => ({ entry_date_range: until(day) })))
})

it('offers both years of a day that is soon for decisions, and only the last one after which nothing has been', async () => {
  expect(await daysIn('решённые раньше 26 ноября', '2026-11-25')).toEqual([
    { result_date_range: until('2026-11-25') },
    { result_date_range: until('2025-11-25') },
  ])
  expect(await daysIn('прекращено до 26 ноября', '2026-11-25')).toMatchObject([
    { result_date_range: until('2026-11-25') },
    { result_date_range: until('2025-11-25') },
    { entry_date_range: until('2026-11-25') },
    { entry_date_range: until('2025-11-25') },
  ])
  expect(await daysIn('дела после 1 декабря', '2026-11-26')).toEqual([
    { entry_date_range: { min: '2025-12-02', max: last } },
  ])
})
