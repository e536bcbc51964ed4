import type { TodayHearing } from '#shared/api/today.ts'

/** Without a zone: on one clock the distance of two hearings is the difference of their times. */
const byClockOf = ({ date, time }: TodayHearing, ms: number): { date: string; time: string } => {
  const [day = '', clock = ''] = new Date(Date.parse(`${date}T${time ?? '00:00'}:00Z`) + ms).toISOString().split('T')
  return { date: day, time: clock.slice(0, 5) }
}

/** Two hearings that start within this many minutes cannot surely be attended by one person. */
const clashMinutes = 60

/**
 * Links each of two hearings that begin within an hour to the nearest other one; two hearings of one case do not clash.
 */
export function withClashes(hearings: readonly TodayHearing[]): TodayHearing[] {
  const timed = hearings
    .flatMap(one => (one.off === null && one.happens_at !== null ? [{ one, at: Date.parse(one.happens_at) }] : []))
    .toSorted((a, b) => a.at - b.at)
  const places = new Map(timed.map(({ one }, n) => [one, n]))
  return hearings.map(one => {
    const place = places.get(one)
    if (place === undefined) return one
    const own = timed[place]?.at ?? 0
    const near: { other: TodayHearing; minutes: number; ms: number }[] = []
    for (const step of [-1, 1])
      for (let n = place + step; n >= 0 && n < timed.length; n += step) {
        const found = timed[n]
        const ms = (found?.at ?? 0) - own
        const minutes = Math.abs(ms) / 60_000
        if (found === undefined || minutes > clashMinutes) break
        if (found.one.case.id !== one.case.id) near.push({ other: found.one, minutes, ms })
      }
    const [nearest] = near.toSorted((a, b) => a.minutes - b.minutes)
    if (nearest === undefined) return one
    const { other, minutes, ms } = nearest
    const { id, court } = other.case
    return { ...one, clash: { case_id: id, time: other.time, here: byClockOf(one, ms), court: court.title, minutes } }
  })
}
