import { describe, expect, it } from 'vitest'
import { bareFacts } from '../../../test/case-facts.ts'
import { addDays, daysBetween } from '../dates.ts'
import type { Deadline } from './calculated-deadline.ts'
import type { CaseFacts } from './case-facts.ts'
import { deadlinesOf, findDeadlines, settledDays, withinDays } from './deadlines-of.ts'
import type { CrimeSeverity } from './legal-term.ts'
import { legalTerms } from './legal-terms.ts'

/** Golden deadlines by edition; «до» has no date without what it rests on. */
const punished = 'Вынесено постановление о назначении административного наказания'
const fine = { type: 'fine', person: 0, isCertain: true, ofOther: false }
const koap: CaseFacts = { ...bareFacts, result: punished, penalties: [fine] }
const served = (day: string, person: number | null = null) => ({ kind: 'served', person, day, severity: null }) as const
const act = (day: string, severity: CrimeSeverity | null = null) =>
  ({ kind: 'act', person: null, day, severity }) as const
const today = '2026-11-10'
const all = (facts: Partial<CaseFacts>, on = today) => deadlinesOf({ ...koap, ...facts }, on).deadlines
const one = (kind: Deadline['kind'], facts: Partial<CaseFacts>, on = today) =>
  all(facts, on).find(deadline => deadline.kind === kind)
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

describe('the term to complain', () => {
  // Served, decided the day before; the last day, its unmoved day, the edition.
  it.each([
    ['2026-11-04', '2026-11-16', '2026-11-14', 'koap-30.3', 'Saturday moves to Monday'],
    ['2026-11-05', '2026-11-16', '2026-11-15', 'koap-30.3', 'Sunday moves to Monday'],
    ['2026-11-06', '2026-11-16', null, 'koap-30.3', 'Monday stays'],
    ['2026-04-29', '2026-05-12', '2026-05-09', 'koap-30.3', 'a holiday, and a Monday that is off for it'],
    ['2026-12-21', '2027-01-11', '2026-12-31', 'koap-30.3', 'a day moved by decree, then holidays'],
    ['2027-02-10', '2027-02-20', null, 'koap-30.3', 'a Saturday that is worked'],
    ['2024-10-17', '2024-10-27', null, 'koap-30.3-sutki', 'сутки: a Sunday stays'],
    ['2024-10-18', '2024-10-28', null, 'koap-30.3-sutki', 'the last day of the old edition'],
    ['2024-10-19', '2024-10-29', null, 'koap-30.3', 'the first day of the new one'],
    ['2024-10-23', '2024-11-02', null, 'koap-30.3', 'a Saturday that is worked'],
    ['2024-10-25', '2024-11-05', '2024-11-04', 'koap-30.3', 'served before the change, ends after it on a holiday'],
    ['2024-02-19', '2024-02-29', null, 'koap-30.3-sutki', 'a leap day'],
  ])('%s: to %s (%s, %s): %s', (day, date, unmoved, term, _) =>
    expect(one('complaint', { decided: day, own: [served(day)] })).toMatchObject({
      date,
      unmoved,
      term,
      certainty: 'reckoned',
      missing: null,
    }),
  )
  it('says until when, by what, and that a missed one may be restored', () => {
    const facts = { own: [served('2026-11-06')] }
    const before = one('complaint', facts, '2026-11-15')
    expect(plain(before?.title)).toBe('Обжаловать до 16 ноября 2026 включительно')
    expect(plain(before?.assumption)).toBe('10 дней, если копия вручена 6 ноября 2026.')
    expect(plain(one('complaint', facts, '2026-11-16')?.title)).toBe('Обжаловать до 16 ноября 2026 включительно')
    const after = one('complaint', facts, '2026-11-17')
    expect(plain(after?.title)).toBe('Срок обжалования истёк 16 ноября 2026')
    expect(plain(after?.assumption)).toMatch(/могут восстановить/)
  })
  it('is not before the day that the decision would give, and asks for the day of service', () => {
    const found = one('complaint', {})
    expect(found).toMatchObject({ date: '2026-11-16', certainty: 'not_before', missing: 'served' })
    expect(plain(found?.title)).toBe('Срок обжалования истекает не раньше 16 ноября 2026')
    expect(plain(found?.assumption)).toMatch(
      /день вручения этому лицу на карточке не указан; последний день, 14 ноября 2026/,
    )
    // A copy of the movement may be another's.
    const told = one('complaint', { served: '2026-11-20' })
    expect(told).toMatchObject({ date: '2026-11-16', certainty: 'not_before' })
    expect(plain(told?.assumption)).toMatch(
      /копию вручили 20 ноября 2026; кому, карточка не сообщает\. Если этому лицу, срок до 30 ноября 2026 включительно\.$/,
    )
    // A day before the decision is of another paper.
    expect(plain(one('complaint', { served: '2026-11-03' })?.assumption)).not.toMatch(/3 ноября/)
  })
  it('is five days for elections, and none once a complaint was filed or the card tells that the decision is in force', () => {
    const elections = { articles: [{ article_number: '5.12', part: '1' }], own: [served('2026-11-06')] }
    expect(one('complaint', elections)).toMatchObject({ date: '2026-11-11', term: 'koap-30.3-election' })
    expect(one('complaint', { appealed: '2026-11-09' })).toBeUndefined()
    expect(one('complaint', { inForce: '2026-11-17' })).toBeUndefined()
    expect(one('complaint', { inForce: '2026-11-17', own: [served('2026-11-04')] })).toBeDefined()
  })
})

