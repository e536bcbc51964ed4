import { describe, expect, it } from 'vitest'
import { bareFacts } from '../../../test/case-facts.ts'
import { addDays } from '../dates.ts'
import type { Deadline } from './calculated-deadline.ts'
import type { CaseFacts } from './case-facts.ts'
import { deadlinesOf, findDeadlines, settledDays, withinDays } from './deadlines-of.ts'
import { legalTerms } from './legal-terms.ts'
import { limitationTerm } from './limitation.ts'

/** Where each rule of deadlines begins and ends: the day before an edition, its first day; whose penalty, whose copy. */
const fine = { type: 'fine', person: 0, isCertain: true, ofOther: false }
const koap: CaseFacts = { ...bareFacts, penalties: [fine] }
const verdict = { type: 2, result: 'Вынесен ПРИГОВОР', articles: [{ article_number: '318', part: '1' }] } as const
const undecided = { decided: null, result: null, penalties: [] } as const
const returned = 'Возвращено без рассмотрения'
const today = '2026-11-10'
const own = (kind: 'served' | 'act', day: string, person: number | null = 0) =>
  ({ kind, person, day, severity: null }) as const
const all = (facts: Partial<CaseFacts>, on = today) => deadlinesOf({ ...koap, ...facts }, on).deadlines
const kinds = (facts: Partial<CaseFacts>, on = today) => all(facts, on).map(({ kind }) => kind)
const one = (kind: Deadline['kind'], facts: Partial<CaseFacts>, on = today) =>
  all(facts, on).find(deadline => deadline.kind === kind)
const plain = (text: string | undefined | null) => text?.replaceAll('\u00a0', ' ')
const said = (kind: Deadline['kind'], facts: Partial<CaseFacts>) => plain(one(kind, facts)?.assumption)
const before = (day: string): string => addDays(day, -1)
const road = [{ article_number: '12.5', part: '1' }]
const two = [0, 1].map(ordinal => ({ ordinal, decided: null, result: null }))

describe('an edition of a law is that of its first day, not of the day before', () => {
  // biome-ignore format: a table reads best as one
  it.each<[string, string, (day: string) => unknown, unknown, unknown]>([
    ['nothing is calculated by older laws', '2002-07-01', day => kinds({ decided: day }).includes('complaint'), false, true],
    ['a year of repetition', legalTerms['koap-4.6-old'].since, day => kinds({ decided: day }).includes('repetition'), false, true],
    ['its edition of now', addDays(legalTerms['koap-4.6-old'].until, 1), day => one('repetition', { decided: day })?.term, 'koap-4.6-old', 'koap-4.6'],
    ['other rules of some complaints', '2023-08-15', day => /п\. 4/.test(said('force', { decided: day }) ?? ''), false, true],
    ['less to pay', legalTerms['koap-32.2-50'].since, day => kinds({ decided: day, articles: road }).includes('discount'), false, true],
    ['sixty days to pay', '2014-01-01', day => kinds({ decided: '2013-10-01', inForce: day }).includes('payment'), false, true],
    ['two years to execute', '2011-01-01', day => kinds({ decided: '2010-10-01', inForce: day }).includes('execution'), false, true],
    ['an appeal', legalTerms['upk-389.4-10'].since, day => kinds({ ...verdict, decided: day }).includes('appeal'), false, true],
    ['its day of force', legalTerms['upk-389.4-10'].since, day => one('force', { ...verdict, decided: day })?.whyNot !== null, true, false],
    ['a longer one', legalTerms['upk-389.4'].since, day => /новой редакции/.test(said('appeal', { ...verdict, decided: day }) ?? ''), true, false],
  ])('%s', (_, since, is, was, now) => expect([is(before(since)), is(since)]).toEqual([was, now]))
  it('says why a day of force is not calculated', () =>
    expect(said('force', { ...verdict, decided: '2012-12-31' })).toBe('Срок обжалования до 2013 года не проверен.'))
})

