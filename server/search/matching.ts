import { basesOf } from '../names/name-forms.ts'
import { stemsOf } from '../texts/words.ts'
import type { Typed } from './typed.ts'

/** How typed words match the words of a name. Pure. Lower is better. */
export const fits = { whole: 0, beginning: 1, form: 2, part: 3, slip: 4 } as const
export type Fit = (typeof fits)[keyof typeof fits]
export type NameMatch = { fit: Fit; score: number }

/** A typed word with its possible base forms, computed once for many names. */
type Sought = { word: string; bases: ReadonlySet<string>; stem: string }
const soughtOf = (word: string): Sought => ({ word, bases: basesOf(word), stem: stemsOf(word)[0] ?? word })

const shortestPart = 3
const shortestSlip = 5
/** Snowball stems «Твери» and «Тверь» alike, and short words to stems too short to compare. */
const shortestStem = 3

function fitOf({ word, bases, stem }: Sought, known: string, allowsSlip: boolean): Fit | undefined {
  if (known === word) return fits.whole
  if (known.startsWith(word)) return fits.beginning
  if (bases.has(known)) return fits.form
  if (stem.length >= shortestStem && known.startsWith(stem) && stemsOf(known)[0] === stem) return fits.form
  if (word.length >= shortestPart && known.includes(word)) return fits.part
  return allowsSlip && word.length >= shortestSlip && beginsWithOneSlip(known, word) ? fits.slip : undefined
}

/** Whether `known` begins with `word` after at most one insertion, deletion, substitution or transposition. */
function beginsWithOneSlip(known: string, word: string): boolean {
  let at = 0
  while (at < word.length && known[at] === word[at]) at++
  const rest = (from: number): string => word.slice(from)
  return (
    known.startsWith(rest(at + 1), at + 1) ||
    known.startsWith(rest(at + 1), at) ||
    known.startsWith(rest(at), at + 1) ||
    (known[at] === word[at + 1] && known[at + 1] === word[at] && known.startsWith(rest(at + 2), at + 2))
  )
}

/**
 * Words of names such as «г. Твери» and «Радугодуб В.О.», without punctuation. Fast path: most names have none, and
 * there are tens of thousands of them.
 */