describe('coming into force', () => {
  it.each([
    [{ own: [served('2026-11-06')] }, '2026-11-17', 'reckoned', 'Вступает в силу 17 ноября 2026, если не обжалуют'],
    [{}, '2026-11-17', 'not_before', 'Вступает в силу не раньше 17 ноября 2026, если не обжалуют'],
    [{ inForce: '2026-11-09' }, '2026-11-09', 'told', 'Вступило в силу 9 ноября 2026'],
    [{ inForce: '2026-11-10' }, '2026-11-10', 'told', 'Вступило в силу 10 ноября 2026'],
    [{ inForce: '2026-11-11' }, '2026-11-11', 'told', 'Вступит в силу 11 ноября 2026'],
    [
      { decided: '2024-10-18', own: [served('2024-10-18')] },
      '2024-10-29',
      'reckoned',
      /^Вступило в силу 29 октября 2024, если не обжаловали$/,
    ],
  ])('%j: %s, %s', (facts, date, certainty, title) => {
    const found = one('force', facts)
    expect(found).toMatchObject({ date, certainty })
    expect(plain(found?.title)).toMatch(title)
  })
  const verdict = { type: 2, result: 'Вынесен ПРИГОВОР', articles: [{ article_number: '318', part: '1' }] } as const
  const upheld = { stage: 2, caseNumber: '12-7/2026', result: 'Оставлено без изменения', penalties: [] } as const
  it.each<[string, Partial<CaseFacts>, string | undefined, string]>([
    ['an administrative case', {}, 'complaint', '2026-11-17'],
    ['a criminal case', verdict, 'appeal', '2026-11-20'],
    ['a review', upheld, 'complaint', '2026-11-04'],
    [
      'a criminal review',
      { ...upheld, type: 2, caseNumber: '22-7/2026', courtLevel: 'regional' },
      undefined,
      '2026-11-04',
    ],
  ])('of %s is not told by a day before the decision: that day is of another one', (_, facts, complaint, untold) => {
    for (const [inForce, certainty] of [
      ['2026-11-03', 'not_before'],
      ['2026-11-04', 'told'],
    ] as const) {
      const found = all({ ...facts, inForce })
      const isTold = certainty === 'told'
      expect(found.find(({ kind }) => kind === 'force')).toMatchObject({ date: isTold ? inForce : untold, certainty })
      if (complaint !== undefined) expect(found.some(({ kind }) => kind === complaint)).toBe(!isTold)
    }
  })
  it.each([
    ['2026-11-05', 'reckoned', 'если не обжалуют, а копии вручены не позже 6 ноября 2026'],
    ['2026-11-06', 'reckoned', 'если не обжалуют, а копии вручены не позже 6 ноября 2026'],
    ['2026-11-07', 'not_before', 'если не обжалуют, а копия вручена 6 ноября 2026'],
  ])('is not exact once the movement tells of a later copy: %s, %s', (copy, certainty, brief) => {
    const found = all({ own: [served('2026-11-06')], served: '2026-11-05', lastServed: copy })
    const force = found.find(({ kind }) => kind === 'force')
    expect(force).toMatchObject({ date: '2026-11-17', certainty, missing: null })
    expect(plain(force?.brief)).toBe(brief)
    expect(/вручили и 7 ноября 2026\./.test(plain(force?.assumption) ?? '')).toBe(certainty === 'not_before')
    expect(found.find(({ kind }) => kind === 'payment')?.certainty).toBe(certainty)
    expect(found.find(({ kind }) => kind === 'complaint')).toMatchObject({ date: '2026-11-16', certainty: 'reckoned' })
  })
  it('waits for a complaint, is not before its decision, and heeds neither a returned one nor cassation', () => {
    const review = (case_number: string, result: string | null, result_date: string | null) => ({
      reviews: [{ case_number, courtLevel: undefined, result, result_date }],
    })
    expect(one('force', { appealed: '2026-11-09' })).toMatchObject({ date: null, whyNot: null })
    expect(one('force', review('12-1/2026', null, null))).toMatchObject({ date: null })
    expect(one('force', review('12-1/2026', 'Оставлено без изменения', '2026-12-20'))).toMatchObject({
      date: '2026-12-20',
      certainty: 'not_before',
    })
    for (const one_ of [
      review('12-1/2026', 'Возвращено без рассмотрения', '2026-12-20'),
      review('16-1/2026', 'Оставлено без изменения', '2026-12-20'),
    ])
      expect(one('force', one_)).toMatchObject({ date: '2026-11-17' })
  })
})

