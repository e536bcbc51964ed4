import { describe, expect, it } from 'vitest'
import { type ClockDoubt, clockDoubtKeys } from '#shared/domain/clock-doubts.ts'
import { type RepeatRule, whyNotComputed } from '#shared/domain/repeat-rule.ts'
import { repeatRules } from '#shared/domain/repeat-rules.ts'
import { articleOf, personsArticle, punished, someCase, told, undecided } from '../../../test/persons-case.ts'
import type { ReviewOfCase } from './case-standing.ts'
import { clocksOf, namedRulesOf, type PersonsCase, type RepeatClock } from './clocks.ts'

const today = '2026-06-30'
const clockFor = (follows: string, cases: readonly PersonsCase[], on = today): RepeatClock | undefined =>
  clocksOf(cases, on).find(({ rule }) => rule.id === follows)
const countedIn = (clock: RepeatClock | undefined): number[] => (clock?.counted ?? []).map(({ id }) => id)

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
    const clock = clockFor('uk-212.1', on(...days))
    expect(clock).toMatchObject({ atLine: expected.atLine, end: { until: expected.until, isEarliest: false } })
    expect(countedIn(clock)).toEqual(expected.counted)
  })
  it('tells what counts by the day it ends, what is coming by the day it came, and of one day in the order of their numbers', () => {
    const counted = [
      ...on('2026-05-01', '2026-03-01', '2026-04-01'),
      someCase({ id: 9, ...on('2026-03-01')[0], result_date: '2026-03-01' }),
    ].map((one, at) => ({ ...one, id: [5, 9, 3, 4][at] ?? 0 }))
    const days = ['2026-06-08', '2026-06-07', null, '2026-06-07']
    const coming = days.map((entry_date, at) => someCase({ id: 20 - at, ...undecided, entry_date }))
    const clock = clockFor('uk-212.1', [...counted, ...coming])
    expect(countedIn(clock)).toEqual([4, 9, 3, 5])
    expect(clock?.coming).toEqual([18, 17, 19, 20])
    // Reached on 1 April, the third of their days.
    expect(clock?.crossing).toEqual({ id: 17, how: 'beyond' })
  })
  it('counts a case of several articles once, by any of them', () => {
    const both = {
      articles: [
        { article_number: '19.3', part: '1' },
        { article_number: '20.2', part: '5' },
      ],
    }
    const clock = clockFor('uk-212.1', [
      someCase({ id: 1, ...both }),
      someCase({ id: 2, ...both }),
      someCase({ id: 3, ...both, ...undecided, entry_date: '2026-06-01' }),
    ])
    expect(clock).toMatchObject({ counted: [{ id: 1 }, { id: 2 }], coming: [3], crossing: { id: 3, how: 'reaches' } })
    const another = someCase({ id: 4, ...undecided, articles: [{ article_number: '19.3', part: '1' }] })
    expect(clockFor('uk-212.1', [someCase({ id: 1 }), someCase({ id: 2 }), another])).toMatchObject({
      coming: [],
      crossing: undefined,
    })
  })
  it('says from which day, and whether it is only the earliest', () => {
    const untold = { result_valid_date: null }
    const first = (name: string, rule: string, given: Partial<PersonsCase> = {}) =>
      clockFor(rule, [articleOf(name, given)])?.counted[0]
    expect(first('20.3.3 1', 'uk-280.3')).toMatchObject({
      from: '2026-03-12',
      isFromEarliest: false,
      isUntilEarliest: false,
    })
    expect(first('20.3.3 1', 'uk-280.3', untold)).toMatchObject({
      from: '2026-03-12',
      isFromEarliest: true,
      isUntilEarliest: true,
    })
  })
  it('names the coming case that reaches the line, which is not reached until it is proven', () => {
    const coming = [7, 8].map(id => someCase({ id, ...undecided, entry_date: `2026-06-0${id}` }))
    expect(clockFor('uk-212.1', [...on('2026-04-01', '2026-05-01'), ...coming])).toMatchObject({
      atLine: false,
      coming: [7, 8],
      crossing: { id: 7, how: 'reaches' },
    })
    expect(clocksOf(coming, today)).toEqual([])
  })
  it('names the coming case that goes beyond the line, unless it came before the line was reached', () => {
    const reached = on('2026-03-01', '2026-04-01', '2026-05-01')
    const crossing = (entry_date: string | null) =>
      clockFor('uk-212.1', [...reached, someCase({ id: 7, ...undecided, entry_date })])?.crossing
    expect(crossing('2026-05-02')).toEqual({ id: 7, how: 'beyond' })
    expect(crossing('2026-05-01')).toBeUndefined()
    expect(crossing(null)).toBeUndefined()
  })
})

