import { describe, expect, it } from 'vitest'
import { bareFacts } from '../../../test/case-facts.ts'
import type { CaseFacts, CustodyTold } from './case-facts.ts'
import { deadlinesOf } from './deadlines-of.ts'

/** A term of custody is told as the court told it, and no longer once something later is, or may be, decided (УПК, ст. 109, 255). */
const nothing = { decided: null, result: null } as const
const ruled = '2026-10-12'
const until = '2026-12-12'
const held: CustodyTold = { of: 'held', until, people: [0], by: 'decision', day: ruled, quote: 'Продлить срок.' }
const ended: CustodyTold = { ...held, of: 'ended', until: null, by: 'card', quote: 'Освобождён из-под стражи.' }
const material: CaseFacts = {
  ...bareFacts,
  type: 2,
  caseNumber: '3/2-17/2026',
  decided: ruled,
  result: 'Ходатайство удовлетворено',
  articles: [],
  accused: [{ ordinal: 0, ...nothing }],
  custody: [held],
}
const second = { ordinal: 1, ...nothing }
const custodyOf = (more: Partial<CaseFacts>, today = '2026-11-01') =>
  deadlinesOf({ ...material, ...more }, today).deadlines.filter(({ kind }) => kind === 'custody')
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

describe('a term of custody that a court told', () => {
  it.each([
    ['2026-12-11', 'Стража до 12 декабря 2026: так сказано в решении от 12 октября 2026', false],
    ['2026-12-12', 'Стража до 12 декабря 2026: так сказано в решении от 12 октября 2026', false],
    ['2026-12-13', 'Был назван срок стражи до 12 декабря 2026: так сказано в решении от 12 октября 2026', true],
  ])('on %s is «%s»', (today, title, isPast) => {
    const [one, ...more] = custodyOf({}, today)
    expect(more).toEqual([])
    expect(plain(one?.title)).toBe(title)
    expect(one).toMatchObject({ date: until, certainty: 'told', isPast, quote: held.quote, person: null })
  })
  it('stands beside the note that a material has no terms of its own', () =>
    expect(deadlinesOf(material, ruled).note).toMatch(/материал/))
  it('is of the card where the card alone tells it, and the place of the remark that sites tell nothing is taken', () => {
    const facts = { caseNumber: '1-17/2026', ...nothing, custody: [{ ...held, by: 'card' }] } as const
    const told = custodyOf(facts)
    expect(told.map(({ title }) => plain(title))).toEqual([
      'Стража до 12 декабря 2026: так сказано в движении дела за 12 октября 2026',
    ])
    expect(custodyOf({ ...facts, custody: [] })).toMatchObject([{ date: null, quote: null }])
  })
  it('leaves the remark that sites tell nothing to whom no term is told of', () => {
    const open = { caseNumber: '1-17/2026', ...nothing }
    const remarks = (more: Partial<CaseFacts>) =>
      custodyOf({ ...open, ...more })
        .filter(({ quote }) => quote === null)
        .map(({ person }) => person)
    const accused = [...material.accused, second]
    expect(remarks({ custody: [ended] })).toEqual([null])
    expect(remarks({ custody: [held, { ...ended, day: '2026-11-01' }] })).toEqual([null])
    expect(remarks({ accused, custody: [ended] })).toEqual([null])
    expect(remarks({ accused, custody: [held] })).toEqual([1])
    expect(remarks({ accused, custody: [{ ...held, people: [0, 1] }] })).toEqual([])
    expect(remarks({ accused, custody: [{ ...held, people: [] }] })).toEqual([])
  })
  it('without a plain day has its words and no date', () =>
    expect(custodyOf({ custody: [{ ...held, until: null }] })).toMatchObject([{ date: null, quote: held.quote }]))
  it('of one of several is theirs; of nobody in particular it names nobody', () => {
    const accused = [...material.accused, second]
    expect(custodyOf({ accused })).toMatchObject([{ person: 0, isWhoseUnclear: false }])
    expect(custodyOf({ accused, custody: [{ ...held, people: [0, 1] }] })).toMatchObject([
      { person: null, isWhoseUnclear: false },
    ])
    const [unclear] = custodyOf({ accused, custody: [{ ...held, people: [] }] })
    expect(unclear).toMatchObject({ person: null, isWhoseUnclear: true, date: until })
    expect(plain(unclear?.assumption)).toMatch(/^Чей это срок, из этих слов не ясно/)
  })
  it('told of one of two by two lines of a day is told once, and of them alone', () => {
    const accused = [...material.accused, second]
    const line = { ...held, by: 'card' } as const
    const note = { ...line, quote: 'Срок продлён.' }
    for (const custody of [
      [line, line],
      [line, note],
    ])
      expect(custodyOf({ accused, custody })).toMatchObject([{ person: 0, date: until, quote: line.quote }])
    const both = { ...line, people: [1, 0] }
    expect(custodyOf({ accused, custody: [{ ...both, people: [0, 1] }, both] })).toMatchObject([{ person: null }])
    // Whose day is not clear either.
    const unclear = [line, { ...line, until: '2026-12-13' }, { ...held, until: '2026-12-14' }]
    expect(custodyOf({ accused, custody: unclear }).map(({ person }) => person)).toEqual([0, 0, 0])
  })
})