describe('a fine, its discount and its execution', () => {
  it.each([
    ['2026-11-16', '2027-01-15', '2028-11-16'],
    ['2026-11-17', '2027-01-18', '2028-11-17'],
    ['2024-02-29', '2024-04-29', '2026-02-28'],
  ])('in force on %s: paid to %s, executed to %s', (inForce, paid, executed) => {
    const found = { decided: '2024-02-10', inForce }
    // 29 and 30 April 2024 are off by decree, and so is 1 May.
    const moved = paid === '2024-04-29' ? '2024-05-02' : paid
    expect(one('payment', found)).toMatchObject({ date: moved, certainty: 'reckoned', term: 'koap-32.2' })
    expect(one('execution', found)).toMatchObject({ date: executed, certainty: 'reckoned', term: 'koap-31.9' })
  })
  it.each([
    ['2024-12-31', '2025-01-20', 'koap-32.2-50'],
    ['2025-01-01', '2025-01-31', 'koap-32.2-25'],
    ['2026-11-16', '2026-12-16', 'koap-32.2-25'],
  ])('decided on %s by the rules of the road: less to pay until %s (%s)', (decided, date, term) =>
    expect(one('discount', { decided, articles: [{ article_number: '12.5', part: '1' }] })).toMatchObject({
      date,
      term,
    }),
  )
  it('are told only of a fine that is surely of this person', () => {
    const kinds = (facts: Partial<CaseFacts>) => all(facts).map(({ kind }) => kind)
    expect(kinds({})).toEqual(['complaint', 'force', 'payment', 'repetition', 'execution'])
    for (const penalties of [
      [],
      [{ ...fine, isCertain: false }],
      [{ ...fine, ofOther: true }],
      [{ ...fine, person: 1 }],
      [fine, { ...fine, type: 'deportation' }],
    ])
      expect(kinds({ penalties }), JSON.stringify(penalties)).not.toContain('payment')
    // A result beside somebody whose role is not told is nobody's.
    expect(kinds({ penalties: [], rolesUnknown: 1 })).toEqual(['complaint', 'force'])
    expect(kinds({ result: 'Производство по делу прекращено', penalties: [] })).toEqual(['complaint', 'force'])
  })
})

