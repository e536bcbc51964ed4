import { type Kysely, sql } from 'kysely'

/** Who has closed published figures. Installations that ran 0070 as it was on its first day lack the column; all others have it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table citation
    add column if not exists closed_by integer references account on delete set null`.execute(db)
}
