import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { readCheckpoint } from './checkpoint.ts'
import { type DuckDBSettings, openDuckDB, removeFile } from './duckdb-file.ts'
import { combinations, copiedTables, storedColumns } from './tables.ts'

/**
 * The file of a copy. DuckDB lets one process open a file at a time: each process takes the first free one. A file that
 * is damaged or of another version is removed, and its data are loaded again.
 */
export type CopyFile = Awaited<ReturnType<typeof openCopyFile>>

const maxFiles = 16
/** A file loaded by another node (snapshot.ts): the first process without a copy takes it over. */
export const seedName = 'seed.duckdb'
/** DuckDB locks files between processes only: one process could open a file twice and corrupt it. */
const openPaths = new Set<string>()

export async function openCopyFile(folder: string, settings: DuckDBSettings) {
  for (let number = 1; number <= maxFiles; number++) {
    const name = `cases-${number}.duckdb`
    const path = join(folder, name)
    if (openPaths.has(path)) continue
    openPaths.add(path)
    try {
      const isSeed = takeSeed(folder, path)
      return { ...(await openOrRecreate(folder, name, settings)), isSeed }
    } catch (error) {
      openPaths.delete(path)
      if (!isLocked(error)) throw error
    }
  }
  throw new Error(`All ${maxFiles} files of copies in ${folder} are taken`)
}

const isLocked = (error: unknown): boolean => error instanceof Error && error.message.includes('Could not set lock')

async function openOrRecreate(folder: string, name: string, settings: DuckDBSettings): Promise<OpenFile> {
  // A damaged file may crash DuckDB and the process. The marker stays then, and the next process removes the file.
  const marker = join(folder, `${name}.trying`)
  if (existsSync(marker)) removeFile(folder, name)
  writeFileSync(marker, '')
  try {
    return await openFile(folder, name, settings)
  } catch (error) {
    if (isLocked(error)) throw error
    removeFile(folder, name)
    return await openFile(folder, name, settings)
  } finally {
    rmSync(marker, { force: true })
  }
}

function takeSeed(folder: string, path: string): boolean {
  if (existsSync(path)) return false
  try {
    renameSync(join(folder, seedName), path)
    return true
  } catch {
    return false
  }
}

type OpenFile = Awaited<ReturnType<typeof openFile>>

/**
 * `copy`: the only connection that writes; `checkpoint`: undefined when the file is empty; `folder`: for rows being
 * transferred.
 */
async function openFile(folder: string, name: string, settings: DuckDBSettings) {
  const instance = await openDuckDB(folder, name, settings)
  try {
    const copy = await instance.connect()
    const checkpoint = await readCheckpoint(copy)
    if (checkpoint === undefined && (await hasTables(copy))) throw new Error(`No whole copy is in ${name}`)
    if (checkpoint !== undefined) await verifyChecksums(copy)
    const transferFolder = join(folder, `${name}.rows`)
    const clearTransfers = (): void => rmSync(transferFolder, { recursive: true, force: true })
    // A killed process may have left files.
    clearTransfers()
    mkdirSync(transferFolder)
    const close = (): void => {
      copy.closeSync()
      instance.closeSync()
      clearTransfers()
      openPaths.delete(join(folder, name))
    }
    const remove = (): void => {
      close()
      removeFile(folder, name)
    }
    return { instance, copy, checkpoint, folder: transferFolder, close, remove }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

const hasTables = async (copy: DuckDBConnection): Promise<boolean> =>
  (await copy.runAndReadAll('from duckdb_tables()')).currentRowCount > 0

/** Reads every block: DuckDB verifies the checksum of a block when it reads it. */
async function verifyChecksums(copy: DuckDBConnection): Promise<void> {
  const tables = [
    ...copiedTables.map(table => ({ name: table.name, columns: storedColumns(table) })),
    ...combinations.map(({ name, key, columns }) => ({ name, columns: [{ name: key }, ...columns] })),
  ]
  for (const { name, columns } of tables)
    await copy.run(`select bit_xor(hash(${columns.map(column => `"${column.name}"`).join(', ')})) from ${name}`)
}
