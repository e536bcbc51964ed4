import { z } from 'zod'
import { type MethodNote, methodNote, type Published } from '#shared/api/citations.ts'
import type { PivotLine } from '#shared/api/pivot.ts'
import { chartRows } from '#shared/charts/chart-spec.ts'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { fewestToPublish } from '#shared/domain/figures.ts'
import { dimensions, type Metric, metrics, noColumns } from '#shared/domain/pivot.ts'
import type { CitedFigures } from './count-figures.ts'
import { lineName } from './pivot-file.ts'
import { type PublicCell, suppressed } from './suppress.ts'

/**
 * CitedFigures for the public: one number per cell, with small counts suppressed and no totals except the whole
 * selection.
 */
const cell = z.union([z.number().int(), z.enum(['few', 'beside'])])
const publicTable = z.object({
  head: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.object({ label: z.string(), cells: z.array(cell) })),
  /** Cases of the selection in no row. */
  rest: cell,
  total: z.number().int(),
  /** For a table: the metric shown. */
  metric: z.string().nullable(),
  notes: z.array(z.string()),
})
type PublicTable = z.infer<typeof publicTable>
/** The stored public form. */
export const publicFigures = z.object({
  title: z.string(),
  source: z.string(),
  method: methodNote.pick({ lines: true, warning: true }),
  table: publicTable,
})
export type PublicFigures = z.infer<typeof publicFigures> & { made_at: Date }
type UrlOf = (id: string) => string
type Kept = { id: string; published: unknown; published_at: Date | null; closed_at: Date | null }

export function presentPublished({ id, published, published_at, closed_at }: Kept, urlOf: UrlOf): Published | null {
  if (published_at === null) return null
  const { title, source } = publicFigures.parse(published)
  return {
    url: publicUrl(urlOf, id),
    title,
    source,
    published_at: published_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  }
}
export const publicPath = '/embed'
const publicUrl = (urlOf: UrlOf, id: string): string => `${new URL(urlOf(id)).origin}${publicPath}/${id}`

type Row = { label: string; counts: number[] }
type Told = Pick<PublicTable, 'head' | 'columns' | 'metric'> & {
  rows: Row[]
  addsUp: boolean
  inOrder: boolean
  columnsInOrder: boolean
}

/** Returns a sentence when they cannot be published. */
export function publicTableOf(figures: CitedFigures, { cases }: MethodNote, metric?: Metric): PublicTable | string {
  if (cases < fewestToPublish)
    return `Открыть всем можно цифры не меньше чем о ${fewestToPublish} делах, а здесь их меньше.`
  const told = figures.chart ? chartTable(figures.chart) : pivotTable(figures.pivot, metric)
  if (typeof told === 'string') return told
  const { rows, columns, addsUp, inOrder, columnsInOrder, ...heads } = told
  const counts = rows.map(row => row.counts)
  const placed = counts.flat().reduce((all, count) => all + count, 0)
  const rest = addsUp ? Math.max(0, cases - placed) : 0
  const hidden = suppressed({ cells: counts, rest, total: cases, addsUp })
  const shown = rows.map(({ label }, at) => ({ label, cells: hidden.cells[at] ?? [] }))
  if (!shown.some(row => row.cells.some(isNumber)))
    return `Показывать было бы нечего: чисел меньше ${fewestToPublish} слишком много, и остальные выдали бы их.`
  // Sorting by hidden numbers would reveal their order.
  const inPlace = columns.map((label, at) => ({ label, at }))
  const order = columnsInOrder || shown.every(isWhole) ? inPlace : inPlace.toSorted(byLabel)
  const lines = inOrder ? shown : [...shown.filter(isWhole), ...shown.filter(row => !isWhole(row)).toSorted(byLabel)]
  return {
    ...heads,
    columns: order.map(({ label }) => label),
    rows: lines.map(({ label, cells }) => ({ label, cells: order.flatMap(({ at }) => cells[at] ?? []) })),
    rest: hidden.rest,
    total: cases,
    notes: addsUp ? [] : ['Дело может стоять в нескольких строках.'],
  }
}
const isNumber = (one: PublicCell): boolean => typeof one === 'number' && one > 0
const isWhole = ({ cells }: { cells: PublicCell[] }): boolean => cells.every(one => typeof one === 'number')
const collator = new Intl.Collator('ru')
const byLabel = (a: { label: string }, b: { label: string }): number => collator.compare(a.label, b.label)

const ofPeople = 'Цифры по судьям нельзя открыть всем: это сведения о людях. Картинку и файл сделать можно.'

function chartTable({ key, chart }: NonNullable<CitedFigures['chart']>): Told | string {
  if (key === 'judges') return ofPeople
  const look = chartSpecs[key]
  const series = look.series ?? []
  const rows = Map.groupBy(chartRows(look, chart), ({ value }) => value)
  return {
    head: look.head,
    columns: series.length > 0 ? series.map(({ label }) => label) : ['Дел'],
    metric: null,
    rows: [...rows.values()].map(parts => ({
      label: parts[0]?.label ?? '',
      counts:
        series.length > 0
          ? series.map(({ key }) => parts.find(part => part.series === key)?.count ?? 0)
          : [parts[0]?.count ?? 0],
    })),
    addsUp: look.overlaps !== true,
    inOrder: chart.places.length > 0,
    columnsInOrder: true,
  }
}

function pivotTable(
  { of, rows, columns, sides, ...table }: NonNullable<CitedFigures['pivot']>,
  metric = of.metrics[0],
): Told | string {
  if (sides.length > 1) return 'Сравнение двух выборок нельзя открыть всем: по их разнице видны малые числа.'
  const axes = [of.rows, ...(of.columns === noColumns ? [] : [of.columns])]
  if (axes.includes('judge')) return ofPeople
  const at = metric === undefined ? -1 : of.metrics.indexOf(metric)
  if (metric === undefined || at < 0) return 'Такого показателя в таблице нет.'
  if (metrics[metric].kind !== 'count')
    return 'Открыть всем можно только число дел: доли, суммы и медианы малых групп выдают сами дела.'
  const across = of.columns === noColumns ? [0] : columns.map((_, c) => c).slice(1)
  return {
    head: dimensions[of.rows].label,
    columns: of.columns === noColumns ? [metrics[metric].label] : across.map(c => columnName(columns[c])),
    metric,
    rows: rows
      .slice(1)
      .map((row, r) => ({
        label: [lineName(row), row.hint].filter(Boolean).join(', '),
        counts: across.map(c => sides[0]?.cells[r + 1]?.[c]?.[at]?.[0] ?? 0),
      })),
    addsUp: axes.every(axis => dimensions[axis].family !== 'article'),
    inOrder: dimensions[of.rows].order !== 'most' && table.left_out.rows === 0,
    columnsInOrder:
      of.columns === noColumns || (dimensions[of.columns].order !== 'most' && table.left_out.columns === 0),
  }
}
const columnName = (line: PivotLine | undefined): string => (line === undefined ? '' : lineName(line))
