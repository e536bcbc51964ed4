import { type Kysely, sql } from 'kysely'
import type { Rehearsal } from '#shared/api/subscriptions.ts'
import { saidOf } from '#shared/domain/hearing-said.ts'
import { type CaseQuery, selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { isWithinAYear } from '../db/reference/hearing-wording.ts'
import type { DB } from '../db/schema.ts'

/** The next hearings of watched cases. Either engine finds the cases by day; the copy has no times. */
const shownHearings = 5
/** How many cases with the nearest days are sorted by time; a page never needs more. */
const mostCases = 200

/** Cases with a hearing ahead. */
export async function casesNext(db: Kysely<DB>, ahead: CaseQuery, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with ahead as (${ahead.select('court_case.id')})
    select case_id as id from ahead join case_event on case_id = ahead.id
      join event_type on event_type.id = event_type_id
    where event_date >= ${today}::date and ${isWithinAYear} and is_hearing
    group by case_id order by min(event_date), case_id limit ${mostCases}`.execute(db)
  return rows.map(({ id }) => id)
}

type Row = { id: number; case_number: string; court: string; date: string; time: string | null; result: string }

/** Without today's hearings that have begun. */
export async function nextHearings(
  db: Kysely<DB>,
  scope: Scope,
  ids: readonly number[],
  today: string,
): Promise<Rehearsal['hearings']> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    with seen as (${selectCases(db, scope, {})
      .where(sql<boolean>`court_case.id = any(${[...ids]}::integer[])`)
      .innerJoin('court', 'court.id', 'court_case.court_id')
      .select(['court_case.id', 'court_case.case_number', 'court.title as court'])})
    select seen.*, event_date::text as date, left(event_time::text, 5) as time, result
    from seen join case_event on case_id = seen.id join event_type on event_type.id = event_type_id
    where event_date >= ${today}::date and ${isWithinAYear} and is_hearing and (event_time is null or happens_at >= now())
    order by event_date, event_time nulls first, seen.id, ordinal limit ${shownHearings}`.execute(db)
  return rows.map(({ date, time, result, ...of }) => ({ case: of, date, time, said: saidOf(result) }))
}