describe('the days on which a violation counts', () => {
  // In force on 12 March 2026 by its card: a year of it, to the day.
  it.each([
    ['2026-03-11', false],
    ['2026-03-12', true],
    ['2027-03-12', true],
    ['2027-03-13', false],
  ])('a year from coming into force: on %s %s', (day, counts) =>
    expect(clockFor('uk-280.3', [articleOf('20.3.3 1')], day) !== undefined).toBe(counts),
  )
  // Decided on 1 March 2026, a Sunday, nothing told: the tenth day is Wednesday, 11 March.
  it.each([
    ['2026-03-11', false],
    ['2026-03-12', true],
    ['2027-03-12', true],
    ['2027-03-13', false],
  ])('and from the earliest day of it, where the card does not tell: on %s %s', (day, counts) => {
    const clock = clockFor('uk-280.3', [articleOf('20.3.3 1', { result_valid_date: null })], day)
    expect(clock !== undefined).toBe(counts)
    if (counts) expect(clock).toMatchObject({ counted: [{ isFromEarliest: true }], end: { isEarliest: true } })
  })
  it.each([
    ['2026-05-12', false],
    ['2026-05-13', true],
  ])(
    'finding 1: the term to complain ends on a day off and moves, and with it coming into force: on %s %s',
    (day, is) => {
      const decided = articleOf('20.3.3 1', { result_date: '2026-04-29', result_valid_date: null })
      expect(clockFor('uk-280.3', [decided], day) !== undefined).toBe(is)
    },
  )
  // Paid before it came into force, a fine counts a year from its payment, which may be the day of the decision.
  it.each([
    ['2026-03-11', false],
    ['2026-03-12', true],
    ['2027-03-01', true],
    ['2027-03-02', false],
  ])('finding 4: under КоАП 4.6 no longer than the earliest end of it: on %s %s', (day, counts) => {
    const clock = clockFor('uk-116.1', [articleOf('6.1.1 ')], day)
    expect(clock !== undefined).toBe(counts)
    if (counts) expect(clock).toMatchObject({ end: { until: '2027-03-01', isEarliest: true } })
  })
})

describe('every rule that is computed, on the days around its first and its last', () => {
  const decided = '2026-03-02'
  const inForce = '2026-03-13'
  const laterBy = (start: string, { days = 0, years = 0 }): string => {
    const date = new Date(`${start}T00:00:00Z`)
    date.setUTCFullYear(date.getUTCFullYear() + years)
    date.setUTCDate(date.getUTCDate() + days)
    return date.toISOString().slice(0, 10)
  }
  const computed = repeatRules.filter(rule => whyNotComputed(rule) === undefined && rule.until === undefined)
  const deprivation = told('no_data', 'лишение права управления транспортными средствами на 1 год')
  const casesOf = (rule: RepeatRule, count: number): PersonsCase[] => {
    const [{ number = '', parts = [] } = {}] = rule.counted
    const violation = articleOf(`${number} ${parts[0] ?? ''}`, {
      result_date: decided,
      result_valid_date: inForce,
      penalties: [deprivation],
    })
    // A deprivation by another case, which is no violation of the rule itself.
    const another = articleOf('12.26 1', {
      id: 99,
      penalties: [deprivation],
      articles: [{ article_number: '0', part: '' }],
    })
    return [...Array.from({ length: count }, (_, at) => ({ ...violation, id: at + 1 })), another]
  }
  it.each(computed.map(rule => [rule.id, rule] as const))('%s', (id, rule) => {
    const isFixed = rule.period === 'koap-4.6'
    const begins = rule.from === 'decision' || isFixed ? decided : inForce
    const last = isFixed
      ? laterBy(begins, { years: 1 })
      : laterBy(begins, rule.period as { days?: number; years?: number })
    const countedOn = (day: string, cases = casesOf(rule, rule.needed)) => countedIn(clockFor(id, cases, day)).length
    const days = [-1, 0, 1]
    expect(days.map(shift => countedOn(laterBy(last, { days: shift })))).toEqual([rule.needed, rule.needed, 0])
    // Whatever it is counted from, it counts once it is in force.
    expect(days.map(shift => countedOn(laterBy(inForce, { days: shift })))).toEqual([0, rule.needed, rule.needed])
    const clock = (count: number) => clockFor(id, casesOf(rule, count), laterBy(last, { days: -1 }))
    expect([rule.needed - 1, rule.needed, rule.needed + 1].map(count => clock(count)?.atLine ?? false)).toEqual([
      false,
      true,
      true,
    ])
    expect(clock(rule.needed)?.end?.until).toBe(last)
  })
})

