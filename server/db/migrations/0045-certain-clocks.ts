import { type Kysely, sql } from 'kysely'

/** Clocks of repeat prosecution say whether their last day is told or is the earliest it may be (decision 0062). All are set anew at the next start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table defendant_risk add column until_is_earliest boolean not null default true`.execute(db)
}
