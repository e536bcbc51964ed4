import { type Kysely, sql } from 'kysely'

/**
 * A UID that is asked for whole is found by its index, where trigrams took 0.4 s among ten million: most of them are of thousands of
 * UIDs. What courts write instead of a UID, or around one, is in an index of its own (`wholeUid` in shared/domain/case-uid.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index court_case_uid_odd on court_case (id)
    where case_uid !~ '^[0-9]{2}[A-Z]{2}[0-9]{4}-[0-9]{2}-[0-9]{4}-[0-9]{6}-[0-9]{2}$'`.execute(db)
}
