import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * The same case in two instances, by УИД (domain §4): one case of each instance under a УИД are linked both ways;
 * several link none. The links follow from what is stored, whatever order the cases came in.
 */
export const sameUid = 'same_uid'

/**
 * The last locks of a transaction that wrote cases, held until it ends. Two writers of one УИД do not see each other's
 * cases; here they take turns, and the one that comes last sees both.
 */
export async function takeTurns(trx: Transaction<DB>, uids: ReadonlySet<string>): Promise<void> {
  // 256 turns, so that a large batch does not fill the server's table of locks.
  await sql`
    select pg_advisory_xact_lock(${lockClass}::integer, turn)
    from (select distinct hashtext(uid) & 255 as turn from unnest(${[...uids]}::text[]) uid order by 1) turns`.execute(
    trx,
  )
}
/** Names this use of advisory locks; any number that nobody else uses. */
const lockClass = 7_301

/** `written`: cases that may have left a УИД. */
export async function linkByUid(
  trx: Transaction<DB>,
  uids: ReadonlySet<string>,
  written: readonly number[],
): Promise<void> {
  await sql`
    with same as (
      select case_uid, type,
        min(id) filter (where stage = 1) as first_id, count(*) filter (where stage = 1) as firsts,
        min(id) filter (where stage = 2) as second_id, count(*) filter (where stage = 2) as seconds,
        array_agg(id) as ids
      from court_case where case_uid collate "C" = any(${[...uids]}) group by case_uid, type
    ),
    pair as (
      select first_id, second_id from same where firsts = 1 and seconds = 1
    ),
    concerned as (
      select array_agg(id) as ids from (select unnest(ids) as id from same union select unnest(${written}::int[])) one
    ),
    stale as (
      delete from case_link
      -- Arrays keep both halves on their indexes; a join by either column would read every link there is.
      where why = ${sameUid}
        and (case_id = any((select ids from concerned)::int[]) or other_id = any((select ids from concerned)::int[]))
        and not exists (select from pair where (first_id, second_id) in
          ((case_link.case_id, case_link.other_id), (case_link.other_id, case_link.case_id)))
    )
    insert into case_link (case_id, other_id, why, certainty)
    select first_id, second_id, ${sameUid}, 1 from pair union all select second_id, first_id, ${sameUid}, 1 from pair
    on conflict do nothing`.execute(trx)
}
