import { describe, expect, it } from 'vitest'
import { bareFacts } from '../../../test/case-facts.ts'
import { isDayOff } from '../days-off.ts'
import type { CaseFacts } from './case-facts.ts'
import { inForceFrom } from './complaint-end.ts'
import { deadlinesOf } from './deadlines-of.ts'
import { type CountedTerm, endOf, type LegalTerm, whyNotCounted } from './legal-term.ts'
import { legalTerms, type TermId } from './legal-terms.ts'

describe('days off', () => {
  it.each<[string, boolean | undefined, string]>([
    ['2026-05-08', false, 'the day before'],
    ['2026-05-09', true, 'a holiday on a Saturday'],
    ['2026-05-11', true, 'moved by decree'],
    ['2026-05-12', false, 'the day after'],
    ['2027-02-19', false, 'a Friday'],
    ['2027-02-20', false, 'a Saturday that is worked'],
    ['2027-02-21', true, 'a Sunday'],
    ['2020-04-30', false, 'off by a decree of the epidemic, which moves no term'],
    ['2019-12-31', undefined, 'a year that is not known'],
    ['2028-01-01', undefined, 'a year that is not known'],
  ])('%s: %s, %s', (day, isOff) => expect(isDayOff(day)).toBe(isOff))
  it('are as many weekdays a year as calendars say', () => {
    const daysOf = (year: number) =>
      Array.from({ length: 366 }, (_, at) => new Date(Date.UTC(year, 0, at + 1)).toISOString().slice(0, 10)).filter(
        day => day.startsWith(String(year)),
      )
    const worked = [2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027].map(
      year => daysOf(year).filter(day => isDayOff(day) === false).length,
    )
    expect(worked).toEqual([248, 247, 247, 247, 248, 247, 247, 247])
  })
})

describe('the end of a procedural term', () => {
  type Name = { [Id in TermId]: (typeof legalTerms)[Id] extends CountedTerm ? Id : never }[TermId]
  // Unmoved end, end, and why.
  it.each<[Name, string, string, string, string]>([
    ['koap-30.3', '2026-04-29', '2026-05-09', '2026-05-12', 'a holiday on a Saturday, and Monday off for it'],
    ['koap-30.3', '2026-12-21', '2026-12-31', '2027-01-11', '31 December is off by decree; then the January holidays'],
    ['koap-30.3', '2027-02-10', '2027-02-20', '2027-02-20', 'a Saturday that is worked'],
    ['koap-30.3', '2024-10-25', '2024-11-04', '2024-11-05', 'a holiday'],
    ['koap-30.3-sutki', '2023-04-26', '2023-05-06', '2023-05-06', 'сутки end on a Saturday'],
    ['koap-30.3-sutki', '2020-04-20', '2020-04-30', '2020-04-30', 'a day of the epidemic'],
    ['koap-32.2', '2026-11-17', '2027-01-16', '2027-01-18', 'a Saturday'],
    ['koap-32.2-25', '2026-11-16', '2026-12-16', '2026-12-16', 'a working day'],
    ['koap-4.5-days', '2026-09-01', '2026-11-29', '2026-11-29', 'the day of the act is the first; a Sunday stays'],
    ['upk-389.4', '2026-10-23', '2026-11-07', '2026-11-09', 'a Saturday'],
    ['upk-389.4', '2026-12-16', '2026-12-31', '2027-01-11', 'the new year'],
    ['upk-401.3', '2026-11-24', '2027-05-24', '2027-05-24', 'the same date'],
    ['upk-401.3', '2026-08-31', '2027-02-28', '2027-03-01', 'no 31 February, and a Sunday'],
    ['koap-4.5-road', '2026-09-01', '2027-08-31', '2027-08-31', 'the day of the act is the first'],
    ['koap-32.7', '2026-04-28', '2026-05-04', '2026-05-04', '29 and 30 April, then 4 May'],
    ['koap-4.6', '2026-03-03', '2027-03-03', '2027-03-03', 'the same date, still inside'],
    // No 29 February: the last day of the month, the earlier of two readings.
    ['koap-4.6', '2024-02-29', '2025-02-28', '2025-02-28', 'no 29 February'],
  ])('%s from %s: %s, moved to %s: %s', (name, start, unmovedEnd, end) =>
    expect(endOf(legalTerms[name], start)).toEqual({ end, unmovedEnd, isExact: true }),
  )
  it('of an official to punish is sixty days, not ninety', () =>
    expect(endOf({ ...legalTerms['koap-4.5-days'], amount: 60 }, '2026-09-01').end).toBe('2026-10-30'))
  it('is not moved and not exact where days off are not known', () => {
    // Saturday, 1 January 2028; and the last days of 2027, after which nothing is known.
    for (const [start, end] of [
      ['2027-12-22', '2028-01-01'],
      ['2027-12-21', '2027-12-31'],
      ['2019-06-05', '2019-06-15'],
    ] as const)
      expect(endOf(legalTerms['koap-30.3'], start)).toEqual({ end, unmovedEnd: end, isExact: false })
    expect(endOf(legalTerms['koap-32.7'], '2027-12-29').isExact).toBe(false)
  })
})