describe('what is told of a copy', () => {
  it.each([
    ['2026-11-03', /если копия вручена в день решения, 4 ноября 2026; день вручения этому лицу на карточке не указан/],
    ['2026-11-04', /если копия вручена 4 ноября 2026, как в движении дела; кому она вручена, карточка не сообщает/],
    ['2026-11-05', /если копия вручена 5 ноября 2026, как в движении дела/],
  ])('force waits for the one of %s, unless it is of before the decision', (served, words) =>
    expect(said('force', { served })).toMatch(words),
  )
  it('the term to complain does not, and tells of a later one where nobody’s own is known', () => {
    expect(said('complaint', { served: '2026-11-04' })).not.toMatch(/копию вручили/)
    expect(said('complaint', { served: '2026-11-05' })).toMatch(/копию вручили 5 ноября 2026/)
    expect(said('complaint', { served: '2026-11-20', own: [own('served', '2026-11-06')] })).toBe(
      '10 дней, если копия вручена 6 ноября 2026.',
    )
  })
  it('an own one is the last for all, unless the movement has a later one', () => {
    const mine = { own: [own('served', '2026-11-06')] }
    expect(said('force', mine)).toMatch(/, а другим участникам не позже/)
    expect(said('force', { ...mine, lastServed: '2026-11-07' })).toMatch(/; по движению дела копию вручили и 7 ноября/)
    expect(said('force', { lastServed: '2026-11-07' })).not.toMatch(/другим участникам|копию вручили/)
  })
  it('what follows from force asks for it, too, unless the card tells the day of force', () => {
    expect(one('payment', {})).toMatchObject({ missing: 'served' })
    expect(one('payment', { own: [own('served', '2026-11-06')] })).toMatchObject({ missing: null })
    expect(said('payment', {})).not.toMatch(/карточке/)
    expect(said('payment', { inForce: '2026-11-16' })).toMatch(/в силе с 16 ноября 2026, как на карточке/)
    const told = { ...verdict, inForce: '2026-11-24' }
    expect(said('cassation', told)).toMatch(/в силе с 24 ноября 2026, как на карточке;/)
    expect(said('cassation', verdict)).not.toMatch(/карточке/)
  })
  it('is not taken for the day of the act, nor the other way about', () => {
    const both = [own('act', '2026-09-01'), own('served', '2026-11-06')]
    expect(one('complaint', { own: both })?.date).toBe('2026-11-16')
    const pending = { ...undecided, articles: road }
    expect(one('limitation', { ...pending, own: both.toReversed() })?.date).toBe('2026-11-29')
  })
  it('the day of an act is one’s own, else that of the case', () => {
    const facts = {
      ...undecided,
      accused: two,
      articles: road,
      own: [own('act', '2026-09-01', null), own('act', '2026-09-02')],
    }
    expect(all(facts).map(({ person, date }) => [person, date])).toEqual([
      [1, '2026-11-29'],
      [0, '2026-11-30'],
    ])
  })
})

describe('a punishment is told of whom it surely is', () => {
  const aside = { rolesUnknown: 1 }
  // biome-ignore format: a table reads best as one
  it.each<[string, Partial<CaseFacts>, Deadline['kind'][]]>([
    ['theirs', aside, ['repetition', 'payment', 'execution']],
    ['perhaps theirs', { ...aside, penalties: [{ ...fine, isCertain: false }] }, []],
    ['of another case', { ...aside, penalties: [{ ...fine, ofOther: true }] }, []],
    ['another’s', { ...aside, penalties: [{ ...fine, person: 1 }] }, []],
    ['nobody’s beside somebody of no known role', { ...aside, penalties: [{ ...fine, person: null }], result: null }, []],
    ['nobody’s in a case of nobody', { accused: [], penalties: [{ ...fine, person: null }], result: null }, []],
    ['of the only accused, by the result alone', { penalties: [] }, ['repetition', 'execution']],
    ['of the only accused, by their own result', { penalties: [], result: null, accused: [{ ordinal: 0, decided: null, result: bareFacts.result }] }, ['repetition', 'execution']],
    ['a fine of the only accused that names nobody', { penalties: [{ ...fine, person: null }] }, ['repetition', 'payment', 'execution']],
    ['no fine', { penalties: [{ ...fine, type: 'caution' }] }, ['repetition', 'execution']],
    ['with deportation', { penalties: [fine, { ...fine, type: 'deportation' }] }, ['repetition', 'execution']],
    ['no result', { result: null, penalties: [] }, []],
  ])('%s', (_, facts, expected) => {
    const found = kinds(facts).filter(kind => ['repetition', 'payment', 'execution', 'discount'].includes(kind))
    expect(found.toSorted()).toEqual(expected.toSorted())
  })
  it('by a result of their own of one of several alone', () => {
    const accused = [
      { ordinal: 0, decided: null, result: bareFacts.result },
      { ordinal: 1, decided: null, result: null },
    ]
    expect(new Set(kinds({ accused, result: null, penalties: [] }))).toEqual(new Set(['complaint', 'force']))
  })
  it('with less to pay by the rules of the road alone', () => {
    for (const articles of [[], [...road, { article_number: '19.3', part: '1' }]])
      expect(kinds({ articles }), JSON.stringify(articles)).not.toContain('discount')
    expect(said('discount', { articles: road })).toMatch(
      /со дня вынесения, 4 ноября 2026; за повторные и тяжкие нарушения скидки нет/,
    )
  })
  it('once more within a year of the day it is executed', () =>
    expect(plain(one('repetition', {})?.brief)).toBe('если исполнено 4 ноября 2026'))
})

