import type { Facts } from './facts/fact-sentences.ts'
import { readFacts } from './facts/read-facts.ts'
import { decisionContext } from './outcome/decision-context.ts'
import { namesInText } from './outcome/names.ts'
import { type OutcomeReading, readOutcome } from './outcome/read-outcome.ts'

/** Outcome and facts of a decision. Pure, never throws. */
export type DecisionReading = { outcome: OutcomeReading; facts: Facts }

/** Raise when texts are read otherwise: stored ones are then read again (`read-outcome --all`). */
export const readerVersion = 16

export function readDecisionText(text: string): DecisionReading {
  const context = decisionContext(text)
  const outcome = readOutcome(text, context)
  const facts = readFacts(text, context)
  if (context.accused.length > 0) return { outcome, facts }
  const [name] = namesInText(outcome.persons[0]?.name ?? '')
  return { outcome, facts: { ...facts, accused_hidden: name?.isHidden ?? false } }
}
