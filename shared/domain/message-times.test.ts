import { describe, expect, it } from 'vitest'
import { afterQuiet, instantIn, messageTime, type Timing } from './message-times.ts'

const usual: Timing = { cadence: 'at_once', at: '09:00', weekday: 1, zone: 'Europe/Moscow', quiet: null }
const night = { from: '22:00', to: '08:00' }

describe('when a message goes', () => {
  // Moscow is three hours ahead of UTC, Vladivostok ten. 2 March 2026 is a Monday.
  // biome-ignore format: a table reads best as one
  it.each<[what: string, timing: Partial<Timing>, came: string, goes: string]>([
    ['at once: gathered for five minutes',             {},                                                  '2026-03-02T10:00:00Z', '2026-03-02T10:05:00.000Z'],
    ['at once, by night: when quiet hours end',        { quiet: night },                                    '2026-03-02T20:00:00Z', '2026-03-03T05:00:00.000Z'],
    ['at once, after midnight: the same morning',      { quiet: night },                                    '2026-03-02T22:30:00Z', '2026-03-03T05:00:00.000Z'],
    ['at once, gathered into quiet hours',             { quiet: night },                                    '2026-03-02T18:57:00Z', '2026-03-03T05:00:00.000Z'],
    ['at once, as quiet hours end',                    { quiet: night },                                    '2026-03-02T04:55:00Z', '2026-03-02T05:00:00.000Z'],
    ['at once, quiet by day',                          { quiet: { from: '12:00', to: '14:00' } },           '2026-03-02T09:30:00Z', '2026-03-02T11:00:00.000Z'],
    ['at once, quiet by day, in the evening',          { quiet: { from: '12:00', to: '14:00' } },           '2026-03-02T19:30:00Z', '2026-03-02T19:35:00.000Z'],
    ['daily, before the hour: today',                  { cadence: 'daily' },                                '2026-03-02T05:59:00Z', '2026-03-02T06:00:00.000Z'],
    ['daily, at the very hour: tomorrow',              { cadence: 'daily' },                                '2026-03-02T06:00:00Z', '2026-03-03T06:00:00.000Z'],
    ['daily, in another zone',                         { cadence: 'daily', zone: 'Asia/Vladivostok' },      '2026-03-01T23:30:00Z', '2026-03-02T23:00:00.000Z'],
    ['daily at an hour that is quiet: when it ends',   { cadence: 'daily', at: '07:00', quiet: night },     '2026-03-02T10:00:00Z', '2026-03-03T05:00:00.000Z'],
    ['weekly: the next such day',                      { cadence: 'weekly', weekday: 5 },                   '2026-03-02T10:00:00Z', '2026-03-06T06:00:00.000Z'],
    ['weekly, on the day, past the hour: in a week',   { cadence: 'weekly', weekday: 1 },                   '2026-03-02T10:00:00Z', '2026-03-09T06:00:00.000Z'],
    ['daily, over a change to summer time',            { cadence: 'daily', zone: 'Europe/Berlin' },         '2026-03-28T12:00:00Z', '2026-03-29T07:00:00.000Z'],
  ])('%s', (_, timing, came, goes) =>
    expect(messageTime({ ...usual, ...timing }, new Date(came)).toISOString()).toBe(goes))

  it('is never earlier than the news, and never in quiet hours, whatever the minute', () => {
    for (const zone of ['Europe/Moscow', 'Europe/Berlin', 'Asia/Kamchatka', 'America/New_York'])
      for (let minute = 0; minute < 3 * 1440; minute += 37) {
        const came = new Date(Date.parse('2026-10-24T00:00:00Z') + minute * 60_000)
        const goes = messageTime({ ...usual, zone, quiet: night }, came)
        expect(goes.getTime()).toBeGreaterThan(came.getTime())
        const hour = Number(
          new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(goes),
        )
        expect(hour >= 8 && hour < 22, `${zone} ${goes.toISOString()}`).toBe(true)
      }
  })
  // A minute before, at and after each end, and over midnight, of a month and of a year.
  it.each([
    [night, '2026-03-02 21:59', 'at once'],
    [night, '2026-03-02 22:00', '2026-03-03 08:00'],
    [night, '2026-03-02 22:01', '2026-03-03 08:00'],
    [night, '2026-03-02 23:59', '2026-03-03 08:00'],
    [night, '2026-03-03 00:00', '2026-03-03 08:00'],
    [night, '2026-03-03 00:01', '2026-03-03 08:00'],
    [night, '2026-03-03 07:59', '2026-03-03 08:00'],
    [night, '2026-03-03 08:00', 'at once'],
    [night, '2026-03-03 08:01', 'at once'],
    [night, '2026-02-28 22:00', '2026-03-01 08:00'],
    [night, '2026-12-31 23:59', '2027-01-01 08:00'],
    [{ from: '12:00', to: '14:00' }, '2026-03-02 11:59', 'at once'],
    [{ from: '12:00', to: '14:00' }, '2026-03-02 12:00', '2026-03-02 14:00'],
    [{ from: '12:00', to: '14:00' }, '2026-03-02 13:59', '2026-03-02 14:00'],
    [{ from: '12:00', to: '14:00' }, '2026-03-02 14:00', 'at once'],
    [{ from: '00:00', to: '08:00' }, '2026-03-02 23:59', 'at once'],
    [{ from: '00:00', to: '08:00' }, '2026-03-03 00:00', '2026-03-03 08:00'],
    [{ from: '22:00', to: '00:00' }, '2026-03-02 23:59', '2026-03-03 00:00'],
    [{ from: '22:00', to: '00:00' }, '2026-03-03 00:00', 'at once'],
  ])('quiet hours %o: what is due on %s goes %s', (quiet, due, goes) => {
    for (const zone of ['Europe/Moscow', 'Asia/Kamchatka', 'Europe/Kaliningrad']) {
      const at = (moment: string) => instantIn(zone, moment.slice(0, 10), moment.slice(11))
      expect(afterQuiet({ quiet, zone }, at(due)), zone).toEqual(at(goes === 'at once' ? due : goes))
    }
  })
  it('takes an hour that is skipped for one beside it', () =>
    expect(['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z']).toContain(
      instantIn('Europe/Berlin', '2026-03-29', '02:30').toISOString(),
    ))
})
