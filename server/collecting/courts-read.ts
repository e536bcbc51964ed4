import { type Kysely, type SqlBool, sql } from 'kysely'
import type { CoverageGap, coverageFields, GapKind } from '#shared/api/collecting.ts'
import { hearings } from '#shared/domain/court-kinds.ts'
import { addDays } from '#shared/domain/dates.ts'
import { type Days, daysOf, today } from '#shared/domain/relative-dates.ts'
import type { Values } from '#shared/filters/field.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'

/** Since when each chosen court is read to the end of all its searches, over every day of entry in question. */
export type CoverageFilters = Values<typeof coverageFields>

/** A check older than so many days is told apart: the schedule comes back every night. */
const staleAfterDays = 7

const midnight = (text: string) => sql<Date>`(${text}::date::timestamp at time zone 'Europe/Moscow')`

/**
 * Days of entry that have to be read: today's come with the night, days ahead with theirs. A question of decisions or hearings of certain days is
 * of courts that were read over the same days, and of days ahead of those that were read until yesterday. Absent: the question names none.
 */
export function daysInQuestion(values: CoverageFilters, on: string): Days | undefined {
  const { entry_date_range: entry } = values
  const range = entry ?? values.result_date_range ?? values.event_date_range ?? values.last_scheduled_hearing_date_range
  if (range === undefined) return undefined
  const { min, max } = daysOf(range, on)
  const due = addDays(on, -1)
  const last = max < due ? max : due
  if (last < min) return entry === undefined ? { min: due, max: due } : { min, max: min }
  return { min, max: last }
}

/** The filters that choose courts, on courts: the columns of cases that they name are copies of these. */
const conditions = ({ regions }: Scope, values: CoverageFilters) => {
  const among = (column: string, chosen: readonly number[] | undefined, not = false) =>
    chosen === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(${sql.ref(column)} = any(${chosen}::integer[])) is distinct from ${not}`
  const named = (chosen: readonly string[] | undefined, not = false) =>
    chosen === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(translate(court.city, 'Ёё', 'Ее') = any(
          select translate(city, 'Ёё', 'Ее') from unnest(${chosen}::text[]) city)) is distinct from ${not}`
  return [
    sql<SqlBool>`court.state not in ('gone', 'renumbered')`,
    regions === 'all' ? sql<SqlBool>`true` : among('court.region', regions),
    among('court.region', values.regions),
    among('court.region', values.regions_not, true),
    among('court.id', values.court),
    among('court.id', values.court_not, true),
    named(values.court_city),
    named(values.court_city_not, true),
  ]
}

const isAsked = (told: number, { wanted, unwanted }: { wanted?: string | undefined; unwanted?: string | undefined }) =>
  (wanted === undefined || wanted === String(told)) && unwanted !== String(told)

const readAsOf = (days: Days | undefined) =>
  days === undefined
    ? sql`select id as series_id, read_at from collect_series`
    : sql`
      select series_id, min(read_at) as read_at from collect_reading
      where to_day >= ${days.min} and from_day <= ${days.max} group by series_id
      having sum(least(to_day, ${days.max}::date) - greatest(from_day, ${days.min}::date) + 1)
        = ${days.max}::date - ${days.min}::date + 1`

/** `state`: what is to be said of each court; a court without a site is watched by nobody. */
export function courtsRead(scope: Scope, values: CoverageFilters, on: string = today()) {
  const asked = hearings.filter(
    ({ type, stage }) =>
      isAsked(type, { wanted: values.type, unwanted: values.type_not }) &&
      isAsked(stage, { wanted: values.stage, unwanted: values.stage_not }),
  )
  return sql`
    with asked as (
      select * from unnest(${asked.map(({ kind }) => kind)}::text[], ${asked.map(({ type }) => type)}::smallint[],
        ${asked.map(({ stage }) => stage)}::smallint[]) as asked (kind, type, stage)
    ),
    chosen as (
      select court.id, kind, coalesce(bool_or(site.is_watched), false) as is_watched
      from court left join court_site site on site.court_id = court.id
      where ${sql.join(conditions(scope, values), sql` and `)} group by court.id
    ),
    -- Found once: how many series a few courts have is guessed low, and days would be looked through again for each of them.
    readings as materialized (${readAsOf(daysInQuestion(values, on))}),
    searched as (
      select chosen.id, series.type, series.stage,
        case when bool_and(readings.read_at is not null) then min(readings.read_at) end as read_at
      from chosen join court_site site on site.court_id = chosen.id and site.is_watched = chosen.is_watched
      join collect_series series
        on series.site_id = site.id and series.layout = site.layout and series.server = any(site.servers)
      left join readings on readings.series_id = series.id
      group by chosen.id, series.type, series.stage
    ),
    told as (
      select chosen.id, chosen.is_watched,
        case when bool_and(searched.read_at is not null) then min(searched.read_at) end as read_at
      from chosen join asked using (kind)
      left join searched on searched.id = chosen.id and searched.type = asked.type and searched.stage = asked.stage
      group by chosen.id, chosen.is_watched
    ),
    courts as (
      select *, case
        when read_at >= ${midnight(addDays(on, -staleAfterDays))} then 'fresh'
        when read_at is not null then 'stale'
        when is_watched then 'unread'
        else 'unwatched' end as state
      from told
    )`
}

export async function coverageGaps(
  db: Kysely<DB>,
  scope: Scope,
  values: CoverageFilters,
  { kind, page, size }: { kind: GapKind; page: number; size: number },
  on: string = today(),
): Promise<{ count: number; rows: CoverageGap[] }> {
  const { rows } = await sql<{ id: number; title: string; region: number; read_at: Date | null; count: number }>`
    ${courtsRead(scope, values, on)},
    found as (select * from courts where state = ${kind}),
    page as (
      select found.id, title, region, read_at from found join court on court.id = found.id
      order by region, title collate "C", found.id limit ${size} offset ${(page - 1) * size}
    )
    select page.*, counts.count from (select count(*) as count from found) counts left join page on true
    order by region, title collate "C", id`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    rows: rows
      .filter(({ id }) => id !== null)
      .map(({ id, title, region, read_at }) => ({
        court: { id, title, region },
        read_at: read_at?.toISOString() ?? null,
      })),
  }
}
