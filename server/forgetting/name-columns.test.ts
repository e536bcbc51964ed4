import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { pastTable, versionedTables } from '../db/as-of/versioned-tables.ts'
import { jobKind, jobNames } from '../jobs/job-kinds.ts'
import { nameColumns, nameless } from './name-columns.ts'

const { db } = await testDatabase()

it('every column that may hold words is masked, or is known to hold no name and why (decision 0088)', async () => {
  const { rows: found } = await sql<{ table: string; column: string }>`
    select relname as table, attname as column
    from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      and (typcategory in ('S', 'A') or typname in ('json', 'jsonb', 'bytea', 'tsvector'))
    order by 1, 2`.execute(db)
  // The past of a table has its columns and is rewritten with it.
  const tableOf = new Map(Object.keys(versionedTables).map(table => [pastTable(table), table]))
  const rows = found.map(({ table, column }) => ({ table: tableOf.get(table) ?? table, column }))
  const masked = new Set(
    nameColumns.flatMap(({ table, columns }) => Object.keys(columns).map(column => `${table}.${column}`)),
  )
  const known = new Set(Object.values(nameless).flat())
  const isKnown = ({ table, column }: { table: string; column: string }): boolean =>
    known.has(table) || known.has(`${table}.${column}`)
  const name = ({ table, column }: { table: string; column: string }): string => `${table}.${column}`
  expect(rows.filter(row => !masked.has(name(row)) && !isKnown(row)).map(name), 'name them in name-columns.ts').toEqual(
    [],
  )
  expect(rows.filter(row => masked.has(name(row)) && isKnown(row)).map(name)).toEqual([])
  const there = new Set(rows.flatMap(row => [row.table, name(row)]))
  expect([...masked, ...known].filter(one => !there.has(one))).toEqual([])
})

it('jobs are told numbers, lanes and hosts of courts, never a name', () => {
  const told = jobNames.flatMap(name => Object.keys(jobKind(name).data.shape))
  expect([...new Set(told)].sort()).toEqual(['hosts', 'id', 'lane'])
})
