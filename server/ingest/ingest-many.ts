import type { Kysely } from 'kysely'
import { databaseTrouble } from '../db/database-trouble.ts'
import { errorCode } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import type { ReadFrom } from '../journal/write-entries.ts'
import type { CaseRecord } from './case-record.ts'
import { ingest } from './ingest.ts'
import type { IngestResult } from './write-case-batch.ts'

/**
 * Ingests a stream of records in concurrent batches, in constant memory. Each batch is a transaction: repeating an interrupted import completes it.
 */
/** `size`: bytes of the source. */
type IngestItem = { record: CaseRecord; origin: string; from?: ReadFrom; size?: number }
type RefusedItem<T> = { item: T; reason: string }

type IngestManyOptions<T> = {
  onResults?: (results: readonly IngestResult[]) => void
  onRefused?: (refused: RefusedItem<T>) => void | Promise<void>
}

const batchCount = 500
const batchesAtOnce = 3
const batchSize = 16_000_000

type Batch<T> = { items: T[]; keys: Set<string>; origin: string; size: number }

export async function ingestMany<T extends IngestItem>(
  db: Kysely<DB>,
  items: AsyncIterable<T> | Iterable<T>,
  { onResults, onRefused }: IngestManyOptions<T> = {},
): Promise<void> {
  const running = new Map<Promise<void>, ReadonlySet<string>>()
  let batch: Batch<T> | undefined
  const failures: unknown[] = []

  const send = async ({ items: part, keys, origin }: Batch<T>): Promise<void> => {
    // Two records of one case are written in order.
    while (running.size >= batchesAtOnce || running.values().some(others => !keys.isDisjointFrom(others)))
      await Promise.race(running.keys())
    const work = ingestBatch(db, part, { origin, onResults, onRefused })
      .catch(error => void failures.push(error))
      .finally(() => running.delete(work))
    running.set(work, keys)
  }

  try {
    for await (const item of items) {
      if (failures.length > 0) break
      const isFull = batch !== undefined && (batch.items.length >= batchCount || batch.size >= batchSize)
      if (batch !== undefined && (isFull || batch.origin !== item.origin)) {
        await send(batch)
        batch = undefined
      }
      batch ??= { items: [], keys: new Set(), origin: item.origin, size: 0 }
      batch.items.push(item)
      batch.keys.add(item.record.source_key)
      batch.size += item.size ?? 0
    }
  } finally {
    if (batch !== undefined && failures.length === 0) await send(batch)
    await Promise.all(running.keys())
  }
  if (failures.length > 0) throw failures[0]
}

/** @throws the failure of a node of texts, when all other records are written */
export const ingestBatch = <T extends { record: CaseRecord; from?: ReadFrom }>(
  db: Kysely<DB>,
  part: readonly T[],
  {
    origin,
    onResults,
    onRefused,
  }: {
    origin: string
    onResults: ((results: readonly IngestResult[]) => void) | undefined
    onRefused: ((refused: RefusedItem<T>) => void | Promise<void>) | undefined
  },
): Promise<void> =>
  inHalves(part, {
    write: async some => {
      const records = some.map(({ record }) => record)
      const from = some.map(item => item.from)
      const results = await ingest(db, records, { origin, from })
      onResults?.(results)
    },
    refuse: onRefused,
  })

/**
 * Bisects a batch refused by the database, so that only the bad item is rejected, and a batch with texts on a node that is
 * away, so that all others are written.
 * @throws the node's failure, when all others are written
 */
export async function inHalves<T>(
  part: readonly T[],
  how: {
    write: (some: readonly T[]) => Promise<void>
    refuse: ((refused: RefusedItem<T>) => void | Promise<void>) | undefined
  },
  away = { failures: 0 },
): Promise<void> {
  try {
    await how.write(part)
  } catch (error) {
    const reason = refusalOf(error)
    const [item] = part
    if ((reason === undefined && !waitsForTexts(error)) || item === undefined) throw error
    if (part.length === 1) {
      if (reason === undefined) throw error
      return await how.refuse?.({ item, reason })
    }
    // Each of them may wait for seconds until the node does not answer.
    if (reason === undefined && ++away.failures > mostFailures) throw error
    const middle = part.length >> 1
    const waiting: unknown[] = []
    for (const half of [part.slice(0, middle), part.slice(middle)])
      await inHalves(half, how, away).catch((failure: unknown) => {
        if (!waitsForTexts(failure)) throw failure
        waiting.push(failure)
      })
    if (waiting.length > 0) throw waiting[0]
  }
}

const mostFailures = 40
const waitsForTexts = (error: unknown): boolean => databaseTrouble(error) === 'texts'

const refusalOf = (error: unknown): string | undefined => {
  const code = errorCode(error) ?? ''
  if (!/^(?:22|23|54)...$/.test(code) || !(error instanceof Error)) return undefined
  return code === '54000'
    ? `слишком велико для базы данных (${error.message})`
    : `база данных не приняла запись (${error.message})`
}
