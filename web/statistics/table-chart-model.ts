import type { Figure, Pivot, PivotLine } from '#shared/api/pivot.ts'
import { showDateRange } from '#shared/domain/dates.ts'
import {
  dimensions,
  isOfTooFew,
  keepsOneCodex,
  type Metric,
  metrics,
  mixedWords,
  mixesCodices,
  namesCodex,
  noColumns,
  sideNames,
} from '#shared/domain/pivot.ts'
import { fewestForShare } from '#shared/domain/statistics-ranges.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { figureAt, figureHint, formatFigure, metricUnit, signNotes } from './table-figures.ts'

/**
 * A pivot table as a chart. Time is an axis with lines, anything else is bars; columns become panels with a common
 * scale, or two parts of a bar if they add up to it. Pure: `table-chart-option.ts` draws it.
 */
export type TablePlace = { side: number; row: number; column: number; metric: number }
/** `value` null: not drawn. */
export type TablePoint = { value: number | null; of: number; place: TablePlace }
type TableSeries = { name: string; points: readonly TablePoint[] }
export type TablePanel = { title: string; series: readonly TableSeries[] }
export type TableChartModel = {
  shape: 'bars' | 'lines' | 'stack'
  /** `isPartial`: an incomplete period. */
  places: readonly { label: string; isPartial: boolean }[]
  panels: readonly TablePanel[]
  /** What is not drawn, as sentences. */
  notes: readonly string[]
}

/** Limits of what is drawn. */
export type ChartRoom = { bars: number; barsInPanel: number; panels: number }
export const usualRoom: ChartRoom = { bars: 15, barsInPanel: 8, panels: 12 }
const mostTimes = 60

type Axis = 'rows' | 'columns'
type Place = { at: number; line: Pick<PivotLine, 'label' | 'is_open' | 'partial'> }

export function tableChart(table: Pivot, metric: number, most: ChartRoom = usualRoom): TableChartModel {
  const { of, sides } = table
  const isTime = (axis: Axis): boolean => {
    const dimension = of[axis]
    return dimension !== noColumns && dimensions[dimension].order === 'time'
  }
  const along: Axis = !isTime('rows') && isTime('columns') ? 'columns' : 'rows'
  const across: Axis = along === 'rows' ? 'columns' : 'rows'
  const hasAcross = of.columns !== noColumns
  const time = isTime(along)
  const all = linesOf(table[along])
  const others = hasAcross ? linesOf(table[across]) : []
  const panels = others.slice(0, most.panels)
  const isStack = !time && sides.length === 1 && others.length === 2 && addsUp(table, across, metric)
  const room = time ? mostTimes : hasAcross && !isStack ? most.barsInPanel : most.bars
  const shown = time ? everyTime(table[along]).slice(-mostTimes) : all.slice(0, room)
  let few = 0
  const name = of.metrics[metric] ?? 'cases'
  const seriesOf = (other: number, side: number): readonly TablePoint[] =>
    shown.map(({ at }) => {
      const [row, column] = along === 'rows' ? [at, other] : [other, at]
      const place = { side, row, column, metric }
      // A period without a row has no cases.
      const [value, base] =
        at < 0 ? [metrics[name].kind === 'count' ? 0 : null, 0] : figureAt(sides[side]?.cells, row, column, metric)
      const isFew = value !== null && isOfTooFew(name, base)
      if (isFew) few++
      return { value: isFew ? null : value, of: base, place }
    })
  const bySide = (other: number): TableSeries[] =>
    sides.map((_, side) => ({ name: sides.length > 1 ? (sideNames[side] ?? '') : '', points: seriesOf(other, side) }))
  const whole = 0
  if (isMixed(table, name) && !namesCodex(of.rows) && !namesCodex(of.columns))
    return { shape: 'bars', places: [], panels: [], notes: [mixedWords] }
  const drawn: TablePanel[] = isStack
    ? [{ title: '', series: others.map(({ at, line }) => ({ name: line.label, points: seriesOf(at, 0) })) }]
    : hasAcross
      ? panels.map(({ at, line }) => ({
          title: isPartial(line) ? `${line.label}, неполный` : line.label,
          series: bySide(at),
        }))
      : [{ title: '', series: bySide(whole) }]
  return {
    shape: isStack ? 'stack' : time ? 'lines' : 'bars',
    places: shown.map(({ line }) => ({ label: line.label, isPartial: isPartial(line) })),
    panels: drawn,
    notes: notesOf({
      few: time ? few : 0,
      signs: time || isStack ? [] : signNotes(drawnFigures(drawn, name)),
      partial: partialDays(shown),
      partialPanels: isStack ? [] : partialDays(panels),
      isPart: !time && shown.length < all.length && `Показаны первые ${shown.length} строк из ${all.length}.`,
      hasOthers: !isStack && panels.length < others.length && `Панелей — первые ${panels.length} из ${others.length}.`,
      unknown: time ? unknownTime(table, along, metric) : undefined,
      isShared: drawn.length > 1,
    }),
  }
}

