import { describe, expect, it } from 'vitest'
import { detailsOf, timelineOf, wholeTimeline } from './movement.tsx'

const now = new Date('2026-11-21T09:00:00+03:00')
const event = (date: string, type: string, more = {}) => ({
  type,
  is_hearing: false,
  is_possible_hearing: false,
  date,
  time: null,
  happens_at: null,
  result: '',
  hall: '',
  note: '',
  ...more,
})
const court = { id: 1, title: 'Суд', city: '', region: 36, url: '', time_zone: 'Europe/Moscow' }
const one = { events: [], result_date: null, result_published_date: null, result_valid_date: null, court }
const hearing = (date: string, more = {}) => event(date, 'Рассмотрение дела по существу', { is_hearing: true, ...more })
const kinds = (told: Parameters<typeof timelineOf>[0]) => timelineOf(told, now).map(moment => moment.kind)

describe('the movement as a line of time', () => {
  it('tells a hearing ahead, one past, the one that decided, and the rest', () => {
    expect(
      kinds({ ...one, events: [event('2026-11-02', 'Регистрация'), hearing('2026-11-20'), hearing('2026-11-25')] }),
    ).toEqual(['step', 'past', 'next'])
    const events = [
      hearing('2026-11-10', { result: 'отложено' }),
      hearing('2026-11-18', { result: 'вынесено постановление' }),
    ]
    expect(kinds({ ...one, events, result_date: '2026-11-18' })).toEqual(['past', 'key'])
  })
  it('puts what is perhaps a hearing among what is ahead', () =>
    expect(kinds({ ...one, events: [event('2026-11-25', 'Явка сторон', { is_possible_hearing: true })] })).toEqual([
      'next',
    ]))
  it.each([
    ['2027-11-21', ''],
    ['2027-11-22', 'вероятно, опечатка в дате на сайте суда'],
    ['2062-11-25', 'вероятно, опечатка в дате на сайте суда'],
  ])('says of a day more than a year ahead that it may be mistyped: %s (decision 0136)', (date, told) => {
    const details = { event: event(date, 'Рассмотрение дела'), next: false, zone: 'Europe/Moscow', now }
    expect(detailsOf(details).replaceAll('\u00a0', ' ')).toBe(told)
  })
  it('goes by the minute where the minute is known', () =>
    expect(
      kinds({
        ...one,
        events: [
          hearing('2026-11-21', { happens_at: '2026-11-21T05:30:00Z' }),
          hearing('2026-11-21', { happens_at: '2026-11-21T06:30:00Z' }),
        ],
      }),
    ).toEqual(['past', 'next']))
  it('adds the days the card names beside its events, each in its place', () =>
    expect(
      timelineOf(
        {
          ...one,
          events: [
            event('2026-10-22', 'Вынесение'),
            event('2026-10-26', 'Вручение копии'),
            event('2026-11-06', 'Сдано в архив'),
          ],
          result_valid_date: '2026-11-03',
          result_published_date: '2026-10-22',
        },
        now,
      ).map(moment => (moment.kind === 'fact' ? moment.fact : moment.event.type)),
    ).toEqual(['Вынесение', 'published', 'Вручение копии', 'valid', 'Сдано в архив']))
  it('does not say twice what an event says', () =>
    expect(
      kinds({ ...one, events: [event('2026-11-03', 'Вступило в законную силу')], result_valid_date: '2026-11-03' }),
    ).toEqual(['step']))
  it('keeps the card’s own order, and needs no events', () => {
    const events = [event('2026-11-06', 'Б'), event('2026-11-02', 'А')]
    expect(timelineOf({ ...one, events }, now).map(({ date }) => date)).toEqual(['2026-11-06', '2026-11-02'])
    expect(kinds({ ...one, result_valid_date: '2026-11-03' })).toEqual(['fact'])
  })
  it('is one through the instances, each card in its own order, with today before what is ahead', () => {
    const first = { ...one, events: [hearing('2026-10-01'), event('2026-11-22', 'Б'), event('2026-11-20', 'А')] }
    const second = { ...one, events: [event('2026-11-02', 'Жалоба'), hearing('2026-11-25')] }
    const told = wholeTimeline([first, second], now)
    expect(told.map(({ date, of }) => [date, of === undefined ? 'today' : of === first ? 1 : 2])).toEqual([
      ['2026-10-01', 1],
      ['2026-11-02', 2],
      ['2026-11-21', 'today'],
      ['2026-11-22', 1],
      ['2026-11-20', 1],
      ['2026-11-25', 2],
    ])
    const past = wholeTimeline([{ ...one, events: [hearing('2026-11-20')] }], now)
    expect(past.map(({ kind }) => kind)).toEqual(['past'])
    expect(wholeTimeline([one, one], now)).toEqual([])
  })
})

it('of one day, what has an hour comes by it through both instances, and what has none after', () => {
  const first = {
    ...one,
    events: [event('2026-11-18', 'Вступление в законную силу', { time: '16:31' }), event('2026-11-18', 'Сдано')],
  }
  const second = { ...one, events: [event('2026-11-18', 'Судебное заседание', { time: '09:40' })] }
  const told = wholeTimeline([first, second], now).flatMap(moment => ('event' in moment ? [moment.event.type] : []))
  expect(told).toEqual(['Судебное заседание', 'Вступление в законную силу', 'Сдано'])
})