describe('a complaint', () => {
  const complaint = (result: string | null, result_date: string | null = null) =>
    ({ case_number: '12-1/2026', courtLevel: undefined, result, result_date }) as const
  // biome-ignore format: a table reads best as one
  it.each<[string, Partial<CaseFacts>, Deadline['kind'][]]>([
    ['that is pending leaves nobody punished', { appealed: '2026-11-09' }, ['force']],
    ['of which a case is linked, too', { reviews: [complaint(null)] }, ['force']],
    ['that left the decision, on a day that is not told', { reviews: [complaint('Оставлено без изменения')] }, ['repetition', 'force']],
    ['that changed it', { reviews: [complaint('Постановление изменено')] }, ['repetition', 'force']],
    ['whose outcome nobody knows', { reviews: [complaint('Иное')] }, ['force']],
    ['that was returned counts for nothing, though the card tells its day', { appealed: '2026-11-09', reviews: [complaint(returned, '2026-11-09')] }, ['complaint', 'force', 'payment', 'repetition', 'execution']],
    ['that was withdrawn', { appealResult: 'Жалоба отозвана' }, ['complaint', 'force', 'payment', 'repetition', 'execution']],
  ])('%s', (_, facts, expected) => expect(kinds(facts).toSorted()).toEqual(expected.toSorted()))
  it('is waited for from its day', () =>
    expect(said('force', { appealed: '2026-11-09', reviews: [complaint(null)] })).toMatch(/9 ноября 2026/))
  it('that annulled the decision, one of two, leaves nothing', () => {
    const note = (...reviews: CaseFacts['reviews'][number][]) => plain(deadlinesOf({ ...koap, reviews }, today).note)
    const upheld = complaint('Оставлено без изменения', '2026-12-01')
    expect(note(upheld, complaint('Постановление отменено', '2026-12-20'))).toMatch(/отменено: сроков/)
    expect(note(upheld, complaint('Отменено частично', '2026-12-20'))).toMatch(/отменено частично/)
  })
})

describe('a case without a decision on the merits', () => {
  const ended = (ordinal: number, result: string | null = returned) => ({ ordinal, decided: '2026-11-04', result })
  const noted = (facts: Partial<CaseFacts>) => deadlinesOf({ ...koap, ...facts }, today).note !== null
  // biome-ignore format: a table reads best as one
  it.each<[string, boolean, Partial<CaseFacts>]>([
    ['by the result of the only accused', true, { result: null, penalties: [], accused: [ended(0)] }],
    ['by results of both', true, { result: null, penalties: [], accused: [ended(0), ended(1)] }],
    ['of both, beside a penalty of nobody', true, { result: null, penalties: [{ ...fine, person: null }], accused: [ended(0), ended(1)] }],
    ['of one, beside a penalty of the other', false, { result: null, penalties: [{ ...fine, person: 1 }], accused: [ended(0), ended(1)] }],
    ['of the case, beside a penalty of nobody', false, { result: returned, penalties: [{ ...fine, person: null }], accused: two }],
    ['of one of two', false, { penalties: [], accused: [ended(0), ended(1, null)] }],
    ['of one, who has a penalty', false, { result: returned, accused: [ended(0)] }],
  ])('%s: %s', (_, isNoted, facts) => expect(noted(facts)).toBe(isNoted))
  it('tells of the other alone', () => {
    const facts = { penalties: [], accused: [ended(0), { ordinal: 1, decided: null, result: null }] }
    expect(new Set(all(facts).map(({ person }) => person))).toEqual(new Set([1]))
  })
  it.each([koap, { ...koap, ...verdict }])('whose result has no day has no term to punish: %#', facts =>
    expect(kinds({ ...facts, decided: null })).toEqual([]),
  )
  it('of nobody known is still a case', () =>
    expect(kinds({ accused: [], penalties: [] })).toEqual(['complaint', 'force']))
})

