import { z } from 'zod'
import { pleas, readOutcomes, reviews } from '../domain/read-outcomes.ts'

/** `evidence`: the sentence it was extracted from. Data from the site has priority. */
const names = <T extends string>(list: readonly { value: T }[]) => z.enum(list.map(({ value }) => value))
const evidence = z.string()

const decisionFacts = z.object({
  articles: z.array(
    z.object({ codex: z.enum(['koap', 'uk']), article_number: z.string(), part: z.string(), evidence }),
  ),
  /** Words masked by the court; `share` of all words, 0 to 1. */
  masks: z.object({ count: z.number().int(), share: z.number() }),
  accused_hidden: z.boolean(),
  counsel: z.array(z.object({ name: z.string(), evidence })),
  plea: z.object({ said: names(pleas), evidence }).nullable(),
  defence_params: z.array(z.object({ key: z.string(), value: z.string(), evidence })),
})

export const decision = z.object({
  outcome: names(readOutcomes),
  /** Rubles, days or hours, depending on the outcome. */
  value: z.number().nullable(),
  hidden: z.boolean(),
  evidence,
  /** 0 to 1. */
  certainty: z.number(),
  /** What the review did with the former decision. */
  review: names(reviews).nullable(),
  facts: decisionFacts,
  read_at: z.string(),
})
export type Decision = z.infer<typeof decision>
