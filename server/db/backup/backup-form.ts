import { z } from 'zod'

/**
 * The file of a database: NDJSON. First a header; then, table after table, a line that names the table and its columns and a
 * line a row, its cells as PostgreSQL writes them, null where there is none; last a trailer. Without its trailer a file was cut.
 */
export const formOfBackup = 'sudmonitor-backup'
export const versionOfForm = 1

export const header = z.object({
  form: z.literal(formOfBackup),
  version: z.number().int(),
  /** Name of the last migration the database had. */
  schema: z.string(),
  product: z.string(),
  made_at: z.iso.datetime(),
  with_pages: z.boolean(),
  rows: z.number().int(),
  tables: z.array(z.object({ table: z.string(), rows: z.number().int() })),
  /** The number each sequence gives next. */
  sequences: z.array(z.object({ sequence: z.string(), next: z.number().int() })),
})
export type Header = z.infer<typeof header>

export const section = z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) })
export type Section = z.infer<typeof section>

/** `sha256` is of every byte before this line. */
export const trailer = z.strictObject({ end: z.literal(true), rows: z.number().int(), sha256: z.string() })
export type Trailer = z.infer<typeof trailer>

export const lineOf = (value: Header | Section | Trailer): string => `${JSON.stringify(value)}\n`
