import { z } from 'zod'
import { outcomeKinds } from '../domain/outcome-kinds.ts'
import { statsFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'

/**
 * Figures over all cases that the filters of statistics find (§3 stats set). Every figure carries the filters that open
 * the list behind it: set over those asked with, they find as many cases (`listBehind`).
 */
export const statisticsQuery = querySchema(statsFields, {})

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
  /** How cases of first instance ended. */
  outcomes: z.record(z.enum(outcomeKinds), count),
  filters,
}
const part = z.object({ ...figures, children: z.array(z.never()) })
const article = z.object({ ...figures, children: z.array(part) })
const codex = z.object({
  ...figures,
  /** What opens the cases of first instance that ended so, beside a line's own filters. */
  outcome_filters: z.record(z.enum(outcomeKinds), filters),
  children: z.array(article),
})
/** КоАП and УК, their articles, parts of these. A case of several articles stands at each of them, and once in their codex. */
export const countTree = z.array(codex)
export type CountTree = z.infer<typeof countTree>
export type CodexCount = z.infer<typeof codex>
export type ArticleCount = z.infer<typeof article>
export type PartCount = z.infer<typeof part>

export const mark = z.object({
  /** What is counted: `2026-03`, a region's number, the key of a kind or of a range. */
  value: z.string(),
  /** Of a chart that parts its bars. */
  series: z.string().nullable(),
  /** The name of a court or of a judge. */
  title: z.string().nullable(),
  count,
  filters,
})
export type Mark = z.infer<typeof mark>

export const chartKeys = [
  'entered',
  'outcomes',
  'penalties',
  'fines',
  'arrests',
  'penalties_uk',
  'imprisonments',
  'fines_uk',
  'regions',
  'courts',
  'judges',
  'durations',
  'texts',
  'hidden',
  'reviews',
] as const
export type ChartKey = (typeof chartKeys)[number]

const chart = z.object({
  marks: z.array(mark),
  /** Of how many cases the chart speaks, where parts are shares of it. */
  of: count,
  /** Cases the chart cannot place: their site does not say what it needs. */
  missing: count,
})
export type Chart = z.infer<typeof chart>
export const charts = z.object({
  charts: z.record(z.enum(chartKeys), chart),
  /** Days from entry to decision in first instance, half of the cases took longer: by the key of a line of the tree. */
  medians: z.record(z.string(), z.number()),
  /** Cases whose penalty has perhaps been annulled, among all that are counted: `in_question=true` finds them. */
  in_question: count,
  /** Regions of the account of which there is no case at all and whose courts were never read. */
  unread_regions: z.array(z.number().int()),
  /** The day of the answer, by the calendar of Moscow: the month it stands in is not over. */
  today: z.iso.date(),
})
export type Charts = z.infer<typeof charts>
