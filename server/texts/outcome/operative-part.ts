import type { Span } from './sentences.ts'

/**
 * Where a decision begins to decide: after the last ПОСТАНОВИЛ, РЕШИЛ, ОПРЕДЕЛИЛ, ПРИГОВОРИЛ, also letter-spaced. The same
 * word in the middle of a sentence («как постановил суд») counts only where no heading is found.
 */
export type OperativePart = Span & { heading: string; isHeading: boolean }

const spaced = (word: string): string => [...word].join(' {0,2}')
const headings = ['постанови', 'реши', 'определи', 'приговори'].map(stem => `${spaced(stem)} {0,2}л(?: {0,2}[аои])?`)
const marker = new RegExp(
  String.raw`(?<!\p{L})(?:${[...headings, 'постановля(?:ет|ю)', 'определя(?:ет|ю)'].join('|')})(?!\p{L})`,
  'gu',
)
/** Nobody decides at greater length than this. */
const longest = 30_000

/** `plain` is the text in plain letters. */
export function operativePart(text: string, plain: string): OperativePart | undefined {
  let found: OperativePart | undefined
  for (const match of plain.matchAll(marker)) {
    const written = text.slice(match.index, match.index + match[0].length)
    const rest = /^ {0,3}(?:: ?|\n|$)/.exec(
      plain.slice(match.index + match[0].length, match.index + match[0].length + 6),
    )
    const isHeading = rest !== null || isCapitals(written) || /^\p{L}(?: {1,2}\p{L}){4,}/u.test(written)
    if (found?.isHeading && !isHeading) continue
    const start = match.index + match[0].length + (rest?.[0].length ?? 0)
    if (/^(?:опреде|постанов)ля/.test(match[0]) && rest === null) continue
    found = { start, end: Math.min(text.length, start + longest), heading: written.replace(/\s/g, ''), isHeading }
  }
  return found
}

const isCapitals = (word: string): boolean => word === word.toUpperCase()
