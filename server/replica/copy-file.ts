import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { readCheckpoint } from './checkpoint.ts'
import { type DuckDBSettings, openDuckDB, removeFile } from './duckdb-file.ts'
import { columnsThere, combinations, copiedTables } from './tables.ts'

/**
 * The file of a copy. DuckDB lets one process at a time have a file: each takes the first that nobody has. A file that is
 * damaged, or of another version, is removed; what is in it can be had again.
 */
export type CopyFile = Awaited<ReturnType<typeof openCopyFile>>

const mostFiles = 16
/** A file that another node has loaded (snapshot.ts): the first node to be without a copy takes it for its own. */
export const seedName = 'seed.duckdb'
/** Within a process DuckDB would open a file twice and spoil it. */
const openPaths = new Set<string>()

export async function openCopyFile(folder: string, settings: DuckDBSettings) {
  for (let number = 1; number <= mostFiles; number++) {
    const name = `cases-${number}.duckdb`
    const path = join(folder, name)
    if (openPaths.has(path)) continue
    openPaths.add(path)
    try {
      const isSeed = takeSeed(folder, path)
      return { ...(await openOrRenew(folder, name, settings)), isSeed }
    } catch (error) {
      openPaths.delete(path)
      if (!isTaken(error)) throw error
    }
  }
  throw new Error(`All ${mostFiles} files of copies in ${folder} are taken`)
}

const isTaken = (error: unknown): boolean => error instanceof Error && error.message.includes('Could not set lock')

async function openOrRenew(folder: string, name: string, settings: DuckDBSettings): Promise<OpenFile> {
  // DuckDB may fall over a damaged file and take the process along: the next one does not try it again.
  const trying = join(folder, `${name}.trying`)
  if (existsSync(trying)) removeFile(folder, name)
  writeFileSync(trying, '')
  try {
    return await openWhole(folder, name, settings)
  } catch (error) {
    if (isTaken(error)) throw error
    removeFile(folder, name)
    return await openWhole(folder, name, settings)
  } finally {
    rmSync(trying, { force: true })
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

type OpenFile = Awaited<ReturnType<typeof openWhole>>

/** `copy`: the only connection that writes; `checkpoint`: undefined where the file is empty; `folder`: for what is on its way into it. */
async function openWhole(folder: string, name: string, settings: DuckDBSettings) {
  const instance = await openDuckDB(folder, name, settings)
  try {
    const copy = await instance.connect()
    const checkpoint = await readCheckpoint(copy)
    if (checkpoint === undefined && (await isAnythingIn(copy))) throw new Error(`No whole copy is in ${name}`)
    if (checkpoint !== undefined) await readThrough(copy)
    const arriving = join(folder, `${name}.rows`)
    const clear = (): void => rmSync(arriving, { recursive: true, force: true })
    // What a killed process left.
    clear()
    mkdirSync(arriving)
    const close = (): void => {
      copy.closeSync()
      instance.closeSync()
      clear()
      openPaths.delete(join(folder, name))
    }
    const remove = (): void => {
      close()
      removeFile(folder, name)
    }
    return { instance, copy, checkpoint, folder: arriving, close, remove }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

const isAnythingIn = async (copy: DuckDBConnection): Promise<boolean> =>
  (await copy.runAndReadAll('from duckdb_tables()')).currentRowCount > 0

/** Every block has a checksum, which is looked at when the block is read. */
async function readThrough(copy: DuckDBConnection): Promise<void> {
  const tables = [
    ...copiedTables.map(table => ({ name: table.name, columns: columnsThere(table) })),
    ...combinations.map(({ name, key, columns }) => ({ name, columns: [{ name: key }, ...columns] })),
  ]
  for (const { name, columns } of tables)
    await copy.run(`select bit_xor(hash(${columns.map(column => `"${column.name}"`).join(', ')})) from ${name}`)
}
