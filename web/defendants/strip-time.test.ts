import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { periodOnStrip, placeOfDay, stripAround } from './strip-time.ts'

const today = '2026-11-21'
const strip = stripAround(today)
const counted = (from: string, until: string, until_is_earliest = false) => ({
  ...{ id: 1, case_number: '5-1/2026', court: 'Заречный суд', from_is_earliest: false },
  ...{ from, until, until_is_earliest },
})

describe('two years of a person', () => {
  it('are whole months with today among them', () => {
    expect([strip.from, strip.until, strip.months.length]).toEqual(['2025-02-01', '2027-02-01', 24])
    expect(strip.months.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100)
    expect(placeOfDay(strip, strip.from)).toBe(0)
    expect(placeOfDay(strip, today)).toBeGreaterThan(80)
  })
  it('shade a period within the strip, its last day too, and say which end lies outside', () => {
    fc.assert(
      fc.property(fc.integer({ min: -800, max: 800 }), fc.integer({ min: 0, max: 800 }), (start, length) => {
        const from = addDays(today, start)
        const until = addDays(from, length)
        const shade = periodOnStrip(strip, counted(from, until))
        const isOutside = until < strip.from || from >= strip.until
        expect(shade === undefined).toBe(isOutside)
        if (shade === undefined) return
        expect(shade.at).toBeGreaterThanOrEqual(0)
        expect(shade.width).toBeGreaterThan(0)
        expect(shade.at + shade.width).toBeLessThanOrEqual(100.000001)
        expect([shade.beginsBefore, shade.endsAfter]).toEqual([from < strip.from, until >= strip.until])
      }),
    )
    expect(periodOnStrip(strip, counted(today, today))?.width).toBeCloseTo(100 / 730)
  })
  it('have an open end where sites do not tell it', () =>
    expect(periodOnStrip(strip, counted('2026-01-01', '2026-06-01', true))?.endsAfter).toBe(true))
})
