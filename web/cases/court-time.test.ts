import { describe, expect, it } from 'vitest'
import { dayIn } from '#shared/domain/dates.ts'
import { daysAway, moscowDistance, showInstant } from './court-time.ts'

const at = new Date('2026-11-20T22:30:00Z')

describe('the clock of a court', () => {
  it.each([
    ['Europe/Moscow', 'мск'],
    ['Asia/Yekaterinburg', 'мск+2'],
    ['Europe/Kaliningrad', 'мск−1'],
    ['Asia/Kamchatka', 'мск+9'],
    ['Нигде', ''],
  ])('%s is %s', (zone, distance) => expect(moscowDistance(zone, at)).toBe(distance))
  it('is on its own day', () => {
    expect(dayIn('Europe/Moscow', at)).toBe('2026-11-21')
    expect(dayIn('Europe/Kaliningrad', at)).toBe('2026-11-21')
    expect(dayIn('Asia/Yekaterinburg', new Date('2026-11-20T20:30:00Z'))).toBe('2026-11-21')
    expect(dayIn('Europe/Moscow', new Date('2026-11-20T20:30:00Z'))).toBe('2026-11-20')
  })
  it('counts days as people do', () =>
    expect(
      ['2026-11-21', '2026-11-22', '2026-11-25', '2026-11-20', '2026-12-12'].map(day =>
        daysAway(day, '2026-11-21').replaceAll('\u00a0', ' '),
      ),
    ).toEqual(['сегодня', 'завтра', 'через 4 дня', 'вчера', 'через 21 день']))
  it('shows an instant by Moscow', () =>
    expect(showInstant('2026-11-21T03:12:00Z').replaceAll('\u00a0', ' ')).toBe('21 ноября 2026, 06:12 мск'))
})