describe('the order of deadlines', () => {
  it('puts a day that may have passed behind what is ahead only from the day after', () => {
    expect(kinds({}, '2026-11-16').slice(0, 2)).toEqual(['complaint', 'force'])
    expect(kinds({}, '2026-11-17').at(-1)).toBe('complaint')
  })
  it('days of a custody that a court told are within what is asked', () => {
    const told = { of: 'held', until: '2026-12-20', people: [0], by: 'decision', day: '2026-11-04', quote: '' } as const
    const facts = { ...koap, ...verdict, ...undecided, custody: [told] }
    const asked = (until: string) =>
      findDeadlines(facts, today, withinDays(today, until)).deadlines.map(({ kind }) => kind)
    expect([asked('2026-12-19'), asked('2026-12-20')]).toEqual([[], ['custody']])
    expect(kinds(facts)).toEqual(['custody', 'crime'])
  })
  it('knows which cases are settled without reading them', () => {
    expect(settledDays(today, '2027-02-08')).toEqual({
      koap: [
        { from: expect.any(String), to: '2024-10-09' },
        { from: '2026-02-12', to: '2026-08-10' },
      ],
      koapReview: [{ from: expect.any(String), to: '2026-10-09' }],
      criminal: [{ from: expect.any(String), to: '2026-04-09' }],
    })
    expect(settledDays('2033-12-31', '2034-01-31')).toMatchObject({ koap: [{}], criminal: [{ to: '2032-05-30' }] })
  })
  it('tells only of a term to complain that it may be restored', () =>
    expect(said('appeal', { ...verdict, decided: '2026-10-01' })).not.toMatch(/восстановить/))
})

