import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { noCase, selectCases } from './case-query.ts'
import type { Scope } from './predicates.ts'

/**
 * When a person last opened a case. Openings that follow each other closely are one visit: a page that is reloaded goes
 * on saying what was new when it was first opened. Known to nobody but the person.
 */
const onePause = sql`interval '30 minutes'`

/** The visit before this one: the last opening, unless it still belongs to this visit. */
const previous: RawBuilder<Date | null> = sql`
  case when case_visit.seen_at < now() - ${onePause} then case_visit.seen_at else case_visit.before_at end`

/** `scalar subquery`: for the query that reads the case. */
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

/** What was new in it is seen, and the person's other windows are told (decision 0096). */
const markRead = (db: Kysely<DB>, accountId: number, caseId: number): Promise<unknown> =>
  sql`
    with seen as (
      update inbox_item set seen_at = now() where account_id = ${accountId} and case_id = ${caseId} and seen_at is null
      returning 1
    )
    select pg_notify('inbox', ${String(accountId)}) from (select from seen limit 1) any_seen`.execute(db)

/** Openings of long ago tell nothing new, but those of favourites: what has changed since is counted from them. */
const forgotten = sql`interval '400 days'`
export const forgetVisits = async (db: Kysely<DB>, at: Date = new Date()): Promise<void> =>
  void (await sql`
    delete from case_visit v where v.seen_at < ${at}::timestamptz - ${forgotten} and not exists (
      select from favourite f where f.case_id = v.case_id and f.account_id = v.account_id)`.execute(db))
