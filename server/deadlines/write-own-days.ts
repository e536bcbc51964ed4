import { type Kysely, sql, type Transaction } from 'kysely'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import type { OwnFact } from '#shared/domain/deadlines/case-facts.ts'
import { noCase } from '../cases/case-query.ts'
import { withAccountLock } from '../db/account-lock.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { digests } from './own-days.ts'
import { isCase, type KnownCase, type Owner, readCaseFacts } from './read-case-facts.ts'

/** Replaces all dates of the case at once; dates of people whom the card no longer lists stay. @throws HttpError */
export const writeOwnDays = (
  db: Kysely<DB>,
  scope: Owner,
  id: number,
  own: readonly OwnFact[],
  now: Date,
): Promise<void> =>
  withAccountLock(db, scope.accountId, async trx => {
    const [known] = await readCaseFacts(trx, scope, isCase(id))
    if (known === undefined) throw noCase()
    for (const [at, fact] of own.entries()) refuseWrong(known, fact, own.slice(0, at), now)
    await forget(trx, scope.accountId, id)
    await insertOwnDays(trx, scope.accountId, id, own)
  })

/** Dates of people whom the card no longer lists are not shown, so a request cannot mean them. */
const forget = (trx: Transaction<DB>, accountId: number, id: number) =>
  sql`delete from case_own_day own where own.account_id = ${accountId} and own.case_id = ${id}
    and (own.person = '' or own.person in (select digest from ${digests([id])} accused))`.execute(trx)

/** A date of a person is never stored as one of the case. @throws HttpError */
export async function insertOwnDays(
  trx: Transaction<DB>,
  accountId: number,
  id: number,
  own: readonly OwnFact[],
): Promise<void> {
  if (own.length === 0) return
  const { numAffectedRows } = await sql`insert into case_own_day (account_id, case_id, kind, person, day, severity)
    select ${accountId}, ${id}, given.kind, coalesce(accused.digest, ''), given.day, given.severity
    from json_to_recordset(${JSON.stringify(own)}::json) as given(kind text, person integer, day date, severity text)
    left join ${digests([id])} accused on accused.ordinal = given.person
    where given.person is null or accused.digest is not null`.execute(trx)
  if (numAffectedRows !== BigInt(own.length))
    throw fieldError('own', 'Список лиц на\u00a0карточке только что изменился. Откройте дело ещё раз.')
}

function refuseWrong(known: KnownCase, fact: OwnFact, before: readonly OwnFact[], now: Date): void {
  const refuse = (sentence: string): never => {
    throw fieldError('own', sentence)
  }
  const { kind, person, day, severity } = fact
  const accused = known.facts.accused.find(({ ordinal }) => ordinal === person)
  if (person !== null && accused === undefined) refuse('Такого лица в\u00a0деле нет.')
  if (before.some(other => other.kind === kind && other.person === person))
    refuse('У\u00a0каждого лица один день вручения и\u00a0один день деяния.')
  if (severity && (kind !== 'act' || known.facts.type !== 2))
    refuse('Тяжесть указывают вместе с\u00a0днём преступления.')
  // Today in the easternmost time zone of the country.
  if (day > dayIn('Asia/Kamchatka', now)) refuse(`${showDate(day)} ещё не\u00a0наступило.`)
  const decided = accused?.decided ?? known.facts.decided
  if (kind === 'act') {
    const until = decided ?? known.entry_date
    if (until !== null && day > until)
      refuse(
        `${known.facts.type === 2 ? 'День преступления' : 'День нарушения'} не\u00a0может быть позже ${decided === null ? 'поступления дела' : 'решения'}, ${showDate(until)}.`,
      )
    return
  }
  if (decided === null) refuse('Решения по\u00a0делу ещё нет: вручать нечего.')
  else if (day < decided) refuse(`Копию не\u00a0могли вручить раньше решения, ${showDate(decided)}.`)
}
