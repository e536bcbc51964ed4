import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../db/schema.ts'
import { takingTurns } from '../../db/taking-turns.ts'
import { canonical } from '../../ingest/canonical-record.ts'
import { type CaseRecord, caseRecord } from '../../ingest/case-record.ts'
import { rereadCases } from '../../ingest/ingest.ts'
import { collectedOrigin } from '../ask-card.ts'
import type { CourtDirectory } from '../collector.ts'
import { pageReader } from '../page-reader.ts'
import { readAnswer } from '../read-answer.ts'
import { courtDirectory, readCourtTable } from '../sites.ts'
import { keptPage } from './keep-page.ts'

/**
 * Cards that an earlier version has read are read anew from the kept pages, beside the running server: what a case is now understood to say
 * is a revision «Прочитано заново», and no news of a court. Goes on where it was stopped, and does nothing where all is current.
 */
const noteKey = 'page_reader'
const note = z.object({ version: z.number(), after: z.number().nullable() })
/** A page takes some 50 ms: a batch is a second or two, and a transaction of milliseconds. */
const batch = 25

export type RereadPages = { read: number; changed: number; awaited: number }

export async function rereadPages(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<RereadPages> {
  const sum: RereadPages = { read: 0, changed: 0, awaited: 0 }
  let courts: CourtDirectory | undefined
  while (!isStopped()) {
    const after = await cursor(db)
    if (after === null) break
    const listed = await listedAfter(db, after)
    courts ??= listed.length === 0 ? undefined : courtDirectory(await readCourtTable(db))
    const cards: Card[] = []
    for (const one of listed) {
      if (isStopped()) return sum
      const record = courts && (await recordOf(db, one, courts))
      if (record !== undefined) cards.push({ listed: one, record })
    }
    const last = listed.at(-1)?.id ?? null
    const done = await takingTurns(() => db.transaction().execute(trx => writeBatch(trx, { after, last, cards })))
    if (done === undefined) continue
    sum.read += listed.length
    sum.changed += done.changed
    sum.awaited += done.awaited
  }
  return sum
}

type Listed = { id: number; case_id: number | null; source_key: string; url: string; card_hash: Buffer }
type Card = { listed: Listed; record: CaseRecord }

/** After which row to go on; null: all is read. */
async function cursor(on: Kysely<DB>): Promise<number | null> {
  const row = await on.selectFrom('installation').where('key', '=', noteKey).select('value').executeTakeFirst()
  const known = note.safeParse(row?.value).data
  return known?.version === pageReader ? known.after : 0
}

/** A card whose text is still being asked for has not become a case yet: it is read when the text has come. */
const listedAfter = async (db: Kysely<DB>, after: number): Promise<Listed[]> =>
  (
    await sql<Listed>`
      select id, case_id, source_key, url, card_hash from listed_case
      where id > ${after} and card_hash is not null and task <> 'text' order by id limit ${batch}`.execute(db)
  ).rows

/** What the kept card says now, under the key that the case has. Undefined: it is no case, or what it says is refused. */
async function recordOf(db: Kysely<DB>, listed: Listed, courts: CourtDirectory): Promise<CaseRecord | undefined> {
  const page = await keptPage(db, listed.card_hash)
  if (page === undefined) return undefined
  const { url, source_key: stored } = listed
  const reading = await readAnswer({ ...page, url }, courts)
  if (reading.kind !== 'card' || reading.case === null) return undefined
  const { former_keys = [], ...told } = reading.case
  const isCarried = former_keys.includes(stored)
  const read = caseRecord.safeParse({
    ...told,
    ...(isCarried ? { former_keys: [stored] } : { source_key: stored }),
    ...(url === '' ? {} : { url }),
  })
  return read.data
}

type Stored = { listed_id: number; case_id: number; source_key: string; digest: string; body: string | null }

async function writeBatch(
  trx: Transaction<DB>,
  { after, last, cards }: { after: number; last: number | null; cards: readonly Card[] },
): Promise<Pick<RereadPages, 'changed' | 'awaited'> | undefined> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
  // Somebody else has done this batch meanwhile.
  if ((await cursor(trx)) !== after) return undefined
  const stored = await storedUnder(trx, cards)
  const wrong = cards.flatMap(({ listed, record }) => {
    const known = stored.get(listed.id)
    if (known === undefined) return []
    const whole = withText(record, known.body)
    return canonical({ ...whole, source_key: known.source_key }).digest === known.digest &&
      whole.source_key === known.source_key
      ? []
      : [whole]
  })
  if (wrong.length > 0) await rereadCases(trx, wrong)
  for (const { listed, record } of cards)
    if (stored.has(listed.id))
      await sql`
        update listed_case set case_number = ${record.case_number}, case_uid = coalesce(${record.case_uid ?? null}, case_uid)
        where id = ${listed.id} and case_number <> ${record.case_number}`.execute(trx)
  const awaited = await askAgain(
    trx,
    cards.filter(({ listed }) => listed.case_id === null).map(({ listed }) => listed.id),
  )
  const value = JSON.stringify({ version: pageReader, after: last })
  await trx
    .insertInto('installation')
    .values({ key: noteKey, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return { changed: wrong.length, awaited }
}

/**
 * What is stored of these cards, held until the end. A case that was read since its card was kept says more than the card: a worker has just
 * written it, and is about to note which card it was.
 */
async function storedUnder(trx: Transaction<DB>, cards: readonly Card[]): Promise<ReadonlyMap<number, Stored>> {
  const ids = cards.map(({ listed }) => listed.id)
  await sql`
    select from case_source where source_key = any(${cards.map(({ listed }) => listed.source_key)})
    order by source_key for no key update`.execute(trx)
  const { rows } = await sql<Stored & { card_hash: Buffer }>`
    select l.id as listed_id, s.case_id, s.source_key, s.digest, t.body, l.card_hash
    from listed_case l
    join case_source s on s.source_key = l.source_key and s.case_id = l.case_id
    left join case_text t on t.case_id = s.case_id
    where l.id = any(${ids}::int[]) and s.origin = ${collectedOrigin} and s.last_seen_at <= l.card_at and l.task <> 'text'`.execute(
    trx,
  )
  const kept = new Map(cards.map(({ listed }) => [listed.id, listed.card_hash]))
  return new Map(rows.filter(row => kept.get(row.listed_id)?.equals(row.card_hash)).map(row => [row.listed_id, row]))
}

/** The text that the card does not print was asked for, and is stored. */
const withText = (record: CaseRecord, body: string | null): CaseRecord =>
  record.text?.trim() || body === null ? record : { ...record, text: body }

/** A card that was no case, and is one now, enters as all new cases do: when the site is asked again. */
async function askAgain(trx: Transaction<DB>, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const asked = await sql`
    update listed_case set task = 'card', due_at = now(), attempts = 0, urgency = greatest(urgency, 3)
    where id = any(${ids}::int[]) and case_id is null and missing_since is null and due_at is null`.execute(trx)
  return Number(asked.numAffectedRows ?? 0)
}

/** An arbitrary number of our own. */
const lock = 7_301_052
