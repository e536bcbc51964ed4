import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Change } from './revision.ts'

/** Opens a revision that comes of a better reading of what was stored. */
export const readAnew: Change = { field: 'reading', before: null, after: 'Прочитано заново' }

/** Answers the number of each. */
export async function writeRevisions(
  trx: Transaction<DB>,
  changes: ReadonlyMap<number, readonly Change[]>,
): Promise<ReadonlyMap<number, number>> {
  const rows = [...changes].filter(([, list]) => list.length > 0).map(([case_id, list]) => ({ case_id, changes: list }))
  if (rows.length === 0) return new Map()
  const written = await sql<{ case_id: number; number: number }>`
    insert into case_revision (case_id, number, changes)
    select r.case_id, coalesce((select max(number) from case_revision known where known.case_id = r.case_id), 0) + 1, r.changes
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(case_id integer, changes jsonb)
    returning case_id, number`.execute(trx)
  return new Map(written.rows.map(({ case_id, number }) => [case_id, number]))
}