describe('the time to punish', () => {
  const undecided = { decided: null, result: null, penalties: [] }
  const ofArticle = (article_number: string, part = '1') => ({ ...undecided, articles: [{ article_number, part }] })
  it.each([
    ['19.3', '2026-09-01', '2026-11-29', 'koap-4.5-20.1'],
    ['12.5', '2023-04-25', '2023-07-23', 'koap-4.5-days'],
    ['12.8', '2026-09-01', '2027-08-31', 'koap-4.5-road'],
    ['12.8', '2024-02-28', '2025-02-27', 'koap-4.5-road'],
    ['12.8', '2024-03-01', '2025-02-28', 'koap-4.5-road'],
    ['12.8', '2023-04-25', '2024-04-24', 'koap-4.5-road'],
  ])('ст. %s, done on %s: to %s (%s)', (number, day, date, term) =>
    expect(one('limitation', { ...ofArticle(number), own: [act(day)] })).toMatchObject({
      date,
      term,
      certainty: 'reckoned',
    }),
  )
  it.each([
    ['2023-01-24', '2023-04-23', '24 апреля 2023'],
    ['2023-01-25', '2023-04-24', '25 апреля 2023'],
    ['2023-04-24', '2023-07-22', '24 июля 2023'],
    ['2022-11-30', '2023-02-27', '28 февраля 2023'],
  ])('in months, done on %s: not before %s, another reading to %s', (day, date, other) => {
    const found = one('limitation', { ...ofArticle('19.3'), own: [act(day)] })
    expect(found).toMatchObject({ date, certainty: 'not_before', term: 'koap-4.5-months' })
    expect(plain(found?.assumption)).toContain(`до ${other}`)
  })
  it.each([
    ['2024-02-29', '2025-02-27', '28 февраля 2025', 'no 29 February'],
    ['2023-04-24', '2024-04-23', '24 апреля 2024', 'the first day was disputed'],
  ])('of a year, done on %s: not before %s, another reading to %s: %s', (day, date, other, _) => {
    const found = one('limitation', { ...ofArticle('12.8'), own: [act(day)] })
    expect(found).toMatchObject({ date, certainty: 'not_before', term: 'koap-4.5-road' })
    expect(plain(found?.assumption)).toContain(`по другому прочтению закона до ${other}`)
  })
  it('asks for the day of the act, and is only named where the law was not read', () => {
    expect(one('limitation', ofArticle('19.3'))).toMatchObject({ date: null, missing: 'act', whyNot: null })
    for (const number of [
      '20.2',
      '20.2.2',
      '20.3.3',
      '20.3.1',
      '19.34',
      '20.33',
      '6.1.1',
      '7.27',
      '6.9',
      '14.1',
      '5.12',
      '19.28',
      '15.25',
      '16.2',
      '8.1',
      '5.27',
    ])
      expect(one('limitation', { ...ofArticle(number), own: [act('2026-09-01')] }), number).toMatchObject({
        date: null,
        missing: null,
        whyNot: expect.any(String),
      })
    expect(one('limitation', { ...ofArticle('12.15', '5'), own: [act('2026-09-01')] })).toMatchObject({ date: null })
    const two = [
      { article_number: '12.8', part: '1' },
      { article_number: '19.3', part: '1' },
    ]
    expect(one('limitation', { ...undecided, articles: two, own: [act('2026-09-01')] })).toMatchObject({ date: null })
  })
})

describe('a criminal case', () => {
  const verdict = { type: 2, result: 'Вынесен ПРИГОВОР', articles: [{ article_number: '318', part: '1' }] } as const
  it.each([
    ['2026-10-23', '2026-11-09', 'upk-389.4'],
    ['2026-12-16', '2027-01-11', 'upk-389.4'],
    ['2023-01-09', '2023-01-24', 'upk-389.4'],
    ['2023-01-08', '2023-01-18', 'upk-389.4-10'],
  ])('decided on %s: appeal to %s (%s)', (decided, date, term) =>
    expect(one('appeal', { ...verdict, decided })).toMatchObject({ date, term, missing: 'served' }),
  )
  it('is appealed against from the decision, by who is in custody from the copy, and says when the law changed meanwhile', () => {
    const found = { ...verdict, decided: '2026-10-23', own: [served('2026-10-30')] }
    expect(one('appeal', found)).toMatchObject({ date: '2026-11-09', missing: null })
    expect(plain(one('appeal', found)?.assumption)).toMatch(
      /Если осуждённый под стражей и копия вручена ему 30 октября 2026, срок для него до 16 ноября 2026 включительно/,
    )
    expect(plain(one('appeal', found, '2026-11-10')?.title)).toBe(
      'Срок апелляционной жалобы истёк 9 ноября 2026 для тех, кто не под стражей',
    )
    expect(one('force', found)).toMatchObject({ date: '2026-11-10', certainty: 'not_before' })
    expect(plain(one('appeal', { ...verdict, decided: '2022-12-30' })?.assumption)).toMatch(
      /новой редакции он 15 суток/,
    )
    expect(plain(one('appeal', { ...verdict, decided: '2022-12-29' })?.assumption)).toMatch(
      /новой редакции он 15 суток/,
    )
    expect(plain(one('appeal', { ...verdict, decided: '2022-12-01' })?.assumption)).not.toMatch(/новой редакции/)
  })
  it.each([
    ['2026-11-24', '2027-05-24', 'told'],
    ['2026-08-31', '2027-03-01', 'no 31 February: 28, a Sunday'],
    ['2021-03-07', '2021-09-07', 'the first day of the edition'],
    ['2021-03-06', undefined, 'before it there was no term'],
  ])('in force on %s: cassation to %s: %s', (inForce, date, _) =>
    expect(one('cassation', { ...verdict, decided: '2021-02-01', inForce })?.date).toBe(date),
  )
  it('names what sites do not tell, and doubts the courts of magistrates', () => {
    const pending = { ...verdict, decided: null, result: null }
    expect(all(pending).map(({ kind, date, whyNot }) => [kind, date, whyNot !== null])).toEqual([
      ['custody', null, true],
      ['crime', null, false],
    ])
    expect(plain(one('cassation', { ...verdict, inForce: '2026-11-24', isByMagistrate: true })?.assumption)).toMatch(
      /мировых судей/,
    )
  })
})