const wordsOfName = (folded: string): string[] =>
  folded.split(' ').flatMap(word => (isBare(word) ? word : (word.match(/[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*/gu) ?? [])))
const isBare = (word: string): boolean =>
  word !== '' && isLetter(word.charAt(0)) && isLetter(word.charAt(word.length - 1))
const isLetter = (sign: string): boolean => (sign >= 'а' && sign <= 'я') || (sign >= '0' && sign <= '9')

/**
 * Every typed word has to match a different word of the name, at most one of them with a misspelling; then the initials
 * have to match the remaining words. The worst match is the result.
 */
function matchName(
  sought: readonly Sought[],
  initials: readonly string[],
  folded: string,
  slips: boolean,
): NameMatch | undefined {
  const left = wordsOfName(folded)
  let [worst, score, slipped]: [Fit, number, boolean] = [fits.whole, 0, false]
  let before = left.length
  for (const one of sought) {
    let best: { fit: Fit; at: number } | undefined
    for (const [at, known] of left.entries()) {
      const fit = fitOf(one, known, slips && !slipped)
      if (fit !== undefined && (best === undefined || fit < best.fit)) best = { fit, at }
    }
    if (best === undefined) return undefined
    slipped ||= best.fit === fits.slip
    if (best.fit > worst) worst = best.fit
    // The first word of a name weighs most.
    score += best.fit * 10 + (best.at === 0 ? 0 : 1)
    left.splice(best.at, 1)
    before = Math.min(before, best.at)
  }
  // «В.О.» is one word here, and each letter is an initial.
  const lettersFrom = (at: number): string[] =>
    left
      .slice(at)
      .flatMap(known => (known.includes('.') ? known.split('.') : [known]))
      .map(known => known.charAt(0))
  // «Берг К.» of «фон Берг Карл».
  const areInitials = [0, before].some(at => {
    const letters = lettersFrom(at)
    return initials.every((letter, n) => letters[n] === letter)
  })
  return areInitials ? { fit: worst, score } : undefined
}

/** `letters`: alternatives per word, one of which every matching name contains. */
type Way = {
  sought: readonly Sought[]
  slips: boolean
  letters: readonly (readonly string[])[]
  mayFit: (folded: string) => boolean
}
/** Inflecting a word tries about a hundred endings: done once for all groups. */
const waysOf = (words: readonly string[]): readonly Way[] => {
  const known = ways.get(words)
  if (known !== undefined) return known
  const sought = words.map(soughtOf)
  const [beginnings, pieces] = [sought.map(one => [commonBeginning(one)]), words.map(piecesOf)]
  const haveSome = (letters: Way['letters']) => (folded: string) =>
    letters.every(some => some.some(one => folded.includes(one)))
  const [first = ''] = words
  const isShort = words.length === 1 && first.length < shortestPart
  const made: Way[] = [
    {
      sought,
      slips: false,
      letters: beginnings,
      // Half of all names contain a given pair of letters, so short words match prefixes only.
      mayFit: isShort ? folded => folded.startsWith(first) : haveSome(beginnings),
    },
    { sought, slips: true, letters: pieces, mayFit: haveSome(pieces) },
  ]
  ways.set(words, made)
  return made
}
const ways = new WeakMap<readonly string[], readonly Way[]>()
/** A substring test is a hundred times faster than splitting a name into words. */
const commonBeginning = ({ word, bases, stem }: Sought): string => {
  let length = Math.min(word.length, stem.length)
  for (const base of bases) while (!base.startsWith(word.slice(0, length))) length--
  return word.slice(0, length)
}
/** After one misspelling one half of the word is intact, or the two letters at the middle are transposed. */
const piecesOf = (word: string): string[] => {
  const half = word.length >> 1
  if (word.length < shortestSlip) return [word.slice(0, shortestStem)]
  const exchanged = word.slice(0, half - 1) + word.charAt(half) + word.charAt(half - 1) + word.slice(half + 1)
  return [word.slice(0, half), word.slice(half), exchanged]
}

/** How the name matches the typed words; undefined when it does not. `folded`: in the form of `foldWords`. */
export function fitOfName(typed: Pick<Typed, 'words' | 'initials'>, folded: string): NameMatch | undefined {
  for (const { sought, slips } of waysOf(typed.words)) {
    const match = matchName(sought, typed.initials, folded, slips)
    if (match !== undefined) return match
  }
  return undefined
}

type Fitting<T> = { row: T; match: NameMatch; folded: string }
const mostOrdered = 50
/** A word such as «районный» matches ten thousand names, none of which is meant: at most this many are compared. */
const mostCompared = 1_500

type Named<T> = {
  foldedOf: (row: T) => string
  /** Rows for which it returns false are ignored. */
  isSeen?: (row: T) => boolean
  weigh?: (a: T, b: T) => number
}

/**
 * The best matches first, at most fifty, with their total or a note that there are very many. Misspellings are tried
 * only when nothing matches exactly. Rows of a cached directory are prepared once.
 */
export function bestOf<T>(
  rows: readonly T[],
  typed: Pick<Typed, 'words' | 'initials'>,
  { foldedOf, isSeen = () => true, weigh = () => 0 }: Named<T>,
): { best: readonly Fitting<T>[]; count: number } {
  if (typed.words.length === 0) return { best: [], count: 0 }
  const order = (a: Fitting<T>, b: Fitting<T>): number =>
    a.match.fit - b.match.fit ||
    a.match.score - b.match.score ||
    weigh(a.row, b.row) ||
    a.folded.length - b.folded.length ||
    (a.folded < b.folded ? -1 : Number(a.folded > b.folded))
  const names = namesOf(rows, foldedOf)
  for (const { sought, slips, letters, mayFit } of waysOf(typed.words)) {
    const best: Fitting<T>[] = []
    let count = 0
    for (const at of names.having(letters)) {
      const row = rows[at]
      if (row === undefined || !isSeen(row)) continue
      const folded = foldedOf(row)
      const match = mayFit(folded) ? matchName(sought, typed.initials, folded, slips) : undefined
      if (match === undefined) continue
      count += 1
      if (count > mostCompared) break
      const fitting = { row, match, folded }
      let place = best.length
      for (let before = best[place - 1]; before !== undefined && order(fitting, before) < 0; before = best[place - 1])
        place -= 1
      if (place < mostOrdered) best.splice(place, 0, fitting)
      if (best.length > mostOrdered) best.pop()
    }
    if (count > 0) return { best, count }
  }
  return { best: [], count: 0 }
}

/** Names concatenated into one text: searching it is several times faster than searching each name. */
type Names = { having: (letters: Way['letters']) => Iterable<number> }
/** Keyed by the list of rows; all rows of a list are named in the same way. */
const knownNames = new WeakMap<object, Names>()
function namesOf<T>(rows: readonly T[], foldedOf: (row: T) => string): Names {
  const known = knownNames.get(rows)
  if (known !== undefined) return known
  const all = rows.map(foldedOf)
  const text = all.join('\n')
  const starts = [0]
  for (const name of all) starts.push((starts.at(-1) ?? 0) + name.length + 1)
  const find = (piece: string, found: Set<number>): void => {
    let at = text.indexOf(piece)
    for (let row = 0; at >= 0 && row < all.length; row++) {
      while ((starts[row + 1] ?? 0) <= at) row++
      found.add(row)
      at = text.indexOf(piece, starts[row + 1])
    }
  }
  const made: Names = {
    having: letters => {
      const [some = []] = letters.toSorted((a, b) => shortestOf(b) - shortestOf(a))
      const found = new Set<number>()
      for (const piece of some) find(piece, found)
      return some.length > 1 ? [...found].sort((a, b) => a - b) : found
    },
  }
  knownNames.set(rows, made)
  return made
}
const shortestOf = (pieces: readonly string[]): number => Math.min(...pieces.map(({ length }) => length))

/** Possible base forms of the typed words. */
export const basesIn = (words: readonly string[]): readonly ReadonlySet<string>[] =>
  waysOf(words)[0]?.sought.map(({ bases }) => bases) ?? []

/** What a matching name must contain: for each word one of these letter groups. */
export const lettersOf = (words: readonly string[], slips: boolean): Way['letters'] =>
  waysOf(words)[slips ? 1 : 0]?.letters ?? []
