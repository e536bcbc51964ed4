import type { WordedPenalty } from '#shared/domain/penalty-wording.ts'
import type { CaseRecord } from './case-record.ts'
import { isFormOf } from './name-forms.ts'
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

/** Whose the penalties of a case are, by the place of the accused on it: told by name, or clear because there is nobody else. Pure. */
export type Accused = {
  people: readonly Pick<Person, 'name' | 'gender' | 'hidden'>[]
  /** Nobody else of the case may be accused. */
  isAll: boolean
}

/** `names`: of every penalty of one source, as it is written there; null or absent: not told. Null: nobody's. */
export function ownersOf(names: readonly (string | null | undefined)[], accused: Accused): (number | null)[] {
  const told = names.map(name => (name ? whose(name, accused.people) : null))
  const sole = soleOf(accused)
  if (sole === null) return told
  const others = names.filter((name, at) => name && told[at] === null).flatMap(name => name ?? [])
  // One name that is hidden can only be that of the one who is accused; a name that does not fit is of somebody else.
  const isOne =
    others.length === 0 ||
    (new Set(others).size === 1 && isHidden(others[0] ?? '') && told.every(owner => owner === null))
  return isOne ? names.map(() => sole) : told
}

/** The only one of the accused whom a name tells, in any case of grammar; null: none, or more than one. */
export function whose(name: string, people: Accused['people']): number | null {
  if (isHidden(name)) return null
  const written = partsOf(name)
  const found = people.flatMap((person, ordinal) => (fits(written, person, people) ? [{ person, ordinal }] : []))
  const [first, ...more] = found
  return first !== undefined && more.every(({ person }) => isSame(person, first.person)) ? first.ordinal : null
}

const isHidden = (name: string): boolean => readPersonName(name).kind === 'hidden'

/** One person may be named once for each article. */
const isSame = (one: Accused['people'][number], other: Accused['people'][number]): boolean =>
  one.name === other.name && readPersonName(one.name).full !== undefined

function soleOf({ people, isAll }: Accused): number | null {
  const [first, ...more] = people
  return isAll && first !== undefined && more.every(one => !one.hidden && isSame(one, first)) ? 0 : null
}

/** «Багранову И.Л.», «И. Л. Багранова», «гр. Багранова Иннокентия Львовича»: words, and letters of names that are not written out. */
type Parts = { words: string[]; letters: string[] }
function partsOf(name: string): Parts {
  const tokens = [...name.matchAll(/\p{L}[\p{L}-]*\.?/gu)].map(([token]) => token)
  return {
    words: tokens.filter(token => !token.endsWith('.') && token.length > 1 && /^\p{Lu}/u.test(token)),
    letters: tokens.filter(token => /^\p{Lu}\.?$/u.test(token)).map(initial),
  }
}
const initial = (word: string): string => word.charAt(0).toUpperCase()

function fits(written: Parts, person: Accused['people'][number], people: Accused['people']): boolean {
  if (person.hidden) return false
  const known = partsOf(person.name)
  const [surname = '', ...given] = known.words
  const at = written.words.findIndex(word => isFormOf(word, surname, person.gender))
  if (at < 0) return false
  const others = written.words.filter((_, index) => index !== at)
  const names = [...others, ...written.letters]
  const knownNames = [...given, ...known.letters]
  // A surname alone may be that of somebody whose name is hidden.
  if (names.length === 0) return people.every(({ hidden }) => !hidden)
  return names.every((name, index) => {
    const own = knownNames[index]
    if (own === undefined) return index >= knownNames.length && knownNames.length < 2 && name.length === 1
    return name.length > 1 && own.length > 1 ? isFormOf(name, own, person.gender) : initial(name) === initial(own)
  })
}
