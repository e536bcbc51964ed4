import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { UpcomingDeadline } from '#shared/api/deadlines.ts'
import { addDays, addMonths, daysBetween } from '#shared/domain/dates.ts'
import { deadlinesOf, monthsLeft } from '#shared/domain/deadlines/deadlines-of.ts'
import type { Deadline } from '#shared/domain/deadlines/reckoned.ts'
import { myCases } from '../db/my-cases.ts'
import type { DB } from '../db/schema.ts'
import { presentDeadline } from './present-deadline.ts'
import { type KnownCase, type Owner, readCaseFacts } from './read-case-facts.ts'
import { tellsOfCustody } from './read-custody.ts'

/**
 * Deadlines of the cases an account watches, from today on or perhaps still running: of those whose hearings «Сегодня» tells.
 * A review tells nothing where its case of first instance does; of custody, where that tells the same day of the same people.
 */
export async function findUpcoming(
  db: Kysely<DB>,
  scope: Owner,
  { today, days }: { today: string; days: number },
): Promise<UpcomingDeadline[]> {
  const last = addDays(today, days)
  const known = await readCaseFacts(db, scope, watched(scope.accountId, today))
  const told = known.flatMap(one => {
    const deadlines = deadlinesOf(one.facts, today, last).deadlines.flatMap(({ date, ...deadline }) =>
      date === null ? [] : { ...deadline, date },
    )
    return deadlines.length > 0 ? [{ one, deadlines }] : []
  })
  const telling = new Set(
    told.flatMap(({ one, deadlines }) => [one.id, ...deadlines.map(deadline => custodyOf(one.id, one, deadline))]),
  )
  return told
    .flatMap(({ one, deadlines }) =>
      deadlines
        .filter(
          deadline =>
            !one.first.some(first =>
              telling.has(deadline.kind === 'custody' ? custodyOf(first, one, deadline) : first),
            ),
        )
        .map(
          (deadline): UpcomingDeadline => ({
            case: { id: one.id, case_number: one.case_number, court: one.court, people: peopleOf(one, deadline) },
            days_left: daysBetween(today, deadline.date),
            deadline: { ...presentDeadline(deadline), date: deadline.date },
          }),
        ),
    )
    .toSorted((one, other) => order(one, other) || one.case.id - other.case.id)
}

type Told = Deadline & { date: string }
const peopleOf = ({ accused }: KnownCase, { person, isWhoseUnclear }: Told) =>
  accused
    .filter(({ ordinal }) => !isWhoseUnclear && (person === null || ordinal === person))
    .map(({ name, hidden }) => ({ name, hidden }))
/** A term of custody as a case tells it: of whom, and until when. */
const custodyOf = (id: number, of: KnownCase, deadline: Told): string =>
  JSON.stringify([id, deadline.kind, deadline.date, peopleOf(of, deadline)])

/** The nearest first; what has perhaps passed after what is ahead, the latest first. */
const order = ({ days_left: one }: UpcomingDeadline, { days_left: other }: UpcomingDeadline): number =>
  Number(one < 0) - Number(other < 0) || Math.abs(one) - Math.abs(other)

/**
 * Without a decision, a day of one's own or a term of custody nothing has a date, and where the card tells the day of force nothing is
 * left after `monthsLeft`.
 */
function watched(accountId: number, today: string): RawBuilder<boolean> {
  const since = sql`case when court_case.type = 2 then ${addMonths(today, -monthsLeft.criminal)}::date
    when court_case.stage = 2 then ${addMonths(today, -monthsLeft.koapReview)}::date
    else ${addMonths(today, -monthsLeft.koap)}::date end`
  const mayLast = (decided: string) => sql`(${sql.ref(decided)} is not null and (
    result_valid_date is null or greatest(${sql.ref(decided)}, result_valid_date) >= ${since}))`
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
