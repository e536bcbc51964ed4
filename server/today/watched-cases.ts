import { type Kysely, sql } from 'kysely'
import type { WatchedCase } from '#shared/api/today.ts'
import { foundByName } from '../db/my-cases.ts'
import type { DB } from '../db/schema.ts'
import { takeSnapshots } from '../subscriptions/case-snapshots.ts'

export async function watchesAnything(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ watches: boolean }>`
    select exists (select from favourite where account_id = ${accountId})
      or exists (select from subscription where account_id = ${accountId} and deleted_at is null) as watches`.execute(
    db,
  )
  return rows[0]?.watches ?? false
}

type Reason = { id: number } & Pick<WatchedCase, 'sets' | 'client' | 'watched_name'>
/** Current cases with their sets and the person they are watched for. The caller checks that they are visible. */
export async function readWatchedCases(
  db: Kysely<DB>,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, WatchedCase>> {
  const snapshots = await takeSnapshots(db, [...new Set(ids)])
  const { rows } = await sql<Reason>`
    with by_name as materialized (${foundByName(accountId, ids)})
    select asked.id, array(
      select title from case_in_set lies join case_set on case_set.id = lies.set_id
      where lies.account_id = ${accountId} and lies.case_id = asked.id order by lower(title), case_set.id
    ) as sets, (
      select case_defendant.name from subscription join defendant on defendant.id = about_person_id
        join case_defendant on case_defendant.defendant_id in (defendant.id, defendant.merged_into)
      where subscription.account_id = ${accountId} and subscription.deleted_at is null and case_defendant.case_id = asked.id
      order by case_defendant.ordinal limit 1
    ) as client, (select min(name) from by_name where by_name.case_id = asked.id) as watched_name
    from unnest(${[...snapshots.keys()]}::int[]) as asked(id)`.execute(db)
  return new Map(
    rows.flatMap(({ id, ...reason }) => {
      const snapshot = snapshots.get(id)
      return snapshot === undefined ? [] : [[id, { ...snapshot, ...reason }] as const]
    }),
  )
}