describe('the term to punish is that of the article (КоАП, ст. 4.5)', () => {
  const termOf = (...articles: [number: string, part?: string][]) =>
    limitationTerm(articles.map(([article_number, part = '1']) => ({ article_number, part })))
  // biome-ignore format: a table reads best as one
  it.each([
    ['12.8', 'koap-4.5-road'], ['12.24', 'koap-4.5-road'], ['12.26', 'koap-4.5-road'], ['20.2', 'koap-4.5-assembly'], ['20.2.2', 'koap-4.5-20.2.2'],
    ['20.3', 'koap-4.5-20.3'], ['20.3.3', 'koap-4.5-20.3'], ['20.3.4', 'koap-4.5-20.3'], ['20.3.1', 'koap-4.5-20.3.1'], ['20.3.2', 'koap-4.5-20.3.1'],
    ['20.29', 'koap-4.5-20.3.1'], ['20.1', 'koap-4.5-20.1'], ['19.3', 'koap-4.5-20.1'], ['7.17', 'koap-4.5-20.1'], ['20.25', 'koap-4.5-20.1'],
    ['19.34', 'koap-4.5-19.34'], ['20.33', 'koap-4.5-20.33'], ['6.1.1', 'koap-4.5-6.1.1'], ['7.27', 'koap-4.5-7.27'], ['6.9', 'koap-4.5-health'],
    ['6.24', 'koap-4.5-health'], ['6.13', 'koap-4.5-health'], ['14.1', 'koap-4.5-14'], ['5.12', 'koap-4.5-election'], ['19.28', 'koap-4.5-corruption'],
    ['19.29', 'koap-4.5-corruption'], ['15.25', 'koap-4.5-currency'], ['16.2', 'koap-4.5-currency'], ['8.1', 'koap-4.5-days'], ['12.5', 'koap-4.5-days'],
  ])('%s: %s', (number, term) => expect(termOf([number]).term).toBe(term))
  it.each<[string, string, string]>([
    ['12.27', '3', 'koap-4.5-road'],
    ['12.27', '2', 'koap-4.5-days'],
    ['12.30', '2', 'koap-4.5-road'],
    ['12.30', '1', 'koap-4.5-days'],
    ['12.5', '3', 'koap-4.5-days'],
  ])('%s ч. %s: %s', (number, part, term) => expect(termOf([number, part]).term).toBe(term))
  it.each<[[string, string?][], RegExp | undefined]>([
    [[], /статья не указана/],
    [[['12.5']], undefined],
    [[['12.7', '4']], /не проверено/],
    [[['12.7', '3']], undefined],
    [[['12.9', '7']], /не проверено/],
    [[['12.15', '5']], /не проверено/],
    [[['8.1']], /не проверено/],
    [[['19.3'], ['12.5']], undefined],
    [[['19.3'], ['8.1']], /не проверено/],
    [[['8.1'], ['19.3']], /не проверено/],
    [[['12.8'], ['12.26']], undefined],
    [[['12.8'], ['19.3']], /разные сроки/],
    [[['20.2'], ['6.1.1']], /разные сроки/],
    [[['6.1.1'], ['12.5']], /разные сроки/],
  ])('%j is calculated unless %s', (articles, why) => {
    const { whyNot } = termOf(...articles)
    if (why === undefined) expect(whyNot).toBeUndefined()
    else expect(plain(whyNot)).toMatch(why)
  })
  it('says why not, and of another reading only where there is one', () => {
    const facts = (number: string) => ({ ...undecided, articles: [{ article_number: number, part: '1' }] })
    expect(said('limitation', facts('8.1'))).toBe(
      'Срок зависит от статьи: не проверено, нет ли для этой статьи особого срока.',
    )
    const day = { own: [own('act', '2026-09-01')] }
    expect(said('limitation', { ...facts('12.5'), ...day })).not.toMatch(/прочтению/)
    expect(one('limitation', { ...facts('19.3'), own: [own('act', '2022-12-01')] })?.date).toBe('2023-02-28')
  })
  it('of a crime is in words of its years, and of the gravest says that a court decides', () => {
    const of = (severity: 'small' | 'grave' | 'gravest') =>
      said('crime', { ...verdict, ...undecided, own: [{ ...own('act', '2024-11-10'), severity }] })
    expect(of('small')).toMatch(/^2 года, .*половина\. До этого дня/)
    expect(of('gravest')).toMatch(/^15 лет, .*половина; где возможно пожизненное лишение свободы, решает суд\./)
    const terror = [{ article_number: '205', part: '1' }]
    expect(said('crime', { ...verdict, ...undecided, articles: terror })).toMatch(
      /^Не считаем: к некоторым преступлениям/,
    )
    expect(said('crime', { ...verdict, ...undecided, own: [own('act', '2024-11-10')] })).toMatch(
      /^Срок зависит от тяжести/,
    )
  })
})

describe('a review', () => {
  const upheld = { stage: 2, caseNumber: '12-7/2026', result: 'Оставлено без изменения', penalties: [] } as const
  it.each([
    ['district', ['complaint', 'force']],
    ['garrison', ['complaint', 'force']],
    [undefined, ['complaint', 'force']],
    ['regional', ['force']],
  ] as const)('by a court of level %s may be of an official: %j', (courtLevel, expected) =>
    expect(kinds({ ...upheld, courtLevel }).toSorted()).toEqual(expected),
  )
  it.each([
    ['district', true],
    ['garrison', true],
    ['regional', false],
  ] as const)('of a verdict by a court of level %s is of a magistrate: %s', (courtLevel, is) =>
    expect(/мировых/.test(said('cassation', { ...upheld, type: 2, caseNumber: '10-7/2026', courtLevel }) ?? '')).toBe(
      is,
    ),
  )
  it('says in few words what it rests on, and why it has none', () => {
    expect(plain(one('complaint', upheld)?.brief)).toMatch(
      /^если постановление не судьи, а копия вручена 4 ноября 2026/,
    )
    expect(plain(one('force', upheld)?.brief)).toBe('решение от 4 ноября 2026')
    const note = (facts: Partial<CaseFacts>) => plain(deadlinesOf({ ...koap, ...upheld, ...facts }, today).note)
    expect(note({ decided: null, result: null })).toMatch(/Решения второй инстанции ещё нет/)
    expect(note({ decided: null })).toMatch(/День решения второй инстанции на карточке не указан/)
    const accused = [
      { ordinal: 0, decided: '2026-11-04', result: upheld.result },
      { ordinal: 1, decided: null, result: null },
    ]
    expect(note({ decided: null, result: null, accused })).toBeUndefined()
  })
})
