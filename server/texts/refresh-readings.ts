import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { noteForms } from './forms.ts'
import { readingColumns, readingOf } from './reading.ts'
import { readingVersion } from './words.ts'

/**
 * Brings what is kept beside stored texts up to date with the way texts are read now. It goes on where it was stopped, and does
 * nothing where all is current. Until a text is read anew, it is found by what an earlier version has read in it.
 */
const batch = 50

/** Returns how many texts were read anew. */
export async function refreshReadings(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<number> {
  let done = 0
  for (let after = 0; !isStopped(); ) {
    const texts = await db
      .selectFrom('case_text')
      .select(['case_id', 'body'])
      .where('reading', '<>', readingVersion)
      .where('case_id', '>', after)
      .orderBy('case_id')
      .limit(batch)
      .execute()
    const last = texts.at(-1)
    if (last === undefined) break
    const rows = texts.map(({ case_id, body }) => ({ case_id, ...readingOf(body) }))
    await noteForms(db, rows)
    // One that was written in the meantime has been read by its writer.
    await sql`
      update case_text set words = r.words, grams = r.grams, letters = r.letters, prints = r.prints, reading = r.reading
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(case_id integer, ${sql.raw(readingColumns)})
      where case_text.case_id = r.case_id and case_text.reading <> r.reading`.execute(db)
    done += rows.length
    after = last.case_id
  }
  // Only texts of a reading without forms are found by trigrams (migration 0034).
  if (!isStopped()) await sql`drop index if exists case_text_letters`.execute(db)
  return done
}
