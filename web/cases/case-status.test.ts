import { describe, expect, it } from 'vitest'
import { caseStatus, reviewOf } from './case-status.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const one = {
  stage: 1,
  state: 'no_info',
  result_date: null,
  result_type: null,
  result_valid_date: null,
  appeal_date: null,
  appeal_result: null,
  last_scheduled_hearing_date: null,
  possible_hearing: null,
} as const
const decided = {
  ...one,
  state: 'in_past',
  result_date: '2026-10-22',
  result_type: { id: 1, title: 'Вынесено постановление о назначении административного наказания' },
} as const
const second = { ...one, stage: 2 } as const
const today = '2026-11-21'

describe('where a matter stands', () => {
  it.each([
    ['no hearing set', [one], 'Рассматривается', 'в первой инстанции, заседание не назначено'],
    ['a hearing set', [{ ...one, state: 'is_planned' }], 'Назначено', 'в первой инстанции'],
    [
      'what is perhaps a hearing ahead',
      [{ ...one, state: 'is_planned', possible_hearing: { date: '2026-12-03', time: '10:00' } }],
      'Рассматривается',
      'в первой инстанции, вероятно, заседание 3 декабря 2026',
    ],
    [
      'decided, and what is perhaps a hearing ahead',
      [{ ...decided, state: 'is_planned', possible_hearing: { date: '2026-12-03', time: '10:00' } }],
      'Решено',
      'о вступлении в силу сведений нет',
    ],
    [
      'a hearing past, nothing decided',
      [{ ...one, state: 'in_past', last_scheduled_hearing_date: '2026-11-20' }],
      'Рассматривается',
      'в первой инстанции, заседание было 20 ноября 2026',
    ],
    ['decided', [decided], 'Решено', 'о вступлении в силу сведений нет'],
    ['in force', [{ ...decided, result_valid_date: '2026-11-03' }], 'Вступило в силу', '3 ноября 2026'],
    ['in force tomorrow', [{ ...decided, result_valid_date: '2026-11-22' }], 'Решено', 'вступит в силу 22 ноября 2026'],
    [
      'appealed, no case of the second instance here',
      [{ ...decided, appeal_date: '2026-11-06' }],
      'Обжаловано',
      '6 ноября 2026',
    ],
    ['appealed and waiting', [decided, second], 'Рассматривается', 'во второй инстанции, заседание не назначено'],
    ['appealed, a hearing set', [decided, { ...second, state: 'is_planned' }], 'Назначено', 'во второй инстанции'],
    ['reviewed', [decided, { ...second, result_date: '2026-11-18' }], 'Рассмотрено', 'во второй инстанции'],
    [
      'reviewed and in force',
      [decided, { ...second, result_date: '2026-11-18', result_valid_date: '2026-11-18' }],
      'Рассмотрено',
      'во второй инстанции, вступило в силу 18 ноября 2026',
    ],
    [
      'returned: the first instance hears it again',
      [
        { ...decided, state: 'is_planned' },
        { ...second, result_date: '2026-11-18' },
      ],
      'Назначено',
      'в первой инстанции',
    ],
  ] as const)('%s', (_, instances, label, detail) => {
    const status = caseStatus(instances, today)
    expect([status.label, plain(status.detail)]).toEqual([label, detail])
  })
  it('names what the second instance has done', () => {
    const reviewed = (title: string) => ({ ...second, result_type: { id: 2, title } })
    expect(reviewOf([decided, reviewed('Оставлено без изменения')])).toEqual({
      sign: 'same',
      words: 'во второй инстанции: без изменения',
    })
    expect(reviewOf([decided, reviewed('Отменено с прекращением производства')])?.sign).toBe('annulled')
    const another = 'ОТМЕНЕНО РЕШЕНИЕ суда на постановление БЕЗ ОТМЕНЫ ПОСТАНОВЛЕНИЯ'
    expect(reviewOf([decided, reviewed(another)])?.sign).toBe('same')
    expect(reviewOf([decided, second])).toBeUndefined()
    expect(reviewOf([reviewed('Оставлено без изменения')])).toBeUndefined()
  })
})