describe('what is not certain does not count, and stands beside it with its reason (decision 0062)', () => {
  const review = (given: Partial<ReviewOfCase> = {}): ReviewOfCase => ({
    case_number: '12-5/2026',
    result: null,
    result_date: null,
    is_linked: false,
    is_seen: true,
    ...given,
  })
  const deprived = told('no_data', 'лишение права управления транспортными средствами на 1 год')
  const ofTwo = (whose: 'person' | 'other' | 'unknown', is_certain = true) => ({
    is_alone: false,
    penalties: [told('fine', 'штраф 5 000 рублей', { whose, is_certain })],
  })
  const fine = told('fine', 'штраф 5 000 рублей')
  const annulled = { result: 'Отменено с прекращением производства', result_date: '2026-04-20' }
  const rows: readonly [string, string, Partial<PersonsCase>, ClockDoubt | 'counts' | 'nothing'][] = [
    ['told in full', '20.3.3 1', {}, 'counts'],
    ['the person of an undecided pair of one name', '20.3.3 1', { is_namesakes: true }, 'namesake'],
    ['an article that is only the case’s', '20.3.3 1', { has_own_articles: false }, 'article_not_told'],
    ['an annulment that may be of it', '20.3.3 1', { reviews: [review(annulled)] }, 'annulment_not_linked'],
    ['an annulment that is of it', '20.3.3 1', { reviews: [review({ ...annulled, is_linked: true })] }, 'nothing'],
    ['an annulment that is not seen', '20.3.3 1', { reviews: [review({ ...annulled, is_seen: false })] }, 'nothing'],
    ['a complaint that may be of it', '20.3.3 1', { reviews: [review()] }, 'review_not_linked'],
    [
      'an annulment among what may be of it',
      '20.3.3 1',
      { reviews: [review(), review(annulled)] },
      'annulment_not_linked',
    ],
    ['a cassation that may be of it', '20.3.3 1', { reviews: [review({ case_number: '16-1/2026' })] }, 'counts'],
    [
      'a review that may be of it and upheld it',
      '20.3.3 1',
      { reviews: [review({ result: 'Оставлено без изменения', result_date: '2026-04-20' })] },
      'counts',
    ],
    [
      'a review with no result told',
      '20.3.3 1',
      { reviews: [review({ is_linked: true, result_date: '2026-04-20' })] },
      'review_result_not_told',
    ],
    [
      'a review that is not seen, with no result told',
      '20.3.3 1',
      { reviews: [review({ is_linked: true, is_seen: false, result_date: '2026-04-20' })] },
      'nothing',
    ],
    ['annulled in part', '20.3.3 1', { appeal_result: 'Отменено частично' }, 'annulled_in_part'],
    [
      'annulled in part by a linked review',
      '20.3.3 1',
      { reviews: [review({ ...annulled, is_linked: true, result: 'Отменено в части конфискации' })] },
      'annulled_in_part',
    ],
    ['only changed', '20.3.3 1', { appeal_result: 'Изменено' }, 'counts'],
    [
      '«прекращено», the case or the complaint',
      '20.3.3 1',
      { appeal_result: 'производство прекращено' },
      'review_result_not_told',
    ],
    ['finding 2: no penalty told', '12.9 7', { penalties: [], result: punished }, 'penalty_not_told'],
    [
      'finding 2: a penalty that was not read',
      '12.9 7',
      { penalties: [told('error', '')], result: punished },
      'penalty_not_told',
    ],
    ['one result for several accused', '20.3.3 1', ofTwo('unknown'), 'result_of_several'],
    ['a penalty that is told of the person', '20.3.3 1', ofTwo('person'), 'counts'],
    ['a penalty that is told of the other', '20.3.3 1', ofTwo('other'), 'result_of_several'],
    ['a penalty that is not surely read to be theirs', '20.3.3 1', ofTwo('person', false), 'result_of_several'],
    [
      'a penalty of the person and one of somebody who is not listed, neither surely read',
      '20.3.3 1',
      { penalties: [told('fine', '', { is_certain: false }), told('fine', '', { whose: 'other' })] },
      'result_of_several',
    ],
    ['a penalty of somebody who is not listed', '20.3.3 1', { ...ofTwo('other'), is_alone: true }, 'result_of_several'],
    ['a penalty of the other alone, without a result', '20.3.3 1', { ...ofTwo('other'), result: null }, 'nothing'],
    ['finding 2: a fine by a camera', '12.9 7', { penalties: [fine] }, 'nothing'],
    ['finding 2: a deprivation', '12.9 7', { penalties: [deprived], result: punished }, 'counts'],
    [
      'finding 2: a deprivation, whoever of two it is of',
      '12.15 5',
      { penalties: [{ ...deprived, whose: 'unknown' }], result: punished, is_alone: false },
      'penalty_not_told',
    ],
    [
      'a deprivation told of the person',
      '12.15 5',
      { penalties: [{ ...deprived, type: 'deprivation' }], result: punished, is_alone: false },
      'counts',
    ],
    [
      'a deprivation that is not surely read',
      '12.9 7',
      { penalties: [{ ...deprived, is_certain: false }], result: punished },
      'penalty_not_told',
    ],
    ['finding 2: nothing tells that the right was taken away', '12.7 4', { penalties: [fine] }, 'deprivation_not_told'],
    [
      'a terminated case whose article is not told',
      '20.3.3 1',
      { has_own_articles: false, result: 'Прекращено' },
      'nothing',
    ],
  ]
  it.each(rows)('%s, ст. %s', (_, name, given, expected) => {
    const [clock] = clocksOf([articleOf(name, given)], today).filter(({ rule }) => rule.kind === 'koap-to-uk')
    const said = clock === undefined ? 'nothing' : (clock.doubtful[0]?.reason ?? 'counts')
    expect(said).toBe(expected)
    if (clock && said !== 'counts')
      expect(clock).toMatchObject({ counted: [], atLine: false, end: undefined, coming: [] })
  })
  it('every reason is looked at above', () =>
    expect(new Set(rows.map(([, , , is]) => is))).toEqual(new Set([...clockDoubtKeys, 'counts', 'nothing'])))
  it('finding 2: УК 264.3 counts with a deprivation by another case, not with a penalty whose words only name the accused', () => {
    const driving = articleOf('12.7 4', {
      id: 2,
      penalties: [told('arrest', 'арест 10 суток водителю, лишённому права управления')],
    })
    const drunk = articleOf('12.8 1', { penalties: [fine, deprived] })
    expect(countedIn(clockFor('uk-264.3', [driving]))).toEqual([])
    expect(countedIn(clockFor('uk-264.3', [drunk, driving]))).toEqual([2])
    const ofSeveral = { is_alone: false, penalties: [{ ...deprived, whose: 'unknown' as const }] }
    for (const doubt of [{ is_namesakes: true }, ofSeveral, { reviews: [review()] }])
      expect(countedIn(clockFor('uk-264.3', [{ ...drunk, ...doubt }, driving]))).toEqual([])
  })
  it('what is doubtful reaches no line, and neither does what is coming and doubtful', () => {
    const days = ['2026-03-01', '2026-04-01']
    const certain = days.map((result_date, at) => someCase({ id: at + 1, result_date }))
    const doubtful = someCase({ id: 3, is_namesakes: true })
    expect(clockFor('uk-212.1', [...certain, doubtful])).toMatchObject({
      atLine: false,
      doubtful: [{ id: 3, reason: 'namesake' }],
      crossing: undefined,
    })
    for (const doubt of [{ has_own_articles: false }, { is_namesakes: true }]) {
      const coming = someCase({ id: 4, ...undecided, ...doubt })
      expect(clockFor('uk-212.1', [...certain, coming])).toMatchObject({ coming: [], crossing: undefined })
    }
  })
})

