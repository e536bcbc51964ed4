import { expect, it } from 'vitest'
import { readQuestion } from '#shared/questions/read-question.ts'
import { names } from './question-names.ts'

const valuesOf = async (question: string) =>
  (await readQuestion(question, names, '2026-11-26')).readings.map(({ values }) => values)

it.each([
  ['солдат не вернулся в часть, 337', ['result_type_not']],
  ['вернулись с СВО', ['result_type']],
  ['осудили изменивших родине', ['result_type']],
  ['вынесла товар из магазина в марте', ['result_date_range', 'has_result']],
  ['загрязнение окружающей среды', ['entry_date_range']],
  ['наркотики в среде подростков', ['entry_date_range']],
])('takes what people do, and things, for nothing of a court: «%s»', async (question, keys) => {
  for (const values of await valuesOf(question)) for (const key of keys) expect(values).not.toHaveProperty(key)
})
it.each(['поступили до среды', 'поступили в среду'])('reads a Wednesday: «%s»', async question => {
  expect((await valuesOf(question))[0]).toHaveProperty('entry_date_range')
})

const of = (min: string, max: string) => ({ entry_date_range: { min, max } })
it.each([
  ['поступили в марте 2025 и позже прекращены', of('2025-03-01', '2025-03-31')],
  ['в 2024 году и после обжаловали', of('2024-01-01', '2024-12-31')],
  ['за 2024 год и ранее судимые', of('2024-01-01', '2024-12-31')],
  ['дела за 2024 год и позже', of('2024-01-01', '2100-12-31')],
  ['дела за 2024 год и позже в Туле', of('2024-01-01', '2100-12-31')],
  ['дела за 2024 год или позже', of('2024-01-01', '2100-12-31')],
])('reads «и позже» as a bound only where no verb follows: «%s»', async (question, days) => {
  expect((await valuesOf(question))[0]).toMatchObject(days)
})

it('takes no place that somebody comes from for that of the court, however the town is written', async () => {
  expect((await valuesOf('мужчины из Чечни, которых судят в г. Москве'))[0]).toMatchObject({ regions: [77] })
})
it.each([
  'преследование женщин в Чечне',
  'дискриминация женщин',
  'травля девушек',
  'увольнение женщин',
  'гибель мужчин',
])('takes who suffers for nobody accused: «%s»', async question => {
  for (const values of await valuesOf(question)) expect(values).not.toHaveProperty('defendant_gender')
})
it.each(['задержание женщин в Туле', 'осуждение женщин по 20.3.3'])('reads who is judged: «%s»', async question => {
  expect((await valuesOf(question))[0]).toMatchObject({ defendant_gender: 'f' })
})
