import { z } from 'zod'
import { maxWordsText } from '../domain/limits.ts'
import { dimensionNames, dimensions, maxMetrics, metricNames, noColumns } from '../domain/pivot.ts'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { countIsBehind, repeated } from './lists.ts'

/** The table of the page of data (§2 /data). Every figure has the filters that open its list. */
export const pivotRows = z.enum(dimensionNames, { error: `Строки: ${dimensionNames.join(', ')}.` })
export const pivotColumns = z.enum([noColumns, ...dimensionNames], {
  error: `Столбцы: ${noColumns}, ${dimensionNames.join(', ')}.`,
})
export const pivotMetric = z.enum(metricNames, { error: `Показатели: ${metricNames.join(', ')}.` })
export const pivotMetrics = z
  .array(pivotMetric)
  .min(1, { error: 'Нужен хотя бы один показатель.' })
  .max(maxMetrics, { error: `Показателей не больше ${maxMetrics}.` })
  .refine(names => new Set(names).size === names.length, { error: 'Показатель назван дважды.' })
export const longestCompared = 8 * maxWordsText
export const compared = z
  .string({ error: 'Нужно одно значение.' })
  .max(longestCompared, { error: 'Слишком много фильтров для сравнения.' })

const shape = {
  rows: pivotRows.optional().default('regions').meta({ description: 'Что в строках' }),
  columns: pivotColumns.optional().default('entry_year').meta({ description: 'Что в столбцах; none — один столбец' }),
  metrics: repeated(pivotMetrics.optional().default(['cases'])).meta({ description: 'Показатели в их порядке' }),
  compare: compared
    .optional()
    .meta({
      description: 'Вторые фильтры, с которыми сравнить: строкой запроса, как в адресе списка; all — без фильтров',
    }),
}
type Shaped = { rows: z.output<typeof pivotRows>; columns: z.output<typeof pivotColumns> }
/** Undefined when they can be combined. */
export const clash = ({ rows: one, columns: other }: Shaped): string | undefined =>
  other !== noColumns && dimensions[one].family === dimensions[other].family
    ? 'Строки и столбцы — об одном и том же. Выберите разное.'
    : undefined
export const pivotQuery = querySchema(caseListFields, shape)

const filters = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
/** null when no filter opens its list. */
const behind = filters.nullable()
const line = z.object({
  /** Null: unknown. */
  key: z.number().int().nullable(),
  label: z.string(),
  /** Distinguishes lines with equal labels. */
  hint: z.string(),
  /** The period is not over. */
  is_open: z.boolean(),
  /** For a month or year partly outside the filter or the known days: the days that are counted. */
  partial: z.object({ from: z.iso.date(), to: z.iso.date() }).optional(),
})
export type PivotLine = z.infer<typeof line>
/** A figure and its number of cases or fines; null when there is none. */
const figure = z.tuple([z.number().nullable(), z.number().int()])
export type Figure = z.infer<typeof figure>
export const pivotCells = z.array(z.array(z.array(figure)))

const index = z.number().int().min(0)
/** The position of a figure in `sides`, used as the link target of a chart. */
export const figurePlace = z.object({ side: index, row: index, column: index, metric: index })

const side = z.object({
  filters,
  /** Name and text of each filter. */
  readable: z.array(z.tuple([z.string(), z.string()])),
  /** Merged over `filters`, they open the list behind a figure. */
  rows: z.array(behind),
  columns: z.array(behind),
  metrics: z.array(behind),
  /** By row, column and metric; the first row and column are totals. */
  cells: pivotCells,
})
export type PivotSide = z.infer<typeof side>
export const pivot = z.object({
  of: z.object({ rows: pivotRows, columns: pivotColumns, metrics: pivotMetrics }),
  rows: z.array(line),
  columns: z.array(line),
  /** Two sides are compared. */
  sides: z.array(side).min(1).max(2),
  /** Lines outside the table; their cases are included in the totals. */
  left_out: z.object({ rows: z.number().int(), columns: z.number().int() }),
  /** Today in Moscow. */
  today: z.iso.date(),
  count_is_behind: countIsBehind,
})
export type Pivot = z.infer<typeof pivot>
