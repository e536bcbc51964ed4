import type { Sentence } from './imposed-wording.ts'
import type { Matter } from './matters.ts'
import type { Outcome } from './movement.ts'
import type { Persona } from './names.ts'
import type { Rng } from './random.ts'

/** What a decision of the demonstration tells: who decided what about whom. */
export type DecisionFacts = {
  stage: 1 | 2
  outcome: Outcome
  matter: Matter
  court: string
  city: string
  judge: Persona
  case_number: string
  case_uid: string
  /** Days since 1970: of what happened and of the decision. */
  happened: number
  decided: number
  who: Persona
  /** Who is accused with them. */
  others: readonly Persona[]
  /** What each of them gets, in their order. */
  sentences: readonly Sentence[]
  advocate?: Persona
  prosecutor?: Persona
  /** The decision under review. */
  reviewed?: { court: string; decided: number; sentence?: Sentence }
}

/** A few different items of a list, joined as decisions enumerate. */
export const several = (rng: Rng, list: readonly string[], count: number): string => {
  const start = rng.int(0, list.length - 1)
  return Array.from({ length: count }, (_, at) => list[(start + at * 2) % list.length] ?? '').join('; ')
}