describe('a decision of which nobody complains comes into force', () => {
  it.each([
    ['2026-04-28', [], '2026-05-09', 'the tenth day is a working day'],
    ['2026-04-29', [], '2026-05-13', 'finding 1: the tenth day is off, and the term moves with it'],
    ['2024-10-17', [], '2024-10-28', 'by the old law, whatever day the tenth is'],
    ['2024-10-16', [], '2024-10-27', 'by the old law: the tenth day is a Saturday and stays'],
    ['2024-10-23', [], '2024-11-03', 'by the new law, on Saturday that is worked'],
    ['2024-10-25', [], '2024-11-06', 'decided before the change, the tenth day after it'],
    [
      '2026-03-02',
      ['5.12'],
      '2026-03-11',
      'offences against elections: five days, from Saturday to Tuesday after a holiday',
    ],
    ...['5.1', '5.24', '5.25', '5.45', '5.46', '5.51', '5.52', '5.56', '5.58', '5.69'].map(
      (number): [string, string[], string, string] => ['2026-03-02', [number], '2026-03-11', 'one of elections'],
    ),
    ...['5.0.1', '5.26', '5.44', '5.53', '5.55', '5.57', '5.59', '5.68', '5.70', '15.12', '5.12.1', '6.12'].map(
      (number): [string, string[], string, string] => ['2026-03-02', [number], '2026-03-13', 'not one of elections'],
    ),
    ['2024-10-18', [], '2024-10-29', 'by the old law, the last day of which is the tenth'],
    ['2024-10-19', [], '2024-10-30', 'by the new law, the day after'],
    ['2026-03-02', ['5.35.1', '5.46'], '2026-03-11', 'one of elections among others'],
  ])('%s, %j: %s, %s', (decided, articles, day) => expect(inForceFrom(decided, articles)).toBe(day))
})

describe('every term of the law', () => {
  const days = ['2012-01-01', '2021-03-01', '2022-02-01', '2023-05-02', '2024-11-05', '2026-11-04']
  const numbers = ['12.8', '12.5', '20.1', '20.2', '20.3', '5.12', '14.1', '19.28', '6.1.1', '105', '']
  const fine = { type: 'fine', person: 0, isCertain: true, ofOther: false }
  const held = { of: 'held', until: '2027-01-12', people: [0], by: 'decision', day: '2026-11-04', quote: 'до' } as const
  const acts = ['2022-02-01', '2026-09-01'].map(day => ({ kind: 'act', person: null, day, severity: 'grave' }) as const)
  /** Both codices and instances, decided or not, of all kinds of articles and years. */
  const cases = ([1, 2] as const).flatMap(type =>
    ([1, 2] as const).flatMap(stage =>
      [null, ...days].flatMap(decided =>
        numbers.flatMap(number =>
          acts.map((act): CaseFacts => {
            const result = stage === 2 ? 'Оставлено без изменения' : bareFacts.result
            return {
              ...bareFacts,
              ...(decided === null ? { decided, result: null } : { decided, result, penalties: [fine] }),
              ...{ type, stage, caseNumber: stage === 2 ? '12-1/2026' : '5-1/2026', custody: [held], own: [act] },
              articles: number === '' ? [] : [{ article_number: number, part: '1' }],
            }
          }),
        ),
      ),
    ),
  )
  const calculated = new Set(
    cases
      .flatMap(facts => deadlinesOf(facts, '2026-11-10').deadlines)
      .flatMap(({ date, certainty, term }) => (date !== null && certainty !== 'told' ? [term] : [])),
  )
  it.each(Object.entries<LegalTerm>(legalTerms))(
    '%s is either calculated, or named with the reason why it is not',
    (id, term) => expect(calculated.has(id as TermId)).toBe(whyNotCounted(term) === undefined),
  )
})
