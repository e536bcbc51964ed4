import { z } from 'zod'
import { listFilters, reviewOutcomes, share, spread } from './comparables.ts'

/** What a judge or a court has decided (decision 0092). Shares are 0 to 1, amounts in the unit of their kind, months `YYYY-MM`. */
const count = z.number().int()

/**
 * A share of one's own cases, and what it would be if the whole they belong to decided such cases: of each mix of articles the whole's share, by how many
 * of them are one's own. `expected` is null where the whole has too few others.
 */
const compared = share.extend({ expected: z.number().nullable() })
export type Compared = z.infer<typeof compared>

const section = z.object({
  type: z.union([z.literal(1), z.literal(2)]),
  stage: z.union([z.literal(1), z.literal(2)]),
  decided: count,
  filters: listFilters,
  /** From entry to decision; `slower`: longer than the median of the whole for the same articles. */
  days: spread.extend({ slower: compared }).nullable(),
  outcomes: z.array(compared.extend({ kind: z.string() })),
  /** Of certain main penalties; `above`: more than the median of the whole for the same articles and kind. */
  penalties: z.array(
    spread.extend({ penalty_type: z.string(), suspended: z.boolean(), above: compared, filters: listFilters }),
  ),
  published: compared,
  /** What became of decisions that were reviewed, by linked cases. */
  reviews: z.record(z.enum(reviewOutcomes), compared.omit({ filters: true })).nullable(),
})
export type PracticeSection = z.infer<typeof section>

const office = {
  id: count,
  /** As the court's site writes it. */
  name: z.string(),
  court: z.object({ id: count, title: z.string(), city: z.string(), region: count, url: z.string() }),
  cases: count,
  filters: listFilters,
  /** Below twenty cases nothing more is told. */
  is_enough: z.boolean(),
  /** By entry, the last sixty months. `is_partial`: days of the month lie before the first or after the last that is known. */
  months: z.array(z.object({ month: z.string(), count, is_partial: z.boolean(), filters: listFilters })),
  sections: z.array(section),
}
export const judgePractice = z.object(office)
/** Judges in the order of the alphabet. */
export const courtPractice = z.object({ ...office, judges: z.array(z.object({ id: count, name: z.string() })) })
export type JudgePractice = z.infer<typeof judgePractice>
export type CourtPractice = z.infer<typeof courtPractice>
