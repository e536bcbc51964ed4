import { z } from 'zod'

/** NDJSON: a header, for each table a line with its columns and a line a row, a trailer: without it the file is cut. */
export const backupFormat = 'sudmonitor-backup'
export const backupFormatVersion = 1

export const backupHeader = z.object({
  form: z.literal(backupFormat),
  version: z.number().int(),
  schema: z.string(),
  product: z.string(),
  made_at: z.iso.datetime(),
  with_pages: z.boolean(),
  rows: z.number().int(),
  tables: z.array(z.object({ table: z.string(), rows: z.number().int() })),
  sequences: z.array(z.object({ sequence: z.string(), next: z.number().int() })),
})
export type BackupHeader = z.infer<typeof backupHeader>

export const tableSection = z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) })
export type TableSection = z.infer<typeof tableSection>

/** `sha256` is of every byte before this line. */
export const backupTrailer = z.strictObject({ end: z.literal(true), rows: z.number().int(), sha256: z.string() })
export type BackupTrailer = z.infer<typeof backupTrailer>

export const backupLine = (value: BackupHeader | TableSection | BackupTrailer): string => `${JSON.stringify(value)}\n`
