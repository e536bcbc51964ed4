import { addDays, clockIn, dayIn, weekdayOf } from './dates.ts'
import { type Cadence, debounceMinutes } from './news.ts'

/** When a message is sent: in the person's time zone, outside quiet hours. */
export type Timing = {
  cadence: Cadence
  at: string
  weekday: number
  zone: string
  quiet: { from: string; to: string } | null
}

const minute = 60_000

export function messageTime(timing: Timing, came: Date): Date {
  const { cadence, at, weekday, zone } = timing
  if (cadence === 'at_once') return afterQuiet(timing, new Date(came.getTime() + debounceMinutes * minute))
  const first = dayIn(zone, came)
  for (let ahead = 0; ; ahead++) {
    const day = addDays(first, ahead)
    if (cadence === 'weekly' && weekdayOf(day) !== weekday) continue
    const time = instantIn(zone, day, at)
    if (time.getTime() > came.getTime()) return afterQuiet(timing, time)
  }
}

export function afterQuiet({ quiet, zone }: Pick<Timing, 'quiet' | 'zone'>, time: Date): Date {
  if (quiet === null) return time
  const clock = clockIn(zone, time)
  const overnight = quiet.from > quiet.to
  const isQuiet = overnight ? clock >= quiet.from || clock < quiet.to : clock >= quiet.from && clock < quiet.to
  if (!isQuiet) return time
  const day = dayIn(zone, time)
  return instantIn(zone, overnight && clock >= quiet.from ? addDays(day, 1) : day, quiet.to)
}

/** A time skipped by daylight saving becomes the one an hour later. */
export function instantIn(zone: string, day: string, clock: string): Date {
  const wanted = Date.parse(`${day}T${clock}:00Z`)
  let instant = wanted
  // Twice, because the first offset may be that of the other side of a clock change.
  for (let step = 0; step < 2; step++) {
    const shown = Date.parse(`${dayIn(zone, new Date(instant))}T${clockIn(zone, new Date(instant))}:00Z`)
    instant += wanted - shown
  }
  return new Date(instant)
}
