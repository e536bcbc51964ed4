import { type Kysely, sql } from 'kysely'
import { cancelWhen, pidOf } from '../db/cancel.ts'
import { areIndexesDeferred } from '../db/deferred-indexes.ts'
import type { DB } from '../db/schema.ts'
import { inSession } from '../db/session.ts'

/**
 * Builds the index of strings (migration 0037) beside the running server in databases that had texts before it; until then such searches
 * read texts. Starts over when interrupted. One process at a time: the job `reread-stored` sees to it.
 */
export async function buildStringsIndex(
  db: Kysely<DB>,
  signal: AbortSignal = new AbortController().signal,
  onBuilding: () => void = () => undefined,
): Promise<boolean> {
  const { rows: known } = await sql<{ valid: boolean; measured: boolean }>`
    select indisvalid as valid, coalesce(attstattarget, -1) <> 0 as measured
    from pg_index join pg_attribute on attrelid = indexrelid and attnum = 1
    where indexrelid = to_regclass('case_text_strings')`.execute(db)
  if (known[0]?.valid === true || signal.aborted || (await areIndexesDeferred(db))) {
    if (known[0]?.measured) await leaveUnmeasured(db)
    return false
  }
  onBuilding()
  return inSession(db, async one => {
    const release = cancelWhen(signal, db, await pidOf(one))
    try {
      await sql`set maintenance_work_mem = '256MB'`.execute(one)
      await sql`drop index concurrently if exists case_text_strings`.execute(one)
      await sql`
        create index concurrently case_text_strings on case_text using gin (string_index(letters))
        with (fastupdate = on)`.execute(one)
      await leaveUnmeasured(one)
      return true
    } catch (error) {
      if (signal.aborted) return false
      throw error
    } finally {
      await release()
    }
  })
}

/** `analyze` would split thirty thousand texts and tell the planner nothing. */
const leaveUnmeasured = (db: Kysely<DB>) =>
  sql`alter index case_text_strings alter column 1 set statistics 0`.execute(db)
