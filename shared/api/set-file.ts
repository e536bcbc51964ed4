import { z } from 'zod'
import { setFileFormats } from '../domain/sets.ts'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { casesParam } from './exports.ts'
import { flagParam } from './lists.ts'

/** A file of a working set: filters of the list narrow it. */
const formats = setFileFormats.map(({ value }) => value)
export const setFileQuery = querySchema(caseListFields, {
  format: z
    .enum(formats, { error: `Возможные виды файла: ${formats.join(', ')}.` })
    .optional()
    .default('xlsx'),
  changed: flagParam('Только изменившиеся после прошлого файла'),
  cases: casesParam,
})
