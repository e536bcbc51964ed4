import { basename } from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { ReadFrom } from '../../journal/write-entries.ts'
import type { CaseRecord } from '../case-record.ts'
import { ingestBatch } from '../ingest-many.ts'
import type { IngestResult } from '../write-case-batch.ts'
import { type LineChunk, linesOfChunk } from './read-lines.ts'
import { type RecordResult, readOwnRecord } from './read-own-record.ts'
import { isRegistryRow, readRegistryRow } from './registry.ts'

/**
 * Imports chunks of files in two steps: parsing (keys of cases, unreadable lines), then writing in order. Batches overlap: one is parsed while
 * another waits for the database.
 */
export type FileChunk = LineChunk & { file: string }
export type RejectedLine = { file: string; line: number; reason: string; text: string }
export type ParsedBatch = { keys: readonly string[]; rejected: readonly RejectedLine[]; write(): Promise<WriteSummary> }
export type WriteSummary = { counts: Record<IngestResult['outcome'], number>; refused: readonly RejectedLine[] }
export type Importer = { parse(chunks: readonly FileChunk[]): Promise<ParsedBatch>; close(): Promise<void> }

type Item = { record: CaseRecord; origin: string; from: ReadFrom; file: string; line: number; text: string }

export const localImporter = (db: Kysely<DB>): Importer => ({
  parse: async chunks => {
    const { items, rejected } = parseChunks(chunks)
    return { keys: items.map(({ record }) => record.source_key), rejected, write: () => write(db, items) }
  },
  close: async () => undefined,
})

function parseChunks(chunks: readonly FileChunk[]): { items: Item[]; rejected: RejectedLine[] } {
  const items: Item[] = []
  const rejected: RejectedLine[] = []
  for (const chunk of chunks) {
    const from: ReadFrom = chunk.file === '-' ? {} : { file: basename(chunk.file) }
    for (const line of linesOfChunk(chunk)) {
      const { number, text } = line
      if ('reason' in line) rejected.push({ file: chunk.file, line: number, reason: line.reason, text })
      else if (text.trim() !== '') {
        const read = readLine(text)
        if ('reason' in read) rejected.push({ file: chunk.file, line: number, reason: read.reason, text })
        else items.push({ ...read, from, file: chunk.file, line: number, text })
      }
    }
  }
  return { items, rejected }
}

async function write(db: Kysely<DB>, items: readonly Item[]): Promise<WriteSummary> {
  const counts = { new: 0, changed: 0, same: 0 }
  const refused: RejectedLine[] = []
  for (const [origin, part] of ofOneOrigin(items))
    await ingestBatch(db, part, {
      origin,
      onResults: results => {
        for (const { outcome } of results) counts[outcome] += 1
      },
      onRefused: ({ item: { file, line, text }, reason }) => void refused.push({ file, line, reason, text }),
    })
  return { counts, refused }
}

function* ofOneOrigin(items: readonly Item[]): Generator<[origin: string, part: readonly Item[]]> {
  for (let from = 0; from < items.length; ) {
    const origin = items[from]?.origin ?? ''
    const next = items.findIndex((item, at) => at > from && item.origin !== origin)
    const until = next < 0 ? items.length : next
    yield [origin, items.slice(from, until)]
    from = until
  }
}

const fileOrigin = 'file'
const registryOrigin = 'registry'

export function readLine(text: string): RecordResult & { origin: string } {
  const value = parseJson(text)
  if (value instanceof NotJson) return { reason: value.message, origin: fileOrigin }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { reason: 'в строке должен быть объект JSON', origin: fileOrigin }
  return isRegistryRow(value)
    ? { ...readRegistryRow(value), origin: registryOrigin }
    : { ...readOwnRecord(value), origin: fileOrigin }
}

class NotJson extends Error {}
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN)
    if (message.startsWith('Unexpected end') || at >= text.length) return new NotJson('не JSON: строка обрывается')
    if (at >= 0) return new NotJson(`не JSON: ошибка у знака ${at + 1}`)
    // Of an unexpected letter the engine does not say where it stands.
    const letter = /^Unexpected token '(.+?)'/su.exec(message)?.[1]
    return new NotJson(letter === undefined ? 'не JSON' : `не JSON: неожиданный знак «${letter}»`)
  }
}
