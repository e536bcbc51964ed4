import type { z } from 'zod'
import { type CaseRecord, caseRecord } from '../case-record.ts'

/** The product's own format, NDJSON (docs/import.md). */
export type RecordResult = { record: CaseRecord } | { reason: string }

export function readOwnRecord(value: unknown): RecordResult {
  const { success, data, error } = caseRecord.safeParse(value, withInput)
  return success ? { record: data } : { reason: validationErrors(error) }
}

export const withInput = { reportInput: true } as const

/** Validation errors in Russian with the field: «court.region: нет такого региона». */
export function validationErrors({ issues }: z.ZodError): string {
  const byField = new Map<string, string>()
  for (const issue of issues) {
    const field = issue.path
      .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${String(step)}`))
      .join('')
    if (!byField.has(field)) byField.set(field, sentence(issue))
  }
  const reasons = [...byField].map(([field, reason]) => (field === '' ? reason : `${field}: ${reason}`))
  const more = reasons.length - shownReasons
  return reasons.slice(0, shownReasons).join('; ') + (more > 0 ? `; и ещё ${more}` : '')
}
const shownReasons = 3

const kinds: Readonly<Record<string, string>> = {
  string: 'нужна строка',
  number: 'нужно число',
  int: 'нужно целое число',
  boolean: 'нужно true или false',
  array: 'нужен список',
  object: 'нужен объект',
}

function sentence(issue: z.core.$ZodIssue): string {
  const isAbsent = issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  if (isAbsent) return 'не указано'
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.message
    case 'unrecognized_keys':
      return `неизвестное поле ${issue.keys.map(key => `«${key}»`).join(', ')}`
    case 'invalid_value':
      return `нужно одно из: ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return issue.origin === 'string'
        ? `длиннее ${issue.maximum} знаков`
        : issue.origin === 'array'
          ? `больше ${issue.maximum} элементов`
          : `больше ${issue.maximum}`
    case 'too_small':
      return issue.origin === 'string' && issue.message ? issue.message : `меньше ${issue.minimum}`
    default:
      return issue.message
  }
}
