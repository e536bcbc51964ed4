import { capitalised } from '../names/person-name.ts'
import { basesIn, type Fit, fits } from './matching.ts'
import type { Typed } from './typed.ts'

/** Possible beginnings of the meant names in their normal form: «Радугодуб В.О.». Pure. */
export type Beginning = { from: string; fit: Fit }
export type MeantSurname = { word: string; bases: ReadonlySet<string>; rest: readonly string[] }
const mostWords = 4
/** Any of the words may be the surname; the first letters of the others are initials. */
export function surnames({ words, initials }: Typed): MeantSurname[] {
  if (words.length > mostWords) return []
  const bases = basesIn(words)
  return words.flatMap((word, n) =>
    word.length < 2
      ? []
      : [
          {
            word,
            bases: bases[n] ?? new Set(),
            rest: [...words.toSpliced(n, 1), ...initials].map(one => one.charAt(0)),
          },
        ],
  )
}
const withInitials = (surname: string, rest: readonly string[]): string =>
  `${capitalised(surname)} ${rest
    .slice(0, 2)
    .map(letter => `${letter.toUpperCase()}.`)
    .join('')}`

export function beginningsOf({ word, bases, rest }: MeantSurname): Beginning[] {
  const forms = [...bases].map(base => ({
    from: withInitials(base, rest),
    fit: base === word ? fits.whole : fits.form,
  }))
  return rest.length > 0 ? forms : [...forms, { from: capitalised(word), fit: fits.beginning }]
}

const letters = [...'абвгдежзийклмнопрстуфхцчшщъыьэюя-']
const shortestSlip = 5
const longestSlip = 24
/**
 * Name prefixes one edit away: an insertion, deletion, substitution or transposition. Numbers never match
 * approximately.
 */
export function prefixesOneEditAway({ word, rest }: MeantSurname): Beginning[] {
  if (word.length < shortestSlip || word.length > longestSlip || !/^\p{L}/u.test(word)) return []
  const all = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (after !== '') all.add(before + after.slice(1))
    if (after.length > 1) all.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
    for (const letter of letters) {
      all.add(before + letter + after)
      if (after !== '') all.add(before + letter + after.slice(1))
    }
  }
  all.delete(word)
  return [...all].map(one => ({ from: rest.length > 0 ? withInitials(one, rest) : capitalised(one), fit: fits.slip }))
}
