import { type Kysely, sql } from 'kysely'
import { columnExpressions, excludedTables, regeneratedColumns } from '../server/db/backup/backup-tables.ts'
import type { DB } from '../server/db/schema.ts'

/** Every table row by row, whatever the order of writing; some columns are left out by name. */
export async function dumpOf(db: Kysely<DB>, withPages = false): Promise<Map<string, string[]>> {
  const apart = [...regeneratedColumns, ...Object.keys(columnExpressions)]
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
  const dump = new Map<string, string[]>()
  for (const { name } of tables) {
    if (excludedTables.includes(name) || (name === 'page' && !withPages)) continue
    const without = apart.flatMap(column => (column.startsWith(`${name}.`) ? [column.slice(name.length + 1)] : []))
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(one) - ${sql.lit(`{${without.join(',')}}`)}::text[])::text as row
      from ${sql.id(name)} one order by 1`.execute(db)
    dump.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return dump
}
