import { capitalised, surnameParticles } from '../names/person-name.ts'
import { basesIn, type Fit, fits } from './matching.ts'
import type { Typed } from './typed.ts'

/** Possible beginnings of the meant names in their normal form: «Радугодуб В.О.». Pure. */
export type Beginning = { from: string; fit: Fit }
export type MeantSurname = { word: string; bases: ReadonlySet<string>; rest: readonly string[]; isGuessed?: true }
const mostWords = 5
/** Any of the words, or any two neighbours, may be the surname; the first letters of the others are initials. */
export function surnames({ words, initials, pairs }: Typed): MeantSurname[] {
  if (words.length > mostWords) return []
  const bases = basesIn(words)
  const single = words.flatMap((word, n) =>
    word.length < 2
      ? []
      : [{ word, bases: bases[n] ?? new Set(), rest: lettersOfEach([...words.toSpliced(n, 1), ...initials]) }],
  )
  const double = pairs.map(({ parts, isWritten, others }) => {
    const [first, second] = basesIn(parts).map(some => [...some])
    const [one, other] = parts
    const sign = surnameParticles.has(one) ? ' ' : one.length < shortestHalf ? '’' : '-'
    return {
      word: one + sign + other,
      bases: new Set(first?.flatMap(half => second?.map(rest => half + sign + rest) ?? [])),
      rest: lettersOfEach(others),
      ...(!isWritten && { isGuessed: true }),
    }
  })
  return [...single, ...double]
}
const shortestHalf = 2
const lettersOfEach = (others: readonly string[]): string[] => others.map(one => one.charAt(0))
/** «Тер-Петросян», «О’Коннор», «фон Берг». */
const asStored = (surname: string): string => {
  const [particle, rest] = surname.split(' ')
  return particle === undefined || rest === undefined ? capitalised(surname) : `${particle} ${capitalised(rest)}`
}
const withInitials = (surname: string, rest: readonly string[]): string =>
  `${asStored(surname)} ${rest
    .slice(0, 2)
    .map(letter => `${letter.toUpperCase()}.`)
    .join('')}`

export function beginningsOf({ word, bases, rest }: MeantSurname): Beginning[] {
  const forms = [...bases].map(base => ({
    from: withInitials(base, rest),
    fit: base === word ? fits.whole : fits.form,
  }))
  return rest.length > 0 ? forms : [...forms, { from: asStored(word), fit: fits.beginning }]
}

const letters = [...'абвгдежзийклмнопрстуфхцчшщъыьэюя-']
const shortestSlip = 5
const longestSlip = 24
/**
 * Name prefixes one edit away: an insertion, deletion, substitution or transposition. Numbers never match
 * approximately.
 */
export function prefixesOneEditAway({ word, rest, isGuessed }: MeantSurname): Beginning[] {
  if (isGuessed || word.length < shortestSlip || word.length > longestSlip || !/^\p{L}/u.test(word)) return []
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
  return [...all].map(one => ({ from: rest.length > 0 ? withInitials(one, rest) : asStored(one), fit: fits.slip }))
}
