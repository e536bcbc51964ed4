import { z } from 'zod'
import { setFileFormats } from '../domain/sets.ts'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { casesParam } from './exports.ts'
import { flagParam } from './lists.ts'

/** A working set as a file, optionally restricted by filters of the list. */
const formats = setFileFormats.map(({ value }) => value)
export const setFileQuery = querySchema(caseListFields, {
  format: z
    .enum(formats, { error: `Возможные виды файла: ${formats.join(', ')}.` })
    .optional()
    .default('xlsx'),
  changed: flagParam('Только изменившиеся после прошлого файла'),
  cases: casesParam,
})
