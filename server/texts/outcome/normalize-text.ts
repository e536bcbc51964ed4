/**
 * `text`: as written, without invisible characters, letter-spacing and blanks in a row; `plain`: the same in lower case with ё as е. Positions in
 * both are the same.
 */
export type NormalizedText = { text: string; plain: string }

const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g
const broken = /(?<=\p{Ll}{2})[-\u2010\u2011]\n(?=\p{Ll}{2})/gu
/** «П О С Т А Н О В И Л»: at least five letters; two blanks separate words, unless all letters are so wide apart. */
const spacedOut = /(?<![\p{L}.])\p{L}(?: {1,2}\p{L}){4,}(?!\p{L}|\.\p{L})/gu
const blanks = /[^\S\n ]/g
const wide = / {2,}/g

export function normalizeText(written: string): NormalizedText {
  let text = unseen.test(written) ? written.replace(unseen, '') : written
  unseen.lastIndex = 0
  if (text.includes('\r')) text = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  text = text.replace(blanks, ' ').replace(broken, '').replace(spacedOut, together).replace(wide, ' ')
  if (mixedWritten.test(text)) text = text.replace(mixedWrittenWord, inRussian)
  return { text, plain: small(text) }
}
const together = (written: string): string => {
  const words = written.split('  ').map(word => word.replaceAll(' ', ''))
  return (words.every(word => word.length < 2) ? words.join('') : words.join(' ')).toUpperCase()
}

/** Lower case, ё as е, spaces for blanks, Russian letters for Latin look-alikes; keeps the length. */
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

/** A word of both alphabets whose Latin letters all look Russian. */
const mixedWritten = /[А-Яа-яЁё][A-Za-z]|[A-Za-z][А-Яа-яЁё]/
const mixedWrittenWord = /[A-Za-z]+[А-Яа-яЁё][A-Za-zА-Яа-яЁё]*|[А-Яа-яЁё]+[A-Za-z][A-Za-zА-Яа-яЁё]*/g
const lookAlike = new Map([...'ABCEHKMOPTXYaceopxy'].map((letter, at) => [letter, 'АВСЕНКМОРТХУасеорху'[at] ?? letter]))
const inRussian = (word: string): string => {
  const russian = word.replace(/[A-Za-z]/g, letter => lookAlike.get(letter) ?? letter)
  return /[A-Za-z]/.test(russian) ? word : russian
}

const mixed = /[а-я][a-z]|[a-z][а-я]|(?<![\p{L}\d])[cokya](?![\p{L}\d.])|\d p(?!\p{L})/u
const mixedWord = /[a-z]+[а-я][a-zа-я]*|[а-я]+[a-z][a-zа-я]*|(?<![\p{L}\d])[cokya](?![\p{L}\d.])|(?<=\d )p(?!\p{L})/gu
const likeness: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcehkmoptxyru'].map((letter, at) => [letter, 'авсенкмортхуги'[at] ?? letter]),
)
const like = (word: string): string => word.replace(/[a-z]/g, letter => likeness[letter] ?? letter)
