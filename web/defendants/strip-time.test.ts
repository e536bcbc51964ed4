import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { markOnStrip, periodOnStrip, placeOfDay, stripAround } from './strip-time.ts'

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
  it('mark a decision with what became of it, and an open case by what is ahead, certain or not', () => {
    const open: Parameters<typeof markOnStrip>[0] = {
      ...{ stage: 1, state: 'no_info', annulled: false, changed: false, in_question: false, entry_date: '2026-05-01' },
      ...{ result_date: null, result_type: null, possible_hearing: null, last_scheduled_hearing_date: null },
      hearing_said: null,
    }
    const mark = (part: Partial<typeof open>) =>
      markOnStrip({ ...open, ...part }, strip).map(({ date, sign, what }) => [
        date,
        sign,
        what.replaceAll('\u00a0', ' '),
      ])[0]
    expect(mark({})).toEqual(['2026-05-01', 'open', 'поступило'])
    const planned = { state: 'is_planned', last_scheduled_hearing_date: '2026-07-05' } as const
    expect(mark(planned)).toEqual(['2026-07-05', 'next', 'заседание'])
    expect(mark({ ...planned, possible_hearing: { date: '2026-12-03', time: '10:00' } })).toEqual([
      '2026-12-03',
      'next',
      'вероятно, заседание',
    ])
    expect(mark({ ...planned, hearing_said: 'Отложено' })).toEqual([
      '2026-07-05',
      'open',
      'заседание (в карточке: «Отложено»)',
    ])
    const decided = { result_date: '2026-10-22', result_type: { id: 1, title: 'Прекращено' } }
    expect(mark(decided)).toEqual(['2026-10-22', 'terminated', 'Прекращено'])
    expect(mark({ ...decided, annulled: true })).toEqual(['2026-10-22', 'annulled', 'Прекращено, отменено'])
    expect(mark({ ...decided, in_question: true })).toEqual(['2026-10-22', 'none', 'Прекращено, под вопросом'])
    expect(mark({ result_date: '2020-01-01' })).toBeUndefined()
  })
  it('have an open end where sites do not tell it', () =>
    expect(periodOnStrip(strip, counted('2026-01-01', '2026-06-01', true))?.endsAfter).toBe(true))
})
