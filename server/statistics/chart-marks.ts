import type { Chart, Mark } from '#shared/api/statistics.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'

/** A mark of a chart with the filters of the list behind it, and charts built of marks. */
type Counted = Omit<Mark, 'of'>

export const markOf = (
  value: string,
  count: number,
  own: AnyValues,
  beside: { series?: string; title?: string | null } = {},
): Counted => ({ value, series: null, title: null, count, filters: writeValues(caseListFields, own), ...beside })

type Beside = Partial<Pick<Chart, 'places' | 'spread' | 'cut'>> & {
  /** The total of shown and missing cases, for marks that share cases. */
  of?: number
  missing?: number
  /** The base of shares: the shown cases, those at the same place, or none. */
  shares?: 'chart' | 'place' | 'none'
}
/** `all`: cases that the chart could show; those without a mark are missing. */
export function chartOf(
  counted: readonly Counted[],
  all: number,
  { places = [], spread = null, cut, of = sum(counted), missing = all - of, shares = 'chart' }: Beside = {},
): Chart {
  const marks = counted.filter(({ count }) => count > 0)
  const atPlaces = Map.groupBy(marks, ({ value }) => value)
  const bases = { chart: () => of, place: (value: string) => sum(atPlaces.get(value) ?? []), none: () => null }
  return {
    places,
    marks: marks.map(mark => ({ ...mark, of: bases[shares](mark.value) })),
    of,
    missing,
    spread,
    ...(cut && { cut }),
  }
}

export const sum = (rows: readonly { count: number }[]): number => rows.reduce((all, { count }) => all + count, 0)
export const byCount = (marks: readonly Counted[]): Counted[] =>
  marks.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
export const byValue = (marks: readonly Counted[]): Counted[] =>
  marks.toSorted((a, b) => a.value.localeCompare(b.value) || (a.series ?? '').localeCompare(b.series ?? ''))