/** A figure withheld because it would mix both codices. */
export const isMixed = ({ sides }: Pivot, metric: Metric): boolean =>
  sides.some(({ filters }) => mixesCodices(metric, keepsOneCodex(filters)))

/** Older citations have no days, only that the period is not over. */
const isPartial = ({ is_open, partial }: Place['line']): boolean => is_open || partial !== undefined
const daysOfLine = ({ label, partial }: Place['line']): string =>
  partial ? showDateRange({ min: partial.from, max: partial.to }) : label

const partialDays = (lines: readonly Place[]): string[] =>
  lines.flatMap(({ line }) => (isPartial(line) ? [daysOfLine(line)] : []))

/** Rows or columns without the total. */
const linesOf = (lines: readonly PivotLine[]): (Place & { line: PivotLine })[] =>
  lines.map((line, at) => ({ at, line })).slice(1)

/** Two codices or instances add up to their total; articles do not, because a case may have several. */
const addsUp = ({ of }: Pivot, across: Axis, metric: number): boolean => {
  const dimension = of[across]
  const kind = metrics[of.metrics[metric] ?? 'cases'].kind
  return (dimension === 'type' || dimension === 'stage') && (kind === 'count' || kind === 'sum')
}

function* drawnFigures(panels: readonly TablePanel[], metric: Metric) {
  for (const { series } of panels)
    for (const { points } of series)
      for (const { value, of } of points) {
        const figure: Figure = [value, of]
        yield [metric, figure] as const
      }
}

/** «без даты решения — 12 дел» */
function unknownTime({ of, sides, ...table }: Pivot, along: Axis, metric: number): string | undefined {
  const at = table[along].findIndex(({ key }, at) => at > 0 && key === null)
  if (at < 0) return undefined
  const name = of.metrics[metric] ?? 'cases'
  const said = sides.map(({ cells }) => {
    const figure = along === 'rows' ? figureAt(cells, at, 0, metric) : figureAt(cells, 0, at, metric)
    if (name === 'cases') return counted(figure[0] ?? 0, caseForms)
    return [formatFigure(name, figure), metricUnit(name), figureHint(name, figure)].filter(Boolean).join('\u00a0')
  })
  return `${table[along][at]?.label} — ${said.join(' и\u00a0')}`
}

/** Every year or month from the first to the last, missing ones at −1; empty without known periods. */
function everyTime(lines: readonly PivotLine[]): Place[] {
  const known = linesOf(lines).flatMap(({ at, line }) => (line.key === null ? [] : [{ at, key: line.key, line }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return []
  const places: Place[] = []
  for (let key = first.key; key <= last.key; key = next(key)) {
    const found = known.find(one => one.key === key)
    places.push(found ?? { at: -1, line: { label: nameOf(key), is_open: false } })
  }
  return places
}
/** `2026`, or `202603` for a month. */
const isMonth = (key: number): boolean => key > 9_999
const next = (key: number): number => (isMonth(key) && key % 100 === 12 ? key + 89 : key + 1)
const monthNames = new Intl.DateTimeFormat('ru', { month: 'long', timeZone: 'UTC' })
const nameOf = (key: number): string => {
  if (!isMonth(key)) return String(key)
  const year = Math.floor(key / 100)
  return `${monthNames.format(Date.UTC(year, (key % 100) - 1))} ${year}`
}

type Told = {
  few: number
  partial: readonly string[]
  partialPanels: readonly string[]
  isPart: string | false
  hasOthers: string | false
  unknown: string | undefined
  signs: readonly string[]
  isShared: boolean
}
const notesOf = ({ few, partial, partialPanels, isPart, hasOthers, unknown, signs, isShared }: Told): string[] =>
  [
    isPart,
    hasOthers,
    isShared && 'Шкала у всех панелей одна.',
    unknown !== undefined && `Не показано: ${unknown}.`,
    few > 0 &&
      `Не нарисовано: ${counted(few, ['значение', 'значения', 'значений'])} — меньше чем по ${fewestForShare} делам.`,
    ...signs,
    partial.length > 0 && `Неполные периоды нарисованы пустыми точками: ${partial.join('; ')}.`,
    partialPanels.length > 0 && `Неполные периоды панелей: ${partialPanels.join('; ')}.`,
  ].filter(sentence => typeof sentence === 'string')
