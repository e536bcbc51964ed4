import type { Codex } from '#shared/domain/codex.ts'
import { notPunishing, type PenaltyState, type PenaltyType, type PenaltyUnit, unitOf } from '#shared/domain/outcomes.ts'
import type { ReadOutcomeName, Review } from '#shared/domain/read-outcomes.ts'
import { articlesIn, citedGround } from './articles.ts'
import { type DecisionContext, decisionContext } from './decision-context.ts'
import type { ReadPenalty } from './measured-penalty.ts'
import { readOperativePart } from './operative-sentences.ts'
import { isAlwaysAdditional } from './penalty-kinds.ts'
import { finalEnding, finalPenalties, type PersonPenalty, type PersonVerdict } from './person-verdict.ts'
import { quotedSentence, type TextSpan } from './sentences.ts'
import { readWithoutOperativePart } from './without-operative-part.ts'

/**
 * What a decision decided (domain: outcomes of cases), read from its operative part. Pure, never throws, linear in the text. Never guesses:
 * `error` is a text that says nothing certain, `no_data` one that imposes nothing the product has a name for.
 */
type ReadPersonPenalty = ReadPenalty & { state: PenaltyState; person: string | null; text: string }
type ReadPerson = {
  name: string | null
  articles: readonly string[]
  outcome: ReadOutcomeName
  penalties: readonly ReadPersonPenalty[]
  evidence: string
  certainty: number
}
export type OutcomeReading = {
  outcome: ReadOutcomeName
  value: number | null
  unit: PenaltyUnit | null
  hidden: boolean
  evidence: string
  certainty: number
  review: Review | null
  codex: Codex | null
  ground: string | null
  /** The main penalty of the first person first. */
  penalties: readonly ReadPersonPenalty[]
  persons: readonly ReadPerson[]
}

const minCertainty = 0.5
const ambiguousCertainty = 0.4

export function readOutcome(whole: string, context: DecisionContext = decisionContext(whole)): OutcomeReading {
  const { text, plain, part, codex = null } = context
  const read = part && readOperativePart(context, part, context)
  if (read === undefined || part === undefined) {
    const reading = statementReading(context)
    return outcomeReading(text, codex, { persons: unaffectedPersons(context, reading, reading.certainty), ...reading })
  }
  const headingCertainty = part.isHeading ? 1 : 0.85
  const main = read.verdicts.map(outcomeOf).find(one => one !== undefined)
  if (main === undefined) {
    const reading = upheldReading(read)
    const certainty = read.certainty * headingCertainty
    const persons = read.verdicts.some(verdict => finalPenalties(verdict).length > 0)
      ? read.verdicts.map(verdict => personOf(context, verdict, read, headingCertainty))
      : unaffectedPersons(context, reading, certainty)
    return outcomeReading(text, codex, { ...reading, certainty, persons })
  }
  return outcomeReading(text, codex, {
    ...main,
    certainty: main.certainty * headingCertainty,
    review: read.review,
    persons: read.verdicts.map(verdict => personOf(context, verdict, read, headingCertainty)),
    ground: main.kept === undefined ? citedGround(plain, part) : null,
  })
}

function statementReading(context: DecisionContext): Reading {
  const found = readWithoutOperativePart(context)
  if (found === undefined) return { outcome: 'error', span: undefined, certainty: 0 }
  const { span, certainty } = found
  if ('ending' in found) return { outcome: found.ending, span, certainty }
  const { at: _, isReplacing: __, ...rest } = found.penalty
  const kept = { ...rest, span, state: 'imposed', part: 0 } as const
  return isOutcome(kept.type) ? { outcome: kept.type, kept, span, certainty } : { outcome: 'error', span, certainty: 0 }
}

const unaffectedPersons = (
  { text, accused }: DecisionContext,
  { outcome, span }: Reading,
  certainty: number,
): ReadPerson[] =>
  accused.map(name => ({
    name: name.written,
    articles: [],
    outcome,
    penalties: [],
    evidence: span === undefined ? '' : quotedSentence(text, span),
    certainty: rounded(certainty),
  }))

type Reading = {
  outcome: ReadOutcomeName
  kept?: PersonPenalty | undefined
  span: TextSpan | undefined
  certainty: number
  review?: Review | null
  persons?: readonly ReadPerson[]
  ground?: string | null
}

