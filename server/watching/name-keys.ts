import type { WatchKind, WatchSpelling } from '#shared/domain/set-watch.ts'
import { numberSpellings, writtenUid } from '#shared/tables/case-reference.ts'
import { compareNames, distance, longWord, type NameRelation } from '../defendants/resolve/compare-names.ts'
import { lettersOfSpellings, type NameParts, namePartsOf, soundOf } from '../defendants/resolve/name-parts.ts'
import { femaleNames, maleNames } from '../names/first-names.ts'
import { readPersonName } from '../names/person-name.ts'

/**
 * Names as they are watched and as cases write them. Two that may be one person's share a key: what a row posts, a case asks for. A slip of a
 * letter in a surname is met by the forms that lack one letter; two slips in a long one by the forms of either end, with the other words in full:
 * five letters and two initials are thousands of people's.
 * Only names in Latin letters, and slips in the first letter of another word, may be alike without a key.
 */
export type ReadWatchedName = {
  /** As they are compared letter by letter; empty: written with a slip of capitals. */
  words: string
  plain: readonly string[]
  surname: string
  parts: NameParts | undefined
  full: string | undefined
}

/** Undefined: no person's name, or one of which the surname cannot be told. */
export function readWatchedName(written: string): ReadWatchedName | undefined {
  const { kind, name, full } = readPersonName(written)
  if (kind !== 'person') return undefined
  const parts = namePartsOf(written)
  const words = name.split(' ')
  if (parts === undefined && words.length > 1) return undefined
  const surname = parts?.surname.join('') ?? plainly(name).replaceAll('-', '')
  return {
    words: spelledSo(written) ? words.toSorted().join(' ') : '',
    plain: words.map(plainly),
    surname,
    parts,
    full,
  }
}
const plainly = (word: string): string => word.toLowerCase().replaceAll('ё', 'е')
/** Capitals as clerks write them; others are a slip. */
const spelledSo = (written: string): boolean =>
  written
    .trim()
    .split(/[\s-]+/)
    .every(word => /^\p{Lu}[^\p{Lu}]*$|^[^\p{Ll}]+$|^[\p{Lu}.]+$|^(?:оглы|кызы)$/u.test(word))

const withoutOne = (word: string): string[] =>
  word.length < 3 ? [word] : [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]
const whole = ({ parts }: ReadWatchedName): NameParts | undefined =>
  parts !== undefined && parts.letters.length > 1 ? parts : undefined

const shared = (name: ReadWatchedName): string[] => {
  const parts = whole(name)
  if (parts === undefined) return []
  const { surname } = parts
  const forms = [...withoutOne(name.surname), `~${soundOf(name.surname)}`, ...(surname.length > 1 ? surname : [])]
  return [
    ...lettersInSpellings(parts).flatMap(letters => forms.map(form => `${form}|${letters}`)),
    ...(hasWords(parts) ? endsOf(name.surname).map(end => `${end}|${parts.given}|${parts.father}`) : []),
  ]
}
/** Of whom two slips in a surname are told from another name. */
export const hasWords = ({ given, father }: NameParts): boolean => given !== undefined && father !== undefined
/** Of two slips in a long surname, one end has at most one. */
const endsOf = (surname: string): string[] =>
  surname.length < longWord
    ? []
    : [
        ...withoutOne(surname.slice(0, endLength)).map(form => `^${form}`),
        ...withoutOne(surname.slice(-endLength)).map(form => `$${form}`),
      ]
export const endLength = longWord / 2
/** As written, and in whatever other spelling the name has: «Гусейн» is «Хусейн». */
export const lettersInSpellings = ({ letters, given, father }: NameParts): string[] => {
  const [first, second] = [given, father].map((word, at) => [
    ...new Set([letters.charAt(at), ...(word === undefined || letters.length <= at ? [] : lettersOfSpellings(word))]),
  ])
  return (first ?? []).flatMap(one => (second ?? []).map(other => one + other))
}
const firstLetters = ({ parts }: ReadWatchedName): (string | undefined)[] =>
  parts === undefined ? [undefined] : [...new Set(lettersInSpellings(parts).map(letters => letters.charAt(0)))]

