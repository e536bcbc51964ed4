import { expect, it } from 'vitest'
import { showDate, showDateRange, showMoment } from './dates.ts'
import { regionDistrict, regionShortName, regionTimeZone } from './region-places.ts'
import { regions } from './regions.ts'
import { caseForms, counted, hallWords } from './wording.ts'

it.each([
  [0, '0 дел'],
  [1, '1 дело'],
  [2, '2 дела'],
  [5, '5 дел'],
  [11, '11 дел'],
  [21, '21 дело'],
  [1204, '1 204 дела'],
  [41977, '41 977 дел'],
])('%i is counted in Russian (§2)', (count, text) =>
  expect(counted(count, caseForms).replaceAll('\u00a0', ' ')).toBe(text),
)

it('names a hall once, however courts write it', () =>
  expect(['5', 'Зал 5', 'зал № 5'].map(hallWords)).toEqual(['зал 5', 'зал 5', 'зал № 5']))

it('shows a date as D MMMM YYYY (§9)', () => expect(showDate('2026-11-21')).toBe('21\u00a0ноября\u00a02026'))
it('says a year once', () =>
  expect(showDateRange({ min: '2026-01-01', max: '2026-11-21' })).toBe('1\u00a0января — 21\u00a0ноября\u00a02026'))
it('shows what is not a date as it came', () => expect(showDate('вчера')).toBe('вчера'))

it('knows 86 regions, each with a short name of its own, a district and a zone that exists', () => {
  expect(regions).toHaveLength(86)
  expect(new Set(regions.map(({ number }) => number)).size).toBe(86)
  expect(new Set(regions.map(({ number }) => regionShortName(number))).size).toBe(86)
  for (const { number } of regions) expect(regionShortName(number)).toMatch(/^\p{L}{2,5}$/u)
  for (const { number } of regions) expect(regionDistrict(number)).not.toBe('')
  for (const { number } of regions)
    expect(() => new Intl.DateTimeFormat('ru', { timeZone: regionTimeZone(number) })).not.toThrow()
})
it('shows a moment by the clock of a place', () =>
  expect(showMoment('2026-11-20T22:05:00Z', 'Europe/Moscow')).toBe('21\u00a0ноября\u00a02026, 01:05'))
