import { type CaseRecord, caseRecord } from '../case-record.ts'
import { forReasons, reasonsOf } from './read-reasons.ts'

/** The product's own format: a case a line (docs/import.md, docs/case-record.schema.json). */
export type Read = { record: CaseRecord } | { reason: string }

export function readOwnRecord(value: unknown): Read {
  const { success, data, error } = caseRecord.safeParse(value, forReasons)
  return success ? { record: data } : { reason: reasonsOf(error) }
}