describe('what follows is another act than what counts', () => {
  const pending = (name: string) => articleOf(name, { id: 9, ...undecided, entry_date: '2026-06-01' })
  const deprived = { penalties: [told('no_data', 'лишить права управления на один год')] }
  it.each([
    ['uk-264.2', '12.9 7', '12.9 4', 'beyond'],
    ['uk-264.2', '12.15 5', '12.9 5', 'beyond'],
    ['uk-264.2', '12.9 7', '12.15 4', 'beyond'],
    ['uk-264.2', '12.9 7', '12.9 7', undefined],
    ['uk-280.3', '20.3.3 1', '20.3.3 1', 'beyond'],
    // Finding 7: a part leads to its own part.
    ['uk-157-1', '5.35.1 1', '5.35.1 1', 'beyond'],
    ['uk-157-1', '5.35.1 1', '5.35.1 2', undefined],
    ['uk-157-2', '5.35.1 2', '5.35.1 2', 'beyond'],
    // Finding 8: steps within the codex.
    ['koap-12.9-7', '12.9 4', '12.9 5', 'beyond'],
    ['koap-12.15-5', '12.15 4', '12.15 4', 'beyond'],
    ['koap-12.7-4', '12.7 2', '12.7 2', 'beyond'],
  ])('finding 3: %s, after %s, %s: %s', (id, counts, next, how) => {
    const clock = clockFor(id, [articleOf(counts, deprived), pending(next)])
    expect(countedIn(clock)).toEqual([1])
    expect(clock?.crossing?.how).toBe(how)
  })
  it('finding 3: УК 264.3 follows a repeated driving of who is deprived', () => {
    const drunk = articleOf('12.8 1', { id: 2, ...deprived })
    expect(clockFor('uk-264.3', [drunk, articleOf('12.7 4'), pending('12.7 2')])?.crossing?.how).toBe('beyond')
  })
})