/** Of a watched name. */
export const postedKeys = (name: ReadWatchedName): string[] => {
  const lone = firstLetters(name).map(letter =>
    letter === undefined ? '?' : whole(name) ? `${letter}*` : `${letter}?`,
  )
  return [...new Set([...shared(name), ...[...lone, '**'].map(rest => `${name.surname}|${rest}`)])]
}
/** Of a name on a case: also those of rows that say less. */
export const askedKeys = (name: ReadWatchedName): string[] => {
  const less = firstLetters(name).flatMap(letter =>
    letter === undefined ? ['**'] : whole(name) ? [`${letter}?`, '?'] : [`${letter}*`, `${letter}?`, '?'],
  )
  return [...new Set([...shared(name), ...less.map(rest => `${name.surname}|${rest}`)])]
}

export const numberKeys = (written: string): string[] => numberSpellings(written).same.map(number => `№${number}`)
export const uidKey = (uid: string): string => `#${uid.toUpperCase()}`
/** Of every row that has all keys of today: whoever changes what names post changes it, and rows are given theirs again (tend-lists.ts). */
export const keysVersion = '=2'
/** None: the text is none of its kind any more. */
export function keysOfRow(kind: WatchKind, text: string): string[] {
  const keys = keysOf(kind, text)
  return keys.length === 0 ? [] : [...keys, keysVersion]
}
function keysOf(kind: WatchKind, text: string): string[] {
  if (kind === 'number') return numberKeys(text)
  if (kind === 'uid') return [uidKey(writtenUid(text) ?? text)]
  const name = readWatchedName(text)
  return name === undefined ? [] : postedKeys(name)
}

const spellings: Readonly<Record<Exclude<NameRelation, 'different'>, WatchSpelling>> = {
  full: 'spelling',
  transliterated: 'spelling',
  typing_given: 'typing',
  typing_surname: 'typing',
  double_surname: 'part',
  no_father: 'no_father',
  initials: 'initials',
  initials_typing: 'initials',
  one_initial: 'initials',
}
/** Undefined: they are of two people. `same` is letter by letter, with the father's name. */
export function likeness(watched: ReadWatchedName, other: ReadWatchedName): WatchSpelling | undefined {
  if (watched.parts === undefined || other.parts === undefined)
    return watched.surname === other.surname ? 'surname' : undefined
  const relation = compareNames(watched.parts, other.parts)
  if (relation === 'different') return areOneLetterApart(watched, other) ? 'typing' : undefined
  if (relation === 'initials_typing' && isTwiceMisspelt(watched.surname, other.surname)) return undefined
  const isSame = relation === 'full' && watched.words !== '' && watched.words === other.words
  return isSame ? 'same' : spellings[relation]
}

/**
 * «Геб» and «Глеб», «Потрович» and «Петрович»: words too short for a slip where people are merged. Here somebody looks at it; two names that there are
 * are two people's.
 */
function areOneLetterApart(one: ReadWatchedName, other: ReadWatchedName): boolean {
  if (one.surname !== other.surname || one.parts?.letters !== other.parts?.letters) return false
  if (one.plain.length !== 3 || other.plain.length !== 3) return false
  const [left, ...more] = one.plain.filter(word => !other.plain.includes(word))
  const [right] = other.plain.filter(word => !one.plain.includes(word))
  if (left === undefined || right === undefined || more.length > 0) return false
  return distance(left, right) === 1 && !(isGivenName(left) && isGivenName(right))
}
const isTwiceMisspelt = (one: string, other: string): boolean =>
  soundOf(one) !== soundOf(other) && distance(one, other) > 1
const isGivenName = (word: string): boolean => maleNames.has(word) || femaleNames.has(word)
