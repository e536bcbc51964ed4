import { type Kysely, sql } from 'kysely'

/**
 * A full name tells a person within one court only (decision 0060). People who were gathered by region are split beside the running
 * server (server/ingest/split-people.ts); how rare a name is, is counted as people come in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // By the codes of letters, so that keys of one name are a range of the index whatever the database sorts by.
  `alter table defendant alter column match_key type text collate "C"`,
  // `name` is how most cases write a person; this is what the person's own cases say, where it is another name.
  `alter table defendant add column own_name text, add column own_normal text`,
  `create index defendant_own_normal on defendant (own_normal) where own_normal is not null`,

  // By how many different given names and patronymics a surname is borne; masculine, small letters.
  `create table surname (surname text primary key, bearers integer not null)`,
  // Full names that were counted, as hashes.
  `create table counted_name (name bigint primary key)`,

  // What was merged or asked by earlier rules is judged by those of today.
  `insert into people_due (case_id)
    select distinct case_id from case_defendant where defendant_id in (
      select coalesce(merged_into, id) from defendant where id in (
        select left_id from person_merge where undone_at is null and why = 'automatic'
        union select right_id from person_merge where undone_at is null and why = 'automatic'
        union select left_id from person_pair where verdict = 'open'
        union select right_id from person_pair where verdict = 'open'
      )
    )
    on conflict do nothing`,
]
