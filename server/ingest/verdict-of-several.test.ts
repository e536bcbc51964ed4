import { expect, it } from 'vitest'
import { fullCase } from '#shared/api/full-case.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'

const { db, as } = await testApp()
const verdict = `ПРИГОВОР
Именем Российской Федерации
Заречный районный суд в составе председательствующего судьи Судьиной А.И., рассмотрев уголовное дело в отношении Багранова Иннокентия Львовича и Пташниковой Тамары Сергеевны, обвиняемых в совершении преступления, предусмотренного ч. 2 ст. 228 УК РФ,
УСТАНОВИЛ:
Багранов И.Л. и Пташникова Т.С. приобрели наркотическое средство.
ПРИГОВОРИЛ:
Багранова Иннокентия Львовича признать виновным в совершении преступления, предусмотренного ч. 2 ст. 228 УК РФ, и назначить ему наказание в виде лишения свободы на срок 3 (три) года со штрафом в размере 100 000 (сто тысяч) рублей.
Пташникову Тамару Сергеевну признать виновной в совершении преступления, предусмотренного ч. 2 ст. 228 УК РФ, и назначить ей наказание в виде лишения свободы на срок 2 (два) года.
На основании ст. 73 УК РФ назначенное Пташниковой Т.С. наказание считать условным с испытательным сроком 1 (один) год.`

it('a verdict whose card tells no penalty tells each of the convicts theirs (decision 0068)', async () => {
  const id = await buildCase(db, {
    type: 2,
    result: 'Вынесен ПРИГОВОР',
    defendants: [{ name: 'Пташникова Тамара Сергеевна' }, { name: 'Багранов Иннокентий Львович' }],
    text: verdict,
  })
  const ask = await as(await buildAccount(db))
  const { penalties } = fullCase.parse((await ask(`cases/${id}/`)).body)
  expect(
    penalties.map(({ person, type, value, additional, suspended }) => [person, type, value, additional, suspended]),
  ).toEqual([
    ['Багранов Иннокентий Львович', 'imprisonment', 36, false, false],
    ['Багранов Иннокентий Львович', 'fine', 100_000, true, false],
    ['Пташникова Тамара Сергеевна', 'imprisonment', 24, false, true],
  ])
})
