import { type Kysely, sql } from 'kysely'
import type { Today, TodayHearing } from '#shared/api/today.ts'
import { addDays, dayIn, showDate } from '#shared/domain/dates.ts'
import { saidOf, withSaid } from '#shared/domain/hearing-said.ts'
import { type NewsDetail, readHearingLine } from '#shared/domain/news.ts'
import { selectCases } from '../cases/case-query.ts'
import { readMyCases } from '../db/my-cases.ts'
import { isWithinAYear } from '../db/reference/hearing-wording.ts'
import type { DB } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { withClashes } from './clashes.ts'
import { readWatchedCases } from './watched-cases.ts'

/**
 * Hearings of the account's cases from today on, by the day in the court's own zone, including moved and cancelled ones
 * at the time that the person may remember.
 */
type HeldRow = {
  case_id: number
  date: string
  time: string | null
  happens_at: Date | null
  title: string
  hall: string
  is_possible: boolean
  is_later: boolean
}
type ToldRow = { case_id: number; zone: string; details: NewsDetail[] }
type Options = { days: number; now: Date }

/** For how many days a moved or cancelled hearing is shown. */
const toldDays = 30
export const mostShown = 500

type Asked = Options & { mine: string; moved: readonly number[] }
/**
 * Hearings of the shown days, and all later ones of cases that have one then or were moved from there (`moved`). For
 * the rest, the majority, only their count and the next one.
 */
async function heldHearings(
  db: Kysely<DB>,
  owner: AccountRights,
  { mine, moved, days, now }: Asked,
): Promise<{ held: readonly HeldRow[]; later: Today['later'] }> {
  const at = sql`${now.toISOString()}::timestamptz`
  const day = dayIn('UTC', now)
  // Russian zones are ahead of UTC: from the last of these days on, a hearing is later in every zone.
  const [first, last] = [sql`${addDays(day, -1)}::date`, sql`${addDays(day, days + 1)}::date`]
  const visible = selectCases(db, scopeOf(owner), {})
    .where(sql<boolean>`court_case.id = any(${mine}::integer[])
      and (last_scheduled_hearing_date >= ${first} or possible_hearing_at >= ${first})`)
    .select(['court_case.id', 'court_case.court_id'])
  const { rows } = await sql<HeldRow & { result: string; later: number }>`
    with mine as materialized (${visible}), held as materialized (
      select case_id, ordinal, event_date, event_time, happens_at, event_type.title, result, hall, is_hearing is null as is_possible,
        coalesce(event_date > today + ${days}::integer, true) as is_later
      from mine join case_event on case_id = mine.id join event_type on event_type.id = event_type_id
      cross join lateral (
        select (${at} at time zone (select time_zone from court where court.id = court_id and event_date <= ${last}))::date as today
        offset 0
      ) court_day
      where event_date >= ${first} and ${isWithinAYear} and (today is null or event_date >= today)
        and (is_hearing or (is_hearing is null and happens_at >= ${at}))
    ), ahead as materialized (select count(*)::integer as later, min(event_date) as next from held where is_later)
    select case_id, event_date::text as date, left(event_time::text, 5) as time, happens_at, title, result, hall, is_possible, is_later, later
    from held, ahead
    where not is_later or event_date = next or case_id = any(${moved}::integer[])
      or case_id in (select case_id from held where not is_later)
    order by event_date, event_time nulls first, case_id, ordinal`.execute(db)
  const next = rows.find(({ is_later }) => is_later)?.date ?? null
  const held = rows.map(({ result, ...row }) => ({ ...row, title: withSaid(row.title, saidOf(result)) }))
  return { held, later: { count: rows[0]?.later ?? 0, next } }
}

const movesOf = (cases: string | readonly number[], now: Date) => sql`
  change.case_id = any(${cases}::integer[]) and kinds && '{hearing_moved,hearing_cancelled,disappeared,changed}'::text[]
    and kinds && '{hearing_moved,hearing_cancelled}'::text[]
    and change.at > ${now.toISOString()}::timestamptz - ${toldDays}::integer * interval '1 day'`

/**
 * Cases with a reported move from one of the days. In PostgreSQL, extracting days from the wording takes six times as
 * long.
 */
async function movedFromDays(db: Kysely<DB>, mine: string, { days, now }: Options): Promise<number[]> {
  const { rows } = await sql<{ case_id: number; told: string }>`
    select case_id, details::text as told from case_change change where ${movesOf(mine, now)}`.execute(db)
  const first = addDays(dayIn('UTC', now), -1)
  const dates = Array.from({ length: days + 3 }, (_, at) => showDate(addDays(first, at)))
  const anyDate = new RegExp(`"(?:${dates.join('|').replaceAll('\u00a0', '\\s')})`, 'u')
  return rows.flatMap(({ case_id, told }) => (anyDate.test(told) ? [case_id] : []))
}

