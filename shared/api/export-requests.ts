import { z } from 'zod'
import { exportColumnNames, exportFormats } from '../domain/export-columns.ts'
import { maxKeptExports } from '../domain/limits.ts'
import { listOf, pageParam, sizeParam, strictQuery } from './lists.ts'

/** «Мои выгрузки» (§3 «Export request», §7 POST exports/). */
const exportStatuses = ['waiting', 'writing', 'ready', 'sending', 'sent', 'failed'] as const
type ExportStatus = (typeof exportStatuses)[number]
export const isExportUnderWay = (status: ExportStatus): boolean =>
  status === 'waiting' || status === 'writing' || status === 'sending'

const lines = z.array(z.tuple([z.string(), z.string()]))

export const askedExport = z.object({
  id: z.number().int(),
  status: z.enum(exportStatuses),
  format: z.enum(exportFormats.map(({ value }) => value)),
  selected_columns: z.array(z.enum(exportColumnNames)),
  readable: lines,
  /** null when the file is not sent. */
  telegram: z.string().nullable(),
  /** null before it starts. */
  count: z.number().int().nullable(),
  written: z.number().int(),
  bytes: z.number().int().nullable(),
  file_name: z.string().nullable(),
  /** null before the file exists. */
  file_url: z.string().nullable(),
  /** A sentence; the file may exist nevertheless. */
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  sent_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
})
export type AskedExport = z.infer<typeof askedExport>
export const askedExportList = listOf(askedExport)
export const askedExportsQuery = strictQuery({ page: pageParam, size: sizeParam(100, 2 * maxKeptExports) })