describe('rules that are not computed', () => {
  const named = (name: string, given: Partial<PersonsCase> = {}) =>
    namedRulesOf([articleOf(name, given)], today).map(({ id }) => id)
  it('are named where a violation of theirs is certain', () => {
    expect(named('20.2 5')).toEqual(['koap-20.2-8'])
    expect(named('20.35 1')).toEqual(['uk-217.3'])
    expect(named('19.24 1')).toEqual(['uk-314.1-2'])
    expect(named('17.15 4')).toEqual(['uk-315'])
    expect(named('14.17.1 1')).toEqual(['uk-171.4'])
    expect(named('14.17.1 1', { has_own_articles: false })).toEqual([])
    expect(named('14.17.1 1', undecided)).toEqual([])
    expect(named('14.17.1 1', { result_date: '2025-06-29' })).toEqual([])
    expect(named('20.3.3 1')).toEqual([])
  })
  it('run no clock', () => expect(clocksOf([articleOf('14.17.1 1'), articleOf('20.35 1')], today)).toEqual([]))
  it('of a former edition are not named today', () => {
    expect(namedRulesOf([personsArticle('19.34', '1')], today)).toEqual([])
    const before = personsArticle('19.34', '1', { result_date: '2025-03-01', result_valid_date: '2025-03-12' })
    expect(namedRulesOf([before], '2025-10-25').map(({ id }) => id)).toEqual(['uk-330.1-2022'])
    expect(clocksOf([before], '2025-10-25')).toEqual([])
  })
})
