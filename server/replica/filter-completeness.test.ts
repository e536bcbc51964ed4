import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { caseFields, caseListFields } from '#shared/filters/case-fields.ts'
import type { Field } from '#shared/filters/field.ts'
import { panelSections } from '#shared/filters/sections.ts'
import { testDatabase } from '../../test/database.ts'
import { filterKinds } from '../cases/filter-kinds.ts'
import { isPersonal, tableOfFilter } from '../cases/predicates.ts'
import { columnsInCopy, copyCapabilities } from './copy-engine.ts'
import { copiedColumns } from './tables.ts'

/**
 * What a filter needs besides its entry in shared/filters/case-fields.ts. Names what is missing, and the file it
 * belongs in.
 */
const richCase = readFileSync('test/rich-case.ts', 'utf8')
const { db } = await testDatabase()
/** Of tables, and of the tables that a view reads. */
const { rows: trigrams } = await sql<{ relation: string; index: string }>`
  select unnest(array[tablename, view_name]) as relation, indexdef as index
  from pg_indexes left join information_schema.view_table_usage on table_name = tablename
  where schemaname = current_schema() and indexdef like '%gin_trgm_ops%'`.execute(db)
const isSlow = (column: string): boolean => {
  const [table, name] = column.split('.')
  return !trigrams.some(({ relation, index }) => relation === table && index.includes(`(translate(${name},`))
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
    ...columnsLookedThrough(field)
      .filter(isSlow)
      .map(
        column =>
          `«${key}»: every case would be read for it: make a trigram index of ${column} in a migration, as 0006-one-letter-e.ts does`,
      ),
    ...(!(key in caseListFields) || new RegExp(`^  ${key}:`, 'm').test(richCase)
      ? []
      : [`«${key}»: give the rich case a value in test/rich-case.ts, and \`fittingValues\` one that fits it`]),
  ]
}

it('nothing is missing for any filter', () => expect(Object.entries(caseFields).flatMap(missingOf)).toEqual([]))
