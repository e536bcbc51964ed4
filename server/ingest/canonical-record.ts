import { hash } from 'node:crypto'
import type { CaseRecord } from './case-record.ts'

/** What a case said, in one spelling whatever the order of keys, so that «same» and «changed» can be told apart. */

/** JSON with sorted keys; what is undefined is left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const pairs = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`)
  return `{${pairs.join(',')}}`
}

/** `json`: everything but the text, which lives in a table of its own. `digest` covers both. */
export type CanonicalRecord = { json: string; digest: string }
export function canonical({ text, ...record }: CaseRecord): CanonicalRecord {
  const json = canonicalJson(record)
  return { json, digest: hash('sha256', text === undefined ? json : `${json}\n${text}`, 'hex') }
}