describe('two accused', () => {
  const accused = [
    { ordinal: 0, decided: null, result: null },
    { ordinal: 1, decided: null, result: null },
  ]
  it('share what is the same, and each has what follows from a copy or a decision of their own', () => {
    expect(all({ accused }).map(({ kind, person }) => [kind, person])).toEqual([
      ['complaint', null],
      ['force', null],
      // The one fine is of the first.
      ['payment', 0],
      ['repetition', 0],
      ['execution', 0],
    ])
    const own = all({ accused, penalties: [], own: [served('2026-11-06', 1)] })
    expect(own.map(({ kind, person, date, certainty }) => [kind, person, date, certainty])).toEqual([
      ['complaint', 0, '2026-11-16', 'not_before'],
      ['complaint', 1, '2026-11-16', 'reckoned'],
      ['force', 0, '2026-11-17', 'not_before'],
      ['force', 1, '2026-11-17', 'reckoned'],
    ])
    const apart = [accused[0], { ordinal: 1, decided: '2026-11-09', result: punished }].flatMap(one => one ?? [])
    expect(
      all({ accused: apart, penalties: [] })
        .filter(({ kind }) => kind === 'complaint')
        .map(({ person, date }) => [person, date]),
    ).toEqual([
      [0, '2026-11-16'],
      [1, '2026-11-19'],
    ])
  })
  it('share no day of force that is before the decision on one of them', () => {
    const apart = [0, 1].map(ordinal => ({ ordinal, decided: ordinal === 0 ? null : '2026-11-09', result: punished }))
    expect(
      all({ accused: apart, inForce: '2026-11-06', penalties: [] })
        .filter(({ kind }) => kind === 'force')
        .map(({ person, date, certainty }) => [person, date, certainty]),
    ).toEqual([
      [1, '2026-11-20', 'not_before'],
      [0, '2026-11-06', 'told'],
    ])
  })
  it('do not share a result: nobody is called punished by it', () =>
    expect(all({ accused, penalties: [] }).map(({ kind }) => kind)).toEqual(['complaint', 'force']))
})

describe('nothing is calculated', () => {
  it.each<[Partial<CaseFacts>, RegExp]>([
    [{ stage: 2 }, /первой инстанции/],
    [{ appealResult: 'Постановление отменено' }, /отменено/],
    [{ appealResult: 'Отменено частично' }, /частично/],
    [{ isInQuestion: true }, /Возможно/],
    [{ result: 'Возвращено без рассмотрения', penalties: [] }, /без решения по существу/],
  ])('%j', (facts, note) => {
    const found = deadlinesOf({ ...koap, ...facts }, today)
    expect(found.deadlines).toEqual([])
    expect(plain(found.note ?? '')).toMatch(note)
  })
})

describe('the law of every deadline', () => {
  it('never lets a date stand without what it rests on, an edition and its sources', () => {
    const days = ['2014-05-05', '2021-06-22', '2023-01-02', '2024-10-20', '2026-11-04']
    const found = days.flatMap(decided =>
      ([1, 2] as const).flatMap(type =>
        [{}, { inForce: decided }, { own: [served(decided), act(decided)] }, { decided: null, result: null }].flatMap(
          more => all({ type, decided, articles: [{ article_number: '19.3', part: '1' }], ...more }),
        ),
      ),
    )
    expect(found.length).toBeGreaterThan(80)
    for (const { assumption, brief, unmoved, term, date, certainty, title } of found) {
      expect(assumption).toMatch(/\.$/)
      // Nor in a list, without what it is true under.
      if (date !== null && /если|проверьте|скидки нет/i.test(assumption))
        expect(brief).toMatch(/если|кто|кроме|проверьте/)
      expect(brief.includes('перенос')).toBe(unmoved !== null)
      // Two lines of a narrow screen.
      expect([date === null, brief.length <= 96]).toEqual([brief === '', true])
      expect(legalTerms[term].article).not.toBe('')
      expect(legalTerms[term].sources.length).toBeGreaterThan(0)
      expect(date === null).toBe(certainty === null)
      expect(title).not.toMatch(/undefined|NaN/)
      if (date !== null) expect(['in_force', 'superseded']).toContain(legalTerms[term].status)
    }
  })
})

