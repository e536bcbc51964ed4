import type { KnownRelation } from '#shared/domain/person-evidence.ts'
import { femaleNames, maleNames } from '../../names/first-names.ts'
import { type NameParts, phoneticForm } from './name-parts.ts'

/** `different` is a contradiction: such names are never one person's. */
export type NameRelation = KnownRelation | 'different'

type PartRelation = 'same' | 'sound' | 'typing' | 'half' | 'missing' | 'letter' | 'different'

export function compareNames(left: NameParts, right: NameParts): NameRelation {
  if (left.gender !== 'na' && right.gender !== 'na' && left.gender !== right.gender) return 'different'
  const isLatin = left.isLatin || right.isLatin
  const surname = compareSurnames(left.surname, right.surname, isLatin)
  const given = comparePart(left.given, right.given, left.letters[0], right.letters[0], isKnownGiven, isLatin)
  const father = compareFathers(left, right, isLatin)
  const parts = [surname, given, father]
  if (parts.includes('different')) return 'different'
  const typed = parts.filter(part => part === 'typing' || part === 'sound').length
  const isWhole = given !== 'letter' && given !== 'missing' && father !== 'letter'
  if (isLatin) return parts.includes('half') || !isWhole ? 'different' : 'transliterated'
  if (typed > 1 || (typed > 0 && surname === 'half')) return 'different'
  if (isWhole && father !== 'missing') {
    if (surname === 'half') return 'double_surname'
    if (typed === 0) return 'full'
    return surname === 'same' ? 'typing_given' : 'typing_surname'
  }
  if (surname === 'half') return 'different'
  if (isWhole) return typed === 0 ? 'no_father' : 'different'
  if (typed > 0) return father === 'missing' ? 'different' : 'initials_typing'
  return father === 'missing' ? 'one_initial' : 'initials'
}

function compareSurnames(left: readonly string[], right: readonly string[], isLatin: boolean): PartRelation {
  const [one, other] = [left.join('-'), right.join('-')]
  if (one === other) return 'same'
  if (left.length !== right.length)
    return (left.length > 1 ? left : right).includes(left.length > 1 ? other : one) ? 'half' : 'different'
  if (left.length === 2 && left[0] === right[1] && left[1] === right[0]) return 'sound'
  return slip(one, other, isLatin)
}

function compareFathers(left: NameParts, right: NameParts, isLatin: boolean): PartRelation {
  const isOtherEnding = !isLatin && left.isSoftFather !== undefined && left.isSoftFather === !right.isSoftFather
  const part = comparePart(left.father, right.father, left.letters[1], right.letters[1], isKnownFather, isLatin)
  return part === 'same' && right.isSoftFather !== undefined && isOtherEnding ? 'typing' : part
}

function comparePart(
  left: string | undefined,
  right: string | undefined,
  leftLetter: string | undefined,
  rightLetter: string | undefined,
  isKnown: (word: string) => boolean,
  isLatin: boolean,
): PartRelation {
  if (left !== undefined && right !== undefined) {
    if (left === right) return 'same'
    // «Алексей» and «Александр» are two names, however near their letters; so are «Maria» and «Марина».
    const isName = isLatin ? soundsKnown : isKnown
    const isSound = phoneticForm(left) === phoneticForm(right)
    if (isName(left) && isName(right) && !(isLatin && isSound)) return 'different'
    // Of two short names that nobody knows, «Ильнар» and «Ильназ», none can be told to be a slip of the other.
    const isShort = Math.min(left.length, right.length) < lengthOfUnknown
    if (!(isLatin || isSound || isName(left) || isName(right)) && isShort) return 'different'
    return slip(left, right, isLatin)
  }
  if (leftLetter === undefined || rightLetter === undefined) return 'missing'
  return leftLetter === rightLetter ? 'letter' : 'different'
}

/** Same sound, or one or two letters apart, by length. A feminine ending is no slip. */
function slip(left: string, right: string, isLatin: boolean): PartRelation {
  if (phoneticForm(left) === phoneticForm(right)) return isLatin ? 'same' : 'sound'
  if (left === `${right}а` || right === `${left}а`) return 'different'
  const shorter = Math.min(left.length, right.length)
  if (shorter < shortestWithSlip) return 'different'
  const [one, other] = isLatin ? [phoneticForm(left), phoneticForm(right)] : [left, right]
  const allowed = shorter >= longWord ? 2 : 1
  return distance(one, other) <= allowed ? (isLatin ? 'same' : 'typing') : 'different'
}
/** Shorter words that differ by a letter are as often two names. */
const shortestWithSlip = 5
export const longWord = 10

const isKnownGiven = (word: string): boolean => maleNames.has(word) || femaleNames.has(word)
const sounds = new Set([...maleNames, ...femaleNames].map(phoneticForm))
const soundsKnown = (word: string): boolean => sounds.has(phoneticForm(word))
const lengthOfUnknown = 8
const fathers = new Set([...maleNames].map(name => name.replace(/[аеийоуыьэюя]+$/, '')))
const isKnownFather = (word: string): boolean => fathers.has(word)

/** Optimal string alignment distance; 3 means «more than 2». */
export function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 2) return 3
  let before: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    before = last
    last = row
  }
  return Math.min(last[right.length] ?? 3, 3)
}
