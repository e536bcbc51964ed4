import type { Figure, Pivot, PivotLine } from '#shared/api/pivot.ts'
import { showDateRange } from '#shared/domain/dates.ts'
import { dimensions, isOfMany, isOfTooFew, type Metric, metrics, noColumns, tooFewWords } from '#shared/domain/pivot.ts'
import { smallSample } from '#shared/domain/statistics-ranges.ts'
import { showNumber } from '#shared/domain/wording.ts'

type PivotCells = Pivot['sides'][number]['cells']
export type TableData = {
  metrics: readonly Metric[]
  rows: readonly PivotLine[]
  columns: readonly PivotLine[]
  sides: readonly { name: string; cells: PivotCells }[]
}
export type DataOrder = { by: 'name' | { column: number; metric: number; side: number }; up: boolean }

const nothing: Figure = [null, 0]
export const figureAt = (cells: PivotCells | undefined, row: number, column: number, metric: number): Figure =>
  cells?.[row]?.[column]?.[metric] ?? nothing

const names = new Intl.Collator('ru', { numeric: true })
/** The total comes first, unknown values last. */
export const sortedRowIndexes = ({ rows, sides, metrics }: TableData, order: DataOrder | undefined): number[] => {
  const places = rows.map((_, at) => at)
  if (order === undefined) return places
  const { by, up } = order
  const figureOf = (at: number): number | null => {
    if (by === 'name') return null
    const [value, of] = figureAt(sides[by.side]?.cells, at, by.column, by.metric)
    return isOfTooFew(metrics[by.metric] ?? 'cases', of) ? null : value
  }
  const compare = (a: number, b: number): number => {
    if (by === 'name') return names.compare(rows[a]?.label ?? '', rows[b]?.label ?? '') * (up ? 1 : -1)
    const [one, other] = [figureOf(a), figureOf(b)]
    // Rows without a figure stay at the bottom in either direction.
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return (one - other) * (up ? 1 : -1)
  }
  const [known, unknown] = [
    places.filter(at => at > 0 && rows[at]?.key !== null),
    places.filter(at => at > 0 && rows[at]?.key === null),
  ]
  return [0, ...known.toSorted((a, b) => compare(a, b) || a - b), ...unknown]
}

/** «неполный: 6 ноября – 31 декабря 2023» */
export const partialWords = ({ from, to }: NonNullable<PivotLine['partial']>): string =>
  `неполный: ${showDateRange({ min: from, max: to })}`

const tenths = new Intl.NumberFormat('ru', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const leastTenth = 0.1
const whole = new Intl.NumberFormat('ru', { maximumFractionDigits: 0 })
export const formatFigure = (metric: Metric, [value, of]: Figure): string =>
  value === null || isOfTooFew(metric, of) ? '—' : formatValue(metric, value)
/** A positive share is never rounded to none, nor an incomplete one to all. */
const formatValue = (metric: Metric, value: number): string => {
  const { kind } = metrics[metric]
  if (kind === 'count') return showNumber(value)
  if (kind !== 'share') return whole.format(value)
  if (value > 0 && value < leastTenth) return `<\u00a0${tenths.format(leastTenth)}\u00a0%`
  return `${tenths.format(value < 100 ? Math.min(value, 100 - leastTenth) : value)}\u00a0%`
}
/** Shares and medians of few cases are unreliable. */
export const isOfFew = (metric: Metric, [value, of]: Figure): boolean =>
  value !== null && isOfMany(metric) && !isOfTooFew(metric, of) && of < smallSample
export const figureHint = (metric: Metric, [value, of]: Figure): string | undefined => {
  const known = metrics[metric]
  if (value === null || known.kind === 'count') return undefined
  return known.kind === 'share' ? `из ${showNumber(of)} ${known.of}` : `по ${showNumber(of)}`
}
/** Explains the signs next to figures or replacing them, as far as used. */
export function signNotes(figures: Iterable<readonly [Metric, Figure]>): string[] {
  const [few, none, tooFew] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const [metric, figure] of figures) {
    if (isOfFew(metric, figure)) few.add(metric)
    if (figure[1] > 0 && isOfTooFew(metric, figure[1])) tooFew.add(metric)
    else if (figure[0] === null) none.add(metric)
  }
  const dash = [none.size > 0 && 'считать не из чего', tooFew.size > 0 && tooFewWords].filter(Boolean)
  return [
    ...(few.size > 0 ? [`* — меньше ${smallSample}: доля или медиана говорит о\u00a0немногом.`] : []),
    ...(dash.length > 0 ? [`Прочерк — ${dash.join('; ')}.`] : []),
  ]
}
const signed = (value: number, text: string): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${text}`
/** In percent; for shares in percentage points, for medians in their unit. */
export const formatDifference = (metric: Metric, first: Figure, second: Figure): string => {
  const [[one], [other]] = [first, second]
  if (one === null || other === null || isOfTooFew(metric, first[1]) || isOfTooFew(metric, second[1])) return '—'
  const by = other - one
  if (metrics[metric].kind === 'share') return signed(by, `${tenths.format(Math.abs(by))}\u00a0п.\u00a0п.`)
  if (by === 0) return '0'
  if (one === 0 || metrics[metric].kind === 'median') return signed(by, whole.format(Math.abs(by)))
  return signed(by, `${tenths.format(Math.abs((100 * by) / one))}\u00a0%`)
}
export const metricUnit = (metric: Metric): string => {
  const known = metrics[metric]
  return 'unit' in known ? known.unit : ''
}

export const tableTitle = ({ of }: Pivot, at: number): string =>
  `${metrics[of.metrics[at] ?? 'cases'].label}: ${dimensions[of.rows].label.toLowerCase()}${
    of.columns === noColumns ? '' : ` × ${dimensions[of.columns].label.toLowerCase()}`
  }`