type OutcomeType = Exclude<PenaltyType, (typeof notPunishing)[number]>
const isOutcome = (type: PenaltyType): type is OutcomeType => !notPunishing.some(other => other === type)

function outcomeReading(
  text: string,
  codex: Codex | null,
  { outcome, kept, span, certainty, review, persons, ground }: Reading,
): OutcomeReading {
  const isTold = certainty >= minCertainty
  return {
    outcome: isTold ? outcome : 'error',
    value: isTold ? (kept?.value ?? null) : null,
    unit: isTold && kept !== undefined ? unitOf(kept.type) : null,
    hidden: isTold && (kept?.hidden ?? false),
    evidence: span === undefined ? '' : quotedSentence(text, span),
    certainty: rounded(certainty),
    review: review ?? null,
    codex,
    ground: ground ?? null,
    penalties: isTold ? (persons ?? []).flatMap(({ penalties }) => penalties) : [],
    persons: isTold ? (persons ?? []) : [],
  }
}
const rounded = (share: number): number => Math.round(share * 100) / 100

type Main = { outcome: ReadOutcomeName; kept: PersonPenalty | undefined; span: TextSpan; certainty: number }
type Read = NonNullable<ReturnType<typeof readOperativePart>>

/** A court fine stands instead of a punishment: the case is ended. */
function outcomeOf(verdict: PersonVerdict): Main | undefined {
  const main = penaltiesOf(verdict).find(({ state, type }) => state !== 'annulled' && type !== 'court_fine')
  if (main?.additional && main.state === 'changed' && main.type !== 'deportation') return undefined
  if (main !== undefined && isOutcome(main.type))
    return {
      outcome: main.type,
      kept: main,
      span: main.span,
      certainty: Math.min(
        isAlwaysAdditional(main.type) ? 0.6 : main.certainty,
        verdict.isAmbiguous ? ambiguousCertainty : 1,
      ),
    }
  const ending =
    finalEnding(verdict) ?? (verdict.parts.some(({ type }) => type === 'court_fine') ? 'cancelled' : undefined)
  const span = verdict.endings.find(one => one.ending === ending)?.span ?? verdict.parts[0]?.span
  if (ending === undefined || span === undefined) return undefined
  return { outcome: ending, kept: undefined, span, certainty: verdict.isAmbiguous ? ambiguousCertainty : 0.97 }
}
/** What is confiscated when a case is ended is no punishment. */
const penaltiesOf = (verdict: PersonVerdict): PersonPenalty[] => {
  const all = finalPenalties(verdict)
  return finalEnding(verdict) !== undefined && all.every(({ type }) => type === 'confiscation') ? [] : all
}
const upheldReading = ({ review, span, firstSpan }: Read): Reading & { certainty: number } => ({
  outcome: review === 'upheld' ? 'upheld' : 'no_data',
  span: span ?? firstSpan,
  certainty: 1,
  review,
})

function personOf(
  { text, codex = 'koap' }: DecisionContext,
  verdict: PersonVerdict,
  read: Read,
  headingCertainty: number,
): ReadPerson {
  const main = outcomeOf(verdict)
  const name = verdict.name?.written ?? null
  const [takenOff] = verdict.annulled
  const told = main?.span ?? takenOff?.span
  // Acquitted on one count, and punished on another: the penalty is for the latter alone.
  const articles = verdict.articles
    .filter(({ isEnded }) => !isEnded || main?.kept === undefined)
    .flatMap(({ words }) => articlesIn(words, codex))
    .map(({ article_number, part }) => `${article_number} ${part}`)
  return {
    name,
    articles: [...new Set(articles)],
    outcome:
      main?.outcome ??
      (read.review !== null && verdict.isKept && !verdict.isUndone && takenOff === undefined ? 'upheld' : 'no_data'),
    penalties: penaltiesOf(verdict).map(({ span, part: _, ...penalty }) => ({
      ...penalty,
      certainty: rounded(Math.min(penalty.certainty, verdict.isAmbiguous ? ambiguousCertainty : 1) * headingCertainty),
      person: name,
      text: quotedSentence(text, span),
    })),
    evidence: told === undefined ? '' : quotedSentence(text, told),
    certainty: rounded((main?.certainty ?? takenOff?.certainty ?? 0.5) * headingCertainty),
  }
}
