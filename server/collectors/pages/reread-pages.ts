import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { readInstallation, writeInstallation } from '../../db/installation.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import type { DB } from '../../db/schema.ts'
import type { CourtDirectory } from '../collector.ts'
import type { CourtPage } from '../open-page.ts'
import { readAnswer } from '../parse.ts'
import { courtDirectory, readCourtTable } from '../sites.ts'
import { type KeptCard, pageReader, type RereadCard, recordOf, rereadStored, storedUnder } from './reread-card.ts'

/** Cards of earlier reader versions are read anew from kept pages. Resumes where it stopped. */
const noteKey = 'page_reader'
const note = z.object({ version: z.number(), after: z.number().nullable() })
/** A page takes some 50 ms: a batch is a second or two, and a transaction of milliseconds. */
const batch = 25

type RereadPages = { read: number; changed: number; awaited: number }

const readBy = (courts: CourtDirectory) => (page: CourtPage) => readAnswer(page, courts)

export async function rereadPages(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<RereadPages> {
  const sum: RereadPages = { read: 0, changed: 0, awaited: 0 }
  let courts: CourtDirectory | undefined
  while (!isStopped()) {
    const after = await cursor(db)
    if (after === null) break
    const listed = await listedAfter(db, after)
    courts ??= listed.length === 0 ? undefined : courtDirectory(await readCourtTable(db))
    const cards: RereadCard[] = []
    for (const one of listed) {
      if (isStopped()) return sum
      const record = courts && (await recordOf(db, one, readBy(courts)))
      if (record !== undefined) cards.push({ listed: one, record })
    }
    const last = listed.at(-1)?.id ?? null
    const done = await retryTransaction(() => db.transaction().execute(trx => writeBatch(trx, { after, last, cards })))
    if (done === undefined) continue
    sum.read += listed.length
    sum.changed += done.changed
    sum.awaited += done.awaited
  }
  return sum
}

async function cursor(on: Kysely<DB>): Promise<number | null> {
  const known = note.safeParse(await readInstallation(on, noteKey)).data
  return known?.version === pageReader ? known.after : 0
}

/** A card whose text is still being asked for has not become a case yet: it is read when the text has come. */
const listedAfter = async (db: Kysely<DB>, after: number): Promise<KeptCard[]> =>
  (
    await sql<KeptCard>`
      select id, case_id, source_key, url, card_hash from listed_case
      where id > ${after} and card_hash is not null and task <> 'text' order by id limit ${batch}`.execute(db)
  ).rows

async function writeBatch(
  trx: Transaction<DB>,
  { after, last, cards }: { after: number; last: number | null; cards: readonly RereadCard[] },
): Promise<Pick<RereadPages, 'changed' | 'awaited'> | undefined> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
  if ((await cursor(trx)) !== after) return undefined
  const stored = await storedUnder(trx, cards)
  const changed = await rereadStored(trx, cards, stored)
  for (const { listed, record } of cards)
    if (stored.has(listed.id))
      await sql`
        update listed_case set case_number = ${record.case_number}, case_uid = coalesce(${record.case_uid ?? null}, case_uid)
        where id = ${listed.id} and case_number <> ${record.case_number}`.execute(trx)
  const awaited = await askAgain(
    trx,
    cards.filter(({ listed }) => listed.case_id === null).map(({ listed }) => listed.id),
  )
  await writeInstallation(trx, noteKey, { version: pageReader, after: last })
  return { changed, awaited }
}

/** A card that was no case, and is one now, enters as all new cases do: when the site is asked again. */
async function askAgain(trx: Transaction<DB>, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const asked = await sql`
    update listed_case set task = 'card', due_at = now(), attempts = 0, urgency = greatest(urgency, 3)
    where id = any(${ids}::int[]) and case_id is null and missing_since is null and due_at is null`.execute(trx)
  return Number(asked.numAffectedRows ?? 0)
}

const lock = 7_301_052
