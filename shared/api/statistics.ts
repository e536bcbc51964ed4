import { z } from 'zod'
import { outcomeKinds } from '../domain/outcome-kinds.ts'
import { caseListFields, statsFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { countIsBehind } from './lists.ts'

/** Statistics. Every figure has the filters that open its list (`listBehind`). */
/** The tree accepts the stats filters (§3), the charts accept every filter of the list. */
export const treeQuery = querySchema(statsFields, {})
export const chartsQuery = querySchema(caseListFields, {})

const count = z.number().int()
const filters = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .meta({ description: 'Фильтры списка за этой цифрой, поверх заданных' })

const figures = {
  key: z.string(),
  article: z.string(),
  description: z.string(),
  count,
  count_first_instance: count,
  count_second_instance: count,
  outcomes: z.record(z.enum(outcomeKinds), count),
  filters,
}
const part = z.object({ ...figures, children: z.array(z.never()) })
const article = z.object({ ...figures, children: z.array(part) })
const codex = z.object({
  ...figures,
  /** To be added to a line's own filters. */
  outcome_filters: z.record(z.enum(outcomeKinds), filters),
  children: z.array(article),
})
/** Codices, articles, parts. A case with several articles counts in each, and once in its codex. */
export const countTree = z.array(codex)
export type CountTree = z.infer<typeof countTree>
export type CodexCount = z.infer<typeof codex>
export type ArticleCount = z.infer<typeof article>
export type PartCount = z.infer<typeof part>

export const mark = z.object({
  /** `2026-03`, a region number, or the key of a kind or range. */
  value: z.string(),
  series: z.string().nullable(),
  title: z.string().nullable(),
  count,
  /** The base of its share; null when it has none. */
  of: count.nullable(),
  filters,
})
export type Mark = z.infer<typeof mark>

/** In page order: charts of both codices side by side. */
export const chartKeys = [
  'entered',
  'outcomes',
  'outcomes_uk',
  'penalties',
  'penalties_uk',
  'fines',
  'fines_uk',
  'arrests',
  'imprisonments',
  'durations',
  'durations_uk',
  'reviews',
  'reviews_uk',
  'texts',
  'hidden',
  'regions',
  'courts',
  'judges',
] as const
export type ChartKey = (typeof chartKeys)[number]
/** Filters that partition a bar: together the parts have all of its cases. */
export const partsOfBars: { readonly [K in ChartKey]?: readonly string[] } = {
  entered: ['stage'],
  outcomes: ['result_type', 'has_result'],
  outcomes_uk: ['result_type', 'has_result'],
  texts: ['has_result_text'],
}

const bound = z.union([z.number(), z.iso.date()])
const place = z.object({
  /** `value` of its marks. */
  value: z.string(),
  /** The first day or the lowest amount. */
  from: bound,
  /** The last day, or the exclusive upper bound of a bin; null when open-ended. */
  to: bound.nullable(),
  /** Days of the period are outside the filter or the known days. */
  is_partial: z.boolean(),
})
export type ChartPlace = z.infer<typeof place>
export const chart = z.object({
  /** All periods or bins between the first and the last, including empty ones; empty when the marks are names. */
  places: z.array(place),
  marks: z.array(mark),
  /** How many cases are shown. */
  of: count,
  /** Cases for which the site does not state what the chart needs. */
  missing: count,
  /** The filter on the other date: periods next to its bounds are incomplete. */
  cut: z.object({ by: z.enum(['entry_date', 'result_date']), from: z.iso.date(), to: z.iso.date() }).optional(),
  /** Spread of a histogram's amounts: per penalty, or per case for days. */
  spread: z.object({ median: z.number(), lower: z.number(), upper: z.number(), n: count }).nullable(),
})
export type Chart = z.infer<typeof chart>
/** Distinguishes regions without cases. */
export const emptyRegions = {
  /** None of their courts was read for the days in question. */
  unread_regions: z.array(z.number().int()),
  /** Regions left by filters of regions, courts and cities; null without such a filter. */
  asked_regions: z.array(z.number().int()).nullable(),
}
export const charts = z.object({
  charts: z.record(z.enum(chartKeys), chart),
  /** Median days from entry to decision in first instance, by the key of a line of the tree, under its filters. */
  medians: z.record(z.string(), z.number()),
  /** Cases whose penalty may have been annulled: `in_question=true`. */
  in_question: count,
  ...emptyRegions,
  /** Today in Moscow; its month is incomplete. */
  today: z.iso.date(),
  count_is_behind: countIsBehind,
})
export type Charts = z.infer<typeof charts>
