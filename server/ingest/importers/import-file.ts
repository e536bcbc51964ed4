import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { CaseRecord } from '../case-record.ts'
import { ingestMany } from '../ingest-many.ts'
import { type Read, readOwnRecord } from './own-ndjson.ts'
import { openFile, readLines, refuseUnreadable } from './read-lines.ts'
import { isRegistryRow, readRegistryRow } from './registry.ts'
import { RejectedFile } from './rejected-file.ts'

/**
 * Files of cases into the database: the product's own NDJSON and registry exports, plain or gzip, of any size in constant
 * memory. Every line that is not blank is new, changed, same or rejected; what is rejected is written down with the
 * number of its line and the reason.
 */
export type Summary = { new: number; changed: number; same: number; rejected: number; rejectedPath?: string }
export type ImportOptions = {
  /** Where rejected lines go; without it, next to the file they come from. */
  rejectedPath?: string | undefined
  /** After every batch and every rejected line. */
  onProgress?: (summary: Readonly<Summary>) => void
  stdin?: Readable
}

/** Where a case came from, as `case_source.origin` keeps it. */
export const fileOrigin = 'file'
export const registryOrigin = 'registry'

type Item = { record: CaseRecord; origin: string; size: number; file: string; line: number; text: string }

/** `-` among the files is standard input. */
export async function importFiles(
  db: Kysely<DB>,
  files: readonly string[],
  { rejectedPath, onProgress, stdin = process.stdin }: ImportOptions = {},
): Promise<Summary> {
  const summary: Summary = { new: 0, changed: 0, same: 0, rejected: 0 }
  for (const file of files) await refuseUnreadable(file)
  const rejected = new RejectedFile(rejectedPath, files)
  const reject = async (file: string, line: number, reason: string, text: string): Promise<void> => {
    summary.rejected += 1
    await rejected.add({ file, line, reason, text })
    onProgress?.(summary)
  }
  const items = async function* (): AsyncGenerator<Item> {
    for (const file of files)
      for await (const line of readLines(openFile(file, stdin), nameOf(file))) {
        if ('reason' in line) await reject(file, line.number, line.reason, line.text)
        else if (line.text.trim() !== '') {
          const { text, number, size } = line
          const read = readLine(text)
          if ('reason' in read) await reject(file, number, read.reason, text)
          else yield { ...read, size, file, line: number, text }
        }
      }
  }
  try {
    await ingestMany(db, items(), {
      onResults: results => {
        for (const { outcome } of results) summary[outcome] += 1
        onProgress?.(summary)
      },
      onRefused: ({ item: { file, line, text }, reason }) => reject(file, line, reason, text),
    })
  } finally {
    await rejected.close()
    if (rejected.path !== undefined) summary.rejectedPath = rejected.path
  }
  return summary
}

export const nameOf = (file: string): string => (file === '-' ? 'стандартный ввод' : file)

/** The format is told by the keys of each line. */
export function readLine(text: string): Read & { origin: string } {
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
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return new NotJson(at === undefined ? 'не JSON: строка обрывается' : `не JSON: ошибка у знака ${Number(at) + 1}`)
  }
}
