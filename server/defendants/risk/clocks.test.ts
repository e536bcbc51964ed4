import { describe, expect, it } from 'vitest'
import { lastDayOf } from '#shared/domain/repeat-rule.ts'
import { repeatRules } from '#shared/domain/repeat-rules.ts'
import { type Standing, standingOf } from './case-standing.ts'
import { clocksOf, type PersonsCase } from './clocks.ts'

const today = '2026-06-30'
const punished = 'Вынесено постановление о назначении административного наказания'
const someCase = (given: Partial<PersonsCase> = {}): PersonsCase => ({
  id: 1,
  region: 77,
  entry_date: '2026-03-01',
  result: punished,
  result_date: '2026-03-01',
  result_valid_date: '2026-03-12',
  appeal_result: null,
  has_penalty: true,
  reviews: [],
  articles: [{ article_number: '20.2', part: '5' }],
  ...given,
})
const undecided = { result: null, result_date: null, result_valid_date: null, has_penalty: false }

describe('what a case says about a violation (domain §5)', () => {
  const rows: readonly [string, Partial<PersonsCase>, Standing['is']][] = [
    ['a penalty in force', {}, 'proven'],
    ['a penalty that only the text tells', { result: null }, 'proven'],
    ['not decided', undecided, 'coming'],
    ['not in force yet', { result_date: '2026-06-25', result_valid_date: null }, 'coming'],
    ['nobody complained in time', { result_date: '2026-06-01', result_valid_date: null }, 'proven'],
    ['being reviewed', { reviews: [{ case_number: '12-1/2026', result: null, result_date: null }] }, 'coming'],
    [
      'in force, and under cassation',
      { reviews: [{ case_number: '16-1/2026', result: null, result_date: null }] },
      'proven',
    ],
    [
      'upheld',
      { reviews: [{ case_number: '12-1/2026', result: 'Оставлено без изменения', result_date: '2026-04-01' }] },
      'proven',
    ],
    [
      'quashed by a linked case',
      {
        reviews: [
          { case_number: '16-1/2026', result: 'Отменено с прекращением производства', result_date: '2026-04-01' },
        ],
      },
      'none',
    ],
    [
      'granted in full',
      { reviews: [{ case_number: '12-1/2026', result: 'Удовлетворено', result_date: '2026-04-01' }] },
      'none',
    ],
    [
      'terminated by the review',
      { reviews: [{ case_number: '12-1/2026', result: 'Производство по делу прекращено', result_date: '2026-04-01' }] },
      'none',
    ],
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
    ['returned', { result: 'Возвращено без рассмотрения', has_penalty: false }, 'none'],
  ]
  it.each(rows)('%s', (_, given, is) => expect(standingOf(someCase(given), today).is).toBe(is))
  it('comes into force when the time to complain has passed, or with the review; neither cassation nor a complaint returned moves that', () => {
    const upheld = (case_number: string, result_date: string, result = 'Без изменения') => ({
      case_number,
      result,
      result_date,
    })
    const inForce = (given: Partial<PersonsCase>) => standingOf(someCase(given), today)
    const untold = { result_valid_date: null }
    expect(inForce(untold)).toMatchObject({ inForce: '2026-03-12' })
    expect(inForce({ ...untold, reviews: [upheld('7-5/2026', '2026-04-20')] })).toMatchObject({ inForce: '2026-04-20' })
    for (const result of ['Возвращено без рассмотрения', 'Отозвано', 'Производство по жалобе прекращено'])
      expect(inForce({ ...untold, reviews: [upheld('12-5/2026', '2026-05-20', result)] })).toMatchObject({
        inForce: '2026-03-12',
      })
    const cassation = [upheld('16-9/2026', '2026-06-20'), upheld('П16-9/2026', '2026-06-25')]
    expect(inForce({ ...untold, reviews: cassation })).toMatchObject({ inForce: '2026-03-12' })
    expect(inForce({ ...untold, reviews: [upheld('12-5/2026', '2026-04-02'), ...cassation] })).toMatchObject({
      inForce: '2026-04-02',
    })
  })
})

