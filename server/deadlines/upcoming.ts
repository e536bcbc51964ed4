import { type Kysely, sql } from 'kysely'
import type { UpcomingDeadline } from '#shared/api/deadlines.ts'
import { addDays, daysBetween } from '#shared/domain/dates.ts'
import { deadlinesOf } from '#shared/domain/deadlines/deadlines-of.ts'
import { myCases } from '../db/my-cases.ts'
import type { DB } from '../db/schema.ts'
import { presentDeadline } from './present-deadline.ts'
import { type Owner, readCaseFacts } from './read-case-facts.ts'
import { tellsOfCustody } from './read-custody.ts'

/**
 * Deadlines of the cases an account watches, from today on or perhaps still running: of those whose hearings «Сегодня» tells.
 * A review tells nothing where its case of first instance does; a term of custody is of the one that tells it.
 */
export async function findUpcoming(
  db: Kysely<DB>,
  scope: Owner,
  { today, days }: { today: string; days: number },
): Promise<UpcomingDeadline[]> {
  const last = addDays(today, days)
  const known = await readCaseFacts(db, scope, await watchedCases(db, scope.accountId))
  const told = known.flatMap(one => {
    const deadlines = deadlinesOf(one.facts, today, last).deadlines.flatMap(({ date, ...deadline }) =>
      date === null ? [] : { ...deadline, date },
    )
    return deadlines.length > 0 ? [{ one, deadlines }] : []
  })
  const ids = new Set(told.map(({ one }) => one.id))
  const tellingCustody = new Set(
    told.flatMap(({ one, deadlines }) => (deadlines.some(({ kind }) => kind === 'custody') ? [one.id] : [])),
  )
  return told
    .map(({ one, deadlines }) => ({
      one,
      deadlines: deadlines.filter(
        ({ kind }) => !one.first.some(first => (kind === 'custody' ? tellingCustody : ids).has(first)),
      ),
    }))
    .flatMap(({ one: { id, case_number, court, accused }, deadlines }) =>
      deadlines.map((deadline): UpcomingDeadline => {
        const { date, person, isWhoseUnclear } = deadline
        const people = accused.filter(({ ordinal }) => !isWhoseUnclear && (person === null || ordinal === person))
        return {
          case: { id, case_number, court, people: people.map(({ name, hidden }) => ({ name, hidden })) },
          days_left: daysBetween(today, date),
          deadline: { ...presentDeadline(deadline), date },
        }
      }),
    )
    .toSorted((one, other) => order(one, other) || one.case.id - other.case.id)
}

/** The nearest first; what has perhaps passed after what is ahead, the latest first. */
const order = ({ days_left: one }: UpcomingDeadline, { days_left: other }: UpcomingDeadline): number =>
  Number(one < 0) - Number(other < 0) || Math.abs(one) - Math.abs(other)

/** Without a decision, a day of one's own or a term of custody nothing has a date. */
async function watchedCases(db: Kysely<DB>, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from court_case where id in (
      ${myCases(accountId)}
    )
    and (
      result_date is not null
      or exists (select from case_own_day own where own.case_id = court_case.id and own.account_id = ${accountId})
      or exists (select from case_decision said where said.case_id = court_case.id and said.facts ? 'custody')
      or (type = 2 and exists (select from case_event said where said.case_id = court_case.id and ${tellsOfCustody('said')}))
      or exists (select from case_defendant accused where accused.case_id = court_case.id and own_result_date is not null)
    )`.execute(db)
  return rows.map(({ id }) => id)
}