describe('the few words of a deadline', () => {
  const road = [{ article_number: '12.8', part: '1' }]
  const verdict = { type: 2, result: 'Вынесен ПРИГОВОР', articles: [{ article_number: '318', part: '1' }] } as const
  const pending = { decided: null, result: null, penalties: [] } as const
  const held = { of: 'held', until: '2026-12-20', people: [0], by: 'decision', day: '2026-11-04', quote: '' } as const
  it.each<[Deadline['kind'], Partial<CaseFacts>, string]>([
    ['complaint', { own: [served('2026-11-06')] }, 'если копия вручена 6 ноября 2026'],
    ['complaint', {}, 'если копия вручена 4 ноября 2026; перенос с 14 ноября 2026'],
    ['force', { own: [served('2026-11-06')] }, 'если не обжалуют, а копии вручены не позже 6 ноября 2026'],
    ['force', { served: '2026-11-06' }, 'если не обжалуют, а копия вручена 6 ноября 2026'],
    ['force', verdict, 'если никто не под стражей и не обжалует'],
    ['discount', { articles: road }, 'кроме повторных и тяжких; вынесено 4 ноября 2026'],
    ['payment', { inForce: '2026-11-16' }, 'если в силе с 16 ноября 2026, без отсрочки и рассрочки'],
    ['execution', { inForce: '2026-11-16' }, 'если в силе с 16 ноября 2026, без перерывов и приостановок'],
    [
      'limitation',
      { ...pending, articles: road, own: [act('2026-09-01')] },
      'если нарушение было 1 сентября 2026, не длилось и дело у судьи',
    ],
    [
      'appeal',
      { ...verdict, decided: '2026-11-20' },
      'кто не под стражей: от 20 ноября 2026; перенос с 5 декабря 2026',
    ],
    ['cassation', { ...verdict, inForce: '2026-11-24' }, 'кто не под стражей: если в силе с 24 ноября 2026'],
    ['custody', { custody: [held], ...pending }, 'день назвал суд; проверьте, не продлён ли и не изменена ли мера'],
    [
      'crime',
      { ...verdict, ...pending, own: [act('2024-11-10', 'small')] },
      'для совершеннолетних: если окончено 10 ноября 2024',
    ],
  ])('%s, %j: none of its conditions is left out', (kind, facts, brief) =>
    expect(plain(one(kind, facts)?.brief)).toBe(brief),
  )
})

describe('the limitation of a crime (УК, ст. 78)', () => {
  const undecided = {
    type: 2,
    decided: null,
    result: null,
    penalties: [],
    articles: [{ article_number: '318', part: '1' }],
  } as const
  it.each([
    ['small', '2024-11-10', '2026-11-09', '10 ноября 2026'],
    ['medium', '2020-11-11', '2026-11-10', '11 ноября 2026'],
    ['grave', '2020-02-29', '2030-02-27', '28 февраля 2030'],
    ['gravest', '2020-11-11', '2035-11-10', '11 ноября 2035'],
  ] as const)('%s, done on %s: not before %s, another reading to %s', (severity, day, date, later) => {
    const found = one('crime', { ...undecided, own: [act(day, severity)] })
    expect(found).toMatchObject({ date, certainty: 'not_before', term: 'uk-78', missing: null })
    expect(plain(found?.assumption)).toContain(`по другому прочтению закона до ${later}`)
    expect(plain(found?.assumption)).toMatch(/лицо совершеннолетнее/)
  })
  it('asks for the day and then for the severity, and is only named of crimes that may have none', () => {
    expect(one('crime', undecided)).toMatchObject({ date: null, missing: 'act' })
    expect(plain(one('crime', undecided)?.title)).toBe('Давность преступления: укажите день преступления и его тяжесть')
    expect(one('crime', { ...undecided, own: [act('2024-11-10')] })).toMatchObject({ date: null, missing: 'severity' })
    for (const article_number of ['205', '206', '281.1', '361'])
      expect(
        one('crime', {
          ...undecided,
          articles: [
            { article_number: '318', part: '1' },
            { article_number, part: '1' },
          ],
          own: [act('2024-11-10', 'small')],
        }),
      ).toMatchObject({ date: null, missing: null, whyNot: expect.any(String) })
  })
  it('is told of nobody who was sentenced', () =>
    expect(one('crime', { ...undecided, decided: '2026-11-04', result: 'Вынесен ПРИГОВОР' })).toBeUndefined())
})

