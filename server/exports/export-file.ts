import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { type CellValue, type ExportColumn, type ExportFormat, exportColumnOf } from '#shared/domain/export-columns.ts'
import { maxSheetRows } from '#shared/domain/limits.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { enginesAt } from '../cases/engine/at-day.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { wordsToRank } from '../cases/ranked-cases.ts'
import type { DB } from '../db/schema.ts'
import { openSnapshot, prefetched } from '../db/snapshot.ts'
import { refuseWithoutTexts } from '../db/text-nodes.ts'
import { fieldError } from '../http/errors.ts'
import { askingNow } from '../http/fair-queue.ts'
import { explainSearchError } from '../texts/text-search.ts'
import { aboutExport } from './about-export.ts'
import { caseValues } from './case-values.ts'
import { csvTable } from './csv.ts'
import { type AskedIds, countOf, listedIds } from './listed-ids.ts'
import { type AboutLine, columnWidths, xlsx } from './xlsx.ts'
import { streamOf } from './zip.ts'

/**
 * The list of cases as a file, in the order of the list and from one snapshot, for any number of cases. Memory holds two
 * batches. If it fails, the file breaks off, so that a part is never taken for the whole.
 */
type AskedFile = AskedIds & {
  /** In the order of `columnsInOrder`. */
  columns: readonly ExportColumn[]
  format: ExportFormat
  origin: string
  /** The format has no place for the description. */
  withoutAbout?: boolean
  /** Cancels the query. */
  signal?: AbortSignal
  /** Called after each batch with the number of rows written so far. */
  onRows?: (written: number) => void
}
type ExportFile = {
  count: number
  /** The description of the content; in a workbook, the second sheet. */
  about: readonly AboutLine[]
  body: Readable
}

/** Batches with texts are smaller, to stay within a few megabytes. */
const [batchSize, textBatchSize] = [2_000, 100]
/** Time limit of a query; a search for a page has less. */
const secondsEach = 60

/**
 * The query runs until `body` ends or `signal` is aborted: read `body` to the end, or abort and destroy it.
 * @throws HttpError 400 for words that cannot be searched and for a workbook that would be too long
 */
export async function openExportFile(engines: Engines, asked: AskedFile): Promise<ExportFile> {
  const { scope, columns, format } = asked
  const { db, copy } = await enginesAt(engines, asked.values)
  const { trx, close } = await openSnapshot(db, { secondsEach, signal: asked.signal })
  try {
    const { count, batches } = await listedIds(trx, copy, asked)
    if (format === 'xlsx' && count > maxSheetRows)
      throw fieldError(
        'non_field_errors',
        `Лист Excel вмещает ${showNumber(maxSheetRows)} строк, а дел ${showNumber(count)}. Возьмите CSV или уточните фильтры.`,
      )
    // Before the header row is sent.
    if (columns.includes('result_text')) await refuseWithoutTexts(trx)
    const about = asked.withoutAbout ? [] : await aboutExport(trx, scope, { ...asked, count })
    const ids = batches(columns.includes('result_text') ? textBatchSize : batchSize)
    const body = formats[format](columns, prefetched(rowsOf(trx, ids, asked)), about)
    body.once('close', () => void close())
    return { count, about, body }
  } catch (error) {
    await close()
    throw explained(error, asked)
  }
}

export async function aboutFile(engines: Engines, asked: Omit<AskedFile, 'format'>): Promise<AboutLine[]> {
  wordsToRank(asked.ordering, asked.values)
  const { db } = await enginesAt(engines, asked.values)
  const { trx, close } = await openSnapshot(db, { secondsEach, signal: askingNow()?.signal })
  try {
    return await aboutExport(trx, asked.scope, { ...asked, count: await countOf(trx, asked) })
  } catch (error) {
    throw explained(error, asked)
  } finally {
    await close()
  }
}

type AskedRows = Omit<AskedFile, 'format'>
const explained = (error: unknown, { values }: AskedRows): unknown => {
  const words = values.result_text_search
  const sentence = words && explainSearchError(error, words, secondsEach)
  return sentence === undefined ? error : fieldError('result_text_search', sentence)
}

async function* rowsOf(
  trx: Kysely<DB>,
  batches: AsyncIterable<readonly number[]>,
  { columns, scope, origin, onRows }: AskedFile,
): AsyncGenerator<CellValue[][]> {
  let written = 0
  for await (const batch of batches) {
    yield await caseValues(trx, batch, columns, { scope, origin })
    written += batch.length
    onRows?.(written)
  }
}

type Format = (
  columns: readonly ExportColumn[],
  rows: AsyncIterable<CellValue[][]>,
  about: readonly AboutLine[],
) => Readable
const formats: { readonly [F in ExportFormat]: Format } = {
  csv: (columns, rows) => streamOf(csvTable(columns.map(exportColumnOf), rows)),
  ndjson: (columns, rows) => streamOf(ndjson(columns, rows)),
  xlsx: (columns, rows, lines) =>
    xlsx(
      {
        title: 'Дела',
        columns: columns.map(name => ({ ...exportColumnOf(name), width: columnWidths[exportColumnOf(name).kind] })),
      },
      rows,
      { title: 'О выгрузке', lines },
    ),
}

/** For programs: a JSON object per line, with the names of the API, and null for missing values. */
async function* ndjson(
  names: readonly string[],
  batches: AsyncIterable<readonly (readonly CellValue[])[]>,
): AsyncGenerator<string> {
  const keys = names.map((name, n) => `${n > 0 ? ',' : '{'}${JSON.stringify(name)}:`)
  for await (const rows of batches) {
    let lines = ''
    for (const row of rows) {
      for (const [n, key] of keys.entries()) lines += key + JSON.stringify(row[n] ?? null)
      lines += '}\n'
    }
    yield lines
  }
}
