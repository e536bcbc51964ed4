import { type Kysely, sql } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import { readJournal, revisionsOf } from '../server/journal/read-entries.ts'

/**
 * Rewrites journals to the form that migration 0057 gave to older revisions: sentences, and the record where it was
 * last read.
 */
export async function leaveWords(db: Kysely<DB>, cases: readonly number[]): Promise<void> {
  const rows: { case_id: number; number: number; told: unknown; is_last: boolean }[] = []
  for (const case_id of cases) {
    const { entries, texts } = await readJournal(db, case_id, { whole: true })
    // Data beside the record was not stored then.
    const revisions = revisionsOf({ entries: entries.map(one => ({ ...one, beside: null })), texts })
    for (const { entry, changes } of revisions)
      rows.push({ case_id, number: entry.number, told: changes, is_last: entry.number === entries.at(-1)?.number })
  }
  await rewriteJournal(
    db,
    sql`
      update case_journal one set told = r.told, beside = null, page_reader = null, text_reader = null,
        record = case when is_last then record end, text_hash = case when is_last then text_hash end,
        page_hash = case when r.number > 0 then page_hash end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(case_id integer, number integer, told jsonb, is_last boolean)
      where one.case_id = r.case_id and one.number = r.number`,
  )
  await sql`delete from page_reading`.execute(db)
}

/** Bypasses the trigger that forbids changing entries. */
export async function rewriteJournal(db: Kysely<DB>, statement: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await statement.execute(trx)
    await sql`
      delete from former_text where exists (select from case_journal one where one.case_id = former_text.case_id and told is not null)`.execute(
      trx,
    )
  })
}
