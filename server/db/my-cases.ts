import { type RawBuilder, sql } from 'kysely'

/** What a person watches case by case: favourites, and subscriptions about one case or one person; not every case of wide filters. */
export const myCases = (accountId: number): RawBuilder<unknown> => sql`
  select case_id from favourite where account_id = ${accountId}
  union select about_case_id from subscription
    where account_id = ${accountId} and deleted_at is null and about_case_id is not null
  union select case_defendant.case_id
    from subscription join defendant on defendant.id = about_person_id
    join case_defendant on case_defendant.defendant_id in (defendant.id, defendant.merged_into)
    where account_id = ${accountId} and deleted_at is null`
