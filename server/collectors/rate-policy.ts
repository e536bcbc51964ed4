import { calendarZone, today } from '#shared/domain/relative-dates.ts'

/**
 * The rate-limit policy of court sites (domain §6): limits as data, the decision as a pure function. Counters are in
 * the database (host-lease.ts), so that they survive restarts and are shared by all workers. rate-limiter-flexible
 * counts points of one key in a fixed window; a request here needs one atomic decision over a lease, gaps from the end
 * of an answer, a cooldown, and ceilings by calendar day and by night of the court. Times in milliseconds.
 */
export type RateLimits = {
  /** Between the end of an answer of a host and the next request to it. */
  hostGap: number
  /** Between the beginnings of any two requests to hosts of one platform. */
  platformGap: number
  /** A lease older than this belongs to a dead worker. */
  lease: number
  /** After a 429 or a block; doubles with each further one, up to `longestCooldown`. */
  cooldown: number
  longestCooldown: number
  /** When this many hosts of a platform cool down at once, the platform itself refuses us and cools down too. */
  refusingHosts: number
  /** Requests per day (Moscow's calendar), and the maximum outside the night of the court. */
  hostPerDay: number
  hostByDaylight: number
  platformPerDay: number
  /** Pauses before each next attempt; the last one repeats. */
  backoff: readonly number[]
}

const minute = 60_000
const hour = 60 * minute

export const rateLimits: RateLimits = {
  hostGap: 3_000,
  platformGap: 1_500,
  lease: 2 * minute,
  cooldown: 30 * minute,
  longestCooldown: 24 * hour,
  refusingHosts: 3,
  hostPerDay: 3_000,
  hostByDaylight: 400,
  platformPerDay: 45_000,
  backoff: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour],
}

export const backoffAfter = ({ backoff }: RateLimits, attempts: number): number =>
  backoff[Math.min(Math.max(attempts, 1), backoff.length) - 1] ?? hour

const nightBegins = 21
const nightEnds = 7

const clockOf = (at: Date, timeZone: string): { hours: number; passed: number } => {
  const [hours = 0, minutes = 0, seconds = 0] = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' })
    .format(at)
    .split(':')
    .map(Number)
  return { hours, passed: hours * hour + minutes * minute + seconds * 1_000 }
}
export const isNight = (at: Date, timeZone: string): boolean => {
  const { hours } = clockOf(at, timeZone)
  return hours >= nightBegins || hours < nightEnds
}
const nextTimeOfDay = (at: Date, timeZone: string, hours: number): Date => {
  const ahead = hours * hour - clockOf(at, timeZone).passed
  return new Date(at.getTime() + (ahead > 0 ? ahead : ahead + 24 * hour))
}

export type RequestCounts = {
  busy_until: Date
  next_at: Date
  silent_until: Date
  calm_until: Date
  day: string | null
  asked: number
  asked_by_day: number
  platform: { next_at: Date; silent_until: Date; day: string | null; asked: number }
}
export type RateDecision =
  | { granted: true; night: boolean }
  | {
      granted: false
      until: Date
      why: 'leased' | 'gap' | 'platform_gap' | 'cooldown' | 'daily_limit' | 'daylight_limit'
      /** Only background work is refused. */
      backgroundOnly: boolean
    }

/** Whether a request may begin at `at`. `urgent`: a person waits for it, so it does not wait for the night. */
export function decideRequest(
  counts: RequestCounts,
  at: Date,
  { zone, urgent, limits }: { zone: string; urgent: boolean; limits: RateLimits },
): RateDecision {
  const { platform } = counts
  const night = isNight(at, zone)
  const day = today(at)
  const [asked, byDaylight] = counts.day === day ? [counts.asked, counts.asked_by_day] : [0, 0]
  const askedOfPlatform = platform.day === day ? platform.asked : 0
  type Why = Extract<RateDecision, { granted: false }>['why']
  const refused = (until: Date, why: Why): RateDecision => ({
    granted: false,
    until,
    why,
    backgroundOnly: why === 'daylight_limit',
  })
  const cooldown = counts.silent_until > platform.silent_until ? counts.silent_until : platform.silent_until
  if (counts.busy_until > at) return refused(counts.busy_until, 'leased')
  if (cooldown > at) return refused(cooldown, 'cooldown')
  if (asked >= limits.hostPerDay || askedOfPlatform >= limits.platformPerDay)
    return refused(nextTimeOfDay(at, calendarZone, 0), 'daily_limit')
  if (!urgent && !night && byDaylight >= limits.hostByDaylight)
    return refused(nextTimeOfDay(at, zone, nightBegins), 'daylight_limit')
  if (!urgent && counts.calm_until > at) return refused(counts.calm_until, 'daylight_limit')
  if (counts.next_at > at) return refused(counts.next_at, 'gap')
  if (platform.next_at > at) return refused(platform.next_at, 'platform_gap')
  return { granted: true, night }
}
