import { describe, expect, it } from 'vitest'
import { bareFacts } from '../../../test/case-facts.ts'
import { addDays } from '../dates.ts'
import type { CaseFacts } from './case-facts.ts'
import { deadlinesOf, findDeadlines, withinDays } from './deadlines-of.ts'

/** What is doubtful makes no deadline past, nobody's day another's, and no penalty one in force. */
const koap: CaseFacts = {
  ...bareFacts,
  decided: '2025-03-03',
  penalties: [{ type: 'fine', person: 0, isCertain: true, ofOther: false }],
}
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

describe('a day that is only the earliest possible', () => {
  it.each([
    ['repetition', '2026-03-02', 'Год повторности истекает не раньше 3 марта 2026'],
    ['repetition', '2026-03-03', 'Год повторности истекает не раньше 3 марта 2026'],
    ['repetition', '2026-03-04', 'Год повторности мог истечь с 3 марта 2026'],
    ['execution', '2027-03-14', 'Давность исполнения истекает не раньше 14 марта 2027'],
    ['execution', '2027-03-15', 'Давность исполнения могла истечь с 14 марта 2027'],
    ['force', '2025-03-13', 'Вступает в силу не раньше 14 марта 2025, если не обжалуют'],
    ['force', '2025-03-14', 'Могло вступить в силу с 14 марта 2025, если не обжаловали'],
    ['force', '2025-03-15', 'Могло вступить в силу с 14 марта 2025, если не обжаловали'],
  ])('%s on %s: %s, and is not past', (kind, today, title) => {
    const found = deadlinesOf(koap, today).deadlines.find(one => one.kind === kind)
    expect(plain(found?.title)).toBe(title)
    expect(found).toMatchObject({ certainty: 'not_before', isPast: false })
  })
  it('stays among what is coming for a year, and an exact day does not', () => {
    const kinds = (today: string, more: Partial<CaseFacts> = {}) =>
      findDeadlines({ ...koap, ...more }, today, withinDays(today, today)).deadlines.map(({ kind }) => kind)
    expect(kinds('2026-03-02')).not.toContain('repetition')
    for (const today of ['2026-03-03', '2026-03-04', '2027-03-03']) expect(kinds(today), today).toContain('repetition')
    expect(kinds('2027-03-04')).not.toContain('repetition')
    const served = { own: [{ kind: 'served', person: 0, day: '2025-03-03', severity: null }] } as const
    expect(kinds('2025-03-13', served)).toContain('complaint')
    expect(kinds('2025-03-14', served)).not.toContain('complaint')
  })
  it('stands after what is ahead and before what has passed', () => {
    const served = { own: [{ kind: 'served', person: 0, day: '2025-03-03', severity: null }] } as const
    expect(deadlinesOf({ ...koap, ...served }, '2026-06-01').deadlines.map(({ kind }) => kind)).toEqual([
      'execution',
      'repetition',
      'complaint',
      'force',
      'payment',
    ])
  })
})

describe('the day of a copy', () => {
  const two = [
    { ordinal: 0, decided: null, result: null },
    { ordinal: 1, decided: null, result: null },
  ]
  const complaints = (facts: Partial<CaseFacts>) =>
    deadlinesOf({ ...koap, ...facts }, '2025-03-05')
      .deadlines.filter(({ kind }) => kind === 'complaint')
      .map(({ person, certainty }) => [person, certainty])
  const ofCase = { kind: 'served', person: null, day: '2025-03-04', severity: null } as const
  it('of the case is of its only accused, and of nobody where there are two', () => {
    expect(complaints({ own: [ofCase] })).toEqual([[null, 'reckoned']])
    expect(complaints({ accused: two, own: [ofCase] })).toEqual([[null, 'not_before']])
    expect(complaints({ accused: two, own: [ofCase, { ...ofCase, person: 1 }] }).toSorted()).toEqual([
      [0, 'not_before'],
      [1, 'reckoned'],
    ])
  })
  it.each([
    ['2025-03-02', '2025-03-13', 'not_before'],
    ['2025-03-03', '2025-03-13', 'reckoned'],
    ['2025-03-04', '2025-03-14', 'reckoned'],
  ])(
    'served on %s, of a decision of 3 March: to %s, %s; one of an earlier decision counts for nothing',
    (day, date, certainty) => {
      const own = [{ kind: 'served', person: 0, day, severity: null }] as const
      const isEarlier = certainty === 'not_before'
      const said = /; день вручения, который вы указали, 2 марта 2025, раньше решения и не учтён/
      const { deadlines } = deadlinesOf({ ...koap, own }, '2025-06-01')
      for (const kind of ['complaint', 'force']) {
        const found = deadlines.find(one => one.kind === kind)
        expect(found).toMatchObject({ certainty, isPast: !isEarlier, missing: isEarlier ? 'served' : null })
        expect(said.test(plain(found?.assumption) ?? '')).toBe(isEarlier)
      }
      expect(deadlines.find(({ kind }) => kind === 'complaint')?.date).toBe(date)
      const verdict = { ...koap, type: 2, result: 'Вынесен ПРИГОВОР', own } as const
      const appeal = deadlinesOf(verdict, '2025-03-05').deadlines.find(({ kind }) => kind === 'appeal')
      expect(appeal?.missing).toBe(isEarlier ? 'served' : null)
      expect(said.test(plain(appeal?.assumption) ?? '')).toBe(isEarlier)
      expect(/Если осуждённый под стражей/.test(plain(appeal?.assumption) ?? '')).toBe(!isEarlier)
    },
  )
})

