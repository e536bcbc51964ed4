import { type Kysely, sql, type Transaction } from 'kysely'
import { retryTransaction } from '../../db/retry-transaction.ts'
import type { DB } from '../../db/schema.ts'
import { canonical } from '../../ingest/canonical-record.ts'
import { type CaseRecord, caseRecord } from '../../ingest/case-record.ts'
import { rereadCases } from '../../ingest/ingest.ts'
import type { ReadFrom } from '../../journal/write-entries.ts'
import { bodiesOf } from '../../texts/stored-texts.ts'
import type { PageReading } from '../collector.ts'
import type { CourtPage } from '../open-page.ts'
import { type KeptPage, keptPage } from './keep-page.ts'

/** Stores what the current reader makes of a stored card: a revision, not news from the court. */
export type KeptCard = { id: number; case_id: number | null; source_key: string; url: string; card_hash: Buffer }
export type RereadCard = { listed: KeptCard; record: CaseRecord }
export type ReadCourtPage = (page: CourtPage) => Promise<PageReading>

/** What the stored card says now, under the key of its case. Undefined when it is no case or fails validation. */
export async function recordOf(db: Kysely<DB>, listed: KeptCard, read: ReadCourtPage): Promise<CaseRecord | undefined> {
  const page = await keptPage(db, listed.card_hash)
  return page && recordOn(page, listed, read)
}

export async function recordOn(
  page: KeptPage,
  { url, source_key: stored }: Pick<KeptCard, 'url' | 'source_key'>,
  read: ReadCourtPage,
): Promise<CaseRecord | undefined> {
  const reading = await read({ ...page, url })
  if (reading.kind !== 'card' || reading.case === null) return undefined
  const { former_keys = [], ...told } = reading.case
  const isCarried = former_keys.includes(stored)
  return caseRecord.safeParse({
    ...told,
    ...(isCarried ? { former_keys: [stored] } : { source_key: stored }),
    ...(url === '' ? {} : { url }),
  }).data
}

type Listed = { listed_id: number; case_id: number; source_key: string; digest: string }
type Stored = Listed & { body: string | null }

/** Row-locked. Leaves out a case read after its card was stored: a worker is about to record the newer card. */
export async function storedUnder(
  trx: Transaction<DB>,
  cards: readonly RereadCard[],
): Promise<ReadonlyMap<number, Stored>> {
  const ids = cards.map(({ listed }) => listed.id)
  await sql`
    select from case_source where source_key = any(${cards.map(({ listed }) => listed.source_key)})
    order by source_key for no key update`.execute(trx)
  const { rows } = await sql<Listed & { card_hash: Buffer }>`
    select l.id as listed_id, s.case_id, s.source_key, s.digest, l.card_hash
    from listed_case l
    join case_source s on s.source_key = l.source_key and s.case_id = l.case_id
    where l.id = any(${ids}::int[]) and s.origin = ${collectedOrigin} and s.last_seen_at <= l.card_at and l.task <> 'text'`.execute(
    trx,
  )
  const kept = new Map(cards.map(({ listed }) => [listed.id, listed.card_hash]))
  const current = rows.filter(row => kept.get(row.listed_id)?.equals(row.card_hash))
  const bodies = await bodiesOf(
    trx,
    current.map(({ case_id }) => case_id),
  )
  return new Map(current.map(row => [row.listed_id, { ...row, body: bodies.get(row.case_id) ?? null }]))
}

export async function rereadStored(
  trx: Transaction<DB>,
  cards: readonly RereadCard[],
  stored: ReadonlyMap<number, Stored>,
): Promise<number> {
  const current = cards.flatMap(({ listed, record }) => {
    const known = stored.get(listed.id)
    return known === undefined
      ? []
      : [{ known, record: withText(record, known.body), from: fromPage(listed.card_hash) }]
  })
  const wrong = current.filter(
    ({ known: { source_key, digest }, record }) =>
      canonical({ ...record, source_key }).digest !== digest || record.source_key !== source_key,
  )
  if (wrong.length > 0)
    await rereadCases(
      trx,
      wrong.map(({ record }) => record),
      wrong.map(({ from }) => from),
    )
  await markReaderVersion(
    trx,
    current.map(({ record }) => record.source_key),
  )
  return wrong.length
}

const withText = (record: CaseRecord, body: string | null): CaseRecord =>
  record.text?.trim() || body === null ? record : { ...record, text: body }

/** Marks these records as read by the current version of the reader. */
export const markReaderVersion = (db: Kysely<DB>, keys: readonly string[]): Promise<unknown> =>
  sql`
    update case_source set page_reader = ${pageReader}
    where source_key = any(${keys}) and page_reader is distinct from ${pageReader}`.execute(db)

const isOfEarlierReader = async (db: Kysely<DB>, source_key: string): Promise<boolean> => {
  const stored = await db
    .selectFrom('case_source')
    .select(['origin', 'page_reader'])
    .where('source_key', '=', source_key)
    .executeTakeFirst()
  return stored?.origin === collectedOrigin && (stored.page_reader ?? 0) < pageReader
}

/**
 * Before a new card is compared with a case stored by an earlier reader version, the stored card is read again, so that
 * changes of the reader are not reported as news. Returns the key of the case. `text`: of a file stored with the card.
 */
export async function rereadBefore(
  db: Kysely<DB>,
  listed: Omit<KeptCard, 'card_hash'> & { card_hash: Buffer | null },
  { read, text }: { read: ReadCourtPage; text: () => Promise<string | undefined> },
): Promise<string> {
  const { card_hash, source_key } = listed
  if (card_hash === null || !(await isOfEarlierReader(db, source_key))) return source_key
  const told = await recordOf(db, { ...listed, card_hash }, read)
  if (told === undefined) return source_key
  const apart = told.text?.trim() ? undefined : await text()
  const record = apart?.trim() ? { ...told, text: apart } : told
  const cards = [{ listed: { ...listed, card_hash }, record }]
  return retryTransaction(() =>
    db.transaction().execute(async trx => {
      const stored = await storedUnder(trx, cards)
      await rereadStored(trx, cards, stored)
      return stored.size === 0 ? source_key : record.source_key
    }),
  )
}

/** Without a stored card to compare with, everything in the new card counts as a correction, not as news. */
export async function rereadInstead(db: Kysely<DB>, record: CaseRecord, from: ReadFrom): Promise<void> {
  if (!(await isOfEarlierReader(db, record.source_key))) return
  await retryTransaction(() =>
    db.transaction().execute(async trx => {
      const { rows } = await sql`
        select from case_source where source_key = ${record.source_key} for no key update`.execute(trx)
      if (rows.length > 0) await rereadCases(trx, [record], [from])
    }),
  )
}

/** Increment when the reading of cards changes: stored cards are then read again (reread-pages.ts). */
export const pageReader = 10
export const fromPage = (hash: Buffer): ReadFrom => ({ page: { hash, reader: pageReader } })

export const collectedOrigin = 'collector'