describe('a term of custody that may be over is not told', () => {
  const card = (day: string, more: Partial<CustodyTold> = {}): CustodyTold => ({ ...ended, day, ...more })
  const review = (result: string | null) =>
    ({
      reviews: [{ case_number: '22К-9/2026', courtLevel: 'regional', result, result_date: result && '2026-10-20' }],
    }) as const
  const verdict = 'Вынесен приговор'
  it.each<[string, Partial<CaseFacts>]>([
    ['released later', { custody: [held, card('2026-11-01')] }],
    ['released the same day', { custody: [held, card(ruled)] }],
    ['released, of whom is not told', { custody: [held, card('2026-11-01', { people: [] })] }],
    [
      'another term is told later',
      { custody: [held, { ...held, of: 'held', until: '2026-11-30', day: '2026-11-02' }] },
    ],
    ['a verdict', { result: verdict }],
    ['a verdict of their own', { accused: [{ ordinal: 0, decided: ruled, result: verdict }] }],
    ['ended on the merits', { result: 'Прекращено за отсутствием состава' }],
    ['a punishment that was read', { penalties: [{ type: 'prison', person: 0, isCertain: true, ofOther: false }] }],
    ['refused by the card', { result: 'Отказано в удовлетворении ходатайства' }],
    ['left unconsidered by the card', { result: 'Ходатайство оставлено без рассмотрения' }],
    ['returned by the card', { result: 'Материал возвращён' }],
    ['ended by the card', { result: 'Производство по материалу прекращено' }],
    ['annulled', review('Постановление отменено')],
    ['changed', review('Постановление изменено')],
    ['reviewed with an outcome nobody knows', review('Иное')],
    ['annulled perhaps', { isInQuestion: true }],
    ['a later verdict of the linked case', { firsts: [{ decided: '2026-11-02', result: verdict }] }],
  ])('%s', (_, facts) => expect(custodyOf(facts).filter(({ date }) => date === until)).toEqual([]))
  it.each<[string, Partial<CaseFacts>]>([
    ['released the day before', { custody: [held, card('2026-10-11')] }],
    [
      'another is released',
      { accused: [...material.accused, second], custody: [held, card('2026-11-01', { people: [1] })] },
    ],
    ['the complaint is pending', review(null)],
    ['upheld', review('Оставлено без изменения')],
    ['a former verdict of the linked case', { firsts: [{ decided: '2026-10-11', result: verdict }] }],
    [
      'a text whose outcome was not read',
      { penalties: [{ type: 'error', person: null, isCertain: false, ofOther: false }] },
    ],
  ])('but stands: %s', (_, facts) => expect(custodyOf(facts).map(({ date }) => date)).toEqual([until]))
  describe('of two accused', () => {
    const later = '2026-12-08'
    const next = '2027-01-12'
    const line = (day: string, people: number[], more: Partial<CustodyTold> = {}): CustodyTold => ({
      ...held,
      by: 'card',
      day,
      people,
      ...more,
    })
    const whose = (custody: CustodyTold[]) =>
      custodyOf({ accused: [...material.accused, second], custody }).map(({ person, date }) => [person, date])
    // biome-ignore format: a table reads best as one
    it.each<[string, CustodyTold[], (number | string | null)[][]]>([
      ['a later term of one leaves the other theirs', [line(ruled, [0, 1]), line(later, [0], { until: next })], [[1, until], [0, next]]],
      ['a later term of nobody in particular may be of either', [line(ruled, [0]), line(later, [], { until: next })], [[null, next]]],
      ['and follows one of nobody in particular', [line(ruled, []), line(later, [], { until: next })], [[null, next]]],
      ['a later term of one may not be the one of nobody in particular', [line(ruled, []), line(later, [0], { until: next })], [[null, until], [0, next]]],
      ['and a later term of both is', [line(ruled, []), line(later, [0, 1], { until: next })], [[null, next]]],
      ['of card and text of a day the text stands', [line(ruled, []), { ...held, people: [] }], [[null, until]]],
      ['released is who was released', [line(ruled, [0, 1]), { ...ended, day: later }], [[1, until]]],
      ['on one day a line of nobody in particular leaves the name', [line(ruled, [0]), { ...held, people: [] }], [[0, until], [null, until]]],
    ])('%s', (_, custody, expected) => expect(whose(custody)).toEqual(expected))
  })
  it.each(['decision', 'card'] as const)('of two days told on one day, by %s and card, none is', by => {
    const two = (people: number[], day = ruled): CustodyTold[] => [
      { ...held, by },
      { ...held, by: 'card', until: '2026-12-14', day, people },
    ]
    const dates = (custody: CustodyTold[]) =>
      custodyOf({ accused: [...material.accused, second], custody }).map(({ date }) => date)
    for (const people of [[0], [], [0, 1]])
      expect(
        dates(two(people)).filter(date => date === until),
        `${people}`,
      ).toEqual([])
    expect(dates(two([0]))).toEqual([null, null])
    expect(dates(two([1]))).toEqual([until, '2026-12-14'])
    expect(dates(two([0], '2026-10-13'))).toEqual(['2026-12-14'])
    expect(dates(two([0], '2026-10-11'))).toEqual([until])
  })
})

