import type { Codex } from '#shared/domain/codex.ts'
import { type PenaltyState, type PenaltyUnit, unitOf } from '#shared/domain/outcomes.ts'
import type { ReadOutcomeName, Review } from '#shared/domain/read-outcomes.ts'
import { articlesIn } from './articles.ts'
import { type Context, contextOf } from './context.ts'
import { readGround } from './ground.ts'
import type { ReadPenalty } from './measured-penalty.ts'
import type { Name } from './names.ts'
import { readOperativePart } from './operative-sentences.ts'
import { isAlwaysAdditional } from './penalty-kinds.ts'
import { type Book, endingOf, type Kept, penaltiesOf } from './persons.ts'
import { quoted, type Span } from './sentences.ts'
import { outsideOfIt } from './without-operative-part.ts'

/**
 * What a decision decided (domain: outcomes of cases), read from its operative part, with the sentence it was read from.
 * Pure, never throws, and takes time in proportion to the text. It does not guess: a text without an operative part that
 * says nothing certain is `error`; one that is read and imposes nothing the product has a name for is `no_data`.
 */
export type ToldPenalty = ReadPenalty & {
  state: PenaltyState
  /** As the decision writes the name; null: it tells none. */
  person: string | null
  /** The sentence it was read from. */
  text: string
}
export type ToldPerson = {
  name: string | null
  articles: readonly string[]
  outcome: ReadOutcomeName
  penalties: readonly ToldPenalty[]
  evidence: string
  certainty: number
}
export type OutcomeReading = {
  outcome: ReadOutcomeName
  /** In the unit of the outcome; null where there is none, or the court hides it. */
  value: number | null
  unit: PenaltyUnit | null
  hidden: boolean
  evidence: string
  /** 0 to 1: how plainly it is said. */
  certainty: number
  /** What was done with the decision before this one. */
  review: Review | null
  codex: Codex | null
  /** By what article of the law a case was ended or sent elsewhere: «24.5 ч.1 п.2». */
  ground: string | null
  /** Every penalty, the main one of the first person first. */
  penalties: readonly ToldPenalty[]
  persons: readonly ToldPerson[]
}

/** Less sure than this is not told. */
const leastTold = 0.5
/** It is not clear which of several was meant. */
const unclear = 0.4

export function readOutcome(whole: string, context: Context = contextOf(whole)): OutcomeReading {
  const { text, plain, part, codex = null } = context
  const read = part && readOperativePart(context, part, context)
  if (read === undefined || part === undefined)
    return outsideOfIt(context, reading =>
      told(text, codex, { persons: untouched(context, reading, reading.certainty), ...reading }),
    )
  const sureness = part.isHeading ? 1 : 0.85
  // A review may leave the first of several as he was.
  const main = read.books.map(book => outcomeOf(book, read.review)).find(one => one !== undefined)
  if (main === undefined) {
    const nothing = nothingOf(read)
    const certainty = read.certainty * sureness
    return told(text, codex, { ...nothing, certainty, persons: untouched(context, nothing, certainty) })
  }
  return told(text, codex, {
    ...main,
    certainty: main.certainty * sureness,
    review: read.review,
    persons: read.books.map(book => personOf(context, book, read, sureness)),
    ground: main.kept === undefined ? readGround(plain, part) : null,
  })
}

/** Those of whom nothing new was decided. */
const untouched = ({ text, accused }: Context, { outcome, span }: Reading, certainty: number): ToldPerson[] =>
  accused.map(name => ({
    name: name.written,
    articles: [],
    outcome,
    penalties: [],
    evidence: span === undefined ? '' : quoted(text, span),
    certainty: rounded(certainty),
  }))

type Reading = {
  outcome: ReadOutcomeName
  kept?: Kept | undefined
  span: Span | undefined
  certainty: number
  review?: Review | null
  persons?: readonly ToldPerson[]
  ground?: string | null
}
export type Tell = (reading: Reading) => OutcomeReading

function told(
  text: string,
  codex: Codex | null,
  { outcome, kept, span, certainty, review, persons, ground }: Reading,
): OutcomeReading {
  const isTold = certainty >= leastTold
  return {
    outcome: isTold ? outcome : 'error',
    value: isTold ? (kept?.value ?? null) : null,
    unit: isTold && kept !== undefined ? unitOf(kept.type) : null,
    hidden: isTold && (kept?.hidden ?? false),
    evidence: span === undefined ? '' : quoted(text, span),
    certainty: rounded(certainty),
    review: review ?? null,
    codex,
    ground: ground ?? null,
    penalties: isTold ? (persons ?? []).flatMap(({ penalties }) => penalties) : [],
    persons: isTold ? (persons ?? []) : [],
  }
}
const rounded = (share: number): number => Math.round(share * 100) / 100

type Main = { outcome: ReadOutcomeName; kept: Kept | undefined; span: Span; certainty: number }
type Read = NonNullable<ReturnType<typeof readOperativePart>>

/** A court fine stands instead of a punishment: the case is ended. */
function outcomeOf(book: Book, review: Review | null): Main | undefined {
  const main = penaltiesOf(book).find(({ state, type }) => state !== 'annulled' && type !== 'court_fine')
  // What a review left of an additional penalty is not what the decision comes to.
  if (main?.additional && main.state === 'changed' && main.type !== 'deportation') return undefined
  if (main !== undefined && main.type !== 'court_fine' && main.type !== 'no_data' && main.type !== 'error')
    return {
      outcome: main.type,
      kept: main,
      span: main.span,
      certainty: Math.min(isAlwaysAdditional(main.type) ? 0.6 : main.certainty, book.isDoubted ? unclear : 1),
    }
  const ending = endingOf(book) ?? (book.parts.some(({ type }) => type === 'court_fine') ? 'cancelled' : undefined)
  const span = book.endings.find(one => one.ending === ending)?.span ?? book.parts[0]?.span
  if (ending === undefined || span === undefined || review === 'upheld') return undefined
  return { outcome: ending, kept: undefined, span, certainty: 0.97 }
}
const nothingOf = ({ review, span, restSpan }: Read): Reading & { certainty: number } => ({
  outcome: review === 'upheld' ? 'upheld' : 'no_data',
  span: span ?? restSpan,
  certainty: 1,
  review,
})

function personOf({ text, plain, codex = 'koap' }: Context, book: Book, read: Read, sureness: number): ToldPerson {
  const main = outcomeOf(book, read.review)
  const name = nameOf(book.name)
  const articles = book.articles
    .flatMap(({ start, end }) => articlesIn(plain.slice(start, end), codex))
    .map(({ article_number, part }) => `${article_number} ${part}`)
  return {
    name,
    articles: [...new Set(articles)],
    outcome: main?.outcome ?? (read.review === null ? 'no_data' : 'upheld'),
    penalties: penaltiesOf(book).map(({ span, part: _, isReplaceable: __, ...penalty }) => ({
      ...penalty,
      certainty: rounded(Math.min(penalty.certainty, book.isDoubted ? unclear : 1) * sureness),
      person: name,
      text: quoted(text, span),
    })),
    evidence: main === undefined ? '' : quoted(text, main.span),
    certainty: rounded((main?.certainty ?? 0.5) * sureness),
  }
}
const nameOf = (name: Name | undefined): string | null => name?.written ?? null
