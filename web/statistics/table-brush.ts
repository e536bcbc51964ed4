import type { Pivot } from '#shared/api/pivot.ts'
import { type Metric, metrics } from '#shared/domain/pivot.ts'
import type { BrushBar } from './brush.tsx'
import type { TableChartModel, TablePlace } from './table-chart-model.ts'

/** Bars of a table's chart that can be chosen, panel by panel; both parts of a stack are one bar. */
export type TableBar = BrushBar & { places: readonly TablePlace[] }
export const barsOfTable = ({ panels, places }: TableChartModel): TableBar[] =>
  panels.flatMap(({ title, series }) =>
    places.map(({ label }, at) => {
      const points = series.flatMap(({ points }) => points[at] ?? []).filter(({ value }) => (value ?? 0) > 0)
      return {
        label: title === '' ? label : `${title}, ${label}`,
        count: points.reduce((sum, { value }) => sum + (value ?? 0), 0),
        places: points.map(({ place }) => place),
      }
    }),
  )

/** In a sentence; undefined: the cases that its bars count can be selected. */
export function whyNotBrushed({ sides }: Pick<Pivot, 'sides'>, metric: Metric): string | undefined {
  if (sides.length > 1) return 'Пока сравниваются две выборки, отобрать дела на графике нельзя.'
  if (metrics[metric].kind !== 'count') return 'Отобрать дела можно на графике показателя, который считает дела.'
  return undefined
}

/** A case stands at each of its articles. */
export const overlaps = ({ of }: Pick<Pivot, 'of'>): boolean =>
  [of.rows, of.columns].some(dimension => dimension === 'article' || dimension === 'part')
