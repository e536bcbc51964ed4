import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { UpcomingDeadline } from '#shared/api/deadlines.ts'
import { addDays, daysBetween } from '#shared/domain/dates.ts'
import type { FoundDeadline } from '#shared/domain/deadlines/calculated-deadline.ts'
import { findDeadlines, settledDays, withinDays, worded } from '#shared/domain/deadlines/deadlines-of.ts'
import { myCases } from '../db/my-cases.ts'
import type { PageAsked, PageFound } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { presentDeadline } from './present-deadline.ts'
import { type KnownCase, type Owner, readCaseFacts } from './read-case-facts.ts'
import { tellsOfCustody } from './read-custody.ts'

/**
 * Deadlines of the cases that an account watches, from today on or perhaps still running, for the cases whose
 * hearings «Сегодня» shows. A review shows nothing that its case of first instance shows; custody only where that
 * case does not show the same date of the same people. Dates are calculated for all cases, sentences for the
 * requested page only.
 */
export async function findUpcoming(
  db: Kysely<DB>,
  scope: Owner,
  { today, days, page, size }: { today: string; days: number } & PageAsked,
): Promise<PageFound<UpcomingDeadline>> {
  const until = addDays(today, days)
  const isAsked = withinDays(today, until)
  const known = await readCaseFacts(db, scope, watched(scope.accountId, today, until))
  const told = known.flatMap(one => {
    const deadlines = findDeadlines(one.facts, today, isAsked).deadlines.flatMap(isDated)
    return deadlines.length > 0 ? [{ one, deadlines }] : []
  })
  const telling = new Set(told.flatMap(({ one, deadlines }) => [one.id, ...deadlines.flatMap(custodyOf(one.id, one))]))
  const found = told
    .flatMap(({ one, deadlines }) =>
      deadlines
        .filter(
          deadline =>
            !one.first.some(first =>
              (deadline.kind === 'custody' ? custodyOf(first, one)(deadline) : [first]).some(key => telling.has(key)),
            ),
        )
        .map(deadline => ({ one, deadline, left: daysBetween(today, deadline.date) })),
    )
    .toSorted((one, other) => order(one.left, other.left) || one.one.id - other.one.id)
  return {
    count: found.length,
    rows: found
      .slice((page - 1) * size, page * size)
      .map(({ one, deadline, left }) => ({
        case: { id: one.id, case_number: one.case_number, court: one.court, people: peopleOf(one, deadline) },
        days_left: left,
        deadline: { ...presentDeadline(worded(deadline)), date: deadline.date },
      })),
  }
}

type Told = FoundDeadline & { date: string }
const isDated = (one: FoundDeadline): Told[] => (one.date === null ? [] : [{ ...one, date: one.date }])
const peopleOf = ({ accused }: KnownCase, { person, isWhoseUnclear }: Told) =>
  accused
    .filter(({ ordinal }) => !isWhoseUnclear && (person === null || ordinal === person))
    .map(({ name, hidden }) => ({ name, hidden }))
/** A term of custody as a case states it: whose, and until when. */
const custodyOf =
  (id: number, of: KnownCase) =>
  (deadline: Told): string[] =>
    deadline.kind === 'custody' ? [JSON.stringify([id, deadline.date, peopleOf(of, deadline)])] : []

/** Future dates first, the nearest at the top; then those that have perhaps passed, the latest first. */
const order = (one: number, other: number): number =>
  Number(one < 0) - Number(other < 0) || Math.abs(one) - Math.abs(other)

/**
 * A case has a date only with a decision, a date entered by the account or a term of custody; not where the card
 * tells the date of coming into force, on `settledDays`.
 */
function watched(accountId: number, today: string, until: string): RawBuilder<boolean> {
  const { koap, koapReview, criminal } = settledDays(today, until)
  const mayLast = (decided: string) => {
    const isSettled = (days: typeof koap) =>
      sql`(${sql.join(
        days.map(
          ({ from, to }) => sql`(least(${sql.ref(decided)}, result_valid_date) >= ${from}::date
            and greatest(${sql.ref(decided)}, result_valid_date) <= ${to}::date)`,
        ),
        sql` or `,
      )})`
    return sql`(${sql.ref(decided)} is not null and (result_valid_date is null
      or result_valid_date < ${sql.ref(decided)} or not case
      when court_case.type = 2 then ${isSettled(criminal)}
      when court_case.stage = 2 then ${isSettled(koapReview)}
      else ${isSettled(koap)} end))`
  }
  return sql<boolean>`court_case.id in (${myCases(accountId)}) and (
    ${mayLast('court_case.result_date')}
    or exists (select from case_own_day own where own.case_id = court_case.id and own.account_id = ${accountId})
    or exists (select from case_decision said where said.case_id = court_case.id and said.facts ? 'custody')
    or (court_case.type = 2 and exists (
      select from case_event said where said.case_id = court_case.id and ${tellsOfCustody('said')}))
    or exists (
      select from case_defendant accused where accused.case_id = court_case.id and ${mayLast('accused.own_result_date')})
  )`
}
