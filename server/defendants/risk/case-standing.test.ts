import { describe, expect, it } from 'vitest'
import type { ClockDoubt } from '#shared/domain/clock-doubts.ts'
import { punished, someCase, told, undecided } from '../../../test/persons-case.ts'
import { deprivesOfDriving, type RepeatEffect, type ReviewOfCase, repeatEffectOf } from './case-standing.ts'
import type { PersonsCase } from './clocks.ts'

const today = '2026-06-30'
const review = (case_number: string, result: string | null, result_date: string | null): ReviewOfCase => ({
  case_number,
  result,
  result_date,
  is_linked: true,
  is_seen: true,
})

const untoldForce = { result_valid_date: null }

describe('what a case says about a violation (domain §5)', () => {
  const rows: readonly [string, Partial<PersonsCase>, RepeatEffect['is']][] = [
    ['a penalty in force', {}, 'proven'],
    ['a penalty that only the text tells', { result: null }, 'proven'],
    [
      'a penalty that only the text tells, but not of whom',
      { result: null, penalties: [told('fine', 'штраф', { whose: 'unknown' })] },
      'none',
    ],
    [
      'a penalty that only the text tells, of somebody else',
      { result: null, penalties: [told('fine', 'штраф', { whose: 'other' })] },
      'none',
    ],
    [
      'a penalty of the person beside another’s, that only the text tells',
      { result: null, penalties: [told('fine', 'штраф', { whose: 'other' }), told('fine', 'штраф')] },
      'proven',
    ],
    ['a result that does not say, and a penalty', { result: 'Рассмотрено' }, 'proven'],
    ['a result that does not say, without a penalty', { result: 'Рассмотрено', penalties: [] }, 'none'],
    ['a day without a result, without a penalty', { result: null, penalties: [] }, 'none'],
    ['a penalty without its day', { result_date: null }, 'none'],
    ['a measure instead of a penalty', { result: null, penalties: [told('court_fine', 'штраф')] }, 'none'],
    ['what could not be read', { result: null, penalties: [told('error', '')] }, 'none'],
    [
      'a penalty in the case, and a termination for this person',
      { own_result: 'Производство по делу прекращено' },
      'none',
    ],
    [
      'a penalty in the case, and a return for this person',
      { own_result: 'Возвращено для устранения недостатков' },
      'none',
    ],
    ['a penalty for this person too', { own_result: punished }, 'proven'],
    ['a penalty for this person alone', { result: null, own_result: punished, penalties: [] }, 'proven'],
    ['not decided', undecided, 'coming'],
    ['in force tomorrow', { result_valid_date: '2026-07-01' }, 'coming'],
    ['in force today', { result_valid_date: today }, 'proven'],
    ['in force since yesterday', { result_valid_date: '2026-06-29' }, 'proven'],
    ['not in force yet', { result_date: '2026-06-25', result_valid_date: null }, 'coming'],
    ['nobody complained in time', { result_date: '2026-06-01', result_valid_date: null }, 'proven'],
    ['being reviewed', { reviews: [review('12-1/2026', null, null)] }, 'coming'],
    ['in force, and under cassation', { reviews: [review('16-1/2026', null, null)] }, 'proven'],
    ['upheld', { reviews: [review('12-1/2026', 'Оставлено без изменения', '2026-04-01')] }, 'proven'],
    [
      'quashed by a linked case',
      { reviews: [review('16-1/2026', 'Отменено с прекращением производства', '2026-04-01')] },
      'none',
    ],
    ['granted in full', { reviews: [review('12-1/2026', 'Удовлетворено', '2026-04-01')] }, 'none'],
    [
      'terminated by the review',
      { reviews: [review('12-1/2026', 'Производство по делу прекращено', '2026-04-01')] },
      'none',
    ],
    ['a complaint on its own card that will be considered', { ...untoldForce, appeal_date: '2026-07-01' }, 'coming'],
    ['quashed by its own card', { appeal_result: 'ПОСТАНОВЛЕНИЕ ОТМЕНЕНО полностью' }, 'none'],
    [
      'only the decision on a complaint quashed',
      { appeal_result: 'ОТМЕНЕНО РЕШЕНИЕ суда на постановление БЕЗ ОТМЕНЫ ПОСТАНОВЛЕНИЯ' },
      'proven',
    ],
    [
      'terminated',
      { result: 'Вынесено постановление о прекращении производства по делу об адм. правонарушении' },
      'none',
    ],
    ['returned', { result: 'Возвращено без рассмотрения', penalties: [] }, 'none'],
  ]
  it.each(rows)('%s', (_, given, is) => expect(repeatEffectOf(someCase(given), today).is).toBe(is))
  it('comes into force on the day the card tells; else not before the time to complain has passed, or the review; neither cassation nor a complaint returned moves that', () => {
    const upheld = (number: string, day: string, result = 'Без изменения') => review(number, result, day)
    const inForce = (given: Partial<PersonsCase>) => repeatEffectOf(someCase(given), today)
    const untold = { result_valid_date: null }
    const notBefore = (day: string) => ({ inForce: { day, isTold: false } })
    expect(inForce({})).toMatchObject({ inForce: { day: '2026-03-12', isTold: true } })
    expect(inForce(untold)).toMatchObject(notBefore('2026-03-12'))
    // A day before the decision, 1 March, is of another one.
    expect(inForce({ result_valid_date: '2026-02-28' })).toMatchObject(notBefore('2026-03-12'))
    expect(inForce({ result_valid_date: '2026-03-01' })).toMatchObject({ inForce: { day: '2026-03-01', isTold: true } })
    expect(inForce({ ...untold, reviews: [upheld('7-5/2026', '2026-04-20')] })).toMatchObject(notBefore('2026-04-20'))
    for (const result of ['Возвращено без рассмотрения', 'Отозвано', 'Производство по жалобе прекращено'])
      expect(inForce({ ...untold, reviews: [upheld('12-5/2026', '2026-05-20', result)] })).toMatchObject(
        notBefore('2026-03-12'),
      )
    expect(inForce({ ...untold, reviews: [review('12-5/2026', null, '2026-04-05')] })).toMatchObject(
      notBefore('2026-04-05'),
    )
    expect(inForce({ ...untold, articles: [{ article_number: '5.12', part: '1' }] })).toMatchObject(
      notBefore('2026-03-07'),
    )
    const cassation = [upheld('16-9/2026', '2026-06-20'), upheld('П16-9/2026', '2026-06-25')]
    expect(inForce({ ...untold, reviews: cassation })).toMatchObject(notBefore('2026-03-12'))
    expect(inForce({ ...untold, reviews: [upheld('12-5/2026', '2026-04-02'), ...cassation] })).toMatchObject(
      notBefore('2026-04-02'),
    )
  })
  // biome-ignore format: a table reads best as one
  it.each<[string, string, ClockDoubt | undefined, Partial<PersonsCase>]>([
    ['its result', '2026-03-12', undefined, { appeal_date: '2026-04-20', appeal_result: 'Без изменения' }],
    ['no result', '2026-04-20', 'review_result_not_told', { appeal_date: '2026-04-20' }],
    ['no result, which is of today', today, 'review_result_not_told', { appeal_date: today }],
    ['no result, and force before it', '2026-04-19', 'review_result_not_told', { appeal_date: '2026-04-20', result_valid_date: '2026-04-19' }],
    ['no result, and force since', '2026-04-20', undefined, { appeal_date: '2026-04-20', result_valid_date: '2026-04-20' }],
    ['a day before the decision', '2026-03-12', undefined, { appeal_date: '2026-02-28' }],
    ['no result, and the day of the decision', '2026-03-01', 'review_result_not_told', { appeal_date: '2026-03-01' }],
    ['no result, and a cassation is linked', '2026-04-20', 'review_result_not_told', { appeal_date: '2026-04-20', reviews: [review('16-1/2026', 'Без изменения', '2026-05-21')] }],
    ['no result, and an earlier complaint that was returned is linked', '2026-04-20', 'review_result_not_told', { appeal_date: '2026-04-20', reviews: [review('12-1/2026', 'Возвращено без рассмотрения', '2026-04-19')] }],
    ['no result, and the complaint that was returned that day is linked', '2026-03-12', undefined, { appeal_date: '2026-04-20', reviews: [review('12-1/2026', 'Возвращено без рассмотрения', '2026-04-20')] }],
    ['no result, and a linked review does', '2026-04-21', undefined, { appeal_date: '2026-04-20', reviews: [review('12-1/2026', 'Без изменения', '2026-04-21')] }],
  ])('of a complaint the card tells %s: in force on %s, doubt: %s', (_, day, doubt, given) =>
    expect(repeatEffectOf(someCase({ ...untoldForce, ...given }), today)).toMatchObject({
      is: 'proven',
      inForce: { day },
      doubt,
    }),
  )
  it.each([
    ['лишение права управления транспортными средствами на 1 год', true],
    ['штраф 30 000 рублей с лишением специального права в виде права управления транспортными средствами', true],
    ['лишить права управления', true],
    ['Лишён права управления на 18 месяцев', true],
    ['штраф без лишения права управления транспортными средствами', false],
    ['штраф водителю, лишённому права управления', false],
    ['лишение права осуществлять охоту', false],
  ])('«%s» deprives of driving: %s', (text, is) =>
    expect(deprivesOfDriving({ penalties: [told('fine', text)] })).toBe(is),
  )
  it('does not tell where nothing is told of the person, or something could not be read', () => {
    const fine = told('fine', 'штраф')
    for (const penalties of [
      [],
      [told('fine', 'штраф', { whose: 'other' })],
      [fine, told('no_data', '')],
      [fine, told('error', '')],
      [fine, told('fine', '', { is_certain: false })],
    ])
      expect(deprivesOfDriving({ penalties }), JSON.stringify(penalties)).toBeUndefined()
    expect(deprivesOfDriving({ penalties: [fine, told('error', '', { whose: 'other' })] })).toBe(false)
  })
})
