import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { CaseRecord } from './case-record.ts'

/**
 * A case that was stored under a key its reader makes no more is carried over to the key it makes now, so that reading it again makes no
 * second case. Where the key is taken already nothing moves: then there are two cases, and a person may say that they are one.
 */
export async function carryKeys(trx: Transaction<DB>, records: readonly CaseRecord[]): Promise<void> {
  const moves = records.flatMap(({ source_key, former_keys = [] }) =>
    former_keys.filter(former => former !== source_key).map((former, at) => ({ former, source_key, at })),
  )
  if (moves.length === 0) return
  // Keys are taken in one order, as everywhere (writeUnsettled); of several former ones the first that is stored moves.
  const { rows } = await sql<{ former: string; source_key: string }>`
    select distinct on (told.source_key) told.former, told.source_key
    from json_to_recordset(${JSON.stringify(moves)}::json) as told(former text, source_key text, at integer)
    join case_source on case_source.source_key = told.former
    where not exists (select from case_source taken where taken.source_key = told.source_key)
    order by told.source_key, told.at`.execute(trx)
  const once = [...new Map(rows.map(row => [row.former, row])).values()].sort((one, two) =>
    one.former < two.former ? -1 : 1,
  )
  for (const { former, source_key } of once) {
    const moved = await sql`
      update case_source set source_key = ${source_key}
      where source_key = ${former} and not exists (select from case_source taken where taken.source_key = ${source_key})`.execute(
      trx,
    )
    if (Number(moved.numAffectedRows ?? 0) === 0) continue
    await sql`
      update listed_case set source_key = ${source_key}
      where source_key = ${former} and not exists (select from listed_case taken where taken.source_key = ${source_key})`.execute(
      trx,
    )
  }
}
