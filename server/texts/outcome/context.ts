import type { Codex } from '#shared/domain/codex.ts'
import { codexOf } from './articles.ts'
import type { Name } from './names.ts'
import { accusedIn, complaining, decidedIn, openingOf } from './opening.ts'
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
  return {
    ...letters,
    part,
    opening,
    codex,
    accused: accusedOf(letters, opening, part),
    isReview: reviewing.test(opened),
  }
}

/** An excerpt without an opening names the accused where it decides. */
function accusedOf(letters: Letters, opening: Span, part: Span | undefined): Name[] {
  const decided = part && { start: part.start, end: Math.min(part.end, part.start + beginning) }
  const ways: readonly (() => Name[])[] = [
    () => accusedIn(letters, opening),
    () => complaining(letters, opening),
    ...(decided === undefined ? [] : [accusedIn, decidedIn, complaining].map(names => () => names(letters, decided))),
  ]
  for (const names of ways) {
    const found = names()
    if (found.length > 0) return found
  }
  return []
}

const reviewing =
  /(?<!\p{L})(?:рассмотр\p{L}+|изуч\p{L}+|провер\p{L}+|ознаком\p{L}+)[^;]{0,400}(?:жалоб|протест|представлени[ея] )|апелляционн\p{L}{2,3} (?:определени|постановлени|приговор)|кассационн\p{L}{2,3} (?:определени|постановлени)|(?:^|\n) *решение *\n|по жалоб/u
