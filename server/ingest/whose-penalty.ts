import type { WordedPenalty } from '#shared/domain/penalty-wording.ts'
import type { CaseRecord } from './case-record.ts'
import { readPersonName } from './person-name.ts'
import type { Person } from './prepare-case.ts'

/** A penalty of a record, whole: what the record leaves out is what is usual. */
export const whole = (one: CaseRecord['penalties'][number]): WordedPenalty => ({
  type: one.type,
  value: one.value ?? null,
  hidden: one.hidden,
  by_text: false,
  additional: one.additional ?? false,
  suspended: one.suspended ?? false,
  probation_months: one.probation_months ?? null,
  percent: one.percent ?? null,
  multiple: one.multiple ?? null,
  state: one.state ?? 'imposed',
  certainty: one.certainty ?? 1,
})

/** Which of the accused a name tells, by their place among them; null: none, or more than one. */
export function whose(name: string | undefined, people: readonly Person[]): number | null {
  if (name === undefined) return null
  const { normal } = readPersonName(name)
  const found = people.flatMap((person, ordinal) => (person.normal === normal ? [ordinal] : []))
  return found.length === 1 ? (found[0] ?? null) : null
}
