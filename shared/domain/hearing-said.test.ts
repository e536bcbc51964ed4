import { describe, expect, it } from 'vitest'
import { replaceSaid, saidOf, withoutSaid, withSaid } from './hearing-said.ts'
import { hearingLine, readHearingLine } from './news.ts'

/** What a card says of a hearing ahead on its own line (decision 0065). */
describe('words beside a hearing ahead', () => {
  it.each([
    ['Заседание отложено', 'Заседание отложено'],
    ['СНЯТО с рассмотрения', 'СНЯТО с рассмотрения'],
    ['Объявлен перерыв', 'Объявлен перерыв'],
    ['Рассмотрение отложено\n/ Иные причины', 'Рассмотрение отложено / Иные причины'],
    [
      'Вынесено постановление о назначении административного наказания',
      'Вынесено постановление о назначении административного наказания',
    ],
    ['О'.repeat(100), `${'О'.repeat(80)}…`],
    [`${'О'.repeat(70)} Вертоградов Пётр`, `${'О'.repeat(70)}…`],
    [`${'О'.repeat(75)} быть отложено`, `${'О'.repeat(75)} быть…`],
    ['Назначено наказание', 'Назначено наказание'],
    ['Назначено административное наказание', 'Назначено административное наказание'],
    ['', null],
    [' \u00a0', null],
    ['Назначено судебное заседание', null],
  ])('are those of the card: %j', (result, said) => {
    expect(saidOf(result)).toBe(said)
  })

  it.each(['Отложено', 'Отложено до «весны»', 'Отложено до "весны"'])(
    'are quoted once, and come off whole: %s',
    result => {
      const title = withSaid('Рассмотрение дела', saidOf(result))
      expect(withoutSaid(title)).toBe('Рассмотрение дела')
      const line = hearingLine({ date: '2026-03-20', time: '10:00', type: 'Рассмотрение дела', hall: '3', result })
      expect(replaceSaid(line, '').replaceAll('\u00a0', ' ')).toBe('20 марта 2026, 10:00 — Рассмотрение дела, зал 3')
      expect(readHearingLine(line)).toMatchObject({ date: '2026-03-20', time: '10:00', title: `${title}, зал 3` })
    },
  )
})
