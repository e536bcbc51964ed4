import type { DemoSentence } from './imposed-wording.ts'
import type { Matter } from './matters.ts'
import type { DemoOutcome } from './movement.ts'
import type { Persona } from './names.ts'
import type { Rng } from './random.ts'

export type DecisionFacts = {
  stage: 1 | 2
  outcome: DemoOutcome
  matter: Matter
  court: string
  city: string
  judge: Persona
  case_number: string
  case_uid: string
  happened: number
  decided: number
  who: Persona
  others: readonly Persona[]
  sentences: readonly DemoSentence[]
  advocate?: Persona | undefined
  prosecutor?: Persona | undefined
  reviewed?: { court: string; decided: number; sentence?: DemoSentence } | undefined
}

export const several = (rng: Rng, list: readonly string[], count: number): string => {
  const start = rng.int(0, list.length - 1)
  return Array.from({ length: count }, (_, at) => list[(start + at * 2) % list.length] ?? '').join('; ')
}
