import { type Kysely, sql, type Transaction } from 'kysely'
import { forgettingGeneration, isForgettingUnchanged } from '../../db/people-locks.ts'
import type { DB } from '../../db/schema.ts'
import { advancePass, type PassProgress, passCursor } from '../../ingest/resumable-pass.ts'
import type { CourtDirectory } from '../collector.ts'
import type { CourtPage } from '../open-page.ts'
import { readAnswer } from '../parse.ts'
import { courtDirectory, readCourtTable } from '../sites.ts'
import { type KeptCard, pageReader, type RereadCard, recordOf, rereadStored, storedUnder } from './reread-card.ts'

/** Reads stored cards of earlier reader versions again. Resumes from its checkpoint. */
const pass = { key: 'page_reader', version: pageReader, lock: 7_301_052 }
/** A page takes about 50 ms: a batch takes a second or two, and its transaction milliseconds. */
const batch = 25

type RereadPages = PassProgress & { awaited: number }

const readBy = (courts: CourtDirectory) => (page: CourtPage) => readAnswer(page, courts)

export async function rereadPages(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<RereadPages> {
  const sum: RereadPages = { read: 0, changed: 0, awaited: 0 }
  let courts: CourtDirectory | undefined
  while (!isStopped()) {
    const after = await passCursor(db, pass)
    if (after === null) break
    const asOf = await forgettingGeneration(db)
    const listed = await listedAfter(db, after)
    courts ??= listed.length === 0 ? undefined : courtDirectory(await readCourtTable(db))
    const cards: RereadCard[] = []
    for (const one of listed) {
      if (isStopped()) return sum
      const record = courts && (await recordOf(db, one, readBy(courts)))
      if (record !== undefined) cards.push({ listed: one, record })
    }
    let awaited = 0
    const { read, changed } = await advancePass(db, pass, async (trx, from) => {
      awaited = 0
      // Another process has written this batch, or a decision to forget a person was made or undone meanwhile.
      if (from !== after || !(await isForgettingUnchanged(trx, { asOf }))) return { last: from, read: 0, changed: 0 }
      const written = await writeCards(trx, cards)
      awaited = written.awaited
      return { last: listed.at(-1)?.id ?? null, read: listed.length, changed: written.changed }
    })
    sum.read += read
    sum.changed += changed
    sum.awaited += awaited
  }
  return sum
}

/** A card whose text is still being requested is not a case yet: it is read when the text arrives. */
const listedAfter = async (db: Kysely<DB>, after: number): Promise<KeptCard[]> =>
  (
    await sql<KeptCard>`
      select id, case_id, source_key, url, card_hash from listed_case
      where id > ${after} and card_hash is not null and task <> 'text' order by id limit ${batch}`.execute(db)
  ).rows

async function writeCards(
  trx: Transaction<DB>,
  cards: readonly RereadCard[],
): Promise<Pick<RereadPages, 'changed' | 'awaited'>> {
  const stored = await storedUnder(trx, cards)
  const changed = await rereadStored(trx, cards, stored)
  for (const { listed, record } of cards)
    if (stored.has(listed.id))
      await sql`
        update listed_case set case_number = ${record.case_number}, case_uid = coalesce(${record.case_uid ?? null}, case_uid)
        where id = ${listed.id} and case_number <> ${record.case_number}`.execute(trx)
  const awaited = await requeueCards(
    trx,
    cards.filter(({ listed }) => listed.case_id === null).map(({ listed }) => listed.id),
  )
  return { changed, awaited }
}

/** A card that was no case and now is one enters as new cases do: by asking the site again. */
async function requeueCards(trx: Transaction<DB>, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const asked = await sql`
    update listed_case set task = 'card', due_at = now(), attempts = 0, urgency = greatest(urgency, 3)
    where id = any(${ids}::int[]) and case_id is null and missing_since is null and due_at is null`.execute(trx)
  return Number(asked.numAffectedRows ?? 0)
}
