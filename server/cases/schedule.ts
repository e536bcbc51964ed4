import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { State } from '#shared/domain/outcomes.ts'

/**
 * Where the hearing of a case lies from now: `at` is that of the last one, `possible` of the last event of unknown wording that has an
 * hour. While that is ahead it is perhaps a hearing, and the case is planned; when it has passed nothing is known of it, and it is none.
 */
type Instant = RawBuilder<unknown>

const isNotAhead = (possible: Instant) => sql<SqlBool>`(${possible} >= now()) is not true`
export const schedules: Readonly<Record<string, (at: Instant, possible: Instant) => RawBuilder<SqlBool>>> = {
  is_planned: (at, possible) => sql<SqlBool>`(${at} >= now() or ${possible} >= now())`,
  in_past: (at, possible) => sql<SqlBool>`(${at} < now() and ${isNotAhead(possible)})`,
  no_info: (at, possible) => sql<SqlBool>`(${at} is null and ${isNotAhead(possible)})`,
}
/** The same as a value. */
export const scheduleOf = (at: Instant, possible: Instant) =>
  sql<State>`case when ${at} >= now() or ${possible} >= now() then 'is_planned'
    when ${at} is null then 'no_info' else 'in_past' end`

const [hearing, possibleHearing] = [sql.ref('court_case.hearing_until'), sql.ref('court_case.possible_hearing_at')]
export const stateNow = scheduleOf(hearing, possibleHearing)
/** The day and hour of what is perhaps a hearing, where no known one is ahead; the court has to be in the query. */
export const possibleHearingNow = sql<{ date: string; time: string } | null>`
  case when ${possibleHearing} >= now() and ${isNotAhead(hearing)} then json_build_object(
    'date', to_char(${possibleHearing} at time zone court.time_zone, 'YYYY-MM-DD'),
    'time', to_char(${possibleHearing} at time zone court.time_zone, 'HH24:MI')) end`