describe('a case of second instance', () => {
  const upheld = {
    stage: 2,
    caseNumber: '12-7/2026',
    result: 'Оставлено без изменения',
    decided: '2026-11-04',
    penalties: [],
  } as const
  it('of a district court asks whether an official was complained of: ten days from the copy, by the edition of the day', () => {
    const found = one('complaint', upheld)
    expect(found).toMatchObject({
      date: '2026-11-16',
      unmoved: '2026-11-14',
      certainty: 'not_before',
      missing: 'served',
      term: 'koap-30.9',
    })
    expect(plain(found?.assumption)).toMatch(/если жаловались на постановление должностного лица/)
    expect(one('complaint', { ...upheld, own: [served('2026-11-06')] })).toMatchObject({
      date: '2026-11-16',
      certainty: 'reckoned',
      missing: null,
    })
    expect(one('complaint', { ...upheld, decided: '2024-10-18', own: [served('2024-10-18')] })?.date).toBe('2024-10-28')
    expect(one('force', upheld)).toMatchObject({ date: '2026-11-04', certainty: 'not_before' })
  })
  it.each([
    ['a magistrate’s case is linked', { isFirstKnown: true }],
    ['the court is regional', { courtLevel: 'regional', caseNumber: '7-7/2026' }],
  ] as const)('reviews a judge where %s: in force at once, and no term to complain', (_, facts) => {
    expect(all({ ...upheld, ...facts }).map(({ kind }) => kind)).toEqual(['force'])
    const force = one('force', { ...upheld, ...facts })
    expect(plain(force?.title)).toBe('Могло вступить в силу с 4 ноября 2026')
    expect(plain(force?.assumption)).toMatch(/срока для следующей жалобы нет/)
  })
  it('of a criminal case: six months of cassation from the ruling, or from the day that the card tells', () => {
    const ruling = { ...upheld, type: 2, caseNumber: '22-7/2026', courtLevel: 'regional' } as const
    expect(one('cassation', { ...ruling, decided: '2026-08-31' })).toMatchObject({
      date: '2027-03-01',
      unmoved: '2027-02-28',
      certainty: 'not_before',
    })
    expect(one('cassation', { ...ruling, inForce: '2026-11-24' }, '2026-11-25')).toMatchObject({
      date: '2027-05-24',
      certainty: 'reckoned',
    })
    expect(one('force', { ...ruling, inForce: '2026-11-05' })).toMatchObject({ date: '2026-11-05', certainty: 'told' })
    expect(plain(one('cassation', { ...ruling, caseNumber: '10-7/2026', courtLevel: 'district' })?.assumption)).toMatch(
      /мировых судей/,
    )
  })
  it.each([
    ['annulled', { result: 'Отменено' }],
    ['annulled in part', { result: 'Отменено частично' }],
    ['returned', { result: 'Возвращено без рассмотрения' }],
    ['of no result', { result: null }],
    [
      'annulled for one of two',
      {
        accused: [
          { ordinal: 0, decided: null, result: null },
          { ordinal: 1, decided: '2026-11-04', result: 'Отменено' },
        ],
      },
    ],
    [
      'reviewed again',
      { reviews: [{ case_number: '21-1/2026', courtLevel: 'regional', result: null, result_date: null }] },
    ],
    ['perhaps annulled', { isInQuestion: true }],
    ['not decided', { decided: null, result: null }],
    ['decided on a day that is not told', { decided: null }],
    ['of a cassation', { type: 2, caseNumber: '77-7/2026', courtLevel: 'cassation' }],
    ['of a cassation by its number', { type: 2, caseNumber: '7У-7/2026', courtLevel: undefined }],
    ['of what is in force already', { caseNumber: '16-7/2026' }],
  ] satisfies [string, Partial<CaseFacts>][])('%s has no deadlines and says where they are', (_, facts) => {
    const { deadlines, note } = deadlinesOf({ ...koap, ...upheld, ...facts }, today)
    expect(deadlines).toEqual([])
    expect(plain(note ?? '')).toMatch(/по делу первой инстанции/)
  })
})

