import type { WordedPenalty } from '#shared/domain/penalty-wording.ts'
import { possiblyAccused } from '../db/possibly-accused.ts'
import { isFormOf } from '../names/name-forms.ts'
import { readPersonName } from '../names/person-name.ts'
import type { CaseRecord } from './case-record.ts'
import type { Person } from './prepare-case.ts'

export const completePenalty = (one: CaseRecord['penalties'][number]): WordedPenalty => ({
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

/** The accused to whom penalties may belong. `isAll`: no other participant may be accused. */
export type AccusedList = { people: readonly Pick<Person, 'name' | 'gender' | 'hidden'>[]; isAll: boolean }
export const accusedList = (people: AccusedList['people'], others: readonly Other[]): AccusedList => ({
  people,
  isAll: !others.some(
    ({ role, articles, name }) =>
      role === possiblyAccused.role &&
      articles === possiblyAccused.articles &&
      !people.some(person => person.name === name && !person.hidden),
  ),
})
type Other = { name: string; role: string; articles: string | null }

/** `of_other`: of somebody the case does not list. Neither: unknown. */
export type PenaltyOwner = { defendant_ordinal: number | null; of_other: boolean }
type Names = readonly (string | null | undefined)[]

/** `names`: of each penalty as written; null or absent: not stated. `told`: everybody about whom the source decides. */
export function penaltyOwners(names: Names, accused: AccusedList, told: Names = []): PenaltyOwner[] {
  const { people } = accused
  const all = [...names, ...told].flatMap(name => name || [])
  const [first] = people
  // A hidden name can only mean the only accused; a name that does not match is somebody else's.
  const isOne =
    first !== undefined &&
    isOnly(accused) &&
    countNamedPeople(all, accused) <= 1 &&
    all.every(name => accusedOrdinal(name, people) !== null || (isHidden(name) && agrees(name, first)))
  return names.map(name => {
    if (isOne) return { defendant_ordinal: 0, of_other: false }
    const defendant_ordinal = name ? accusedOrdinal(name, people) : null
    return { defendant_ordinal, of_other: defendant_ordinal === null && !!name && isStranger(name, people) }
  })
}

export function countNamedPeople(names: Names, { people }: AccusedList): number {
  const keys = names.flatMap(name => {
    if (!name) return []
    const ordinal = accusedOrdinal(name, people)
    return ordinal ?? (isHidden(name) ? name.replace(/[^\p{L}\d]/gu, '') : name)
  })
  return new Set(keys).size
}

export function accusedOrdinal(name: string, people: AccusedList['people']): number | null {
  if (isHidden(name)) return null
  const written = partsOf(name)
  const found = people.flatMap((person, ordinal) => (fits(written, person, people) ? [{ person, ordinal }] : []))
  const [first, ...more] = found
  return first !== undefined && more.every(({ person }) => isSame(person, first.person)) ? first.ordinal : null
}

const isHidden = (name: string): boolean => readPersonName(name).kind === 'hidden' || shortened.test(name)
const shortened = /^\p{Lu}-\p{Ll}{1,4}(?!\p{L})/u
const noLetters = /ф\.?\s?и\.?\s?о|[<>{}[\]*]/iu

/** Masked names «И.Л.», «Б.», «Б.И.Л.» match «Багранов Иннокентий Львович». */
function agrees(mask: string, { name, hidden }: AccusedList['people'][number]): boolean {
  const left = noLetters.test(mask) ? '' : (mask.match(/\p{Lu}/gu) ?? []).join('')
  const { words, letters } = partsOf(name)
  const known = [...words, ...letters].map(initial).join('')
  return hidden || (known + known.charAt(0)).includes(left)
}

function isStranger(name: string, people: AccusedList['people']): boolean {
  if (isHidden(name) || people.length === 0 || readPersonName(name).kind !== 'person') return false
  const written = partsOf(name).words.map(beginning)
  return people.every(person => {
    const [surname = ''] = partsOf(person.name).words
    return readPersonName(person.name).kind === 'person' && !written.includes(beginning(surname))
  })
}
const beginning = (word: string): string => word.slice(0, 3).toLowerCase().replaceAll('ё', 'е')

const isSame = (one: AccusedList['people'][number], other: AccusedList['people'][number]): boolean =>
  one.name === other.name && readPersonName(one.name).full !== undefined

const isOnly = ({ people: [first, ...more], isAll }: AccusedList): boolean =>
  isAll && first !== undefined && more.every(one => !one.hidden && isSame(one, first))

/** «Багранову И.Л.», «гр. Багранова Иннокентия Львовича»: whole words, and letters of abbreviated names. */
type Parts = { words: string[]; letters: string[] }
function partsOf(name: string): Parts {
  const tokens = [...name.matchAll(/\p{L}[\p{L}-]*\.?/gu)].map(([token]) => token)
  return {
    words: tokens.filter(token => !token.endsWith('.') && token.length > 1 && /^\p{Lu}/u.test(token)),
    letters: tokens.filter(token => /^\p{Lu}\.?$/u.test(token)).map(initial),
  }
}
const initial = (word: string): string => word.charAt(0).toUpperCase()

function fits(written: Parts, person: AccusedList['people'][number], people: AccusedList['people']): boolean {
  if (person.hidden) return false
  const known = partsOf(person.name)
  const [surname = '', ...given] = known.words
  const at = written.words.findIndex(word => isFormOf(word, surname, person.gender))
  if (at < 0) return false
  const others = written.words.filter((_, index) => index !== at)
  const names = [...others, ...written.letters]
  const knownNames = [...given, ...known.letters]
  // A surname alone may belong to a person whose name is hidden.
  if (names.length === 0) return people.every(({ hidden }) => !hidden)
  return names.every((name, index) => {
    const own = knownNames[index]
    if (own === undefined) return index >= knownNames.length && knownNames.length < 2 && name.length === 1
    return name.length > 1 && own.length > 1 ? isFormOf(name, own, person.gender) : initial(name) === initial(own)
  })
}
