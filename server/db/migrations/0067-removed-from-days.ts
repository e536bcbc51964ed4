import { type Kysely, sql } from 'kysely'
import { keepVersions } from '../as-of/versions.ts'

/**
 * Cases that are removed, and people who go with them, leave every day of the past: also as the other end of a link. Candidates of links are kept by
 * days; those of before are taken to have been there always, so that what was in doubt stays so. A package of evidence that has no timestamp leaves its
 * manifest here, to be stamped later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['case_link_candidate', 'case_link_verdict']) {
    await sql`alter table ${sql.table(table)} add column if not exists known_from date not null default '-infinity'`.execute(
      db,
    )
    await sql`alter table ${sql.table(table)} alter column known_from set default moscow_today()`.execute(db)
  }
  await keepVersions(db)
  await sql`alter table evidence_package add column manifest bytea`.execute(db)
  await sql`
    delete from past_case_link where not exists (select from court_case where court_case.id = case_id)
      or not exists (select from court_case where court_case.id = other_id)`.execute(db)
  await sql`select forget_past_people(array(select distinct id from past_defendant))`.execute(db)
}
