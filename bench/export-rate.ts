import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import { columnsFor, exportFormats } from '#shared/domain/export-columns.ts'
import type { CopyNow } from '../server/cases/engine/engine.ts'
import type { DB } from '../server/db/schema.ts'
import { openExportFile } from '../server/exports/export-file.ts'
import { everyone } from './measured.ts'

/** Rows a second of the file of every case, all columns but the text, by the very function the direct link calls. */
export type ExportRate = { title: string; rate: number }
const mostRows = 1_000_000

export async function exportRates(db: Kysely<DB>, copy?: CopyNow): Promise<ExportRate[]> {
  const columns = columnsFor({ groups: [], is_superuser: true }).filter(name => name !== 'result_text')
  const reading = { db, copy }
  const rates: ExportRate[] = []
  for (const { value: format, label } of exportFormats) {
    const began = performance.now()
    const { count, body } = await openExportFile(reading, {
      scope: everyone,
      values: {},
      columns,
      ordering: '-entry_date',
      format,
      limit: mostRows,
      origin: 'https://sudmonitor.example',
    })
    for await (const _ of body);
    rates.push({ title: label, rate: (count / (performance.now() - began)) * 1_000 })
  }
  return rates
}