describe('a term of custody, edge by edge', () => {
  const prison = { type: 'prison', isCertain: true, ofOther: false }
  const unclear = { ...held, people: [] }
  const freed: CustodyTold = { ...ended, by: 'decision' }
  const both = { accused: [...material.accused, second] }
  // biome-ignore format: a table reads best as one
  it.each<[string, (string | null)[], Partial<CaseFacts>]>([
    ['of nobody in particular, a verdict', [], { custody: [unclear], result: 'Вынесен приговор' }],
    ['of nobody in particular, a punishment', [], { ...both, custody: [unclear], penalties: [{ ...prison, person: null }] }],
    ['of nobody in particular, a verdict on one of two', [], { accused: [{ ordinal: 0, decided: ruled, result: 'Вынесен приговор' }, second], custody: [unclear] }],
    ['of nobody known, a verdict', [], { accused: [], custody: [unclear], result: 'Вынесен приговор' }],
    ['of nobody known, a punishment', [], { accused: [], custody: [unclear], penalties: [{ ...prison, person: null }] }],
    ['of nobody known, in second instance', [until], { accused: [], stage: 2, caseNumber: '22К-7/2026', courtLevel: 'regional', custody: [unclear], result: 'Производство по делу прекращено' }],
    ['of one, a punishment of the other', [until], { ...both, penalties: [{ ...prison, person: 1 }] }],
    ['of one, a punishment that names nobody', [], { penalties: [{ ...prison, person: null }] }],
    ['of one who has a result of their own, the same', [until], { accused: [{ ordinal: 0, decided: ruled, result: 'Иное' }], penalties: [{ ...prison, person: null }] }],
    ['by a ruling of second instance, which ends no case', [until], { stage: 2, caseNumber: '22К-7/2026', courtLevel: 'regional', result: 'Производство по делу прекращено', penalties: [{ ...prison, person: 0 }] }],
    ['of a day that is not told, released', [], { custody: [{ ...held, day: null }, { ...ended, day: '2026-10-01' }] }],
    ['released on a day that is not told', [], { custody: [held, { ...ended, day: null }] }],
    ['released by the same decision: of whom, its reader knows', [until], { custody: [held, freed] }],
    ['released by another decision', [], { custody: [held, { ...freed, day: '2026-10-13' }] }],
    ['by the card, released by a decision of the day', [], { custody: [{ ...held, by: 'card' }, freed] }],
    ['two of one decision', [until, '2026-12-14'], { custody: [held, { ...held, until: '2026-12-14' }] }],
    ['a card of no day against a decision', [null, null], { custody: [held, { ...held, by: 'card', day: null, until: '2026-12-14' }] }],
    ['a decision of no day against a card', [null, null], { custody: [{ ...held, day: null }, { ...held, by: 'card', until: '2026-12-14' }] }],
    ['the card tells no end, the decision of the day does', [until], { custody: [{ ...held, by: 'card', until: null }, held] }],
    ['repeated by the card', [until], { custody: [held, { ...held, by: 'card' }] }],
  ])('%s: %j', (_, expected, facts) => expect(custodyOf(facts).map(({ date }) => date)).toEqual(expected))
  it('without a day claims none', () => {
    const [found] = custodyOf({ custody: [{ ...held, until: null }] })
    expect(found).toMatchObject({ certainty: null, isPast: false })
    expect(plain(found?.title)).toBe('Срок стражи назван в решении от 12 октября 2026, но день не ясен')
    expect(found?.assumption).not.toMatch(/День назвал суд/)
    const [undated] = custodyOf({ custody: [{ ...held, day: null }] })
    expect(plain(undated?.title)).toBe('Стража до 12 декабря 2026: так сказано в решении')
    expect(undated?.assumption).toMatch(/^День назвал суд/)
  })
})
