import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { isForgettingUnchanged } from '../../db/people-locks.ts'
import type { DB } from '../../db/schema.ts'
import { maskForgotten } from '../../forgetting/ingest-door.ts'
import { canonical } from '../../ingest/canonical-record.ts'
import type { CaseRecord } from '../../ingest/case-record.ts'
import { prepareCase } from '../../ingest/prepare-case.ts'
import { advancePass, type PassProgress, passCursor } from '../../ingest/resumable-pass.ts'
import { appendCarried, type CarriedState } from '../../journal/carried-states.ts'
import { haveEqualWords, type StateWords, stateWordsOf, wordsBefore } from '../../journal/former-words.ts'
import { type Entry, readJournal } from '../../journal/read-entries.ts'
import { readAnswer } from '../parse.ts'
import { hostOf } from '../site-address.ts'
import { courtDirectory, readCourtTable } from '../sites.ts'
import { type KeptPage, keptPage, pageHash } from './keep-page.ts'
import { collectedOrigin, pageReader, type ReadCourtPage, recordOn } from './reread-card.ts'

/**
 * Former states of which only a wording was kept (decision 0085) are read from the pages stored at that time. A state
 * is accepted only when today's reader gets from its page exactly what the wording of all later changes implies.
 * Repeated with each version of the reader.
 */
const pass = { key: 'carried_states', version: pageReader, lock: 7_301_068 }
/** Cases per batch: a page takes about 50 ms, and a case has a few. */
const batch = 10

type FoundState = { state: CarriedState; record: CaseRecord }
type FormerCase = { case_id: number; source_key: string }

