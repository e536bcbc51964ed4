import { createHash } from 'node:crypto'
import {
  type BackupHeader,
  type BackupTrailer,
  backupFormat,
  backupFormatVersion,
  backupLine,
} from './backup-format.ts'
import {
  backedUpRows,
  catalogueQuery,
  rowsQuery,
  sequenceNextQuery,
  sequencesQuery,
  type Table,
  tablesToBackUp,
} from './backup-tables.ts'
import { writeCompressed } from './compressed-file.ts'
import { countLines, type SnapshotLines, withSnapshot } from './snapshot-lines.ts'

/** Writes the whole database, as of one moment, in constant memory. */
export type BackupOptions = {
  withPages?: boolean
  product?: string
  signal?: AbortSignal
  onProgress?: (rows: number, all: number) => void
}
type Backup = BackupTrailer & { tables: number; size: number }

/** @throws Refusal when the file cannot be written */
export const writeBackup = (
  url: string,
  file: string,
  { withPages = false, product = '', signal, onProgress }: BackupOptions = {},
): Promise<Backup> =>
  withSnapshot(url, async snapshot => {
    const tables = tablesToBackUp(await snapshot.rows<Table>(catalogueQuery), withPages)
    const header = await headerOf(snapshot, tables, { withPages, product })
    const hash = createHash('sha256')
    let size = 0
    let rows = 0
    const counted = (bytes: Buffer): Buffer => {
      hash.update(bytes)
      size += bytes.length
      return bytes
    }
    let trailer: BackupTrailer | undefined
    const bytes = async function* (): AsyncGenerator<Buffer> {
      yield counted(Buffer.from(backupLine(header)))
      for (const table of tables) {
        yield counted(Buffer.from(backupLine(table)))
        for await (const chunk of snapshot.lines(rowsQuery(table))) {
          yield counted(chunk)
          rows += countLines(chunk)
          onProgress?.(rows, header.rows)
        }
      }
      trailer = { end: true, rows, sha256: hash.digest('hex') }
      yield Buffer.from(backupLine(trailer))
    }
    await writeCompressed(file, bytes(), signal)
    if (trailer === undefined) throw new Error('a file without its end')
    return { ...trailer, tables: tables.length, size }
  })

async function headerOf(
  snapshot: SnapshotLines,
  tables: readonly Table[],
  { withPages, product }: { withPages: boolean; product: string },
): Promise<BackupHeader> {
  const counts: BackupHeader['tables'] = []
  for (const { table } of tables) {
    const [found] = await snapshot.rows<{ rows: number }>(`select count(*) as rows from ${backedUpRows(table)}`)
    counts.push({ table, rows: found?.rows ?? 0 })
  }
  const sequences: BackupHeader['sequences'] = []
  for (const { sequence } of await snapshot.rows<{ sequence: string }>(sequencesQuery)) {
    const [found] = await snapshot.rows<{ next: number }>(sequenceNextQuery(sequence))
    sequences.push({ sequence, next: found?.next ?? 1 })
  }
  const [schema] = await snapshot.rows<{ name: string }>('select max(name) as name from kysely_migration')
  return {
    form: backupFormat,
    version: backupFormatVersion,
    schema: schema?.name ?? '',
    product,
    made_at: new Date().toISOString(),
    with_pages: withPages,
    rows: counts.reduce((sum, one) => sum + one.rows, 0),
    tables: counts,
    sequences,
  }
}
