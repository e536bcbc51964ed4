import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { caseFields, caseListFields } from '#shared/filters/case-fields.ts'
import type { Field } from '#shared/filters/field.ts'
import { panelSections } from '#shared/filters/sections.ts'
import { testDatabase } from '../../test/database.ts'
import { filterKinds } from '../cases/filter-kinds.ts'
import { isPersonal, tableOfFilter } from '../cases/predicates.ts'
import { pastTable } from '../db/as-of/versioned-tables.ts'
import { columnsInCopy, copyCapabilities } from './copy-engine.ts'
import { copiedColumns } from './tables.ts'

/**
 * What a filter needs besides its entry in shared/filters/case-fields.ts. Names what is missing, and the file it
 * belongs in.
 */
const richCase = readFileSync('test/rich-case.ts', 'utf8')
const { db } = await testDatabase()
/** Of tables, and of the tables that a view reads. */
const { rows: indexes } = await sql<{ relation: string; definition: string }>`
  select unnest(array[tablename, view_name]) as relation, indexdef as definition
  from pg_indexes left join information_schema.view_table_usage on table_name = tablename
  where schemaname = current_schema()`.execute(db)
/** The tables of now and of the past that have no index for what is typed, or for the whole value where the filter asks for that. */
const unindexed = (column: string, field: Field): string[] => {
  const [table = '', name] = column.split('.')
  const needed = [`(translate(${name},`, ...('whole' in field ? [`(${name} COLLATE "C")`] : [])]
  return [table, pastTable(table)].flatMap(one =>
    one === undefined ||
    needed.every(of => indexes.some(({ relation, definition }) => relation === one && definition.includes(of)))
      ? []
      : [one],
  )
}
/** Columns that are looked through for what somebody has written. */
const columnsLookedThrough = (field: Field): string[] =>
  (field.kind === 'text' || field.kind === 'people') && !isPersonal(tableOfFilter(field))
    ? [field.column, ...('also' in field && field.also !== undefined ? [field.also] : [])]
    : []
const missingOf = ([key, field]: [string, Field]): string[] => {
  const lacking = columnsInCopy(field).filter(column => !copiedColumns.has(column))
  const isOfCopy = filterKinds[field.kind].inCopy && !isPersonal(tableOfFilter(field))
  return [
    ...(panelSections.flatMap(({ fields }) => fields).filter(one => one === key).length === 1
      ? []
      : [`«${key}»: name it in one section of \`panelSections\` in shared/filters/sections.ts`]),
    ...(isOfCopy && !copyCapabilities.filters.has(key)
      ? lacking.map(column => `«${key}»: the copy lacks ${column}: add it to \`ofCases\` in server/replica/tables.ts`)
      : []),
    ...columnsLookedThrough(field).flatMap(column =>
      unindexed(column, field).map(
        table =>
          `«${key}»: every row of ${table} would be read for it: index ${column} in a migration, as 0115-words-of-the-past.ts does`,
      ),
    ),
    ...(!(key in caseListFields) || new RegExp(`^  ${key}:`, 'm').test(richCase)
      ? []
      : [`«${key}»: give the rich case a value in test/rich-case.ts, and \`fittingValues\` one that fits it`]),
  ]
}

it('nothing is missing for any filter', () => expect(Object.entries(caseFields).flatMap(missingOf)).toEqual([]))
