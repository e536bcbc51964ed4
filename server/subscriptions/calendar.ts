import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { type Kysely, sql } from 'kysely'
import { DateTime } from 'luxon'
import type { Alarm } from '#shared/api/other-programs.ts'
import { addDays, dayIn } from '#shared/domain/dates.ts'
import { withoutSaid } from '#shared/domain/hearing-said.ts'
import { hallWords } from '#shared/domain/wording.ts'
import { isWithinAYear } from '../db/reference/hearing-wording.ts'
import { isCancelled } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { requestError } from '../http/errors.ts'
import { withinTime } from '../texts/text-search.ts'
import { type CalendarHearing, syncHearings } from './calendar-hearings.ts'
import { type WatchTarget, watchedCases } from './watched-cases.ts'

/** Hearings as iCalendar (RFC 5545), from a month ago on, in the time zone of each court, which is also in the text. */
const shownDays = 30
const mostCases = 1_000
const longestSeconds = 10
/** Courts do not publish durations, but calendar programs need an end. */
const hearingHours = 1
const readAgainSeconds = 3_600

type Row = CalendarHearing & {
  id: number
  case_id: number
  sequence: number
  changed_at: Date
  cancelled: boolean
  case_number: string
  court: string
  time_zone: string
  judge: string | null
  defendants: string[]
}

type CalendarSource = { title: string; owner: AccountRights; watched: WatchTarget }
type CalendarAsked = { origin: string; now: Date; alarms: readonly Alarm[] }

export async function writeCalendar(
  db: Kysely<DB>,
  source: CalendarSource,
  { origin, now, alarms }: CalendarAsked,
): Promise<string> {
  const today = dayIn('UTC', now)
  const since = addDays(today, -shownDays)
  const ids = await withinTime(db, longestSeconds, on => casesWithHearings(on, source, { since, now })).catch(
    (error: unknown) => {
      throw isCancelled(error) ? requestError('Слишком широко: заседаний этих дел не собрать.') : error
    },
  )
  await syncHearings(db, ids, { since, today, now })
  const calendar = ical({
    name: `${source.title} — заседания`,
    prodId: { company: 'Sudmonitor', product: 'hearings', language: 'RU' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: readAgainSeconds,
  })
  const offsetNow = (zone: string): string => DateTime.fromJSDate(now, { zone }).toFormat('ZZZ')
  // Events name their zones; the calendar has none of its own.
  calendar.timezone({ name: null, generator: zone => vtimezone(zone, offsetNow(zone)) })
  for (const row of await hearingsOf(db, ids, { since, today })) {
    const isWholeDay = row.event_time === null || row.happens_at === null
    const begins = DateTime.fromJSDate(row.happens_at ?? new Date(`${row.event_date}T00:00:00Z`), {
      zone: isWholeDay ? 'UTC' : row.time_zone,
    })
    // VTIMEZONE states one offset; after a change of the law, times with another offset are written in UTC.
    const isInZone = !isWholeDay && begins.toFormat('ZZZ') === offsetNow(row.time_zone)
    const event = calendar.createEvent({
      id: `hearing-${row.id}@sudmonitor`,
      sequence: row.sequence,
      start: begins,
      ...(!isWholeDay && { end: begins.plus({ hours: hearingHours }) }),
      ...(isInZone && { timezone: row.time_zone }),
      allDay: isWholeDay,
      stamp: row.changed_at,
      lastModified: row.changed_at,
      status: statusOf(row),
      summary: `${row.cancelled ? 'Снято: ' : ''}${row.is_possible ? 'Вероятно, заседание: ' : ''}${row.case_number}, ${row.title}`,
      location: [row.court, row.hall && hallWords(row.hall)].filter(Boolean).join(', '),
      description: descriptionOf(row),
      url: `${origin}/cases/${row.case_id}`,
    })
    if (!row.cancelled)
      for (const minutes of alarms) {
        const triggerBefore = Number(minutes) * 60 - (isWholeDay ? morning : 0)
        if (triggerBefore > 0) event.createAlarm({ type: ICalAlarmType.display, triggerBefore })
      }
  }
  return calendar.toString()
}

/**
 * A hearing without a time begins at midnight: its alarms are at nine in the morning, and none are relative to the
 * hour.
 */
const morning = 9 * 3_600

/** Russian zones have had no daylight saving time since 2011: one offset, `+0300`. */
const vtimezone = (zone: string, offset: string): string =>
  [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n')

/** A hearing that its own card says was put off is not CANCELLED: programs hide that, and the words may be older than the day. */
const statusOf = ({ cancelled, is_possible, title }: Row): ICalEventStatus =>
  cancelled
    ? ICalEventStatus.CANCELLED
    : is_possible || title !== withoutSaid(title)
      ? ICalEventStatus.TENTATIVE
      : ICalEventStatus.CONFIRMED

const descriptionOf = ({ event_time, judge, defendants, is_possible }: Row): string =>
  [
    event_time === null ? 'Время не указано' : `${event_time} по времени суда`,
    is_possible && 'Суд не пишет, что это заседание: у записи есть день и час, а название её незнакомо.',
    judge && `Судья: ${judge}`,
    defendants.length > 0 && `Лица: ${defendants.join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n')

/**
 * Each part uses a selective index (the day of the last hearing, a row of calendars); combined by `or`, every case of
 * the filters would be scanned.
 */
async function casesWithHearings(
  db: Kysely<DB>,
  { owner, watched }: CalendarSource,
  { since, now }: { since: string; now: Date },
): Promise<number[]> {
  const newest = () =>
    watchedCases(db, scopeOf(owner), watched)
      .select(['court_case.id', 'court_case.entry_date'])
      .orderBy('court_case.entry_date', order => order.desc().nullsLast())
      .orderBy('court_case.id', 'desc')
      .limit(mostCases)
  const ahead = await newest().where('court_case.last_scheduled_hearing_date', '>=', since).execute()
  const held = await newest()
    .where(
      sql<boolean>`court_case.id in (select case_id from calendar_hearing where calendar_hearing.event_date >= ${since}::date)`,
    )
    .execute()
  const perhaps = await newest().where('court_case.possible_hearing_at', '>=', now).execute()
  const byId = new Map([...ahead, ...perhaps, ...held].map(one => [one.id, one.entry_date ?? '']))
  return [...byId]
    .toSorted(([one, day], [other, otherDay]) => otherDay.localeCompare(day) || other - one)
    .slice(0, mostCases)
    .map(([id]) => id)
}

/** Possible hearings are shown until the end of their day. */
async function hearingsOf(
  db: Kysely<DB>,
  caseIds: readonly number[],
  { since, today }: { since: string; today: string },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select hearing.id, case_id, event_date::text, left(event_time::text, 5) as event_time, happens_at, hearing.title, hall,
      sequence, hearing.changed_at, cancelled_at is not null as cancelled, is_possible, case_number, court.title as court,
      court.time_zone,
      (select name from judge where judge.id = judge_id) as judge,
      array(select name from case_defendant where case_defendant.case_id = court_case.id order by ordinal) as defendants
    from calendar_hearing hearing join court_case on court_case.id = case_id join court on court.id = court_id
    where case_id = any(${caseIds}::int[]) and event_date >= case when is_possible then ${today}::date else ${since}::date end
      and ${isWithinAYear}
    order by event_date, hearing.id`.execute(db)
  return rows
}