describe('the clock of УК 212.1: more than two within 180 days (domain §5)', () => {
  const on = (...days: readonly string[]) =>
    days.map((day, at) => someCase({ id: at + 1, entry_date: day, result_date: day, result_valid_date: day }))
  it.each([
    [['2026-03-01', '2026-04-01'], { atLine: false, until: '2026-08-28', counted: [1, 2] }],
    [['2026-03-01', '2026-04-01', '2026-05-01'], { atLine: true, until: '2026-08-28', counted: [1, 2, 3] }],
    [
      ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'],
      { atLine: true, until: '2026-08-28', counted: [1, 2, 3, 4] },
    ],
    [['2025-12-31', '2026-04-01', '2026-05-01'], { atLine: false, until: '2026-09-28', counted: [2, 3] }],
    // The 180th day still counts.
    [['2026-01-01', '2026-04-01', '2026-05-01'], { atLine: true, until: '2026-06-30', counted: [1, 2, 3] }],
  ])('%j', (days, expected) => {
    const [clock] = clocksOf(on(...days), today)
    expect(clock).toMatchObject({ atLine: expected.atLine, until: expected.until })
    expect(clock?.counted.map(({ id }) => id)).toEqual(expected.counted)
  })
  it('names the coming case that reaches the line, or goes beyond it', () => {
    const coming = [7, 8].map(id => someCase({ id, ...undecided, entry_date: `2026-06-0${id}` }))
    expect(clocksOf([...on('2026-04-01', '2026-05-01'), ...coming], today)[0]).toMatchObject({
      atLine: true,
      coming: [7, 8],
      crossing: { id: 7, how: 'reaches' },
    })
    expect(clocksOf([...on('2026-03-01', '2026-04-01', '2026-05-01'), ...coming], today)[0]?.crossing).toEqual({
      id: 7,
      how: 'beyond',
    })
    expect(clocksOf(coming, today)).toEqual([])
  })
})

describe('rules as dated data (domain §5)', () => {
  // Article and part that count and one that does not; how many; until when a decision of 1 March, in force on the 12th, counts.
  const days180 = '2026-08-28'
  const year = '2027-03-12'
  const law: readonly [string, string, string, number, string][] = [
    ['УК 212.1', '20.2 8', '20.2.2 1', 3, days180],
    ['УК 280.3', '20.3.3 1', '20.3 1', 1, year],
    ['УК 284.2', '20.3.4 ', '20.3 1', 1, year],
    ['УК 280.1', '20.3.2 1', '20.3 1', 1, year],
    ['УК 282', '20.3.1 ', '20.29 ', 1, year],
    ['УК 282.4', '20.3 1', '20.3.1 ', 1, year],
    ['УК 284.1', '20.33 ', '20.28 1', 1, year],
    ['УК 116.1', '6.1.1 ', '6.1 ', 1, year],
    ['УК 158.1', '7.27 2', '7.27 1', 1, year],
    ['УК 157', '5.35.1 2', '5.35 1', 1, year],
    ['УК 264.1', '12.8 3', '12.8 2', 1, year],
    ['УК 264.1', '12.26 1', '12.27 2', 1, year],
    ['УК 264.2', '12.9 7', '12.9 6', 1, year],
    ['УК 264.2', '12.15 5', '12.15 4', 1, year],
    ['УК 264.3', '12.7 4', '12.7 2', 1, year],
  ]
  it.each(law)('%s follows «%s», not «%s»: %i, until %s', (follows, counts, not, needed, until) => {
    const article = (text: string) => {
      const [article_number = '', part = ''] = text.split(' ')
      return clocksOf([someCase({ articles: [{ article_number, part }] })], today)
    }
    const of = (text: string) => article(text).filter(({ rule }) => `УК ${rule.follows.article_number}` === follows)
    expect(of(counts)).toMatchObject([{ rule: { needed }, atLine: needed === 1, until }])
    expect(of(not)).toEqual([])
  })
  it('are all looked at above', () =>
    expect(new Set(law.map(([follows]) => follows))).toEqual(
      new Set(repeatRules.map(({ follows }) => `УК ${follows.article_number}`)),
    ))
  it('count who was punished before they became the law', () => {
    const drunk = someCase({ articles: [{ article_number: '12.7', part: '4' }], result_valid_date: '2022-03-12' })
    expect(clocksOf([drunk], '2022-07-24')).toEqual([])
    expect(clocksOf([drunk], '2022-07-25')).toMatchObject([{ rule: { id: 'uk-264.3' }, until: '2023-03-12' }])
  })
  it('count only their parts, and only while they are the law', () => {
    const theft = (part: string) => clocksOf([someCase({ articles: [{ article_number: '7.27', part }] })], today)
    expect(theft('2').map(({ rule }) => rule.id)).toEqual(['uk-158.1'])
    expect(theft('1')).toEqual([])
    const undesirable = (day: string, on: string) =>
      clocksOf([someCase({ articles: [{ article_number: '20.33', part: '' }], result_valid_date: day })], on)
    expect(undesirable('2020-03-12', '2020-06-01')[0]).toMatchObject({ rule: { needed: 2 }, atLine: false })
    expect(undesirable('2026-03-12', today)[0]).toMatchObject({
      rule: { needed: 1 },
      atLine: true,
      until: '2027-03-12',
    })
  })
  it('name their source, once each', () => {
    expect(new Set(repeatRules.map(({ id }) => id)).size).toBe(repeatRules.length)
    for (const { source, follows } of repeatRules) expect(source).toContain(`ст. ${follows.article_number}`)
    expect(lastDayOf({ years: 1 }, '2024-02-29')).toBe('2025-03-01')
  })
})
