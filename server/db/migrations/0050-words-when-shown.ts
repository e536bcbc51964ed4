import { type Kysely, sql } from 'kysely'

/**
 * Filters are put into words when they are shown, by the reader's rights (decision 0075): what was kept of them goes. A title that
 * was made of such words becomes empty, which means: called after what is watched.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const longestTitle = 100
const statements = [
  // A filter in its own words, or so many of them that they were cut off.
  `update subscription set title = '' where about_case_id is null and about_person_id is null and (
    exists (
      select from jsonb_each_text(human_readable) as said (name, words)
      where words <> '' and position(': ' || words in title) > 0
    ) or (length(title) = ${longestTitle} and title like '%: %…')
  )`,
  `update subscription set title = '' where about_case_id is not null and title ~ '^Дело \\S*\\d\\S*$'`,
  // Names are read anew and hidden by courts: also one that no case has any more.
  `update subscription set title = '' where about_person_id is not null and (
    title ~ '^[А-ЯЁ][А-ЯЁа-яё-]+( [А-ЯЁ][А-ЯЁа-яё.-]*){1,3}$' or exists (
      select from case_defendant join defendant on defendant.id = about_person_id
      where case_defendant.defendant_id in (defendant.id, defendant.merged_into) and case_defendant.name = title
    )
  )`,
  'alter table subscription drop column human_readable',
  'alter table preset drop column human_readable',
  'alter table export_request drop column readable',
]
