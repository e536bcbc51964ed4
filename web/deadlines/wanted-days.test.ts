import { describe, expect, it } from 'vitest'
import type { DeadlineRow } from '#shared/api/deadlines.ts'
import { daysWith, ownDayOf, unassignedDay, wantedDays } from './wanted-days.ts'

const [first, second] = [
  { ordinal: 0, name: 'Ветрогонов Пётр Ильич', hidden: false },
  { ordinal: 1, name: 'Полынцев Лука Савич', hidden: false },
]
const served = (person: number | null, day = '2026-11-06') => ({ kind: 'served', person, day, severity: null }) as const
const given = (day: string) => ({ day, severity: null })
const told = { deadlines: [], own: [served(null)], accused: [first], is_decided: true }
const deadline: DeadlineRow = {
  kind: 'crime',
  person: null,
  title: '',
  date: null,
  certainty: null,
  unmoved: null,
  is_past: false,
  assumption: '',
  brief: '',
  missing: null,
  why_not: null,
  quote: null,
  is_whose_unclear: false,
  edition: {
    term: 'uk-78',
    article: '',
    law: null,
    since: null,
    until: null,
    source: { title: '', url: null },
    confidence: 'high',
    status: 'in_force',
  },
}
const of = (person: number) => ({ kind: 'served', person, label: '' }) as const

describe('a day of service', () => {
  it('is told of the only accused, whose is also one that was told of the case', () => {
    expect(wantedDays(told)).toMatchObject([{ kind: 'served', person: 0 }])
    expect(ownDayOf(told, of(0))?.day).toBe('2026-11-06')
    expect(unassignedDay(told)).toBeUndefined()
    expect(daysWith(told, of(0), given('2026-11-07'))).toEqual([served(0, '2026-11-07')])
    expect(daysWith(told, of(0), undefined)).toEqual([])
    expect(wantedDays({ ...told, accused: [] })).toMatchObject([{ person: null }])
  })
  it('of the case is of none of two, and is theirs of whom it is told', () => {
    const two = { ...told, accused: [first, second] }
    expect(wantedDays(two)).toMatchObject([{ person: 0 }, { person: 1 }])
    expect(unassignedDay(two)).toBe('2026-11-06')
    expect([ownDayOf(two, of(0)), ownDayOf(two, of(1))]).toEqual([undefined, undefined])
    expect(daysWith(two, of(1), given('2026-11-06'))).toEqual([served(1)])
    // Another day says nothing of that one.
    expect(daysWith(two, of(1), given('2026-11-07'))).toEqual([served(null), served(1, '2026-11-07')])
  })
  it('of one leaves that of another', () =>
    expect(daysWith({ ...told, accused: [first, second], own: [served(0)] }, of(1), given('2026-11-07'))).toEqual([
      served(0),
      served(1, '2026-11-07'),
    ]))
})

it('a day of a crime is asked with its severity, which stays when the day changes', () => {
  const crime = { kind: 'crime', missing: 'act' } as const
  const undecided = { deadlines: [{ ...deadline, ...crime }], own: [], accused: [first], is_decided: false }
  const [of] = wantedDays(undecided)
  expect(of).toMatchObject({ kind: 'act', person: null, label: 'День преступления', isOfCrime: true })
  if (of === undefined) return
  const own = daysWith(undecided, of, { day: '2024-05-01', severity: 'grave' })
  expect(own).toEqual([{ kind: 'act', person: null, day: '2024-05-01', severity: 'grave' }])
  expect(ownDayOf({ ...undecided, own }, of)).toMatchObject({ severity: 'grave' })
  expect(
    wantedDays({ ...undecided, deadlines: [{ ...deadline, kind: 'limitation', missing: 'act' }] })[0],
  ).not.toHaveProperty('isOfCrime')
})

it('a day of the act is asked where one of two is decided, and one that was told can be changed', () => {
  const half = { ...told, own: [], deadlines: [{ ...deadline, missing: 'act' as const }], accused: [first, second] }
  expect(wantedDays(half).map(({ kind }) => kind)).toEqual(['act'])
  const act = { kind: 'act', person: null, day: '2026-05-01', severity: null } as const
  expect(wantedDays({ ...told, own: [act] }).map(({ kind }) => kind)).toEqual(['act'])
})
