import { readPersonName } from './person-name.ts'
import type { Person } from './prepare-case.ts'

/** Which of the accused a name tells, by their place among them; null: none, or more than one. */
export function whose(name: string | undefined, people: readonly Person[]): number | null {
  if (name === undefined) return null
  const { normal } = readPersonName(name)
  const found = people.flatMap((person, ordinal) => (person.normal === normal ? [ordinal] : []))
  return found.length === 1 ? (found[0] ?? null) : null
}
