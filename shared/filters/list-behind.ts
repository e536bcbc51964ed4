import { caseListFields, statsFields } from './case-fields.ts'
import type { AnyValues } from './field.ts'
import { readLenient, type WireRecord, writeValues } from './wire.ts'

/**
 * The list behind a figure of statistics: its filters, with those the figure stands for set over them. A figure says
 * them whole, so that one filter of the list never meets two settings of itself.
 */
export const listBehind = (filters: AnyValues, own: WireRecord): WireRecord =>
  writeValues(caseListFields, { ...writtenAnew(filters), ...readLenient(caseListFields, own) })

/** Only what statistics are filtered by. */
const writtenAnew = (filters: AnyValues): AnyValues => readLenient(statsFields, writeValues(statsFields, filters))
