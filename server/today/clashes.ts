import type { TodayHearing } from '#shared/api/today.ts'

/** Of no zone: by one clock two hearings lie apart as far as in time. */
const byClockOf = ({ date, time }: TodayHearing, ms: number): { date: string; time: string } => {
  const [day = '', clock = ''] = new Date(Date.parse(`${date}T${time ?? '00:00'}:00Z`) + ms).toISOString().split('T')
  return { date: day, time: clock.slice(0, 5) }
}

/** Minutes between the beginnings of two hearings at which nobody is sure to be at both. */
const clashMinutes = 60

/** Of two hearings that begin within an hour each names the nearest other; two of one case are no clash. */
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
