import { sql, type Transaction } from 'kysely'
import { errorCode } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import type { CaseRecord } from './case-record.ts'

/**
 * Moves a case stored under a key that its reader no longer makes to its present key, so that reading it again makes no second case. If the present
 * key is taken nothing moves: there are two cases, and somebody may declare them one.
 */
export async function moveFormerKeys(trx: Transaction<DB>, records: readonly CaseRecord[]): Promise<void> {
  const moves = records.flatMap(({ source_key, former_keys = [] }) =>
    former_keys.filter(former => former !== source_key).map((former, at) => ({ former, source_key, at })),
  )
  if (moves.length === 0 || (await movesNow(trx, moves)).length === 0) return
  // All sources of this call are locked in one order (write-case-batch.ts) before the first one moves.
  const keys = [...records.map(({ source_key }) => source_key), ...moves.map(({ former }) => former)]
  await sql`
    select from case_source where source_key = any(${keys}) order by source_key for no key update`.execute(trx)
  for (const { former, source_key } of await movesNow(trx, moves))
    if (await carry(trx, 'case_source', former, source_key)) await carry(trx, 'listed_case', former, source_key)
}

type Move = { former: string; source_key: string }

async function movesNow(trx: Transaction<DB>, moves: readonly (Move & { at: number })[]): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select distinct on (told.source_key) told.former, told.source_key
    from json_to_recordset(${JSON.stringify(moves)}::json) as told(former text, source_key text, at integer)
    join case_source on case_source.source_key = told.former
    where not exists (select from case_source taken where taken.source_key = told.source_key)
    order by told.source_key, told.at`.execute(trx)
  return [...new Map(rows.map(row => [row.former, row])).values()]
}

/** False if the key is taken, also by a concurrent process whose row became visible only now. */
async function carry(
  trx: Transaction<DB>,
  table: 'case_source' | 'listed_case',
  former: string,
  source_key: string,
): Promise<boolean> {
  await sql`savepoint carrying`.execute(trx)
  try {
    const moved = await sql`
      update ${sql.table(table)} set source_key = ${source_key} where source_key = ${former}
        and not exists (select from ${sql.table(table)} taken where taken.source_key = ${source_key})`.execute(trx)
    await sql`release savepoint carrying`.execute(trx)
    return Number(moved.numAffectedRows ?? 0) > 0
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error
    await sql`rollback to savepoint carrying`.execute(trx)
    return false
  }
}
const uniqueViolation = '23505'
