import { type RawBuilder, sql } from 'kysely'

/**
 * What a person watches case by case: favourites, subscriptions about one case or one person, and what subscriptions by a name have found;
 * not every case of wide filters.
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

/** A surname alone is half a town: of one's own are the cases of a name of two words or more. */
const wholeName = String.raw`\S\s+\S`
const folded = (column: string) => sql`lower(translate(${sql.ref(column)}, 'Ёё', 'Ее'))`

/** «Иванов И» is told of thousands: of those the latest. */
const mostFound = 300
/** Cases of which a subscription to letters of a name has told, while the card names somebody whose name begins so; not those it was told to be silent about. */
export const foundByName = (accountId: number): RawBuilder<{ case_id: number; name: string }> => sql`
  select hit.case_id, watching.letters as name
  from (
    select id, get_params ->> 'defendant' as letters from subscription
    where account_id = ${accountId} and deleted_at is null and get_params ->> 'defendant' ~ ${wholeName}
  ) watching
  join subscription_batch batch on batch.subscription_id = watching.id and batch.kind = 'news'
  join subscription_hit hit on hit.batch_id = batch.id
  where not exists (
    select from subscription_mute mute where mute.subscription_id = watching.id and mute.case_id = hit.case_id
  ) and exists (
    select from case_defendant where case_defendant.case_id = hit.case_id
      and position(${folded('watching.letters')} in ${folded('case_defendant.name')}) = 1
  )
  order by hit.case_id desc limit ${mostFound}`
