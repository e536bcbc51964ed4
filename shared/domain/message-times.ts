import { dayIn } from './dates.ts'
import { type Cadence, gatherMinutes } from './news.ts'

/** When a message goes: by the clock of the person's zone, whatever its summer time does, and never in quiet hours. */
export type Timing = {
  cadence: Cadence
  /** `HH:MM` */
  at: string
  /** Monday is 1. */
  weekday: number
  zone: string
  quiet: { from: string; to: string } | null
}

const minute = 60_000
const dayMilliseconds = 86_400_000

/** When news that came at a moment goes out. */
export function messageTime(timing: Timing, came: Date): Date {
  const { cadence, at, weekday, zone } = timing
  if (cadence === 'at_once') return afterQuiet(timing, new Date(came.getTime() + gatherMinutes * minute))
  const first = dayIn(zone, came)
  for (let ahead = 0; ; ahead++) {
    const day = dayAfter(first, ahead)
    if (cadence === 'weekly' && weekdayOf(day) !== weekday) continue
    const time = instantIn(zone, day, at)
    if (time.getTime() > came.getTime()) return afterQuiet(timing, time)
  }
}

/** The moment itself, or the end of the quiet hours it lies in; they begin and end by the minute. */
export function afterQuiet({ quiet, zone }: Pick<Timing, 'quiet' | 'zone'>, time: Date): Date {
  if (quiet === null) return time
  const clock = clockIn(zone, time)
  const overnight = quiet.from > quiet.to
  const isQuiet = overnight ? clock >= quiet.from || clock < quiet.to : clock >= quiet.from && clock < quiet.to
  if (!isQuiet) return time
  const day = dayIn(zone, time)
  return instantIn(zone, overnight && clock >= quiet.from ? dayAfter(day, 1) : day, quiet.to)
}

const dayAfter = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMilliseconds).toISOString().slice(0, 10)
const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockIn = (zone: string, at: Date): string => {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(zone, clock)
  return clock.format(at)
}

/** The instant at which clocks of the zone show this; an hour that is skipped becomes the one after it. */
export function instantIn(zone: string, day: string, clock: string): Date {
  const wanted = Date.parse(`${day}T${clock}:00Z`)
  let instant = wanted
  // Twice: the offset found first may be that of the other side of a change.
  for (let step = 0; step < 2; step++) {
    const shown = Date.parse(`${dayIn(zone, new Date(instant))}T${clockIn(zone, new Date(instant))}:00Z`)
    instant += wanted - shown
  }
  return new Date(instant)
}
