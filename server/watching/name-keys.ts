import type { WatchKind, WatchSpelling } from '#shared/domain/set-watch.ts'
import { numberSpellings, writtenUid } from '#shared/tables/case-reference.ts'
import { compareNames, distance, longWord, type NameRelation } from '../defendants/resolve/compare-names.ts'
import { lettersOfSpellings, type NameParts, namePartsOf, phoneticForm } from '../defendants/resolve/name-parts.ts'
import { femaleNames, maleNames } from '../names/first-names.ts'
import { readPersonName } from '../names/person-name.ts'

/**
 * Watched names and names in cases. Two names that may be one person's share a key: a row posts keys, a case looks them
 * up. One misspelling in a surname is matched by forms with one letter deleted; two in a long surname by deletion forms
 * of either end, with the other words in full, because five letters and two initials fit thousands of people. Only
 * Latin names, and misspellings of the first letter of another word, may match without sharing a key.
 */
export type ReadWatchedName = {
  /** For comparison letter by letter; empty when the capitalisation is irregular. */
  words: string
  plain: readonly string[]
  surname: string
  parts: NameParts | undefined
  full: string | undefined
}

/** Undefined when it is no person's name or the surname cannot be identified. */
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
/** Regular capitalisation; anything else is a typing error. */
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
  const forms = [...withoutOne(name.surname), `~${phoneticForm(name.surname)}`, ...(surname.length > 1 ? surname : [])]
  return [
    ...lettersInSpellings(parts).flatMap(letters => forms.map(form => `${form}|${letters}`)),
    ...(hasWords(parts) ? endsOf(name.surname).map(end => `${end}|${parts.given}|${parts.father}`) : []),
  ]
}
/** Full names, for which two misspellings in the surname can be told from a different name. */
export const hasWords = ({ given, father }: NameParts): boolean => given !== undefined && father !== undefined
/** Of two misspellings in a long surname, one end has at most one. */
const endsOf = (surname: string): string[] =>
  surname.length < longWord
    ? []
    : [
        ...withoutOne(surname.slice(0, endLength)).map(form => `^${form}`),
        ...withoutOne(surname.slice(-endLength)).map(form => `$${form}`),
      ]
export const endLength = longWord / 2
/** As written, and in other spellings of the name: «Гусейн» and «Хусейн». */
export const lettersInSpellings = ({ letters, given, father }: NameParts): string[] => {
  const [first, second] = [given, father].map((word, at) => [
    ...new Set([letters.charAt(at), ...(word === undefined || letters.length <= at ? [] : lettersOfSpellings(word))]),
  ])
  return (first ?? []).flatMap(one => (second ?? []).map(other => one + other))
}
const firstLetters = ({ parts }: ReadWatchedName): (string | undefined)[] =>
  parts === undefined ? [undefined] : [...new Set(lettersInSpellings(parts).map(letters => letters.charAt(0)))]

/** Keys of a watched name. */
export const postedKeys = (name: ReadWatchedName): string[] => {
  const lone = firstLetters(name).map(letter =>
    letter === undefined ? '?' : whole(name) ? `${letter}*` : `${letter}?`,
  )
  return [...new Set([...shared(name), ...[...lone, '**'].map(rest => `${name.surname}|${rest}`)])]
}
/** Keys of a name in a case: includes those of rows that say less. */
export const askedKeys = (name: ReadWatchedName): string[] => {
  const less = firstLetters(name).flatMap(letter =>
    letter === undefined ? ['**'] : whole(name) ? [`${letter}?`, '?'] : [`${letter}*`, `${letter}?`, '?'],
  )
  return [...new Set([...shared(name), ...less.map(rest => `${name.surname}|${rest}`)])]
}

export const numberKeys = (written: string): string[] => numberSpellings(written).same.map(number => `№${number}`)
export const uidKey = (uid: string): string => `#${uid.toUpperCase()}`
/**
 * The version of posted keys. Change it with the keys: rows of another version get theirs again
 * (maintain-watch-lists.ts).
 */
export const keysVersion = '=2'
/** Empty when the text is no longer valid for its kind. */
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
/** Undefined when they are two people's. `same`: equal letter by letter, with the patronymic. */
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
 * «Геб» and «Глеб», «Потрович» and «Петрович»: words too short to count as misspellings when people are merged. Here a
 * person checks the match; two existing names still mean two people.
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
  phoneticForm(one) !== phoneticForm(other) && distance(one, other) > 1
const isGivenName = (word: string): boolean => maleNames.has(word) || femaleNames.has(word)
