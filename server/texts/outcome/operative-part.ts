import type { Letters } from './plain-letters.ts'
import type { Span } from './sentences.ts'

/**
 * Where a decision begins to decide: after the last ПОСТАНОВИЛ, РЕШИЛ, ОПРЕДЕЛИЛ, ПРИГОВОРИЛ, also letter-spaced. The same
 * word in the middle of a sentence («как постановил суд») counts only where no heading is found.
 */
export type OperativePart = Span & { heading: string; isHeading: boolean }

const spaced = (word: string): string => [...word].join('[ \\n]{0,2}')
const headings = ['постанови', 'реши', 'определи', 'приговори'].map(
  stem => `${spaced(stem)} {0,2}л(?: {0,2}\\(?[аои]\\)?)?`,
)
const marker = new RegExp(
  String.raw`(?=[пор])(?<!\p{L})(?:${[...headings, 'постановля(?:ет|ю)', 'определя(?:ет|ю)', 'решает', 'приговаривает'].join('|')})(?!\p{L})`,
  'gu',
)
/** Nobody decides at greater length than this. */
const longest = 30_000

export function operativePart({ text, plain }: Letters): OperativePart | undefined {
  let found: OperativePart | undefined
  for (const match of plain.matchAll(marker)) {
    const end = match.index + match[0].length
    const written = text.slice(match.index, end)
    const rest = /^ {0,3}(?:следующее ?)?(?:[:;-] ?|\n|$)/.exec(plain.slice(end, end + 18))
    const isHeading = rest !== null || isCapitals(written)
    if (found?.isHeading && !isHeading) continue
    const start = end + (rest?.[0].length ?? 0)
    if (/[юет]$/.test(match[0]) && rest === null) continue
    // A heading closes with the last words of what goes before, and is not said of another court.
    if (
      rest === null &&
      isHeading &&
      /(?:которым|ранее|этим) [^.;]{0,80}$/.test(plain.slice(Math.max(0, match.index - 90), match.index))
    )
      continue
    found = { start, end: Math.min(text.length, start + longest), heading: written.replace(/\s/g, ''), isHeading }
  }
  return found ?? withoutHeading({ text, plain })
}
const isCapitals = (word: string): boolean => word === word.toUpperCase()

/** The heading may be lost: what stands after the last «руководствуясь ст. …» decides. */
const guided = /(?<!\p{L})руководствуясь [^\n]{3,300}?(?<=[\d)]|рф|судья|суд|кодекса|правонарушениях)[ ,]*[:\n]/gu
function withoutHeading({ text, plain }: Letters): OperativePart | undefined {
  const from = Math.max(0, plain.length - longest)
  const last = [...plain.slice(from).matchAll(guided)].at(-1)
  if (last === undefined) return undefined
  const start = from + last.index + last[0].length
  return start >= plain.length ? undefined : { start, end: text.length, heading: '', isHeading: false }
}
