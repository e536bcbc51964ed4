import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { heldSchema } from './held-sets.ts'

export type DuckDBSettings = { memoryLimit: string; threads: number }

/** Opens a database that touches no file outside `folder`, loads no extension and uses no network. */
export async function openDuckDB(
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
    preserve_insertion_order: 'true',
    // Counts cases by up to a million combinations without hashing.
    perfect_ht_threshold: '20',
  })
  const connection = await instance.connect()
  try {
    await connection.run(`attach ':memory:' as ${heldSchema}`)
    await connection.run(`set allowed_directories = [${sqlString(`${folder}/`)}]`)
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

export const sqlString = (text: string): string => `'${text.replaceAll("'", "''")}'`