export async function carryStates(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<PassProgress> {
  const sum: PassProgress = { read: 0, changed: 0 }
  let read: ReadCourtPage | undefined
  while (!isStopped()) {
    const after = await passCursor(db, pass)
    if (after === null) break
    const due = await dueAfter(db, after)
    read ??= due.length === 0 ? undefined : await readByCourts(db)
    const found: FoundState[] = []
    for (const { case_id, source_key } of due) {
      if (isStopped()) return sum
      if (read && source_key !== null) found.push(...(await formerStates(db, { case_id, source_key }, read)))
    }
    const masked = await maskForgotten(
      db,
      found.map(({ record }) => record),
    )
    const digests = masked.records.map(record => canonical(record).digest)
    const states = found.flatMap(({ state, record }, at) => (canonical(record).digest === digests[at] ? [state] : []))
    const { read: looked, changed } = await advancePass(db, pass, async (trx, from) => {
      // Another process has written this batch, or a decision to forget a person was made meanwhile.
      if (from !== after || !(await isForgettingUnchanged(trx, masked))) return { last: from, read: 0, changed: 0 }
      await sql`
        select from case_source where case_id = any(${due.map(({ case_id }) => case_id)}::integer[])
        order by source_key for no key update`.execute(trx)
      return { last: due.at(-1)?.case_id ?? null, read: due.length, changed: await appendCarried(trx, states) }
    })
    sum.read += looked
    sum.changed += changed
  }
  return sum
}

async function readByCourts(db: Kysely<DB>): Promise<ReadCourtPage> {
  const courts = courtDirectory(await readCourtTable(db))
  return page => readAnswer(page, courts)
}

/** `source_key` is null when the source of each state is unknown, or names were removed from it. */
async function dueAfter(db: Kysely<DB>, after: number): Promise<{ case_id: number; source_key: string | null }[]> {
  const { rows } = await sql<{ case_id: number; source_key: string | null }>`
    select due.case_id, (
      select min(source_key) from case_source source where source.case_id = due.case_id
        and not exists (select from case_journal one where one.case_id = due.case_id and forgotten_on is not null)
      having count(*) = 1 and bool_and(origin = ${collectedOrigin})
    ) as source_key
    from (
      select distinct case_id from case_journal
      where case_id > ${after} and record is null and told is not null order by case_id limit ${batch}
    ) due order by due.case_id`.execute(db)
  return rows
}

async function formerStates(db: Kysely<DB>, one: FormerCase, read: ReadCourtPage): Promise<FoundState[]> {
  const { entries, texts } = await readJournal(db, one.case_id, { whole: true })
  const isStored = ({ record, told, carried }: Entry): boolean => record !== null && told !== null && !carried
  const last = entries.findLastIndex(isStored)
  const stored = entries[last]
  if (stored?.record == null) return []
  const text = stored.text_hash === null ? null : texts.get(stored.text_hash)
  if (text === undefined) return []
  const found: FoundState[] = []
  let words: StateWords | undefined = stateWordsOf(stored.record, text)
  for (const [at, after] of entries
    .slice(0, last + 1)
    .entries()
    .toArray()
    .reverse()) {
    const entry = entries[at - 1]
    words = wordsBefore(words, after)
    // Without the wording of this change, earlier states cannot be reconstructed.
    if (words === undefined || entry?.told == null) break
    if (entry.record !== null) continue
    const state = await stateThen(db, one, { entry, words, read })
    if (state) found.push(state)
  }
  return found
}

type Then = { entry: Entry; words: StateWords; read: ReadCourtPage }
async function stateThen(
  db: Kysely<DB>,
  { case_id, source_key }: FormerCase,
  { entry: { number, origin, page_hash }, words, read }: Then,
): Promise<FoundState | undefined> {
  const url = words.lines.get('url')?.[0]
  // For a change without a noted page it is unknown whether it was read from one.
  const isOfLast = origin === null || (origin === collectedOrigin && number === 0)
  if (url === undefined || (page_hash === null && !isOfLast)) return undefined
  const before = { case_id, number }
  const own = page_hash === null ? undefined : Buffer.from(page_hash, 'hex')
  const page = await answerAt(db, { url, kind: 'card', own }, before)
  if (page === undefined) return undefined
  const told = await recordOn(page, { url, source_key }, read)
  if (told === undefined) return undefined
  let record: CaseRecord = { ...told, source_key }
  let textPage: Buffer | null = null
  if (!record.text?.trim() && words.text !== null) {
    const apart = await answerAt(db, { url: record.text_url ?? '', kind: 'text' }, before)
    const reading = apart && (await read(apart))
    if (reading?.kind !== 'text') return undefined
    textPage = apart?.hash ?? null
    record = { ...record, text: reading.text }
  }
  const { json, textHash } = prepareCase(record, 0)
  const body = textHash === undefined ? null : (record.text ?? null)
  if (!haveEqualWords(stateWordsOf(jsonRecord.parse(JSON.parse(json)), body), words)) return undefined
  const text = body === null || textHash === undefined ? null : { body, hash: textHash, page: textPage }
  return { record, state: { ...before, record: json, text, page: { hash: page.hash, reader: pageReader } } }
}
const jsonRecord = z.record(z.string(), z.unknown())

/**
 * The last page that the site returned for an address before a journal entry was written; `own`: the entry was read
 * from it. Undefined also when the stored page is masked, withheld or damaged.
 */
async function answerAt(
  db: Kysely<DB>,
  { url, kind, own }: { url: string; kind: 'card' | 'text'; own?: Buffer | undefined },
  before: { case_id: number; number: number },
): Promise<(KeptPage & { hash: Buffer }) | undefined> {
  if (!URL.canParse(url)) return undefined
  // Requests are kept for 90 days, and readings exist since migration 0060; `page` has the time of first sight.
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from (
      select hash, fetched_at as at from page where url = ${url}
      union all
      select page_hash, answered_at from court_request where host = ${hostOf(url)} and url = ${url} and kind = ${kind}
      union all
      select page_hash, answered_at from page_reading where url = ${url} and status_line ~ ' 200( |$)'
    ) known
    where at <= (select seen_at from case_journal where case_id = ${before.case_id} and number = ${before.number})
      and (hash = ${own ?? null} or ${own === undefined})
    order by at desc limit 1`.execute(db)
  const hash = rows[0]?.hash
  const page = hash && (await keptPage(db, hash).catch(damaged))
  return page && hash && pageHash(page.body).equals(hash) ? { ...page, hash } : undefined
}

/** A page that Zstandard cannot unpack; any other error is thrown. */
const damaged = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ZSTD')) return undefined
  throw error
}