describe('a complaint whose outcome stands on the card alone', () => {
  const on = { appealed: '2025-03-10', appealResult: 'Оставлено без изменения' }
  const found = (more: Partial<CaseFacts>) => deadlinesOf({ ...koap, ...more }, '2025-03-20').deadlines
  it('is a complaint: nothing is said as if there was none', () => {
    for (const type of [1, 2] as const) {
      const all = found({ ...on, type, ...(type === 2 && { result: 'Вынесен ПРИГОВОР' }) })
      expect(all.filter(({ kind }) => ['complaint', 'appeal', 'payment', 'cassation'].includes(kind))).toEqual([])
      const force = all.find(({ kind }) => kind === 'force')
      expect(force).toMatchObject({ date: null, certainty: null })
      expect(plain(force?.assumption)).toMatch(
        /обжаловано, рассмотрение — 10 марта 2025; итог на карточке: «Оставлено без изменения», а с какого дня оно в силе, из этого не ясно\.$/,
      )
    }
    const said = (more: Partial<CaseFacts>) => plain(found(more).find(({ kind }) => kind === 'force')?.assumption)
    expect(said({ ...on, appealed: null })).toBe(
      'Постановление обжаловано; итог на карточке: «Оставлено без изменения», а день этого итога не указан.',
    )
    expect(said({ appealed: on.appealed })).toBe(
      'Постановление обжаловано, рассмотрение — 10 марта 2025: день зависит от решения по жалобе.',
    )
    expect(found({ ...on, appealed: null }).find(({ kind }) => kind === 'force')).toMatchObject({ date: null })
  })
  it('that was returned delays nothing', () =>
    expect(
      found({ ...on, appealResult: 'Возвращено без рассмотрения' }).find(({ kind }) => kind === 'force'),
    ).toMatchObject({ date: '2025-03-14' }))
})

describe('an accused whose part ended without a decision on the merits', () => {
  const people = (...accused: CaseFacts['accused']) =>
    deadlinesOf({ ...koap, result: null, decided: null, penalties: [], accused }, '2025-03-05')
  const punished = { ordinal: 0, decided: '2025-03-03', result: koap.result }
  const returned = { ordinal: 1, decided: '2025-03-03', result: 'Возвращено для устранения недостатков' }
  it('has no deadlines, and those of the others are not called those of the case', () => {
    const persons = (...accused: CaseFacts['accused']) => [
      ...new Set(people(...accused).deadlines.map(({ person }) => person)),
    ]
    expect(persons(punished, returned)).toEqual([0])
    expect(persons(punished, returned, { ...punished, ordinal: 2 }).toSorted()).toEqual([0, 2])
    expect(persons(punished, { ...punished, ordinal: 1 })).toEqual([null])
    expect(plain(people(returned, { ...returned, ordinal: 0 }).note ?? '')).toMatch(/без решения по существу/)
  })
})

describe('a penalty', () => {
  const kinds = (facts: Partial<CaseFacts>) =>
    deadlinesOf({ ...koap, ...facts }, '2025-03-20').deadlines.map(({ kind }) => kind)
  it('that a complaint keeps out of force begins no year of repetition', () => {
    expect(kinds({})).toContain('repetition')
    for (const appealResult of [null, 'Рассмотрено'])
      expect(kinds({ appealed: '2025-03-10', appealResult })).toEqual(['force'])
    expect(kinds({ appealed: '2025-03-10', appealResult: 'Оставлено без изменения' })).toContain('repetition')
    expect(kinds({ appealed: '2025-03-10', inForce: '2025-04-10' })).toContain('repetition')
  })
  it('is past execution, and an act past punishment, only if nothing made it longer', () => {
    const title = (kind: string, facts: Partial<CaseFacts>, today: string) =>
      plain(deadlinesOf({ ...koap, ...facts }, today).deadlines.find(one => one.kind === kind)?.title)
    const executed = { inForce: '2025-03-14' }
    expect(title('execution', executed, '2027-03-14')).toBe('Давность исполнения истекает 14 марта 2027')
    expect(title('execution', executed, '2027-03-15')).toBe(
      'Давность исполнения истекла 14 марта 2027, если не прерывалась и не приостанавливалась',
    )
    const open = {
      decided: null,
      result: null,
      penalties: [],
      articles: [{ article_number: '19.3', part: '1' }],
      own: [{ kind: 'act', person: null, day: '2025-03-01', severity: null }],
    } as const
    expect(title('limitation', open, '2025-05-29')).toBe('Назначить наказание можно до 29 мая 2025 включительно')
    expect(title('limitation', open, '2025-05-30')).toBe(
      'Давность привлечения истекла 29 мая 2025, если не приостанавливалась',
    )
  })
})

describe('the edition of a criminal appeal', () => {
  const found = (kind: string, decided: string, day?: string) =>
    deadlinesOf(
      {
        ...koap,
        type: 2,
        result: 'Вынесен ПРИГОВОР',
        decided,
        own: day === undefined ? [] : [{ kind: 'served', person: 0, day, severity: null }],
      },
      '2023-01-10',
    ).deadlines.find(one => one.kind === kind)
  it.each([
    ['2023-01-08', '2023-01-18', 'upk-389.4-10'],
    ['2023-01-09', '2023-01-24', 'upk-389.4'],
  ])('decided on %s: the one its day was found by, whatever copy is told', (decided, date, term) => {
    for (const day of [undefined, '2023-01-16']) {
      expect(found('appeal', decided, day)).toMatchObject({ date, term })
      expect(found('force', decided, day)).toMatchObject({ date: addDays(date, 1), term })
    }
  })
})
