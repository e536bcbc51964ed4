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
