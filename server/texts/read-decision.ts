import type { Facts } from './facts/fact-sentences.ts'
import { readFacts } from './facts/read-facts.ts'
import { decisionContext } from './outcome/decision-context.ts'
import { namesInText } from './outcome/names.ts'
import { type OutcomeReading, readOutcome } from './outcome/read-outcome.ts'

/** Everything that is read from the text of a decision: what it decided, and what it tells besides. Pure, never throws. */
export type DecisionReading = { outcome: OutcomeReading; facts: Facts }

/** Increased when a text is read otherwise than before: what is stored is then read again (`read-outcome --all`). */
export const readerVersion = 3

export function readDecision(text: string): DecisionReading {
  const context = decisionContext(text)
  const outcome = readOutcome(text, context)
  const facts = readFacts(text, context)
  if (context.accused.length > 0) return { outcome, facts }
  // An excerpt without an opening names the accused where it decides.
  const [name] = namesInText(outcome.persons[0]?.name ?? '')
  return { outcome, facts: { ...facts, accused_hidden: name?.isHidden ?? false } }
}
