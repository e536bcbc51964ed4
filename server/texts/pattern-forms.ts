import { type Following, type Forms, followIsTold, isSign, longestPiece, type Strings } from './forms.ts'
import { smallLetters } from './letters.ts'

/**
 * What a regular expression of PostgreSQL needs of the forms of words. A run of the expression that no sign can satisfy is
 * satisfied within one form of the text; so some form must satisfy that run. What is not understood here needs nothing: the
 * texts are read, and PostgreSQL is right about them.
 */
export const patternForms = (pattern: string): Forms => {
  const alternatives = read(pattern)
  if (alternatives === undefined) return { ways: null, isTold: false }
  const ways = alternatives.map(wantedOf)
  if (ways.includes(undefined)) return { ways: null, isTold: false }
  return {
    ways: ways.flatMap(way => way ?? []).map(way => way.map(pattern => ({ pattern }))),
    isTold: alternatives.every(items => items.every(({ isOfWord }) => isOfWord)),
  }
}

/**
 * What it needs of the strings of a text: each alternative is letters of one form, and after them nothing, or letters as they are written
 * that begin with a sign.
 */
export const patternStrings = (pattern: string): Strings => {
  const alternatives = read(pattern)
  const ways = alternatives?.map(followingOf) ?? []
  const known = ways.filter(way => way !== undefined)
  return known.length === 0 || known.length < ways.length
    ? { ways: null, isTold: false }
    : { ways: known, isTold: known.every(({ after }) => after === null || followIsTold(after)) }
}

const followingOf = (items: readonly Item[]): Following | undefined => {
  const end = items.findIndex(({ isOfWord }) => !isOfWord)
  const run = end < 0 ? items : items.slice(0, end)
  if (run.reduce((sum, { least }) => sum + least, 0) < (end < 0 ? fewestLetters : 1)) return undefined
  const form = `(?:${run.map(({ source }) => source).join('')})`
  if (end < 0) return { pattern: form, after: null }
  const letters = items.slice(end).map(({ letter }) => letter)
  if (letters.includes(undefined)) return undefined
  const after = smallLetters(letters.join(''))
  return after.split(' ').some(piece => piece.length >= longestPiece) ? undefined : { pattern: `${form}$`, after }
}

/** One thing with its sign of repetition, as it is written. */
type Item = {
  source: string
  /** The one letter or sign it stands for. */
  letter?: string
  /** Neither a sign nor nothing but a place satisfies it. */
  isOfWord: boolean
  /** How many letters it has at least. */
  least: number
  /** A sign satisfies it, and nothing else. */
  isSign: boolean
}

/** Of one alternative: runs of letters. Undefined: there is none that says anything. */
const wantedOf = (items: readonly Item[]): string[][] | undefined => {
  const runs: string[] = []
  let run: Item[] = []
  let before: Item | undefined
  const end = (after: Item | undefined): void => {
    const letters = run.reduce((sum, { least }) => sum + least, 0)
    if (letters >= fewestLetters)
      runs.push(
        `${before?.isSign ? '^' : ''}(?:${run.map(({ source }) => source).join('')})${after?.isSign ? '$' : ''}`,
      )
    run = []
    before = after
  }
  for (const item of items) {
    if (item.isOfWord) run.push(item)
    else end(item)
  }
  end(undefined)
  return runs.length > 0 ? [runs] : undefined
}
const fewestLetters = 3

/** What this reader knows; anything else is not its business. */
const token =
  /(\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\])|\\([^\p{L}\p{N}])|\\([dwsDWSmMyYAZ])|(\(\?:|\()|([)|.^$])|((?:[*+?]|\{\d+(?:,\d*)?\})\??)|([^\\[\](){}|.^$*+?])/uy

type Group = { alternatives: Item[][]; from: number }

function read(pattern: string): Item[][] | undefined {
  const groups: Group[] = [{ alternatives: [[]], from: 0 }]
  token.lastIndex = 0
  for (let at = 0; at < pattern.length; at = token.lastIndex) {
    const [source = '', set, escaped, kind, open, sign, times, letter] = token.exec(pattern) ?? []
    const group = groups.at(-1)
    const items = group?.alternatives.at(-1)
    if (source === '' || group === undefined || items === undefined) return undefined
    const add = (isOfWord: boolean, least: number, one?: string): void => {
      items.push({
        source,
        isOfWord,
        least,
        isSign: one !== undefined && isSign(one),
        ...(one === undefined ? {} : { letter: one }),
      })
    }
    if (set !== undefined) add(isOfLetters(set), 1)
    else if (escaped !== undefined || letter !== undefined) {
      const one = escaped ?? letter ?? ''
      add(!isSign(one), 1, one)
    } else if (kind !== undefined) add(kind === 'd', 1)
    else if (open !== undefined) {
      // A look ahead or behind.
      if (open === '(' && pattern.startsWith('?', token.lastIndex)) return undefined
      groups.push({ alternatives: [[]], from: at })
    } else if (sign === ')') {
      groups.pop()
      const outer = groups.at(-1)?.alternatives.at(-1)
      if (outer === undefined) return undefined
      const whole = pattern.slice(group.from, token.lastIndex)
      const isOfWord = group.alternatives.every(inside => inside.every(item => item.isOfWord))
      const least = Math.min(...group.alternatives.map(inside => inside.reduce((sum, item) => sum + item.least, 0)))
      outer.push({ source: whole, isOfWord, least: isOfWord ? least : 0, isSign: false })
    } else if (sign === '|') group.alternatives.push([])
    else if (sign !== undefined) add(false, 0)
    else if (times !== undefined) {
      const last = items.pop()
      // Twice repeated, or nothing to repeat: PostgreSQL will say so.
      if (last === undefined || repeated.test(last.source)) return undefined
      const fewest = times.startsWith('{') ? Number.parseInt(times.slice(1), 10) : times.startsWith('+') ? 1 : 0
      items.push({
        source: last.source + times,
        isOfWord: last.isOfWord,
        least: last.least * fewest,
        // Several spaces end a word as one does; none do not.
        isSign: last.isSign && fewest > 0,
      })
    }
  }
  return groups.length === 1 ? groups[0]?.alternatives : undefined
}
const repeated = /(?:[*+?]|\{\d+(?:,\d*)?\})\??$/

/** Letters and ranges of letters or of digits; what is excluded, and named classes, may be signs. */
const isOfLetters = (set: string): boolean => {
  const inside = set.slice(1, -1)
  const plain = inside.replace(/[\p{L}\p{N}]-[\p{L}\p{N}]/gu, range => {
    const [first = '', last = ''] = [range[0], range[2]]
    return sameRange.some(one => one.test(first) && one.test(last)) ? '' : '-'
  })
  return plain === '' ? inside !== '' : /^[\p{L}\p{N}]+$/u.test(plain)
}
const sameRange = [/^[а-яё]$/i, /^[a-z]$/, /^[A-Z]$/, /^[0-9]$/]
