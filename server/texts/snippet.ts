import type { Span } from './hits.ts'

/** A piece of a text round what was found in it, in parts that are found words or are not. Pure. */
type Parts = { text: string; hit: boolean }[]
/** `hits`: how many places there are in the whole text; null when they were not counted. */
export type Snippet = { parts: Parts; hits: number | null }

/** Two lines of a table. */
const length = 180
/** What stands before the first hit. */
const lead = 60

export const partsRound = (body: string, hits: readonly Span[]): Parts => {
  const from = richest(hits)
  const first = hits[from]
  if (!first) return []
  const start = wordStart(body, Math.max(0, first.start - lead))
  const end = wordEnd(body, Math.max(start + length, first.end))
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
    while ((hits[from + count]?.end ?? Number.POSITIVE_INFINITY) <= start + length - lead) count += 1
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
