import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { heldSchema } from './held-sets.ts'
import { placeTable } from './place.ts'
import { columnsThere, copiedTables, dictionaries, functions, views } from './tables.ts'

/**
 * One file of DuckDB in a folder of its own. It reads and writes nothing outside that folder, loads no extension and
 * asks no network, whatever it is told later.
 */
export type DuckDBSettings = { memoryLimit: string; threads: number }

export async function openFile(
  folder: string,
  name: string,
  { memoryLimit, threads }: DuckDBSettings,
): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(join(folder, name), {
    memory_limit: memoryLimit,
    threads: String(threads),
    temp_directory: join(folder, `${name}.tmp`),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // Rows are looked up by what they are, never by where they came in.
    preserve_insertion_order: 'true',
    // Cases are counted by numbers of up to a million combinations: each has a place of its own, nothing is hashed.
    perfect_ht_threshold: '20',
  })
  const connection = await instance.connect()
  try {
    await connection.run(`attach ':memory:' as ${heldSchema}`)
    await connection.run(`set allowed_directories = [${quoted(`${folder}/`)}]`)
    for (const setting of ['enable_external_access = false', "TimeZone = 'UTC'", 'lock_configuration = true'])
      await connection.run(`set global ${setting}`)
  } finally {
    connection.closeSync()
  }
  return instance
}

export const removeFile = (folder: string, name: string): void => {
  for (const file of [name, `${name}.wal`, `${name}.tmp`]) rmSync(join(folder, file), { recursive: true, force: true })
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Empty tables, under names of PostgreSQL. */
export async function makeTables(connection: DuckDBConnection): Promise<void> {
  for (const table of copiedTables)
    await connection.run(
      `create table ${table.name} (${columnsThere(table)
        .map(({ name, type }) => `"${name}" ${type}`)
        .join(', ')})`,
    )
  for (const statement of [...dictionaries, ...views, ...functions, placeTable]) await connection.run(statement)
}
