import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysOf, type RelativeRange, relativeRanges, showRange, today } from './relative-dates.ts'

// 21 November 2026 is a Saturday.
describe('a range of days that moves with the calendar', () => {
  it.each<[RelativeRange, string, string, string]>([
    ['today', '2026-11-21', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
    ['tomorrow', '2024-02-28', '2024-02-29', '2024-02-29'],
    ['last_7_days', '2026-11-21', '2026-11-15', '2026-11-21'],
    ['last_30_days', '2026-11-21', '2026-10-23', '2026-11-21'],
    ['last_90_days', '2026-11-21', '2026-08-24', '2026-11-21'],
    ['last_365_days', '2026-11-21', '2025-11-22', '2026-11-21'],
    ['next_7_days', '2026-12-28', '2026-12-28', '2027-01-03'],
    ['next_30_days', '2026-11-21', '2026-11-21', '2026-12-20'],
    ['this_week', '2026-11-21', '2026-11-16', '2026-11-22'],
    ['this_week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['this_week', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['last_week', '2026-11-21', '2026-11-09', '2026-11-15'],
    ['next_week', '2026-11-21', '2026-11-23', '2026-11-29'],
    ['this_month', '2024-02-10', '2024-02-01', '2024-02-29'],
    ['last_month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['next_month', '2026-12-31', '2027-01-01', '2027-01-31'],
    ['this_year', '2026-11-21', '2026-01-01', '2026-12-31'],
    ['last_year', '2026-11-21', '2025-01-01', '2025-12-31'],
  ])('%s on %s', (relative, on, min, max) => expect(daysOf({ relative }, on)).toEqual({ min, max }))

  it('never ends before it begins, and holds the day or lies on its right side', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...relativeRanges.map(({ value }) => value)),
        fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (relative, date) => {
          const on = date.toISOString().slice(0, 10)
          const { min, max } = daysOf({ relative }, on)
          expect(min <= max).toBe(true)
          if (/^(today|this_|last_\d|next_\d)/.test(relative)) expect(min <= on && on <= max).toBe(true)
          else if (/^(yesterday|last_)/.test(relative)) expect(max < on).toBe(true)
          else expect(min > on).toBe(true)
        },
      ),
    ))
  it('follows the calendar of Moscow, wherever it is asked', () => {
    expect(today(new Date('2026-11-21T20:59:59Z'))).toBe('2026-11-21')
    expect(today(new Date('2026-11-21T21:00:00Z'))).toBe('2026-11-22')
  })
  it('leaves two days as they are', () =>
    expect(daysOf({ min: '2026-01-01', max: '2026-01-02' }, '2030-01-01')).toEqual({
      min: '2026-01-01',
      max: '2026-01-02',
    }))
  it('is said in words', () => expect(showRange({ relative: 'this_week' })).toBe('эта неделя'))
})
