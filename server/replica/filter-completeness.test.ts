import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { caseFields, caseListFields } from '#shared/filters/case-fields.ts'
import type { Field } from '#shared/filters/field.ts'
import { panelSections } from '#shared/filters/sections.ts'
import { filterKinds } from '../cases/filter-kinds.ts'
import { isPersonal, tableOfFilter } from '../cases/predicates.ts'
import { columnsInCopy, copyCapabilities } from './copy-engine.ts'
import { copiedColumns } from './tables.ts'

/**
 * What a filter needs besides its entry in shared/filters/case-fields.ts. Names what is missing, and the file it
 * belongs in.
 */
const richCase = readFileSync('test/rich-case.ts', 'utf8')
const missingOf = ([key, field]: [string, Field]): string[] => {
  const lacking = columnsInCopy(field).filter(column => !copiedColumns.has(column))
  const isOfCopy = filterKinds[field.kind].inCopy && !isPersonal(tableOfFilter(field))
  return [
    ...(panelSections.flatMap(({ fields }) => fields).filter(one => one === key).length === 1
      ? []
      : [`«${key}»: name it in one section of \`panelSections\` in shared/filters/sections.ts`]),
    ...(isOfCopy && !copyCapabilities.filters.has(key)
      ? lacking.map(
          column =>
            `«${key}»: the copy lacks ${column}: add it to \`ofCases\` in server/replica/tables.ts and raise \`version\` there`,
        )
      : []),
    ...(!(key in caseListFields) || new RegExp(`^  ${key}:`, 'm').test(richCase)
      ? []
      : [`«${key}»: add a value that fits the rich case to \`fittingValues\` in test/rich-case.ts`]),
  ]
}

it('nothing is missing for any filter', () => expect(Object.entries(caseFields).flatMap(missingOf)).toEqual([]))
