/**
 * The letters of a text as they are read: `text` as written, without what cannot be seen and with what was spaced out drawn
 * together, and `plain`, the same in small Russian letters with ё as е. Both have one length: a place in one is that place in the other.
 */
export type NormalizedText = { text: string; plain: string }

/** Soft hyphens, joiners, marks of direction: they stand inside words and are no part of them. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g
/** A word broken at the end of a line. */
const broken = /(?<=\p{Ll}{2})[-\u2010\u2011]\n(?=\p{Ll}{2})/gu
/** «П О С Т А Н О В И Л»: at least five letters, one by one; what follows two blanks is another word, unless all are so wide apart. */
const spacedOut = /(?<![\p{L}.])\p{L}(?: {1,2}\p{L}){4,}(?!\p{L}|\.\p{L})/gu
const blanks = /[^\S\n ]/g

export function normalizeText(written: string): NormalizedText {
  let text = unseen.test(written) ? written.replace(unseen, '') : written
  unseen.lastIndex = 0
  if (text.includes('\r')) text = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  text = text.replace(blanks, ' ').replace(broken, '').replace(spacedOut, together)
  if (mixedWritten.test(text)) text = text.replace(mixedWrittenWord, inRussian)
  return { text, plain: small(text) }
}
/** Spaced out as others write capitals. */
const together = (written: string): string => {
  const words = written.split('  ').map(word => word.replaceAll(' ', ''))
  return (words.every(word => word.length < 2) ? words.join('') : words.join(' ')).toUpperCase()
}

/** A text in small letters, ё as е, every blank but the line break as a space, Latin look-alikes as the Russian letters they stand for. Keeps its length. */
export const normalizeLetters = (text: string): string => small(text.replace(blanks, ' '))
function small(text: string): string {
  const lower = text.toLowerCase()
  const kept = lower.length === text.length ? lower : text.replace(/\p{Lu}/gu, keepingLength)
  const russian = kept.replaceAll('ё', 'е')
  return mixed.test(russian) ? russian.replace(mixedWord, like) : russian
}
const keepingLength = (letter: string): string => {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

/** A word of both alphabets is Russian when each of its Latin letters looks like a Russian one. */
const mixedWritten = /[А-Яа-яЁё][A-Za-z]|[A-Za-z][А-Яа-яЁё]/
const mixedWrittenWord = /[A-Za-z]+[А-Яа-яЁё][A-Za-zА-Яа-яЁё]*|[А-Яа-яЁё]+[A-Za-z][A-Za-zА-Яа-яЁё]*/g
const lookAlike = new Map([...'ABCEHKMOPTXYaceopxy'].map((letter, at) => [letter, 'АВСЕНКМОРТХУасеорху'[at] ?? letter]))
const inRussian = (word: string): string => {
  const russian = word.replace(/[A-Za-z]/g, letter => lookAlike.get(letter) ?? letter)
  return /[A-Za-z]/.test(russian) ? word : russian
}

const mixed = /[а-я][a-z]|[a-z][а-я]|(?<![\p{L}\d])[cokya](?![\p{L}\d.])|\d p(?!\p{L})/u
/** Words of both alphabets, and single letters that Russian has as words. */
const mixedWord = /[a-z]+[а-я][a-zа-я]*|[а-я]+[a-z][a-zа-я]*|(?<![\p{L}\d])[cokya](?![\p{L}\d.])|(?<=\d )p(?!\p{L})/gu
const likeness: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcehkmoptxyru'].map((letter, at) => [letter, 'авсенкмортхуги'[at] ?? letter]),
)
const like = (word: string): string => word.replace(/[a-z]/g, letter => likeness[letter] ?? letter)
