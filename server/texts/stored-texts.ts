import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { textIndexColumns, textIndexRow } from './text-index.ts'
import { recordForms } from './word-forms.ts'

/**
 * The texts of cases, which may be on other servers (decision 0130): a query that would join them reads ids first and then texts by id. All writes of
 * texts are here, and are recorded in `text_write`, which invalidates cached searches (found-cases.ts).
 */
export async function bodiesOf(db: Kysely<DB>, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('case_text')
    .select(['case_id', 'body'])
    .where(sql<boolean>`case_id = any(${ids}::integer[])`)
    .execute()
  return new Map(rows.map(({ case_id, body }) => [case_id, body]))
}

export const noteTextsWritten = (db: Kysely<DB>) => sql`insert into text_write default values`.execute(db)

export type TextOfCase = { case_id: number; body: string }

/** The transaction must have locked the sources of the cases. Unchanged texts are skipped: indexing is expensive. */
export async function writeTexts(trx: Transaction<DB>, texts: readonly TextOfCase[]): Promise<void> {
  const stored = await bodiesOf(
    trx,
    texts.map(({ case_id }) => case_id),
  )
  const changed = texts.filter(({ case_id, body }) => stored.get(case_id) !== body)
  if (changed.length === 0) return
  const since = await takeTexts(
    trx,
    changed.flatMap(({ case_id }) => (stored.has(case_id) ? case_id : [])),
  )
  const rows = changed.map(({ case_id, body }) => ({
    ...{ case_id, body, since: since.get(case_id) },
    ...textIndexRow(body),
  }))
  await recordForms(trx, rows)
  // Not before it: a transaction that began before midnight may come after one of the next day.
  await sql`
    insert into case_text (case_id, body, words, grams, letters, prints, reading, known_from)
    select case_id, body, words, grams, letters, prints, reading, greatest(since, moscow_today())
    from ${recordset(rows, `case_id integer, body text, since date, ${textIndexColumns}`)}`.execute(trx)
  await noteTextsWritten(trx)
}

export async function removeTexts(trx: Transaction<DB>, ids: readonly number[]): Promise<void> {
  if ((await takeTexts(trx, ids)).size > 0) await noteTextsWritten(trx)
}

/** Deletes texts that a torn transaction has left (torn-texts.ts), without keeping a version: the case never had them. */
export async function dropTornTexts(trx: Transaction<DB>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from case_text where case_id = any(${ids}::integer[])`.execute(trx)
  await noteTextsWritten(trx)
}

/** Deletes texts, keeps their versions of past days (db/as-of/versions.ts) without a trigger, and returns since when each was valid. */
async function takeTexts(trx: Transaction<DB>, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql`
    with taken as (delete from case_text where case_id = any(${ids}::integer[]) returning *),
    kept as (
      insert into past_case_text (case_id, body, read_at, words, prints, reading, letters, grams, known_from, known_until)
      select case_id, body, read_at, words, prints, reading, letters, grams, known_from, moscow_today()
      from taken where known_from < moscow_today()
    )
    select case_id, known_from from taken`.execute(trx)
  return new Map(
    z
      .array(taken)
      .parse(rows)
      .map(({ case_id, known_from }) => [case_id, known_from]),
  )
}
const taken = z.object({ case_id: z.number(), known_from: z.string() })
