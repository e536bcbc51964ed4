import { z } from 'zod'
import { outcomeKinds } from '../domain/outcome-kinds.ts'
import { flagParam, idParam, strictQuery } from './lists.ts'

/**
 * Cases similar to a decided one, and the rank of its penalty among theirs (decision 0092). Days are `YYYY-MM-DD`,
 * shares 0 to 1.
 */

/** Without parameters, conditions are relaxed one after another until there are enough cases. */
export const comparablesQuery = strictQuery({
  same_region: flagParam('Тот же регион'),
  same_years: flagParam('Те же годы'),
  same_part: flagParam('Та же часть статьи'),
})
export const comparablesParams = z.object({ id: idParam })

const count = z.number().int()
/** 95 % confidence interval. */
const interval = { from: z.number(), to: z.number() }
export const listFilters = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .meta({ description: 'Фильтры списка за этой цифрой' })

export const share = z.object({ count, of: count, ...interval, filters: listFilters })
export type Share = z.infer<typeof share>

/** The median with its confidence interval, and the quartiles. */
export const spread = z.object({ n: count, median: z.number(), ...interval, lower: z.number(), upper: z.number() })
export type SpreadFigures = z.infer<typeof spread>

/** Why a penalty has no rank: annulled, possibly annulled, changed to an unknown one, or uncertain. */
export const unplaced = ['annulled', 'in_question', 'changed', 'unsure'] as const

export const reviewOutcomes = ['upheld', 'changed', 'annulled'] as const

const comparison = z.object({
  /** The accused, when there are several. */
  person: z.string().nullable(),
  /** `name`: with the part, unless cases of any part are compared. */
  article: z.object({ id: count, name: z.string() }),
  outcome: z.object({
    kind: z.enum(outcomeKinds),
    /** Absent means any. */
    penalty_type: z.string().nullable(),
    suspended: z.boolean(),
  }),
  region: count,
  /** Years of decisions, inclusive. */
  years: z.object({ from: count, to: count }),
  /** Which conditions apply; `part` is null for an article without other parts. */
  same: z.object({ region: z.boolean(), years: z.boolean(), part: z.boolean().nullable() }),
  /** Cases of the list, and those other than this one. */
  count,
  others: count,
  filters: listFilters,
  /** With fewer than twenty other cases nothing more is shown. */
  is_enough: z.boolean(),
  /** null when the penalty has no amount, or too few amounts are known. */
  penalties: spread
    .extend({
      least: z.number(),
      most: z.number(),
      /** Penalties in order, at most two hundred, at evenly spaced ranks. */
      dots: z.array(z.object({ case_id: count, value: z.number() })),
      /** Amounts shared by more penalties than can be drawn, with filters for their cases. */
      ties: z.array(z.object({ value: z.number(), count, filters: listFilters })),
      /** The case's own penalty after review, and how many of the others are less, equal and more. */
      own: z.object({ value: z.number(), below: count, equal: count, above: count }).nullable(),
    })
    .nullable(),
  why_unplaced: z.enum(unplaced).nullable(),
  /** Of decided complaints under the same conditions; null for fewer than twenty. */
  reviews: z.object({ of: count, filters: listFilters, kinds: z.record(z.enum(reviewOutcomes), share) }).nullable(),
  /** With a text of the decision. */
  published: share.nullable(),
})
export type Comparison = z.infer<typeof comparison>

/** One for each accused with a certain article and outcome; empty without a decision of first instance. */
export const comparables = z.object({ comparisons: z.array(comparison), more: count })
export type Comparables = z.infer<typeof comparables>
