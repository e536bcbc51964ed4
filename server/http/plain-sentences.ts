import type { z } from 'zod'

/** Messages of schemas without their own (design §7), about values, not types. */
type Issue = z.core.$ZodRawIssue
export const needsObject = 'Нужен объект JSON.'

const byType: Readonly<Record<string, string>> = {
  array: 'Нужен список.',
  boolean: 'Нужно true или false.',
  int: 'Нужно целое число.',
  number: 'Нужно число.',
  object: needsObject,
  record: needsObject,
  string: 'Нужно одно значение.',
}
const units: Readonly<Record<string, string>> = { array: ' значений', string: ' знаков' }

export const plainSentence = (issue: Issue): string => {
  if (issue.code === 'invalid_type') return byType[issue.expected] ?? 'Недопустимое значение.'
  if (issue.code === 'invalid_value') return `Возможные значения: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'too_big') return `Не больше ${issue.maximum}${units[issue.origin] ?? ''}.`
  if (issue.code === 'too_small') return `Не меньше ${issue.minimum}${units[issue.origin] ?? ''}.`
  return 'Недопустимое значение.'
}
