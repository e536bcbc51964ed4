import type { AskedWords } from './asked-words.ts'
import { type Leaf, soughtLeaves, type Term } from './expression.ts'
import { foldLetters, smallLetters } from './fold-letters.ts'
import { type Word, wordsOf } from './words.ts'

/** Where a query matches in a text: positions in order, not overlapping. Pure. */
export type Span = { start: number; end: number }

export const hitsOf = (body: string, asked: Exclude<AskedWords, { kind: 'regexp' }>): Span[] => {
  if (asked.kind === 'letters') return letterHits(body, asked.text)
  const words = wordsOf(body)
  return merged(soughtLeaves(asked.expression).flatMap(leaf => leafHits(words, leaf)))
}

const letterHits = (body: string, letters: string): Span[] => {
  const [where, what] = [smallLetters(foldLetters(body)), letters]
  const spans: Span[] = []
  if (what === '') return spans
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + what.length))
    spans.push({ start: at, end: at + what.length })
  return spans
}

const fits = ({ stem, prefix }: Term, word: Word | undefined): boolean =>
  word !== undefined && (prefix ? word.stem.startsWith(stem) : word.stem === stem)
const placesOf = (words: readonly Word[], sought: readonly Term[]): number[] => {
  const [first] = sought
  if (!first) return []
  const places: number[] = []
  for (let at = 0; at + sought.length <= words.length; at++)
    if (fits(first, words[at]) && sought.every((term, next) => fits(term, words[at + next]))) places.push(at)
  return places
}
const spanOf = (words: readonly Word[], from: number, length: number): Span[] => {
  const [first, last] = [words[from], words[from + length - 1]]
  return first && last ? [{ start: first.start, end: last.end }] : []
}

const leafHits = (words: readonly Word[], leaf: Leaf): Span[] => {
  if (leaf.kind !== 'near') {
    const sought = leaf.kind === 'word' ? [leaf.word] : leaf.words
    return placesOf(words, sought).flatMap(at => spanOf(words, at, sought.length))
  }
  const { left, right, within } = leaf
  const rights = placesOf(words, right)
  let reached = 0
  return placesOf(words, left).flatMap(l => {
    while ((rights[reached] ?? Number.POSITIVE_INFINITY) + right.length + within <= l) reached += 1
    const near: Span[] = []
    for (let n = reached; (rights[n] ?? Number.POSITIVE_INFINITY) < l + left.length + within; n++) {
      const r = rights[n] ?? 0
      const gap = l < r ? r - l - left.length : l - r - right.length
      if (gap >= 0 && gap < within) near.push(...spanOf(words, l, left.length), ...spanOf(words, r, right.length))
    }
    return near
  })
}

const merged = (spans: readonly Span[]): Span[] => {
  const ordered = spans.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const kept: Span[] = []
  for (const span of ordered) {
    const last = kept.at(-1)
    if (last && span.start < last.end) kept[kept.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else kept.push(span)
  }
  return kept
}
