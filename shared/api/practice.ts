import { z } from 'zod'
import { listFilters, reviewOutcomes, share, spread } from './comparables.ts'

/**
 * Decisions of a judge or court (decision 0092). Shares are 0 to 1, amounts in the unit of their kind, months
 * `YYYY-MM`.
 */
const count = z.number().int()

/**
 * The observed share, and the share expected from the rates of the whole group for the same mix of articles. `expected`
 * is null when others in the group have too few cases.
 */
const compared = share.extend({ expected: z.number().nullable() })
export type Compared = z.infer<typeof compared>

const section = z.object({
  type: z.union([z.literal(1), z.literal(2)]),
  stage: z.union([z.literal(1), z.literal(2)]),
  decided: count,
  filters: listFilters,
  /** From entry to decision; `slower`: longer than the group's median for the same articles. */
  days: spread.extend({ slower: compared }).nullable(),
  outcomes: z.array(compared.extend({ kind: z.string() })),
  /** Certain main penalties; `above`: more than the group's median for the same articles and kind. */
  penalties: z.array(
    spread.extend({ penalty_type: z.string(), suspended: z.boolean(), above: compared, filters: listFilters }),
  ),
  published: compared,
  /** Outcomes of reviewed decisions, by linked cases. */
  reviews: z.record(z.enum(reviewOutcomes), compared.omit({ filters: true })).nullable(),
})
export type PracticeSection = z.infer<typeof section>

const office = {
  id: count,
  /** The spelling of the court's site. */
  name: z.string(),
  court: z.object({ id: count, title: z.string(), city: z.string(), region: count, url: z.string() }),
  cases: count,
  filters: listFilters,
  /** Below twenty cases nothing more is shown. */
  is_enough: z.boolean(),
  /** By month of entry, the last sixty months. `is_partial`: the month is partly outside the known days. */
  months: z.array(z.object({ month: z.string(), count, is_partial: z.boolean(), filters: listFilters })),
  sections: z.array(section),
}
export const judgePractice = z.object(office)
/** Judges in alphabetical order. */
export const courtPractice = z.object({ ...office, judges: z.array(z.object({ id: count, name: z.string() })) })
export type JudgePractice = z.infer<typeof judgePractice>
export type CourtPractice = z.infer<typeof courtPractice>
