import type { Codex } from '#shared/domain/codex.ts'
import { codexOf } from './articles.ts'
import type { Name } from './names.ts'
import { accusedIn, decidedIn, openingOf } from './opening.ts'
import { type OperativePart, operativePart } from './operative-part.ts'
import { type Letters, lettersOf } from './plain-letters.ts'
import type { Span } from './sentences.ts'

/** What readers of a decision ask of it first: its letters, where it opens and decides, under which codex, of whom. */
export type Context = Letters & {
  part: OperativePart | undefined
  opening: Span
  codex: Codex | undefined
  accused: readonly Name[]
  /** By its opening it reviews another decision. */
  isReview: boolean
}
const longestText = 1_000_000
/** Of an operative part the codex is told by its beginning. */
const beginning = 3_000
const longestStory = 10_000

export function contextOf(whole: string): Context {
  const letters = lettersOf(whole.slice(-longestText))
  const part = operativePart(letters)
  const opening = openingOf(letters, part?.start)
  const opened = letters.plain.slice(opening.start, opening.end)
  const decided = part === undefined ? '' : letters.plain.slice(part.start, part.start + beginning)
  const codex = codexOf(opened + decided) ?? codexOf(letters.plain.slice(opening.end, opening.end + longestStory))
  const inOpening = accusedIn(letters, opening)
  // An excerpt without an opening names the accused where it decides.
  const accused = inOpening.length > 0 || part === undefined ? inOpening : inDecision(letters, part)
  return { ...letters, part, opening, codex, accused, isReview: reviewing.test(opened) }
}

function inDecision(letters: Letters, { start, end }: Span): Name[] {
  const decided = { start, end: Math.min(end, start + beginning) }
  const named = accusedIn(letters, decided)
  return named.length > 0 ? named : decidedIn(letters, decided)
}

const reviewing =
  /(?<!\p{L})(?:рассмотр\p{L}+|изуч\p{L}+|провер\p{L}+|ознаком\p{L}+)[^;]{0,400}(?:жалоб|протест|представлени[ея] )|апелляционн\p{L}{2,3} (?:определени|постановлени|приговор)|кассационн\p{L}{2,3} (?:определени|постановлени)|(?:^|\n) *решение *\n|по жалоб/u
