import { z } from 'zod'
import { outcomeKinds } from '../domain/outcome-kinds.ts'
import { flagParam, idParam, strictQuery } from './lists.ts'

/** Cases like a decided one, and where its penalty lies among theirs (decision 0092). Days are `YYYY-MM-DD`, shares 0 to 1. */

/** None given: conditions are loosened one after another until there are enough cases. */
export const comparablesQuery = strictQuery({
  same_region: flagParam('Тот же регион'),
  same_years: flagParam('Те же годы'),
  same_part: flagParam('Та же часть статьи'),
})
export const comparablesParams = z.object({ id: idParam })

const count = z.number().int()
/** Of 95 %. */
const interval = { from: z.number(), to: z.number() }
export const listFilters = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .meta({ description: 'Фильтры списка за этой цифрой' })

export const share = z.object({ count, of: count, ...interval, filters: listFilters })
export type Share = z.infer<typeof share>

/** The median with its interval, and the middle half. */
export const spread = z.object({ n: count, median: z.number(), ...interval, lower: z.number(), upper: z.number() })
export type SpreadFigures = z.infer<typeof spread>

/** Why a penalty has no place: it was annulled, perhaps was, was changed to what is not known, or is not surely known. */
export const unplaced = ['annulled', 'in_question', 'changed', 'unsure'] as const

export const reviewOutcomes = ['upheld', 'changed', 'annulled'] as const

const comparison = z.object({
  /** Whose, where there are several accused. */
  person: z.string().nullable(),
  /** `name`: with its part, unless the cases are of any part. */
  article: z.object({ id: count, name: z.string() }),
  outcome: z.object({
    kind: z.enum(outcomeKinds),
    /** Absent: any. */
    penalty_type: z.string().nullable(),
    suspended: z.boolean(),
  }),
  region: count,
  /** Years of decisions, both included. */
  years: z.object({ from: count, to: count }),
  /** Which conditions hold; `part` is null where the article has no other. */
  same: z.object({ region: z.boolean(), years: z.boolean(), part: z.boolean().nullable() }),
  /** Cases of the list, and those of them that are not this one. */
  count,
  others: count,
  filters: listFilters,
  /** Of fewer other cases than twenty nothing more is told. */
  is_enough: z.boolean(),
  /** Null: the penalty is of no amount, or too few are known. */
  penalties: spread
    .extend({
      least: z.number(),
      most: z.number(),
      /** Penalties in order, at most two hundred, at even ranks. */
      dots: z.array(z.object({ case_id: count, value: z.number() })),
      /** Amounts that more penalties have than can be drawn one on another, with the list of their cases. */
      ties: z.array(z.object({ value: z.number(), count, filters: listFilters })),
      /** The case's own, as it stands after review, and how many of the others are less, as much, more. */
      own: z.object({ value: z.number(), below: count, equal: count, above: count }).nullable(),
    })
    .nullable(),
  why_unplaced: z.enum(unplaced).nullable(),
  /** Of decided complaints under the same conditions; null: fewer than twenty. */
  reviews: z.object({ of: count, filters: listFilters, kinds: z.record(z.enum(reviewOutcomes), share) }).nullable(),
  /** With a text of the decision. */
  published: share.nullable(),
})
export type Comparison = z.infer<typeof comparison>

/** One for each accused of whom article and outcome are surely known; none without a decision of first instance. */
export const comparables = z.object({ comparisons: z.array(comparison), more: count })
export type Comparables = z.infer<typeof comparables>
