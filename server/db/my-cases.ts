import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from './schema.ts'
import { spellingOf } from './spelling.ts'

/**
 * Cases that a person follows individually: favourites, subscriptions to one case or one person, and matches of subscriptions by name; not every case
 * of broad filters.
 */
export const myCases = (accountId: number): RawBuilder<unknown> => sql`
  select case_id from favourite where account_id = ${accountId}
  union select about_case_id from subscription
    where account_id = ${accountId} and deleted_at is null and about_case_id is not null
  union select case_defendant.case_id
    from subscription join defendant on defendant.id = about_person_id
    join case_defendant on case_defendant.defendant_id in (defendant.id, defendant.merged_into)
    where account_id = ${accountId} and deleted_at is null
  union select case_id from (${foundByName(accountId)}) found`

/** To be read once per request, since finding the ids is half of the cost. Returned as an array literal that can be a parameter. */
export async function readMyCases(db: Kysely<DB>, accountId: number): Promise<string> {
  const { rows } = await sql<{ ids: string | null }>`
    select array_agg(case_id)::text as ids from (${myCases(accountId)}) mine`.execute(db)
  return rows[0]?.ids ?? '{}'
}

/** A surname alone matches too many people: the name must have two words or more. */
const wholeName = String.raw`\S\s+\S`
const isWholeName = (letters: unknown): boolean => typeof letters === 'string' && new RegExp(wholeName).test(letters)

/** «Иванов И» matches thousands: only the latest count. */
const mostFound = 300
/**
 * Cases reported by subscriptions to a name prefix, while the card still names somebody with that prefix; without muted ones. `among`: only these
 * cases, without the limit.
 */
export const foundByName = (
  accountId: number,
  among?: readonly number[],
): RawBuilder<{ case_id: number; name: string }> => sql`
  select found.case_id, watching.letters as name
  from (
    select id, get_params ->> 'defendant' as letters from subscription
    where account_id = ${accountId} and deleted_at is null and get_params ->> 'defendant' ~ ${wholeName}
  ) watching
  -- By the key, the latest first: no more than are shown are looked at, however many a name has found.
  cross join lateral (
    select case_id from (
      select case_id from subscription_found where subscription_id = watching.id
        and ${among === undefined ? sql`true` : sql`case_id = any(${among}::integer[])`}
      order by case_id desc offset 0
    ) told
    where not exists (
      select from subscription_mute mute where mute.subscription_id = watching.id and mute.case_id = told.case_id
    ) and exists (
      select from case_defendant where case_defendant.case_id = told.case_id
        and starts_with(${spellingOf(sql.ref('case_defendant.name'))}, trim(${spellingOf(sql.ref('watching.letters'))}))
    )
    order by case_id desc ${among === undefined ? sql`limit ${mostFound}` : sql``}
  ) found
  order by found.case_id desc ${among === undefined ? sql`limit ${mostFound}` : sql``}`

/** Stored apart from the hits of subscriptions, which are deleted after a while. */
type Told = { subscription_id: number; case_id: number; letters: unknown }
export async function keepFound(trx: Transaction<DB>, told: readonly Told[]): Promise<void> {
  const kept = told.filter(({ letters }) => isWholeName(letters))
  if (kept.length === 0) return
  await sql`
    insert into subscription_found (subscription_id, case_id)
    select one.subscription_id, court_case.id
    from unnest(${kept.map(one => one.subscription_id)}::int[], ${kept.map(one => one.case_id)}::int[]) as one(subscription_id, case_id)
    join court_case on court_case.id = one.case_id
    on conflict do nothing`.execute(trx)
}

/** For a prefix that was extended to a whole name: cases reported for its former filters. */
export const keepFoundBefore = (trx: Transaction<DB>, subscriptionId: number): Promise<unknown> =>
  sql`
  insert into subscription_found (subscription_id, case_id)
  select distinct subscription.id, court_case.id
  from subscription join subscription_batch batch on batch.subscription_id = subscription.id and batch.kind = 'news'
  join subscription_hit hit on hit.batch_id = batch.id join court_case on court_case.id = hit.case_id
  where subscription.id = ${subscriptionId} and get_params ->> 'defendant' ~ ${wholeName}
  on conflict do nothing`.execute(trx)
