import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'
import { linkCases, lockLinks, noteLinksDue, writeClues } from '../links/link-cases.ts'
import { caseRecord } from './case-record.ts'
import { prepared } from './prepare-case.ts'
import { writtenCase } from './written-case.ts'

/**
 * Cases that came before clues were read the way they are now get theirs, and their links. Goes on where it was stopped, and does
 * nothing where all is current.
 */
const cluesVersion = 2
const noteKey = 'case_clues'
const note = z.object({ version: z.number(), after: z.number().nullable() })
const batch = 500

/** Returns how many cases were read. */
export async function relinkCases(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<number> {
  let done = 0
  while (!isStopped()) {
    const count = await retryTransaction(() => db.transaction().execute(trx => relinkSome(trx)))
    if (count === 0) break
    done += count
  }
  return done
}

async function relinkSome(trx: Transaction<DB>): Promise<number> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
  const row = await trx.selectFrom('installation').where('key', '=', noteKey).select('value').executeTakeFirst()
  const known = note.safeParse(row?.value).data
  const after = known?.version === cluesVersion ? known.after : 0
  // All is read.
  if (after === null) return 0
  const { rows } = await sql<{ id: number; region: number; record: Record<string, unknown>; body: string | null }>`
    select id, region, source.record, body from court_case
    cross join lateral (
      select record from case_source where case_id = court_case.id order by last_seen_at desc limit 1
    ) source
    left join case_text on case_text.case_id = court_case.id and stage = 2
    where court_case.id > ${after} order by court_case.id limit ${batch} for no key update of court_case`.execute(trx)
  const cases = rows.flatMap(({ id, region, record, body }) => {
    // A record of an earlier format may no longer fit: its case is linked by what it says when it is read again.
    const read = caseRecord.safeParse({ ...record, ...(body === null ? {} : { text: body }) })
    return read.success ? [writtenCase(prepared(read.data, 0), { id, isNew: false, region })] : []
  })
  const uids = new Set(rows.flatMap(({ record }) => (typeof record.case_uid === 'string' ? [record.case_uid] : [])))
  const ties = await writeClues(trx, cases, uids)
  await lockLinks(trx, ties)
  await noteLinksDue(trx, await linkCases(trx, cases, ties))
  const value = JSON.stringify({ version: cluesVersion, after: rows.at(-1)?.id ?? null })
  await trx
    .insertInto('installation')
    .values({ key: noteKey, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return rows.length
}
/** An arbitrary number of our own. */
const lock = 7_301_026
