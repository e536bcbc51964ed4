import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { State } from '#shared/domain/outcomes.ts'

/**
 * The hearing state of a case relative to now. `at`: time of the last hearing; `possible`: time of the last event of
 * unknown wording that has an hour. While that is ahead it may be a hearing, and the case counts as planned; once past,
 * it counts for nothing.
 */
type Instant = RawBuilder<unknown>

const isNotAhead = (possible: Instant) => sql<SqlBool>`(${possible} >= now()) is not true`
export const schedules: Readonly<Record<string, (at: Instant, possible: Instant) => RawBuilder<SqlBool>>> = {
  is_planned: (at, possible) => sql<SqlBool>`(${at} >= now() or ${possible} >= now())`,
  in_past: (at, possible) => sql<SqlBool>`(${at} < now() and ${isNotAhead(possible)})`,
  no_info: (at, possible) => sql<SqlBool>`(${at} is null and ${isNotAhead(possible)})`,
}
/** The same as a SQL value. */
export const scheduleOf = (at: Instant, possible: Instant) =>
  sql<State>`case when ${at} >= now() or ${possible} >= now() then 'is_planned'
    when ${at} is null then 'no_info' else 'in_past' end`

const [hearing, possibleHearing] = [sql.ref('court_case.hearing_until'), sql.ref('court_case.possible_hearing_at')]
export const stateNow = scheduleOf(hearing, possibleHearing)
/** What the card says on the line of the hearing ahead that is shown; null where another line of its hour says nothing. */
export const hearingResultNow = sql<string | null>`
  case when ${hearing} >= now() or ${possibleHearing} >= now() then (
    select case when bool_and(result <> '') then min(result) end
    from case_event join event_type on event_type.id = event_type_id
    where case_event.case_id = court_case.id and case
      when ${hearing} >= now() then is_hearing and event_date = last_scheduled_hearing_date
        and event_time is not distinct from last_scheduled_hearing_time
      else is_hearing is null and happens_at = ${possibleHearing} end) end`
/** Day and time of a possible hearing when no known one is ahead; the query has to include the court. */
export const possibleHearingNow = sql<{ date: string; time: string } | null>`
  case when ${possibleHearing} >= now() and ${isNotAhead(hearing)} then json_build_object(
    'date', to_char(${possibleHearing} at time zone court.time_zone, 'YYYY-MM-DD'),
    'time', to_char(${possibleHearing} at time zone court.time_zone, 'HH24:MI')) end`
