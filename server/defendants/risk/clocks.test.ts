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
    ['being reviewed', { reviews: [{ result: null, result_date: null }] }, 'coming'],
    ['upheld', { reviews: [{ result: 'Оставлено без изменения', result_date: '2026-04-01' }] }, 'proven'],
    [
      'quashed by a linked case',
      { reviews: [{ result: 'Отменено с прекращением производства', result_date: '2026-04-01' }] },
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
