import { expect, it } from 'vitest'
import { readQuestion } from '#shared/questions/read-question.ts'
import { withoutVictims } from '#shared/questions/victims.ts'
import { names } from './question-names.ts'

const first = async (question: string) => (await readQuestion(question, names, '2026-11-26')).readings[0].values
const titles = { koap: 'КоАП', uk: 'УК' } as const

it.each([
  ...withoutVictims.koap.map(number => ['koap', number] as const),
  ...withoutVictims.uk.map(number => ['uk', number] as const),
])(
  'reads «в отношении» of %s %s, which harms nobody, as of the accused, and of a name or «против» never',
  async (codex, number) => {
    const article = `по ${number} ${titles[codex]}`
    expect(await first(`дела ${article} в отношении женщин`)).toHaveProperty('defendant_gender')
    expect(await first(`дела ${article} против женщин`)).not.toHaveProperty('defendant_gender')
    expect(await first(`дела ${article} в отношении Иванова А. А.`)).not.toHaveProperty('defendant')
    expect(await first(`дела ${article} против Иванова А. А.`)).not.toHaveProperty('defendant')
  },
)

it.each([
  ...['205', '206', '209', '213', '240', '241', '242', '242.1', '286', '302', '318', '335'].map(own => `${own} УК`),
  ...['12.30', '20.1', '20.3.1', '19.3'].map(own => `${own} КоАП`),
])('never reads «в отношении» of %s as of the accused', async article => {
  expect(await first(`дела по ${article} в отношении женщин`)).not.toHaveProperty('defendant_gender')
  expect(await first(`дела по ${article} в отношении Иванова А. А.`)).not.toHaveProperty('defendant')
})

it.each([
  'где обижают женщин',
  'увольняют женщин по 20.3.3',
  'унижает девушек в Казани',
  'кого бьют, женщин или мужчин',
  'травят мужчин в армии',
])('leaves who suffers unread beside a verb of today: «%s»', async question => {
  const { values, unread } = (await readQuestion(question, names, '2026-11-26')).readings[0]
  expect(values).not.toHaveProperty('defendant_gender')
  expect(unread.map(({ words }) => words).join(' ')).toMatch(/женщин|девушек|мужчин/)
})
it.each([
  ['женщин штрафуют в Туле', 'f'],
  ['сколько женщин участвуют в митингах', 'f'],
  ['мужчин чаще судят по 337', 'm'],
  ['каких мужчин осудят завтра', 'm'],
])('reads who is punished, or takes part, as the accused: «%s»', async (question, gender) => {
  expect(await first(question)).toMatchObject({ defendant_gender: gender })
})
it('takes no place that somebody comes from for that of the court, where that is named', async () => {
  const { values, unread } = (await readQuestion('мужчины из Чечни, которых судят в Москве', names, '2026-11-26'))
    .readings[0]
  expect(values).toEqual({ defendant_gender: 'm', regions: [77] })
  expect(unread.map(({ words }) => words)).toEqual(['из Чечни'])
  expect(await first('дела из Чечни и Москвы')).toMatchObject({ regions: [95, 77] })
})

it.each(['дела Мамадышского района', 'дела Приволжской области', 'по делу Тракторного района'])(
  'takes «%s» for no person',
  async question => {
    expect(await first(question)).not.toHaveProperty('defendant')
  },
)

it.each([
  'дела, где судья — женщина',
  'судья была женщина',
  'судья: женщина',
  'судья Иванова А. А. — женщина',
  'женщина была судьёй',
])("takes the sex of a judge for nobody else's: «%s»", async question => {
  const { values, unread } = (await readQuestion(question, names, '2026-11-26')).readings[0]
  expect(values).not.toHaveProperty('defendant_gender')
  expect(unread.map(({ words }) => words).join(' ')).toMatch(/женщин/)
})
it('reads who is judged beside a court and a judge of whom no sex is told', async () => {
  expect(await first('женщины, которых судья отправил под арест')).toMatchObject({ defendant_gender: 'f' })
  expect(await first('суды над женщинами')).toMatchObject({ defendant_gender: 'f' })
})
it.each([
  'оштрафовали без суда по 20.2',
  'выдворили без суда в Казани',
  'не обвиняли в госизмене',
  'не привлекались по 20.3.3',
  'не привлечены по 20.3.3',
])('excludes nothing behind a court or a trial that is denied: «%s»', async question => {
  const { values, unread } = (await readQuestion(question, names, '2026-11-26')).readings[0]
  expect(Object.keys(values).filter(key => key.endsWith('_not'))).toEqual([])
  expect(unread.map(({ words }) => words).join(' ')).toMatch(/без суда|не (обвин|привл)/)
})
it('excludes a place whose courts are denied', async () => {
  expect(await first('аресты, кроме судов Москвы')).toMatchObject({ regions_not: [77] })
})
