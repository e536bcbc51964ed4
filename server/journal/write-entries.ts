import { sql, type Transaction } from 'kysely'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'

/**
 * The journal of cases (decision 0085): every stored state, appended in the transaction that stores it, under a lock on
 * the sources of the case. Entries with a record are written with the case (ingest/write-cases.ts); the others here.
 */

/** Where a record was read from. */
export type ReadFrom = { file?: string; page?: { hash: Buffer; reader: number } }

/** A change of data outside the record: what another reader gets from the text, or what a site does with a card. */
export type BesideChange = { field: BesideField; before: unknown; after: unknown }
type BesideField =
  | 'card'
  | 'last_hearing'
  | 'names_hidden'
  | 'penalties'
  | 'participants'
  | 'defence_params'
  | 'forgotten'

type Source = { origin?: string; text_reader?: number }

/**
 * Returns the number of the entry for each case with changes. `origin` is absent when the court has published nothing
 * new.
 */
export async function appendBeside(
  trx: Transaction<DB>,
  changes: ReadonlyMap<number, readonly BesideChange[]>,
  { origin, text_reader }: Source = {},
): Promise<ReadonlyMap<number, number>> {
  const rows = [...changes].flatMap(([case_id, beside]) => (beside.length > 0 ? [{ case_id, beside }] : []))
  if (rows.length === 0) return new Map()
  const written = await sql<{ case_id: number; number: number }>`
    insert into case_journal (case_id, number, origin, text_reader, beside)
    select r.case_id, ${nextNumber('r.case_id')}, ${origin ?? null}, ${text_reader ?? null}::smallint, r.beside
    from ${recordset(rows, 'case_id integer, beside jsonb')}
    returning case_id, number`.execute(trx)
  return new Map(written.rows.map(({ case_id, number }) => [case_id, number]))
}

export const nextNumber = (caseId: string) =>
  sql`1 + coalesce((select max(number) from case_journal known where known.case_id = ${sql.ref(caseId)}), -1)`

export const cardOnSite = 'Карточка дела на сайте суда'
export const cardGone: BesideChange = { field: 'card', before: cardOnSite, after: null }
export const cardBack: BesideChange = { field: 'card', before: null, after: cardOnSite }
