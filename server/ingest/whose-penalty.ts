import type { WordedPenalty } from '#shared/domain/penalty-wording.ts'
import { perhapsAccused } from '../db/perhaps-accused.ts'
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
export const accusedOf = (people: Accused['people'], others: readonly Other[]): Accused => ({
  people,
  isAll: !others.some(
    ({ role, articles, name }) =>
      role === perhapsAccused.role &&
      articles === perhapsAccused.articles &&
      !people.some(person => person.name === name && !person.hidden),
  ),
})
type Other = { name: string; role: string; articles: string | null }

/** `of_other`: told of somebody whom the case does not list. Neither: not told whose. */
export type Owner = { defendant_ordinal: number | null; of_other: boolean }
type Names = readonly (string | null | undefined)[]

/** `names`: of every penalty of one source, as it is written there; null or absent: not told. `told`: of everybody it decides about. */
export function ownersOf(names: Names, accused: Accused, told: Names = []): Owner[] {
  const { people } = accused
  const all = [...names, ...told].flatMap(name => name || [])
  const [first] = people
  // One name that is hidden can only be that of the one who is accused; a name that does not fit is of somebody else.
  const isOne =
    first !== undefined &&
    isOnly(accused) &&
    peopleTold(all, accused) <= 1 &&
    all.every(name => whose(name, people) !== null || (isHidden(name) && agrees(name, first)))
  return names.map(name => {
    if (isOne) return { defendant_ordinal: 0, of_other: false }
    const defendant_ordinal = name ? whose(name, people) : null
    return { defendant_ordinal, of_other: defendant_ordinal === null && !!name && isStranger(name, people) }
  })
}

/** How many people names are of. */
export function peopleTold(names: Names, { people }: Accused): number {
  const keys = names.flatMap(name => {
    if (!name) return []
    const ordinal = whose(name, people)
    return ordinal ?? (isHidden(name) ? name.replace(/[^\p{L}\d]/gu, '') : name)
  })
  return new Set(keys).size
}

/** The only one of the accused whom a name tells, in any case of grammar; null: none, or more than one. */
export function whose(name: string, people: Accused['people']): number | null {
  if (isHidden(name)) return null
  const written = partsOf(name)
  const found = people.flatMap((person, ordinal) => (fits(written, person, people) ? [{ person, ordinal }] : []))
  const [first, ...more] = found
  return first !== undefined && more.every(({ person }) => isSame(person, first.person)) ? first.ordinal : null
}

const isHidden = (name: string): boolean => readPersonName(name).kind === 'hidden' || shortened.test(name)
/** «Б-ву И.Л.» */
const shortened = /^\p{Lu}-\p{Ll}{1,4}(?!\p{L})/u
const noLetters = /ф\.?\s?и\.?\s?о|[<>{}[\]*]/iu

/** The letters that a hidden name leaves are those of the known one: «И.Л.», «Б.», «Б.И.Л.» of «Багранов Иннокентий Львович». */
function agrees(mask: string, { name, hidden }: Accused['people'][number]): boolean {
  const left = noLetters.test(mask) ? '' : (mask.match(/\p{Lu}/gu) ?? []).join('')
  const { words, letters } = partsOf(name)
  const known = [...words, ...letters].map(initial).join('')
  return hidden || (known + known.charAt(0)).includes(left)
}

/** Plainly nobody of these: not one whose name is only written otherwise, nor a firm. */
function isStranger(name: string, people: Accused['people']): boolean {
  if (isHidden(name) || people.length === 0 || readPersonName(name).kind !== 'person') return false
  const written = partsOf(name).words.map(beginning)
  return people.every(person => {
    const [surname = ''] = partsOf(person.name).words
    return readPersonName(person.name).kind === 'person' && !written.includes(beginning(surname))
  })
}
const beginning = (word: string): string => word.slice(0, 3).toLowerCase().replaceAll('ё', 'е')

/** One person may be named once for each article. */
const isSame = (one: Accused['people'][number], other: Accused['people'][number]): boolean =>
  one.name === other.name && readPersonName(one.name).full !== undefined

const isOnly = ({ people: [first, ...more], isAll }: Accused): boolean =>
  isAll && first !== undefined && more.every(one => !one.hidden && isSame(one, first))

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
