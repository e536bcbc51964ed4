import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { type CaseRecord, caseRecord } from '../../ingest/case-record.ts'
import { ingestMany } from '../../ingest/ingest-many.ts'
import type { IngestResult } from '../../ingest/write-case-batch.ts'
import type { ReadFrom } from '../../journal/write-entries.ts'
import type { PageKind, PageReading } from '../collector.ts'
import type { CourtPage } from '../open-page.ts'
import { keepPage, keptPage } from './keep-page.ts'
import { openPageFolder } from './page-folder.ts'
import { collectedOrigin, fromPage } from './reread-card.ts'

/** Reads stored pages again, without the network and in constant memory. Idempotent. */
export type ReplayedPage = { page: CourtPage & { body: Buffer }; hash?: Buffer; sourceKey?: string }
type ReplaySource = {
  pages: () => AsyncIterable<ReplayedPage>
  textAt: (url: string) => Promise<CourtPage | undefined>
}
export type ReplaySummary = {
  pages: number
  bytes: number
  kinds: Map<PageKind, number>
  outcomes: Record<IngestResult['outcome'] | 'refused', number>
  rows: number
  notes: Map<string, number>
  reasons: string[]
}
type ReplayOptions = {
  read: (page: CourtPage) => Promise<PageReading>
  width: number
  onPage?: (summary: ReplaySummary) => void
}
const mostReasons = 10

export async function replay(
  db: Kysely<DB>,
  source: ReplaySource,
  { read, width, onPage }: ReplayOptions,
): Promise<ReplaySummary> {
  const summary: ReplaySummary = {
    pages: 0,
    bytes: 0,
    kinds: new Map(),
    outcomes: { new: 0, changed: 0, same: 0, refused: 0 },
    rows: 0,
    notes: new Map(),
    reasons: [],
  }
  const refuse = (reason: string): void => {
    summary.outcomes.refused += 1
    if (summary.reasons.length < mostReasons) summary.reasons.push(reason)
  }

  type Offer = { record: CaseRecord; origin: string; from: ReadFrom; size: number }
  const readOne = async ({ page, hash, sourceKey }: ReplayedPage): Promise<Offer | undefined> => {
    const kept = hash ?? (await keepPage(db, { ...page, content_type: page.content_type ?? '' }))
    const size = page.body.length
    const reading = await read(page)
    summary.pages += 1
    summary.bytes += size
    summary.kinds.set(reading.kind, (summary.kinds.get(reading.kind) ?? 0) + 1)
    for (const { code } of reading.notes) summary.notes.set(code, (summary.notes.get(code) ?? 0) + 1)
    onPage?.(summary)
    if (reading.kind === 'list') summary.rows += reading.rows.length
    if (reading.kind !== 'card' || reading.case === null) return undefined
    const text = reading.case.text?.trim() ? undefined : await textOf(reading)
    const source_key = sourceKey ?? (await keyAt(db, reading.case.source_key))
    const given = caseRecord.safeParse({
      ...reading.case,
      source_key,
      ...(page.url === '' ? {} : { url: page.url }),
      ...(text === undefined ? {} : { text }),
    })
    if (given.success) return { record: given.data, origin: collectedOrigin, from: fromPage(kept), size }
    refuse(`${reading.case.case_number}: ${given.error.issues[0]?.message ?? ''}`)
    return undefined
  }
  const textOf = async (reading: Extract<PageReading, { kind: 'card' }>): Promise<string | undefined> => {
    const url = reading.case?.text_url ?? reading.card.acts.find(act => act.url !== undefined)?.url
    const page = url === undefined ? undefined : await source.textAt(url)
    const told = page && (await read(page))
    return told?.kind === 'text' && told.text.trim() !== '' ? told.text : undefined
  }

  await ingestMany(db, inStep(source.pages(), readOne, width * 2), {
    onResults: results => {
      for (const { outcome } of results) summary.outcomes[outcome] += 1
    },
    onRefused: ({ item, reason }) => refuse(`${item.record.case_number}: ${reason}`),
  })
  return summary
}

async function* inStep<T, U>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<U | undefined>,
  width: number,
): AsyncGenerator<U> {
  const running: Promise<U | undefined>[] = []
  const first = async function* () {
    const done = await running.shift()
    if (done !== undefined) yield done
  }
  for await (const item of items) {
    running.push(work(item))
    if (running.length >= width) yield* first()
  }
  while (running.length > 0) yield* first()
}

/** The key that the case has had since it was first seen, at any address. */
async function keyAt(db: Kysely<DB>, place: string): Promise<string> {
  const row = await db.selectFrom('listed_case').where('place', '=', place).select('source_key').executeTakeFirst()
  return row?.source_key ?? place
}

export async function folderSource(folder: string): Promise<ReplaySource> {
  const { pages, body, at } = await openPageFolder(folder)
  return {
    pages: async function* () {
      for await (const { file, ...told } of pages()) yield { page: { ...told, body: await body({ file, ...told }) } }
    },
    textAt: async url => {
      const found = at(url)
      return found === undefined ? undefined : { ...found, body: await body(found) }
    },
  }
}

export const keptSource = (db: Kysely<DB>): ReplaySource => {
  // Of recently yielded cards: a text is requested while its card is being read.
  let [earlier, texts] = [new Map<string, Buffer>(), new Map<string, Buffer>()]
  return {
    pages: async function* () {
      for (let after = 0; ; ) {
        const { rows } = await sql<Kept>`
          select id, source_key, url, card_hash, text_url, text_hash from listed_case
          where id > ${after} and card_hash is not null order by id limit 100`.execute(db)
        ;[earlier, texts] = [texts, new Map()]
        for (const { text_url, text_hash } of rows) if (text_url && text_hash) texts.set(text_url, text_hash)
        for (const { source_key, url, card_hash } of rows) {
          const page = await keptPage(db, card_hash)
          if (page !== undefined) yield { page: { ...page, url }, hash: card_hash, sourceKey: source_key }
        }
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.id
      }
    },
    textAt: async url => {
      const hash = texts.get(url) ?? earlier.get(url)
      return hash === undefined ? undefined : keptPage(db, hash)
    },
  }
}
type Kept = Pick<Selectable<DB['listed_case']>, 'id' | 'source_key' | 'url' | 'text_url' | 'text_hash'> & {
  card_hash: Buffer
}
