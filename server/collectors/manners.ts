/**
 * How court sites are treated (domain §6), as data; and, purely, whose turn it is. Times in milliseconds. What is counted
 * lies in the database (host-turn.ts), so that ten workers are as polite as one.
 */
export type Manners = {
  /** Between the end of an answer of a host and the next request to it. */
  gap: number
  /** Between the beginnings of any two requests to hosts of one platform. */
  platformGap: number
  /** A request that has not ended by then never will: its worker is dead. */
  longestRequest: number
  /** After a 429 or a block, doubled with each that follows at once, up to `longestSilence`. */
  silence: number
  longestSilence: number
  /** So many hosts of a platform silent at once: it is we who are unwelcome, and the platform gets its silence. */
  blocksOfPlatform: number
  /** Requests a day (by Moscow's calendar), and how many of them outside the night of the court. */
  hostDaily: number
  hostByDay: number
  platformDaily: number
  /** Before each next attempt; the last one for all that follow. */
  retryPauses: readonly number[]
}

const minute = 60_000
const hour = 60 * minute

export const manners: Manners = {
  gap: 3_000,
  platformGap: 1_500,
  longestRequest: 2 * minute,
  silence: 30 * minute,
  longestSilence: 24 * hour,
  blocksOfPlatform: 3,
  hostDaily: 3_000,
  hostByDay: 400,
  platformDaily: 45_000,
  retryPauses: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour],
}

export const retryPause = ({ retryPauses }: Manners, attempts: number): number =>
  retryPauses[Math.min(Math.max(attempts, 1), retryPauses.length) - 1] ?? hour

/** In lower case, without `www.`, `leninsky--kir` as `leninsky.kir`: one site is one host, however it is addressed. */
export const hostOf = (url: string | URL): string =>
  new URL(url).host
    .toLowerCase()
    .replace(/^www\./, '')
    .replaceAll('--', '.')
/** All courts under `sudrf.ru` stand on one platform; an address of digits is its own. */
export const platformOf = (host: string): string => {
  const name = host.replace(/:\d+$/, '')
  return /^[\d.]+$|^\[/.test(name) ? host : name.split('.').slice(-2).join('.')
}

/** By the clock of the court: from nine in the evening till seven in the morning. */
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
const untilClock = (at: Date, timeZone: string, hours: number): Date => {
  const ahead = hours * hour - clockOf(at, timeZone).passed
  return later(at, ahead > 0 ? ahead : ahead + 24 * hour)
}

const later = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds)

/** Days of the ceilings. */
export const moscow = 'Europe/Moscow'
export const dayOf = (at: Date): string => new Intl.DateTimeFormat('sv', { timeZone: moscow }).format(at)

/** What the database has counted of a host and of its platform. */
export type Counted = {
  busy_until: Date
  next_at: Date
  silent_until: Date
  calm_until: Date
  day: string | null
  asked: number
  asked_by_day: number
  platform: { next_at: Date; silent_until: Date; day: string | null; asked: number }
}
export type Turn =
  | { granted: true; night: boolean }
  /** `calm`: only what nobody waits for has to wait. */
  | { granted: false; until: Date; why: 'busy' | 'gap' | 'platform_gap' | 'silence' | 'ceiling' | 'day'; calm: boolean }

/** Whether a request may begin at `at`. `urgent`: a person waits for it; then the night need not come first. */
export function turnFor(
  counted: Counted,
  at: Date,
  { zone, urgent, rules }: { zone: string; urgent: boolean; rules: Manners },
): Turn {
  const night = isNight(at, zone)
  const today = dayOf(at)
  const asked = counted.day === today ? counted.asked : 0
  const byDay = counted.day === today ? counted.asked_by_day : 0
  const ofPlatform = counted.platform.day === today ? counted.platform.asked : 0
  const wait = (until: Date, why: Extract<Turn, { granted: false }>['why'], calm = false): Turn => ({
    granted: false,
    until,
    why,
    calm,
  })
  if (counted.busy_until > at) return wait(counted.busy_until, 'busy')
  const silentUntil = latest(counted.silent_until, counted.platform.silent_until)
  if (silentUntil > at) return wait(silentUntil, 'silence')
  if (asked >= rules.hostDaily || ofPlatform >= rules.platformDaily) return wait(untilClock(at, moscow, 0), 'ceiling')
  if (!urgent && !night && byDay >= rules.hostByDay) return wait(untilClock(at, zone, nightBegins), 'day', true)
  if (!urgent && counted.calm_until > at) return wait(counted.calm_until, 'day', true)
  if (counted.next_at > at) return wait(counted.next_at, 'gap')
  if (counted.platform.next_at > at) return wait(counted.platform.next_at, 'platform_gap')
  return { granted: true, night }
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)
