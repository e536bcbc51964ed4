import type { Chart, Mark } from '#shared/api/statistics.ts'
import { binLabel, type ChartSpec, chartRows } from '#shared/charts/chart-spec.ts'
import { gridSize, tiles } from '../filters/controls/region-map.tsx'
import { binScale } from './bins-chart.ts'
import type { BrushBar } from './brush.tsx'
import type { Box } from './brush-geometry.ts'
import type { Drawing } from './chart-drawing.ts'

/** The bars of a chart in drawing order: a period, bin, row or tile, with all its parts. */
export type ChartBar = BrushBar & { marks: readonly Mark[] }
export function barsOf(look: ChartSpec, chart: Chart): ChartBar[] {
  const rows = Map.groupBy(chartRows(look, chart), ({ value }) => value)
  const barOf = (value: string): ChartBar => {
    const own = rows.get(value) ?? []
    const marks = own.flatMap(({ mark }) => mark ?? [])
    return {
      label: own[0]?.label ?? look.label({ value, title: null }),
      count: marks.reduce((sum, { count }) => sum + count, 0),
      marks,
    }
  }
  return look.shape === 'tiles' ? tiles.map(({ region }) => barOf(String(region))) : [...rows.keys()].map(barOf)
}

/** The name of a range of adjacent periods or bins; undefined for unordered names. */
export const betweenOf = (look: ChartSpec, { places }: Chart): ((first: number, last: number) => string) | undefined =>
  places.length === 0
    ? undefined
    : (first, last) => {
        const [one, other] = [places[first], places[last]]
        if (!one || !other) return ''
        if (look.amounts) return `${look.head}: ${binLabel(look.amounts, { from: one.from, to: other.to })}`
        return [one, other].map(({ value }) => look.label({ value, title: null })).join(' — ')
      }

/** Bounding boxes: each has the full height or width of the drawing. */
export function boxesOf(look: ChartSpec, chart: Chart, drawn: Drawing): Box[] {
  const [width, height] = [drawn.getWidth(), drawn.getHeight()]
  const across = (edges: readonly (readonly [left: number, right: number])[]) =>
    edges.map(([left, right]) => ({ left, right, top: 0, bottom: height, panel: 0 }))
  const at = (value: number): number => Number(drawn.convertToPixel({ xAxisIndex: 0 }, value))
  switch (look.shape) {
    case 'columns':
      return across(bandsOf(chart.places.length, at, width))
    case 'bins': {
      const { edges } = binScale(look, chart)
      return across(edges.map(([left, right]) => [at(left), at(right)] as const))
    }
    case 'tiles': {
      const [wide, high] = [width / gridSize.columns, height / gridSize.rows]
      return tiles.map(({ column, row }) => ({
        left: column * wide,
        right: (column + 1) * wide,
        top: row * high,
        bottom: (row + 1) * high,
        panel: 0,
      }))
    }
    default: {
      const rows = new Set(chartRows(look, chart).map(({ value }) => value)).size
      return Array.from({ length: rows }, (_, row) => ({
        left: 0,
        right: width,
        top: (row * height) / rows,
        bottom: ((row + 1) * height) / rows,
        panel: 0,
      }))
    }
  }
}

/** The bands of a category axis. `end`: its end. */
export function bandsOf(
  count: number,
  at: (place: number) => number,
  end: number,
): (readonly [left: number, right: number])[] {
  const half = count > 1 ? (at(1) - at(0)) / 2 : end - at(0)
  return Array.from({ length: count }, (_, place) => [at(place) - half, at(place) + half] as const)
}
