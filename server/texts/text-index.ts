import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { textTombstone } from '#shared/domain/forgetting.ts'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { foldLetters, smallLetters } from './fold-letters.ts'
import { gramsOf } from './grams.ts'
import { minHashBands } from './shingles.ts'
import { areFormsStored, formMark, recordForms, wordForms } from './word-forms.ts'
import { readingVersion, stemsOf } from './words.ts'

/**
 * What is stored beside a text for the search: stems, grams (grams.ts), folded letters, which tell word forms as well
 * (word-forms.ts), min-hash bands (shingles.ts) and the version of the reading.
 */
export type TextIndexRow = { words: string; grams: string; letters: string; prints: number[]; reading: number }
export const textIndexColumns = 'words text, grams text, letters text, prints integer[], reading smallint'

/** The words put in place of a removed name must not be found. */
const withoutTombstones = (body: string): string => body.replaceAll(textTombstone, ' '.repeat(textTombstone.length))

export const textIndexRow = (whole: string): TextIndexRow => {
  const body = withoutTombstones(whole)
  const stems = stemsOf(body)
  const letters = smallLetters(foldLetters(body))
  return {
    words: stems.length > 0 ? ` ${stems.join(' ')} ` : '',
    grams: [gramsOf(stems), ...(areFormsStored(wordForms(letters)) ? [] : [formMark])]
      .filter(part => part !== '')
      .join(' '),
    letters,
    prints: minHashBands(stems),
    reading: readingVersion,
  }
}

/** Rebuilds this for stored texts of earlier versions, resuming where it was stopped. Until then a text is found by its earlier version. */
const batch = 50
/** Texts that cases have, and those they had on days of the past: the day until which a text stood tells those of a case apart. */
const tables = ['case_text', 'past_case_text'] as const
const storedText = z.object({ case_id: z.number(), until: z.string(), body: z.string() })

export async function reindexTexts(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<number> {
  let done = 0
  for (const table of tables) done += await reindexTable(db, table, isStopped)
  if (!isStopped()) await sql`drop index if exists case_text_letters`.execute(db)
  return done
}

async function reindexTable(db: Kysely<DB>, table: (typeof tables)[number], isStopped: () => boolean): Promise<number> {
  const stored = sql.table(table)
  let done = 0
  for (let [after, until] = [0, '-infinity']; !isStopped(); ) {
    const found = await sql`
      select case_id, known_until::text as until, body from ${stored}
      where reading < ${readingVersion} and case_id >= ${after}
        and (case_id, known_until) > (${after}::integer, ${until}::date)
      order by case_id, known_until limit ${batch}`.execute(db)
    const texts = z.array(storedText).parse(found.rows)
    const last = texts.at(-1)
    if (last === undefined) break
    const rows = texts.map(({ body, ...key }) => ({ ...key, ...textIndexRow(body) }))
    await db.transaction().execute(trx => keepReading(trx, table, rows))
    done += rows.length
    ;[after, until] = [last.case_id, last.until]
  }
  return done
}

const keptLetters = z.array(z.object({ letters: z.string() }))
/** A text that was rewritten since it was read, as when somebody is forgotten, is left as it is, and forms of what it said are not recorded. */
async function keepReading(
  trx: Transaction<DB>,
  table: (typeof tables)[number],
  rows: readonly ({ case_id: number; until: string } & TextIndexRow)[],
): Promise<void> {
  const kept = await sql`
    with kept as (
      update ${sql.table(table)} t set words = r.words, grams = r.grams, letters = r.letters, prints = r.prints, reading = r.reading
      from ${recordset(rows, `case_id integer, until date, ${textIndexColumns}`)}
      where t.case_id = r.case_id and t.known_until = r.until and t.reading < r.reading
        and t.case_id = any(${rows.map(({ case_id }) => case_id)}::integer[]) returning t.letters
    ), noted as (insert into text_write select where exists (select from kept))
    select letters from kept`.execute(trx)
  await recordForms(trx, keptLetters.parse(kept.rows))
}
