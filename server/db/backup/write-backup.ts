import { createHash } from 'node:crypto'
import { formOfBackup, type Header, lineOf, type Trailer, versionOfForm } from './backup-form.ts'
import {
  catalogueQuery,
  nextOfQuery,
  quoted,
  rowsQuery,
  sequencesQuery,
  type Table,
  tablesToKeep,
} from './backup-tables.ts'
import { writePacked } from './packed-file.ts'
import { countLines, type SnapshotLines, withSnapshot } from './snapshot-lines.ts'

/** The whole database as it stands at one moment, into a file, whoever works with it meanwhile, in constant memory. */
export type BackupOptions = {
  withPages?: boolean
  /** Version of the product, for those who look into the file. */
  product?: string
  signal?: AbortSignal
  onProgress?: (rows: number, all: number) => void
}
/** `size`: bytes before packing. */
export type Backup = Trailer & { tables: number; size: number }

/** @throws Refusal when the file cannot be written */
export const writeBackup = (
  url: string,
  file: string,
  { withPages = false, product = '', signal, onProgress }: BackupOptions = {},
): Promise<Backup> =>
  withSnapshot(url, async snapshot => {
    const tables = tablesToKeep(await snapshot.rows<Table>(catalogueQuery), withPages)
    const header = await headerOf(snapshot, tables, { withPages, product })
    const hash = createHash('sha256')
    let size = 0
    let rows = 0
    const counted = (bytes: Buffer): Buffer => {
      hash.update(bytes)
      size += bytes.length
      return bytes
    }
    let trailer: Trailer | undefined
    const bytes = async function* (): AsyncGenerator<Buffer> {
      yield counted(Buffer.from(lineOf(header)))
      for (const table of tables) {
        yield counted(Buffer.from(lineOf(table)))
        for await (const chunk of snapshot.lines(rowsQuery(table))) {
          yield counted(chunk)
          rows += countLines(chunk)
          onProgress?.(rows, header.rows)
        }
      }
      trailer = { end: true, rows, sha256: hash.digest('hex') }
      yield Buffer.from(lineOf(trailer))
    }
    await writePacked(file, bytes(), signal)
    if (trailer === undefined) throw new Error('a file without its end')
    return { ...trailer, tables: tables.length, size }
  })

async function headerOf(
  snapshot: SnapshotLines,
  tables: readonly Table[],
  { withPages, product }: { withPages: boolean; product: string },
): Promise<Header> {
  const counts: Header['tables'] = []
  for (const { table } of tables) {
    const [found] = await snapshot.rows<{ rows: number }>(`select count(*) as rows from ${quoted(table)}`)
    counts.push({ table, rows: found?.rows ?? 0 })
  }
  const sequences: Header['sequences'] = []
  for (const { sequence } of await snapshot.rows<{ sequence: string }>(sequencesQuery)) {
    const [found] = await snapshot.rows<{ next: number }>(nextOfQuery(sequence))
    sequences.push({ sequence, next: found?.next ?? 1 })
  }
  const [schema] = await snapshot.rows<{ name: string }>('select max(name) as name from kysely_migration')
  return {
    form: formOfBackup,
    version: versionOfForm,
    schema: schema?.name ?? '',
    product,
    made_at: new Date().toISOString(),
    with_pages: withPages,
    rows: counts.reduce((sum, one) => sum + one.rows, 0),
    tables: counts,
    sequences,
  }
}
