import { expect, it } from 'vitest'
import { firstDay } from '#shared/domain/dates.ts'
import { readQuestion } from '#shared/questions/read-question.ts'
import { names } from './question-names.ts'
import { comparable } from './question-verdict.ts'

const hearingsIn = async (question: string, on: string) =>
  (await readQuestion(question, names, on)).readings.map(({ values, unread }) =>
    unread.length === 0 ? values.last_scheduled_hearing_date_range : unread,
  )
const [first, last] = ['1990-01-01', '2100-12-31']

/** Which year a date without a year means depends on the day of the question. */
it.each([
  ['назначенные заседания до 26 ноября', '2026-11-25', [{ min: '2026-11-25', max: '2026-11-25' }]],
  ['назначенные заседания до 26 ноября', '2026-11-26', [{ min: first, max: '2026-11-25' }]],
  ['назначенные заседания до 26 ноября', '2026-11-27', [{ min: first, max: '2026-11-25' }]],
  ['назначенные заседания до 26 ноября включительно', '2026-11-25', [{ min: '2026-11-25', max: '2026-11-26' }]],
  ['назначенные заседания после 26 ноября включительно', '2026-11-25', [{ min: '2026-11-26', max: last }]],
  ['назначенные заседания после 26 ноября', '2026-11-25', [{ min: '2026-11-27', max: last }]],
  ['назначенные заседания после 26 ноября', '2026-11-26', [{ min: '2026-11-27', max: last }]],
  ['назначенные заседания после 26 ноября', '2026-11-27', [{ min: '2026-11-27', max: last }]],
  ['назначенные заседания с 26 ноября', '2026-11-25', [{ min: '2026-11-26', max: last }]],
  ['назначенные заседания с 26 ноября', '2026-11-26', [{ min: '2026-11-26', max: last }]],
  ['назначенные заседания с 26 ноября', '2026-11-27', [{ min: '2026-11-27', max: last }]],
  ['назначенные заседания между 1 и 10 декабря', '2026-11-26', [{ min: '2026-12-01', max: '2026-12-10' }]],
  ['назначенные заседания между 30 ноября и 10 декабря', '2026-11-26', [{ min: '2026-11-30', max: '2026-12-10' }]],
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
/** A past that reaches to a day in the near future. */
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

/** Wordings of dates, alone and after «с», «до» and «после», with their meaning on Thursday, 26 November 2026. */
const saidDays = [
  ['5 марта 2024', '5 марта 2024', '2024-03-05', '2024-03-05'],
  ['05.03.2024', '05.03.2024', '2024-03-05', '2024-03-05'],
  ['март 2024', 'марта 2024', '2024-03-01', '2024-03-31'],
  ['2024 год', '2024 года', '2024-01-01', '2024-12-31'],
  ['второй квартал 2024', 'второго квартала 2024', '2024-04-01', '2024-06-30'],
  ['первое полугодие 2025', 'первого полугодия 2025', '2025-01-01', '2025-06-30'],
  ['летом 2024', 'лета 2024', '2024-06-01', '2024-08-31'],
  ['прошлой весной', 'прошлой весны', '2026-03-01', '2026-05-31'],
  ['вчера', 'вчера', '2026-11-25', '2026-11-25'],
  ['позавчера', 'позавчера', '2026-11-24', '2026-11-24'],
  ['в понедельник', 'понедельника', '2026-11-23', '2026-11-23'],
  ['на прошлой неделе', 'прошлой недели', '2026-11-16', '2026-11-22'],
  ['в прошлом месяце', 'прошлого месяца', '2026-10-01', '2026-10-31'],
  ['в прошлом году', 'прошлого года', '2025-01-01', '2025-12-31'],
  ['на прошлых выходных', 'прошлых выходных', '2026-11-21', '2026-11-22'],
  ['в марте', 'марта', '2026-03-01', '2026-03-31'],
  ['в начале марта', 'начала марта', '2026-03-01', '2026-03-10'],
  ['в середине марта 2024', 'середины марта 2024', '2024-03-11', '2024-03-20'],
  ['в конце февраля 2024', 'конца февраля 2024', '2024-02-21', '2024-02-29'],
] as const
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
const entryIn = async (question: string) => {
  const { values, unread } = (await readQuestion(question, names, '2026-11-26')).readings[0]
  return [question, comparable(values, '2026-11-26').get('entry_date_range'), unread.map(({ words }) => words)]
}
const days = (min: string, max: string) =>
  comparable({ entry_date_range: { min, max } }, '2026-11-26').get('entry_date_range')
it.each(saidDays)(
  'takes any days for a bound: «%s», «с %s», «до …», «после …», «… или позже», «… или раньше»',
  async (plain, genitive, min, max) => {
    const isPart = /начал|середин|кон[её]?ц/.test(plain)
    const asked: [string, string | undefined][] = [
      [`дела ${plain}`, days(min, max)],
      [`дела с ${genitive}`, days(min, last)],
      [`дела начиная с ${genitive}`, days(min, last)],
      // «до конца марта» includes the last day.
      [`дела до ${genitive}`, genitive.startsWith('конца') ? days(first, max) : days(first, dayBefore(min))],
      ...(isPart ? [] : [[`дела после ${genitive}`, days(dayAfter(max), last)] as [string, string]]),
      [`дела ${plain} или позже`, days(min, last)],
      [`дела ${plain} и раньше`, days(first, max)],
    ]
    for (const [question, wanted] of asked) expect(await entryIn(question)).toEqual([question, wanted, []])
  },
)
it.each([
  ['через неделю', '2026-12-03', '2026-12-03'],
  ['через 3 дня', '2026-11-29', '2026-11-29'],
  ['до конца недели', '2026-11-26', '2026-11-29'],
  ['до конца года', '2026-11-26', '2026-12-31'],
])('reads hearings «%s» as ahead', async (said, min, max) => {
  expect(await hearingsIn(`заседания ${said}`, '2026-11-26')).toEqual([{ min, max }])
})
it.each(['первая', 'вторая', 'третья'])(
  'reads the %s decade of a month as its days, and leaves a week of it unread',
  async which => {
    const n = ['первая', 'вторая', 'третья'].indexOf(which)
    const wanted = [
      days('2024-02-01', '2024-02-10'),
      days('2024-02-11', '2024-02-20'),
      days('2024-02-21', '2024-02-29'),
    ][n]
    const said = which.replace('ая', 'ой').replace('ья', 'ьей')
    expect(await entryIn(`дела в ${said} декаде февраля 2024`)).toEqual([
      `дела в ${said} декаде февраля 2024`,
      wanted,
      [],
    ])
    const [, own] = await entryIn(`дела в ${said} неделе февраля`)
    expect(own).toBeUndefined()
  },
)
it.each([
  ['суд в пятницу', '2026-11-20', '2026-11-27'],
  ['суд 3 декабря', '2025-12-03', '2026-12-03'],
  ['нам назначили на 3 декабря', undefined, '2026-12-03'],
])('reads the day of «%s» as that of a hearing', async (said, past, ahead) => {
  const wanted = [ahead, ...(past ? [past] : [])].map(day => ({ min: day, max: day }))
  expect(await hearingsIn(said, '2026-11-26')).toEqual(wanted)
})
it.each(['месяц назад', 'в конце 2024', 'к 1 декабря', 'в выходные', 'с 31 февраля', 'на днях'])(
  'leaves «%s» unread: which days those are is not said',
  async said => {
    const { values, unread } = (await readQuestion(`дела ${said}`, names, '2026-11-26')).readings[0]
    expect([values, unread.length]).toEqual([{}, 1])
  },
)
it('offers both summers that «прошлым летом» may be of in autumn, and one in spring', async () => {
  const summers = async (on: string) =>
    (await readQuestion('дела прошлым летом', names, on)).readings.map(({ values }) => values.entry_date_range)
  const summer = (year: number) => ({ min: `${year}-06-01`, max: `${year}-08-31` })
  expect(await summers('2026-08-31')).toEqual([summer(2025)])
  expect(await summers('2026-09-01')).toEqual([summer(2026), summer(2025)])
  expect(await summers('2026-03-01')).toEqual([summer(2025)])
})

/** The second of two dates side by side repeats the first one and adds no condition. */
it.each([
  [
    'заседание в пятницу, 27 ноября',
    [{ last_scheduled_hearing_date_range: { min: '2026-11-27', max: '2026-11-27' } }],
    0,
  ],
  ['заседания завтра, 27 ноября', [{ last_scheduled_hearing_date_range: { relative: 'tomorrow' } }], 0],
  ['заседания завтра, 28 ноября', [{ last_scheduled_hearing_date_range: { relative: 'tomorrow' } }], 1],
  ['какие дела не рассмотрели в 2025 году', [{ has_result: false }], 1],
])('reads no day of entry out of «%s»', async (question, all, left) => {
  const { readings } = await readQuestion(question, names, '2026-11-26')
  expect(readings.map(({ values }) => values)).toEqual(all)
  expect(readings[0].unread).toHaveLength(left)
})

it.each(['не решены старше полугода', 'без решения старше полугода'])(
  'reads an age as that of the case: «%s»',
  async question => {
    const { readings } = await readQuestion(question, names, '2026-11-26')
    const age = { has_result: false, entry_date_range: { min: firstDay, max: '2026-05-25' } }
    expect(readings.map(({ values }) => values)).toEqual([age])
    expect(readings[0].unread).toEqual([])
  },
)

it.each([
  ['назначенные заседания с 25 декабря по 10 января', '2026-11-26', '2026-12-25', '2027-01-10'],
  ['назначенные заседания с 25 декабря по 10 января', '2026-12-26', '2026-12-26', '2027-01-10'],
  ['что назначено с понедельника по пятницу', '2026-11-25', '2026-11-25', '2026-11-27'],
  ['что назначено с понедельника по пятницу', '2026-11-26', '2026-11-26', '2026-11-27'],
  ['что назначено с понедельника по пятницу', '2026-11-28', '2026-11-30', '2026-12-04'],
  ['что назначено с понедельника по пятницу', '2026-11-29', '2026-11-30', '2026-12-04'],
  ['что назначено с понедельника по среду', '2026-11-26', '2026-11-30', '2026-12-02'],
  ['предстоящие заседания до 15 декабря 2026 года', '2026-11-26', '2026-11-26', '2026-12-14'],
])('reads what is planned as days to come: «%s» on %s', async (question, on, min, max) => {
  expect(await hearingsIn(question, on)).toEqual([{ min, max }])
})

it.each([
  ['2026-11-27', '2026-11-21', '2026-11-28'],
  ['2026-11-28', '2026-11-21', '2026-12-05'],
  ['2026-11-29', '2026-11-21', '2026-12-05'],
  ['2026-11-30', '2026-11-28', '2026-12-05'],
])('takes for the last and the next weekend none that is running: on %s', async (on, last, next) => {
  const [past, ahead] = [
    await daysIn('дела на прошлых выходных', on),
    await hearingsIn('заседания на следующих выходных', on),
  ]
  expect(past[0]).toMatchObject({ entry_date_range: { min: last } })
  expect(ahead[0]).toMatchObject({ min: next })
})

it.each([
  ['задержанные на митинге 3 октября', 'задержанные; 3 октября'],
  ['штрафы на шествии 3 октября 2026 года', '3 октября 2026 года'],
  ['аресты за митинги 3 октября', ''],
  ['дела о митингах в октябре', ''],
  ['дела за неделю до 1 сентября', 'за неделю до 1 сентября'],
])('leaves days unread that are not those of a case, but of an event or before one: «%s»', async (question, left) => {
  const [reading] = (await readQuestion(question, names, '2026-11-26')).readings
  expect(reading?.unread.map(({ words }) => words).join('; ')).toBe(left)
})
