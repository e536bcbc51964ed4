import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { noCase, selectCases } from './case-query.ts'
import type { Scope } from './predicates.ts'

/**
 * When a person last opened a case. Openings in quick succession are one visit, so that a reloaded page still shows
 * what was new. Visible only to that person.
 */
const onePause = sql`interval '30 minutes'`

/** The start of the previous visit: the last opening, unless it belongs to the current visit. */
const previous: RawBuilder<Date | null> = sql`
  case when case_visit.seen_at < now() - ${onePause} then case_visit.seen_at else case_visit.before_at end`

/** As a scalar subquery of the query that reads the case. */
export const previousVisit = (accountId: number | null, caseId: number): RawBuilder<Date | null> =>
  sql`(select ${previous} from case_visit where case_id = ${caseId} and account_id = ${accountId})`

export async function rememberVisit(
  db: Kysely<DB>,
  scope: Scope & { accountId: number },
  id: number,
): Promise<{ previous_visit_at: Date | null }> {
  const visit = await db
    .insertInto('case_visit')
    .columns(['case_id', 'account_id'])
    .expression(
      selectCases(db, scope, {})
        .where('court_case.id', '=', id)
        .select(['court_case.id as case_id', sql<number>`${scope.accountId}::integer`.as('account_id')]),
    )
    .onConflict(conflict =>
      conflict.columns(['case_id', 'account_id']).doUpdateSet({ before_at: previous, seen_at: sql`now()` }),
    )
    .returning('before_at as previous_visit_at')
    .executeTakeFirstOrThrow(noCase)
  await markRead(db, scope.accountId, id)
  return visit
}

/** Marks news of the case as seen and notifies the person's other windows (decision 0096). */
const markRead = (db: Kysely<DB>, accountId: number, caseId: number): Promise<unknown> =>
  sql`
    with seen as (
      update inbox_item set seen_at = now() where account_id = ${accountId} and case_id = ${caseId} and seen_at is null
      returning 1
    )
    select pg_notify('inbox', ${String(accountId)}) from (select from seen limit 1) any_seen`.execute(db)

/** Old visits are deleted, except those of favourites, whose changes are counted from them. */
const forgotten = sql`interval '400 days'`
export const deleteOldVisits = async (db: Kysely<DB>, at: Date = new Date()): Promise<void> =>
  void (await sql`
    delete from case_visit v where v.seen_at < ${at}::timestamptz - ${forgotten} and not exists (
      select from favourite f where f.case_id = v.case_id and f.account_id = v.account_id)`.execute(db))
