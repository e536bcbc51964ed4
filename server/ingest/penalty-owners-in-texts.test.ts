import { expect, it } from 'vitest'
import { fullCase } from '#shared/api/full-case.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'

const { db, as } = await testApp()
const verdict = (accused: string, decided: string): string => `ПРИГОВОР
Именем Российской Федерации
Заречный районный суд, рассмотрев уголовное дело в отношении ${accused}, обвиняемых в совершении преступления, предусмотренного ч. 1 ст. 158 УК РФ,
УСТАНОВИЛ:
Подсудимые совершили кражу.
ПРИГОВОРИЛ:
${decided}`
const review = (accused: string, decided: string): string => `АПЕЛЛЯЦИОННОЕ ОПРЕДЕЛЕНИЕ
Судебная коллегия по уголовным делам, рассмотрев апелляционные жалобы на приговор Заречного районного суда в отношении ${accused}, осуждённых по ч. 2 ст. 158 УК РФ,
УСТАНОВИЛА:
Приговор подлежит изменению.
ОПРЕДЕЛИЛА:
${decided}`
const works = 'и назначить ему наказание в виде обязательных работ на срок 200 часов.'

it.each<[string, 1 | 2, string, string, unknown[]]>([
  [
    'of one of two who are masked, nobody is told to be',
    1,
    'Вынесен ПРИГОВОР',
    verdict(
      'ФИО1 и ФИО2',
      `ФИО1 оправдать по ч. 1 ст. 158 УК РФ за отсутствием состава преступления.\nПризнать ФИО2 виновным ${works}`,
    ),
    [[null, 'works', 200, 'imposed']],
  ],
  [
    'that a review changed for one of two who are masked, nobody is told to be',
    2,
    'Приговор ИЗМЕНЕН',
    review(
      'ФИО1 и ФИО2',
      'Приговор в отношении ФИО2 изменить: смягчить назначенное наказание до 2 лет лишения свободы.\nВ остальной части приговор в отношении ФИО1 и ФИО2 оставить без изменения.',
    ),
    [[null, 'imprisonment', 24, 'changed']],
  ],
  [
    'under other initials nobody is told to be',
    1,
    'Вынесен ПРИГОВОР',
    verdict('О.И.', `Признать О.И. виновным в совершении преступления, предусмотренного ч. 1 ст. 158 УК РФ, ${works}`),
    [[null, 'works', 200, 'imposed']],
  ],
  [
    'of somebody who is not listed is another’s',
    2,
    'Приговор ИЗМЕНЕН',
    review(
      'Багранова Иннокентия Львовича и Прозорова Павла Петровича',
      'Приговор в отношении Прозорова Павла Петровича изменить: назначить ему наказание в виде лишения свободы на срок 2 года.\nТот же приговор в отношении Багранова Иннокентия Львовича оставить без изменения.',
    ),
    [['другое лицо', 'imprisonment', 24, 'changed']],
  ],
  [
    'of the one who is masked is that of the one who is listed',
    1,
    'Вынесен ПРИГОВОР',
    verdict('ФИО1', `Признать ФИО1 виновным в совершении преступления, предусмотренного ч. 1 ст. 158 УК РФ, ${works}`),
    [['Багранов Иннокентий Львович', 'works', 200, 'imposed']],
  ],
])('beside the only accused who is listed, a penalty %s (decision 0068)', async (_, stage, result, text, told) => {
  const id = await buildCase(db, {
    type: 2,
    stage,
    result,
    defendants: [{ name: 'Багранов Иннокентий Львович' }],
    text,
  })
  const ask = await as(await buildAccount(db))
  const { penalties } = fullCase.parse((await ask(`cases/${id}/`)).body)
  expect(penalties.map(({ person, type, value, state }) => [person, type, value, state])).toEqual(told)
})
