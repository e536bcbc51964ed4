import { describe, expect, it } from 'vitest'
import { rangeOf, rangesFor, relativeName } from './date-ranges.ts'

const today = new Date(2026, 10, 21)
const ranges = rangesFor('entry_date_range')
const named = (field: string, name: string) => {
  const range = rangesFor(field).find(candidate => candidate.name === name)
  if (!range) throw new Error(name)
  return rangeOf(range, today)
}

describe('ready date ranges', () => {
  it.each([
    ['entry_date_range', 'сегодня', '2026-11-21', '2026-11-21'],
    ['entry_date_range', 'последние 7 дней', '2026-11-15', '2026-11-21'],
    ['entry_date_range', 'последние 90 дней', '2026-08-24', '2026-11-21'],
    ['entry_date_range', 'этот год', '2026-01-01', '2026-11-21'],
    ['entry_date_range', 'прошлый год', '2025-01-01', '2025-12-31'],
    ['event_date_range', 'следующие 7 дней', '2026-11-21', '2026-11-27'],
  ])('%s, %s', (field, name, min, max) => expect(named(field, name)).toEqual({ min, max }))

  it('lie ahead only where something does', () => {
    expect(rangesFor('result_date_range').some(({ name }) => name.startsWith('следующие'))).toBe(false)
    expect(rangesFor('last_scheduled_hearing_date_range').some(({ name }) => name.startsWith('следующие'))).toBe(true)
  })
  it('are recognised by their days', () => {
    expect(relativeName(ranges, { min: '2026-11-15', max: '2026-11-21' }, today)).toBe('последние 7 дней')
    expect(relativeName(ranges, { min: '2026-11-14', max: '2026-11-21' }, today)).toBe('own')
    expect(relativeName(ranges, { min: '2026-11-14' }, today)).toBe('own')
    expect(relativeName(ranges, {}, today)).toBe('')
  })
})
