import { z } from 'zod'
import { outcomeKinds } from '../domain/outcome-kinds.ts'
import { caseListFields, statsFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { countIsBehind } from './lists.ts'

/** Statistics. Every figure carries the filters that open its list (`listBehind`). */
/** The tree is under the stats set (§3), the charts are under every filter of the list. */
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
  /** Beside a line's own filters. */
  outcome_filters: z.record(z.enum(outcomeKinds), filters),
  children: z.array(article),
})
/** Codices, articles, parts. A case of several articles counts at each, and once in its codex. */
export const countTree = z.array(codex)
export type CountTree = z.infer<typeof countTree>
export type CodexCount = z.infer<typeof codex>
export type ArticleCount = z.infer<typeof article>
export type PartCount = z.infer<typeof part>

export const mark = z.object({
  /** `2026-03`, a region's number, the key of a kind or of a range. */
  value: z.string(),
  series: z.string().nullable(),
  title: z.string().nullable(),
  count,
  /** What its share is of; null: of nothing. */
  of: count.nullable(),
  filters,
})
export type Mark = z.infer<typeof mark>

/** In the order of the page: charts of both codices side by side. */
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
/** Filters that tell the parts of a bar apart: together the parts are all of its cases. */
export const partsOfBars: { readonly [K in ChartKey]?: readonly string[] } = {
  entered: ['stage'],
  outcomes: ['result_type', 'has_result'],
  outcomes_uk: ['result_type', 'has_result'],
  texts: ['has_result_text'],
}

const bound = z.union([z.number(), z.iso.date()])
const place = z.object({
  /** Of its marks. */
  value: z.string(),
  /** The first day or the least amount. */
  from: bound,
  /** The last day, or the amount before which a bin ends; null: it has no end. */
  to: bound.nullable(),
  /** Days of the period are beyond the filter, or beyond what is known. */
  is_partial: z.boolean(),
})
export type ChartPlace = z.infer<typeof place>
export const chart = z.object({
  /** All periods or bins between the first and the last, empty ones as well; none: its marks are names in their order. */
  places: z.array(place),
  marks: z.array(mark),
  /** How many cases are shown. */
  of: count,
  /** Cases whose site does not say what the chart needs. */
  missing: count,
  /** Days of the other date that the cases were chosen by: periods beside them are not whole. */
  cut: z.object({ by: z.enum(['entry_date', 'result_date']), from: z.iso.date(), to: z.iso.date() }).optional(),
  /** Of the amounts of a histogram: of each penalty, of each case's days. */
  spread: z.object({ median: z.number(), lower: z.number(), upper: z.number(), n: count }).nullable(),
})
export type Chart = z.infer<typeof chart>
/** What tells regions without cases apart. */
export const emptyRegions = {
  /** No court of them was read for the days in question. */
  unread_regions: z.array(z.number().int()),
  /** Those that filters of regions, courts and cities leave; null: there is no such filter. */
  asked_regions: z.array(z.number().int()).nullable(),
}
export const charts = z.object({
  charts: z.record(z.enum(chartKeys), chart),
  /** Median days from entry to decision in first instance, by the key of a line of the tree and under its filters. */
  medians: z.record(z.string(), z.number()),
  /** Whose penalty has perhaps been annulled: `in_question=true`. */
  in_question: count,
  ...emptyRegions,
  /** In Moscow: its month is not over. */
  today: z.iso.date(),
  count_is_behind: countIsBehind,
})
export type Charts = z.infer<typeof charts>
