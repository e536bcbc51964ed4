import { hash } from 'node:crypto'
import { z } from 'zod'
import { type CaseRecord, caseRecord } from './case-record.ts'

/** A canonical form of records, independent of key order, that tells «same» from «changed». */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * The form of #shared/domain/canonical-json.ts for values of one schema, whose keys are sorted once, since every case read again passes here.
 * Undefined: the schema contains nothing to sort.
 */
function sortedBy(schema: unknown): ((value: unknown) => unknown) | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return sortedBy(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const ofItem = sortedBy(schema.element)
    return ofItem && (items => (Array.isArray(items) ? items.map(ofItem) : items))
  }
  if (!(schema instanceof z.ZodObject)) return undefined
  const keys = Object.keys(schema.shape).sort()
  const fields = keys.map(key => [key, sortedBy(schema.shape[key])] as const)
  return value => {
    if (!isObject(value)) return value
    const copy: Record<string, unknown> = {}
    for (const [key, ofField] of fields) {
      const own = value[key]
      if (own !== undefined) copy[key] = ofField ? ofField(own) : own
    }
    return copy
  }
}
const sortedRecord = sortedBy(caseRecord.omit({ text: true, former_keys: true }))

/** Explicit defaults are dropped: a source that states a default says nothing new. */
const withoutUsual = (penalty: CaseRecord['penalties'][number]) => ({
  ...penalty,
  additional: penalty.additional || undefined,
  suspended: penalty.suspended || undefined,
  state: penalty.state === 'imposed' ? undefined : penalty.state,
})

/** `json` is without the text, which has its own table; `digest` covers both. */
type CanonicalRecord = { json: string; digest: string }
export function canonical(record: CaseRecord): CanonicalRecord {
  const { text, penalties } = record
  const json = JSON.stringify(sortedRecord?.({ ...record, penalties: penalties.map(withoutUsual) }))
  return { json, digest: hash('sha256', text === undefined ? json : `${json}\n${text}`, 'hex') }
}
