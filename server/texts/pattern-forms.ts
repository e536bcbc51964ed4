import { smallLetters } from './fold-letters.ts'
import {
  type FormQuery,
  isFollowingProven,
  isSign,
  maxPieceLength,
  type StringCondition,
  type StringQuery,
} from './word-forms.ts'

/**
 * What a PostgreSQL regular expression needs of word forms: a run that no punctuation can satisfy lies within one form. What is not
 * understood here needs nothing: texts are read, and PostgreSQL decides.
 */
export const patternForms = (pattern: string): FormQuery => {
  const alternatives = read(pattern)
  if (alternatives === undefined) return { ways: null, isSufficient: false }
  const ways = alternatives.map(wantedOf)
  if (ways.includes(undefined)) return { ways: null, isSufficient: false }
  return {
    ways: ways.flatMap(way => way ?? []).map(way => way.map(pattern => ({ pattern }))),
    isSufficient: alternatives.every(items => items.every(({ isOfWord }) => isOfWord)),
  }
}

/** Conditions on strings: each alternative is letters of one form, and after them nothing or literal text that begins with a sign. */
export const patternStrings = (pattern: string): StringQuery => {
  const alternatives = read(pattern)
  const ways = alternatives?.map(followingOf) ?? []
  const known = ways.filter(way => way !== undefined)
  return known.length === 0 || known.length < ways.length
    ? { ways: null, isSufficient: false }
    : { ways: known, isSufficient: known.every(({ after }) => after === null || isFollowingProven(after)) }
}

const followingOf = (items: readonly Item[]): StringCondition | undefined => {
  const end = items.findIndex(({ isOfWord }) => !isOfWord)
  const run = end < 0 ? items : items.slice(0, end)
  if (run.reduce((sum, { least }) => sum + least, 0) < (end < 0 ? minLetters : 1)) return undefined
  const form = `(?:${run.map(({ source }) => source).join('')})`
  if (end < 0) return { pattern: form, after: null }
  const letters = items.slice(end).map(({ letter }) => letter)
  if (letters.includes(undefined)) return undefined
  const after = smallLetters(letters.join(''))
  return after.split(' ').some(piece => piece.length >= maxPieceLength) ? undefined : { pattern: `${form}$`, after }
}

type Item = { source: string; letter?: string; isOfWord: boolean; least: number; isSign: boolean }

/** Runs of letters of one alternative; undefined: none says anything. */
const wantedOf = (items: readonly Item[]): string[][] | undefined => {
  const runs: string[] = []
  let run: Item[] = []
  let before: Item | undefined
  const end = (after: Item | undefined): void => {
    const letters = run.reduce((sum, { least }) => sum + least, 0)
    if (letters >= minLetters)
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
const minLetters = 3

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
      if (last === undefined || repeated.test(last.source)) return undefined
      const fewest = times.startsWith('{') ? Number.parseInt(times.slice(1), 10) : times.startsWith('+') ? 1 : 0
      items.push({
        source: last.source + times,
        isOfWord: last.isOfWord,
        least: last.least * fewest,
        isSign: last.isSign && fewest > 0,
      })
    }
  }
  return groups.length === 1 ? groups[0]?.alternatives : undefined
}
const repeated = /(?:[*+?]|\{\d+(?:,\d*)?\})\??$/

const isOfLetters = (set: string): boolean => {
  const inside = set.slice(1, -1)
  const plain = inside.replace(/[\p{L}\p{N}]-[\p{L}\p{N}]/gu, range => {
    const [first = '', last = ''] = [range[0], range[2]]
    return sameRange.some(one => one.test(first) && one.test(last)) ? '' : '-'
  })
  return plain === '' ? inside !== '' : /^[\p{L}\p{N}]+$/u.test(plain)
}
const sameRange = [/^[а-яё]$/i, /^[a-z]$/, /^[A-Z]$/, /^[0-9]$/]