/** Recent news of moved or cancelled hearings, the latest first. */
const recentMoves = async (
  db: Kysely<DB>,
  owner: AccountRights,
  cases: readonly number[],
  now: Date,
): Promise<readonly ToldRow[]> => {
  const { rows } = await sql<ToldRow>`
    select change.case_id, zone, details
    from case_change change
    join (${selectCases(db, scopeOf(owner), {})
      .innerJoin('court', 'court.id', 'court_case.court_id')
      .select(['court_case.id', 'court.time_zone as zone'])}) seen on seen.id = change.case_id
    where ${movesOf(cases, now)}
    order by change.id desc`.execute(db)
  return rows
}

const keyOf = (case_id: number, { date, time }: Moment): string => `${case_id} ${date} ${time ?? ''}`
const sameMoment = (one: Moment, other: Moment): boolean => one.date === other.date && one.time === other.time
type Moment = { date: string; time: string | null }
type Shown = Moment & { case_id: number; title: string; hall: string } & Partial<Omit<TodayHearing, 'case'>>

export async function readHearings(
  db: Kysely<DB>,
  owner: AccountRights,
  options: Options,
): Promise<Pick<Today, 'hearings' | 'cut' | 'later'>> {
  const mine = await readMyCases(db, owner.id)
  // Of thousands of cases few have, or had, a hearing on the shown days.
  const moved = await movedFromDays(db, mine, options)
  const { held, later } = await heldHearings(db, owner, { ...options, mine, moved })
  const ahead = held.filter(({ is_later }) => !is_later)
  const meant = new Set([...ahead.map(({ case_id }) => case_id), ...moved])
  const ofCase = Map.groupBy(held, ({ case_id }) => case_id)
  const movedFrom = new Map<HeldRow, Moment>()
  const off: Shown[] = []
  const offAt = new Set<string>()
  /** Final times of hearings after later moves; null when cancelled. */
  const ends = new Map<string, Moment | null>()
  for (const { case_id, zone, details } of await recentMoves(db, owner, [...meant], options.now)) {
    const own = ofCase.get(case_id) ?? []
    const today = dayIn(zone, options.now)
    const here: [string, Moment | null][] = []
    for (const { kind, before, after, is_possible = false } of details) {
      const [was, is] = [before, after].map(line => (line === null ? undefined : readHearingLine(line)))
      if (was === undefined || (kind !== 'hearing_moved' && kind !== 'hearing_cancelled')) continue
      const now = is && own.find(one => sameMoment(one, is))
      if (now && !movedFrom.has(now)) movedFrom.set(now, { date: was.date, time: was.time })
      const next = is && !now ? ends.get(keyOf(case_id, is)) : undefined
      const end = next === undefined && is ? { date: is.date, time: is.time } : (next ?? null)
      here.push([keyOf(case_id, was), end])
      const isAhead = was.date >= today && was.date <= addDays(today, options.days)
      // Scheduled again for that very time, or already listed.
      if (!isAhead || own.some(one => sameMoment(one, was)) || offAt.has(keyOf(case_id, was))) continue
      offAt.add(keyOf(case_id, was))
      off.push({ ...was, case_id, is_possible, off: { moved_to: end } })
    }
    // Two hearings moved by one change are not one hearing moved twice.
    for (const [key, end] of here) ends.set(key, end)
  }
  const shown: Shown[] = [
    ...ahead.map(row => ({
      ...row,
      happens_at: row.happens_at?.toISOString() ?? null,
      moved_from: movedFrom.get(row) ?? null,
    })),
    ...off,
  ]
  const inOrder = shown.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other))).slice(0, mostShown)
  const cut = shown.length - inOrder.length
  const cases = await readWatchedCases(
    db,
    owner.id,
    inOrder.map(({ case_id }) => case_id),
  )
  const hearings = inOrder.flatMap(({ case_id, date, time, title, hall, ...one }): TodayHearing[] => {
    const found = cases.get(case_id)
    return found === undefined ? [] : [{ ...plain, ...one, date, time, title, hall, case: found }]
  })
  return { hearings: withClashes(hearings), cut, later }
}

const plain = { happens_at: null, is_possible: false, moved_from: null, off: null, clash: null }
const orderOf = ({ date, time, case_id }: Shown): string => `${date} ${time ?? ''} ${case_id}`