describe('what ends no case', () => {
  it.each([
    [2, '22К-7/2026'],
    [1, '3/1-7/2026'],
    [1, '4/17-7/2026'],
  ] as const)('of instance %i, № %s is material, of which nothing is calculated', (stage, caseNumber) => {
    const facts = { ...koap, type: 2, stage, caseNumber, courtLevel: stage === 2 ? 'regional' : 'district' } as const
    for (const decided of ['2026-11-04', null])
      expect(
        deadlinesOf({ ...facts, decided, result: decided && 'Оставлено без изменения', penalties: [] }, today),
      ).toMatchObject({ deadlines: [], note: expect.stringMatching(/материал/) })
  })
  it('a cassation delays no force of the first instance', () => {
    const verdict = {
      type: 2,
      result: 'Вынесен ПРИГОВОР',
      articles: [{ article_number: '318', part: '1' }],
      decided: '2026-10-23',
    } as const
    const cassation = {
      case_number: '77-5/2027',
      courtLevel: 'cassation',
      result: 'Оставлено без изменения',
      result_date: '2027-03-01',
    } as const
    expect(one('force', { ...verdict, reviews: [cassation] })).toMatchObject({ date: '2026-11-10' })
  })
})
it('a review of two accused tells deadlines of both at once, and no complaint beside a day of force that the card tells', () => {
  const upheld = {
    stage: 2,
    caseNumber: '22-7/2026',
    courtLevel: 'regional',
    type: 2,
    result: 'Приговор изменен',
    penalties: [],
  } as const
  const two = [0, 1].map(ordinal => ({ ordinal, decided: null, result: null }))
  expect(all({ ...upheld, accused: two }).map(({ kind, person }) => [kind, person])).toEqual([
    ['cassation', null],
    ['force', null],
  ])
  const told = {
    stage: 2,
    caseNumber: '12-7/2026',
    result: 'Оставлено без изменения',
    inForce: '2026-11-04',
    penalties: [],
  } as const
  expect(all(told).map(({ kind }) => kind)).toEqual(['force'])
  expect(all({ ...told, own: [served('2026-11-06')] }).map(({ kind }) => kind)).toContain('complaint')
})

it('nothing is left of a case, or comes, whose decision and told day of force are of the days that are said (a law)', () => {
  // Of the last days the calendar is not known; of 2028 that of the year before is.
  const todays = ['2017-03-31', '2023-08-31', '2026-05-08', '2026-11-26', '2027-02-28', '2028-02-29', '2033-12-31']
  const cases = [
    ['koap', {}],
    ['koap', { articles: [{ article_number: '12.8', part: '1' }] }],
    ['koapReview', { stage: 2, caseNumber: '12-7/2026', result: 'Оставлено без изменения' }],
    ['criminal', { type: 2, result: 'Вынесен ПРИГОВОР' }],
    [
      'criminal',
      { type: 2, stage: 2, caseNumber: '22-7/2026', courtLevel: 'regional', result: 'Оставлено без изменения' },
    ],
  ] as const
  const reviews = [{ case_number: '21-1/2026', courtLevel: 'regional', result: null, result_date: null }] as const
  const left = { koap: 0, koapReview: 0, criminal: 0 }
  const wrong: string[] = []
  for (const today of todays)
    for (const ahead of [0, 90, 366]) {
      const until = addDays(today, ahead)
      const settled = settledDays(today, until)
      for (const [kind, facts] of cases) {
        const found = (decided: string, inForce: string, own: string | null, more: Partial<CaseFacts>) => {
          const accused = [
            { ordinal: 0, decided: own, result: null },
            ...(own === null ? [] : bareFacts.accused.map(one => ({ ...one, ordinal: 1 }))),
          ]
          return findDeadlines(
            { ...koap, ...facts, ...more, decided, inForce, accused },
            today,
            withinDays(today, until),
          ).deadlines
        }
        for (const { from, to } of settled[kind]) {
          const days = [0, 0.3, 0.9, 1].map(share =>
            addDays(to, -Math.round(share * Math.min(daysBetween(from, to), 1_000))),
          )
          for (const decided of days)
            for (const inForce of days)
              for (const own of [null, ...days]) {
                // Such a day of force is not told of that decision.
                if (inForce < decided || (own !== null && inForce < own)) continue
                for (const more of [{}, { served: addDays(decided, 9) }, { reviews }, { appealed: decided }])
                  if (found(decided, inForce, own, more).length > 0)
                    wrong.push(`${kind} ${today} ${ahead}: ${decided} ${inForce} ${own}`)
              }
          // The days are not many fewer than they could be.
          const after = addDays(to, 45)
          left[kind] += found(after, after, null, {}).length
        }
      }
    }
  expect(wrong).toEqual([])
  expect(Object.values(left).every(count => count > 0)).toBe(true)
})
