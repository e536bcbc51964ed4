import { type Kysely, sql } from 'kysely'
import { textTombstone } from '#shared/domain/forgetting.ts'
import type { DB } from '../db/schema.ts'
import { foldLetters, smallLetters } from './fold-letters.ts'
import { gramsOf } from './grams.ts'
import { minHashBands } from './shingles.ts'
import { formLexemeLine, recordForms, wordForms } from './word-forms.ts'
import { readingVersion, stemsOf } from './words.ts'

/**
 * What is stored beside a text for the search: stems, grams (grams.ts), word forms (word-forms.ts), folded letters, min-hash bands
 * (shingles.ts) and the version of the reading.
 */
export type TextIndexRow = { words: string; grams: string; letters: string; prints: number[]; reading: number }
export const textIndexColumns = 'words text, grams text, letters text, prints integer[], reading smallint'

/** Whose name was removed is not found by what stands in its place. */
const withoutTombstones = (body: string): string => body.replaceAll(textTombstone, ' '.repeat(textTombstone.length))

export const textIndexRow = (whole: string): TextIndexRow => {
  const body = withoutTombstones(whole)
  const stems = stemsOf(body)
  const letters = smallLetters(foldLetters(body))
  return {
    words: stems.length > 0 ? ` ${stems.join(' ')} ` : '',
    grams: [gramsOf(stems), formLexemeLine(wordForms(letters))].filter(part => part !== '').join(' '),
    letters,
    prints: minHashBands(stems),
    reading: readingVersion,
  }
}

/** Rebuilds this for stored texts of earlier versions, resuming where it was stopped. Until then a text is found by its earlier version. */
const batch = 50

export async function reindexTexts(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<number> {
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
    const rows = texts.map(({ case_id, body }) => ({ case_id, ...textIndexRow(body) }))
    await recordForms(db, rows)
    await sql`
      update case_text set words = r.words, grams = r.grams, letters = r.letters, prints = r.prints, reading = r.reading
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(case_id integer, ${sql.raw(textIndexColumns)})
      where case_text.case_id = r.case_id and case_text.reading <> r.reading`.execute(db)
    done += rows.length
    after = last.case_id
  }
  if (!isStopped()) await sql`drop index if exists case_text_letters`.execute(db)
  return done
}
