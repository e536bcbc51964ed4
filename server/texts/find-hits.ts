import { type Kysely, sql } from 'kysely'
import type { ValueOf } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { type Leaf, soughtLeaves, type Term } from './expression.ts'
import { foldLetters, smallLetters } from './fold-letters.ts'
import type { AskedWords } from './read-expression.ts'
import { readOrRefuse } from './text-search.ts'
import { type Word, wordsOf } from './words.ts'

/**
 * Hits in the texts of some cases, whose ids must come from `selectCases`. Words and substrings are found here, regular
 * expressions by PostgreSQL, whose syntax they follow.
 */
export async function snippetsOf(
  db: Kysely<DB>,
  ids: readonly number[],
  asked: ValueOf['words'],
): Promise<Map<number, Snippet>> {
  const found = await findHits(db, ids, asked, 1)
  const counted = asked.mode !== 'regexp'
  return new Map(
    [...found].map(([id, { body, hits }]) => [
      id,
      { parts: partsRound(body, hits), hits: counted ? hits.length : null },
    ]),
  )
}

type Found = { body: string; hits: Span[] }

/** `mostOfPattern`: limit of hits of a regular expression, each of which costs a pass over the text. */
export async function findHits(
  db: Kysely<DB>,
  ids: readonly number[],
  asked: ValueOf['words'],
  mostOfPattern: number,
): Promise<Map<number, Found>> {
  if (ids.length === 0) return new Map()
  const words = readOrRefuse(asked)
  const bodies = await db
    .selectFrom('case_text')
    .select(['case_id', 'body'])
    .where(sql<boolean>`case_id = any(${[...ids]})`)
    .execute()
  if (words.kind !== 'regexp')
    return new Map(bodies.map(({ case_id, body }) => [case_id, { body, hits: hitsOf(body, words) }]))
  const matches = await patternMatches(db, ids, words.pattern, mostOfPattern)
  return new Map(
    bodies.map(({ case_id, body }) => {
      const offset = offsetsIn(body)
      const own = matches.filter(found => found.case_id === case_id)
      return [case_id, { body, hits: own.map(({ first, last }) => ({ start: offset(first), end: offset(last) })) }]
    }),
  )
}

const patternMatches = async (db: Kysely<DB>, ids: readonly number[], pattern: string, most: number) => {
  const next = (from: string, end: 0 | 1) =>
    sql`regexp_instr(letters, ${pattern}, ${sql.raw(from)}, 1, ${sql.lit(end)}, 'i')`
  const { rows } = await sql<{ case_id: number; first: number; last: number }>`
    with recursive folded as materialized (
      select case_id, letters from case_text where case_id = any(${[...ids]})
    ), hit as (
      select case_id, 1 as number, ${next('1', 0)} as first, ${next('1', 1)} as last from folded
      union all
      select case_id, number + 1, ${next('greatest(last, first + 1)', 0)}, ${next('greatest(last, first + 1)', 1)}
      from hit join folded using (case_id)
      where first > 0 and number < ${most} and greatest(last, first + 1) <= length(letters)
    )
    select case_id, first - 1 as first, last - 1 as last from hit where first > 0 and last > first order by case_id, number
  `.execute(db)
  return rows
}

/** PostgreSQL counts characters; in JavaScript a surrogate pair counts as two. */
const offsetsIn = (body: string): ((characters: number) => number) => {
  if (!/[\ud800-\udfff]/.test(body)) return characters => characters
  const offsets = [0]
  for (const character of body) offsets.push((offsets.at(-1) ?? 0) + character.length)
  return characters => offsets[characters] ?? body.length
}

/** A piece of a text around its hits, split into hits and other text. Pure. */
type Parts = { text: string; hit: boolean }[]
/** `hits`: how many places there are in the whole text; null when they were not counted. */
export type Snippet = { parts: Parts; hits: number | null }

/** Two lines of a table. */
const snippetLength = 180
/** What stands before the first hit. */
const lead = 60

export const partsRound = (body: string, hits: readonly Span[]): Parts => {
  const from = richest(hits)
  const first = hits[from]
  if (!first) return []
  const start = wordStart(body, Math.max(0, first.start - lead))
  const end = wordEnd(body, Math.max(start + snippetLength, first.end))
  const parts: Parts = []
  let at = start
  for (const hit of hits.slice(from)) {
    if (hit.start >= end) break
    if (hit.start > at) parts.push({ text: body.slice(at, hit.start), hit: false })
    parts.push({ text: body.slice(hit.start, Math.min(hit.end, end)), hit: true })
    at = Math.min(hit.end, end)
  }
  if (at < end) parts.push({ text: body.slice(at, end), hit: false })
  const shown = parts.map(({ text, hit }) => ({ text: text.replace(/\s+/g, ' '), hit }))
  if (start > 0) addTo(shown, 0, text => `…${text.trimStart()}`, '…')
  if (end < body.length) addTo(shown, shown.length - 1, text => `${text.trimEnd()}…`, '…')
  return shown
}

const addTo = (parts: Parts, at: number, change: (text: string) => string, alone: string): void => {
  const part = parts[at]
  if (part && !part.hit) parts[at] = { text: change(part.text), hit: false }
  else parts.splice(at === 0 ? 0 : parts.length, 0, { text: alone, hit: false })
}

/** The number of the hit from which on most hits fit. */
const richest = (hits: readonly Span[]): number => {
  let [best, most] = [0, 0]
  for (const [from, { start }] of hits.entries()) {
    let count = 0
    while ((hits[from + count]?.end ?? Number.POSITIVE_INFINITY) <= start + snippetLength - lead) count += 1
    if (count > most) [best, most] = [from, count]
  }
  return best
}

const isSpace = (letter: string): boolean => /\s/.test(letter)
/** No word is cut in two, unless it is longer than any word. */
const longestWord = 30
const wordStart = (body: string, near: number): number => {
  if (near === 0) return 0
  for (let at = near; at < Math.min(near + longestWord, body.length); at++) if (isSpace(body.charAt(at))) return at + 1
  return near
}
const wordEnd = (body: string, near: number): number => {
  if (near >= body.length) return body.length
  for (let at = near; at > near - longestWord; at--) if (isSpace(body.charAt(at))) return at
  return near
}

/** Where a query matches in a text: positions in order, not overlapping. Pure. */
export type Span = { start: number; end: number }

export const hitsOf = (body: string, asked: Exclude<AskedWords, { kind: 'regexp' }>): Span[] => {
  if (asked.kind === 'letters') return letterHits(body, asked.text)
  const words = wordsOf(body)
  return merged(soughtLeaves(asked.expression).flatMap(leaf => leafHits(words, leaf)))
}

const letterHits = (body: string, letters: string): Span[] => {
  if (letters === '') return []
  const spans: Span[] = []
  const where = smallLetters(foldLetters(body))
  for (let at = where.indexOf(letters); at >= 0; at = where.indexOf(letters, at + letters.length))
    spans.push({ start: at, end: at + letters.length })
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
