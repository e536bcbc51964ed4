import { sql, type Transaction } from 'kysely'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { bodiesOf } from '../texts/stored-texts.ts'
import { nextNumber } from './write-entries.ts'

/**
 * Journal entries that add the state of an earlier entry, read later from a stored page, when only its wording had been
 * kept.
 */

/** The number of the earlier entry whose state this entry has; null when it has its own. */
export const carriedNumber = (table: string) => {
  const beside = sql.ref(`${table}.beside`)
  return sql`case when ${beside} -> 0 ->> 'field' = 'carried_over' then (${beside} #>> '{0,after,number}')::integer end`
}

/** A former state read from stored pages. `record`: JSON; `text`: with its hexadecimal hash. */
export type CarriedState = {
  case_id: number
  number: number
  record: string
  text: { body: string; hash: string; page: Buffer | null } | null
  page: { hash: Buffer; reader: number }
}

/** Appended, so that the entries, their hashes and seals stay unchanged. Returns how many states were added. */
export async function appendCarried(trx: Transaction<DB>, states: readonly CarriedState[]): Promise<number> {
  const now = await bodiesOf(
    trx,
    states.map(({ case_id }) => case_id),
  )
  const rows = states.map(({ case_id, number, record, text, page }) => ({
    ...{ case_id, number, record, text_hash: text?.hash, reader: page.reader },
    // The current text of the case is not stored twice.
    body: text?.body === now.get(case_id) ? undefined : text?.body,
    ...{ page: page.hash.toString('hex'), text_page: text?.page?.toString('hex') ?? null },
  }))
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`
    with told as materialized (
      select r.* from ${recordset(rows, 'case_id integer, number integer, record text, text_hash text, body text, page text, reader smallint, text_page text')}
      where exists (
        select from case_journal one
        where one.case_id = r.case_id and one.number = r.number and record is null and told is not null
      ) and not exists (
        select from case_journal known
        where known.case_id = r.case_id and (forgotten_on is not null or ${carriedNumber('known')} = r.number)
      )
    ), kept as (
      insert into former_text (case_id, hash, body)
      select distinct on (case_id, text_hash) case_id, decode(text_hash, 'hex'), body from told
      where body is not null
      on conflict (case_id, hash) do nothing
    )
    insert into case_journal (case_id, number, page_hash, page_reader, record, text_hash, beside)
    select case_id, ${nextNumber('told.case_id')} + row_number() over (partition by case_id order by number) - 1,
      decode(page, 'hex'), reader, record::jsonb, decode(text_hash, 'hex'),
      jsonb_build_array(jsonb_build_object('field', 'carried_over', 'before', null,
        'after', jsonb_build_object('number', number, 'text_page', text_page)))
    from told`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
