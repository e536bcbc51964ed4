import { z } from 'zod'
import { longestTitle } from '../domain/figures.ts'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { bodyObject, countIsBehind, listOf, repeated } from './lists.ts'
import { compared, pivot, pivotCells, pivotColumns, pivotMetric, pivotMetrics, pivotRows } from './pivot.ts'
import { givenParams, linkIdPattern, storedParams } from './saved.ts'
import { chart, chartKeys, emptyRegions } from './statistics.ts'

/** Figures for print: method notes, permanent links to figures, and their public pages. */
const chartKey = z.enum(chartKeys, { error: `Диаграммы: ${chartKeys.join(', ')}.` })

export const noteQuery = querySchema(caseListFields, {
  chart: chartKey.optional().meta({ description: 'Чья это диаграмма' }),
  metrics: repeated(pivotMetrics.optional()).meta({ description: 'Показатели таблицы' }),
  compare: compared.optional().meta({ description: 'Вторые фильтры, как у таблицы; all — без фильтров' }),
})
export const methodNote = z.object({
  /** Name and text of each part of the note. */
  lines: z.array(z.tuple([z.string(), z.string()])),
  /** The suggested source line under a printed figure. */
  source: z.string(),
  /** Of the selection; of the first one in a comparison. */
  cases: z.number().int(),
  /** Of these cases, how many have a published text. */
  with_text: z.number().int(),
  /** A warning required on every picture of these figures; null when there is none. */
  warning: z.string().nullable(),
})
export type MethodNote = z.infer<typeof methodNote>
export const methodNoteAnswer = z.object({ ...methodNote.shape, count_is_behind: countIsBehind })

export const chartFileQuery = querySchema(caseListFields, { chart: chartKey.meta({ description: 'Какая диаграмма' }) })
/** A chart as it was counted, with the data that distinguishes regions without cases from regions never read. */
export const keptChart = z.object({
  key: chartKey,
  chart,
  ...emptyRegions,
  asked_regions: emptyRegions.asked_regions.optional(),
  /** Today in Moscow, or the day of `as_of`. */
  today: z.iso.date(),
})
export type KeptChart = z.infer<typeof keptChart>

export const citationRequest = z
  .strictObject({
    chart: chartKey.optional(),
    rows: pivotRows.optional(),
    columns: pivotColumns.optional(),
    metrics: pivotMetrics.optional(),
    get_params: givenParams,
    compare: givenParams.nullish(),
  })
  .superRefine(({ chart, ...table }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    for (const name of ['rows', 'columns', 'metrics'] as const)
      if ((table[name] === undefined) === (chart === undefined))
        say(
          name,
          chart === undefined ? 'Назовите строки, столбцы и показатели или диаграмму.' : 'У диаграммы этого нет.',
        )
    if (chart !== undefined && table.compare != null) say('compare', 'Диаграмма — об одной выборке.')
  })
export type CitationRequest = z.input<typeof citationRequest>
export const citationParams = z.object({ id: z.string().regex(linkIdPattern) })

const cited = {
  id: z.string(),
  url: z.string(),
  title: z.string(),
  made_at: z.iso.datetime(),
  /** Of the bytes of `export.csv`. */
  sha256: z.string(),
}
/** A public page with the figures, for embedding. */
const published = z.object({
  url: z.string(),
  title: z.string(),
  source: z.string(),
  published_at: z.iso.datetime(),
  /** null while it is public. */
  closed_at: z.iso.datetime().nullable(),
})
export type Published = z.infer<typeof published>
export const citation = z.object({
  ...cited,
  /** null means all. */
  regions: z.array(z.number().int()).nullable(),
  get_params: storedParams,
  compare: storedParams.nullable(),
  pivot: pivot.nullable(),
  chart: keptChart.nullable(),
  /** null for figures older than method notes. */
  method: methodNote.nullable(),
  /** Whether it is the reader's own. */
  is_own: z.boolean(),
  /** null when it was never published. */
  published: published.nullable(),
})
export type Citation = z.infer<typeof citation>
export const citationList = listOf(z.object(cited))
/** The current values of the same table, by side. */
export const citationNow = z.object({ sides: z.array(z.object({ cells: pivotCells })), today: z.iso.date() })

const words = (what: string) =>
  z
    .string({ error: `${what}: нужен текст.` })
    .trim()
    .min(1, { error: `${what}: напишите хоть что-нибудь.` })
    .max(longestTitle, { error: `${what}: не больше ${longestTitle} знаков.` })
export const publishRequest = bodyObject(
  {
    title: words('Заголовок'),
    source: words('Источник'),
    /** For a table with several metrics. */
    metric: pivotMetric.optional(),
  },
  'Нужны заголовок и источник.',
)
export type PublishRequest = z.input<typeof publishRequest>

export const publishedList = listOf(
  z.object({
    ...published.shape,
    id: z.string(),
    /** null when the account has been deleted. */
    username: z.string().nullable(),
  }),
)
