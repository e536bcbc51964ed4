import { hash } from 'node:crypto'
import type { CaseRecord } from './case-record.ts'

/** What a case said, in one spelling whatever the order of keys, so that «same» and «changed» can be told apart. */

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) copy[key] = sorted(Reflect.get(value, key))
  return copy
}
/** JSON with sorted keys; what is undefined is left out. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value)) ?? 'null'

/** `json`: everything but the text, which lives in a table of its own. `digest` covers both. */
export type CanonicalRecord = { json: string; digest: string }
export function canonical({ text, ...record }: CaseRecord): CanonicalRecord {
  const json = canonicalJson(record)
  return { json, digest: hash('sha256', text === undefined ? json : `${json}\n${text}`, 'hex') }
}
