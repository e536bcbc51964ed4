import { type Kysely, sql } from 'kysely'
import { addDays, weekdayOf } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import type { DB } from '../db/schema.ts'
import { expireCaptchas } from './captcha.ts'
import { raiseFlags } from './court-checks.ts'
import { collectContext, runCollecting } from './run.ts'
import { openWindows, type SearchUrls, windowsOf } from './search-windows.ts'
import { type Site, siteColumns } from './sites.ts'
import { nextMoment } from './task-queue.ts'

export type Collecting = {
  /** Whether the schedule queries watched courts; if not, only requests of people are served. */
  scheduled: boolean
  contact?: string | undefined
  proxy?: string | undefined
}
type Shop = { db: Kysely<DB>; collecting?: Collecting | undefined }
const byHand: Collecting = { scheduled: false }

/**
 * Runs every minute unless it is still running; it waits for work due within this time and leaves the rest to the next
 * run.
 */
const longestWait = 60_000
const concurrency = 4

/** Internal errors are thrown after the work is over, so that one page does not block the others. */
export async function collectDue({ db, collecting = byHand }: Shop, _: object, signal: AbortSignal): Promise<void> {
  const only = { urgent: !collecting.scheduled }
  const next = await nextMoment(db, only)
  if (next === undefined || next.getTime() - Date.now() > longestWait) return
  const context = await collectContext(db, collecting)
  const faults: unknown[] = []
  const onError = (error: unknown): void => void (faults.length < mostFaults && faults.push(error))
  await runCollecting(context, { only, concurrency, longestWait, onError }, signal)
  signal.throwIfAborted()
  if (faults.length > 0) throw new AggregateError(faults, `Collecting met faults, the first: ${String(faults[0])}`)
}
const mostFaults = 10

export async function planCollecting({ db, collecting = byHand }: Shop): Promise<void> {
  if (!collecting.scheduled) return
  const { searchUrls } = await collectContext(db, collecting)
  await planWindows(db, searchUrls)
}

export async function checkCourts({ db }: Shop): Promise<void> {
  await expireCaptchas(db)
  await raiseFlags(db)
}

/** The window since a court was last read whole, with this overlap, because courts enter cases late. */
const overlapDays = 14
const longOverlapDays = 60
const longOverlapWeekday = 6

const searches = [
  { type: 1, stage: 1 },
  { type: 1, stage: 2 },
  { type: 2, stage: 1 },
  { type: 2, stage: 2 },
] as const
const onlyReviews = new Set(['cassation', 'appeal'])

const batch = 1_000

export async function planWindows(db: Kysely<DB>, searchUrls: SearchUrls, at: Date = new Date()): Promise<number> {
  const to = today(at)
  const overlap = weekdayOf(to) === longOverlapWeekday ? longOverlapDays : overlapDays
  const { rows: sites } = await sql<Site>`
    select ${siteColumns} from court_site s join court c on c.id = s.court_id where s.is_watched order by s.id`.execute(
    db,
  )
  const { rows: seen } = await sql<{ site_id: number; type: number; stage: number; day: string }>`
    select site_id, type, stage, max(to_day) as day from collect_window
    where state in ('done', 'short') and article = '' group by site_id, type, stage`.execute(db)
  const lastDay = new Map(seen.map(({ site_id, type, stage, day }) => [`${site_id} ${type} ${stage}`, day]))
  const windows = sites.flatMap(site =>
    searches.flatMap(({ type, stage }) => {
      if (stage === 1 && onlyReviews.has(site.kind)) return []
      const last = lastDay.get(`${site.id} ${type} ${stage}`) ?? to
      const from = addDays(last < to ? last : to, -overlap)
      return windowsOf(site, { type, stage, from, to }, searchUrls)
    }),
  )
  let opened = 0
  for (let at = 0; at < windows.length; at += batch)
    opened += (await openWindows(db, windows.slice(at, at + batch), { why: 'schedule' })).length
  return opened
}
