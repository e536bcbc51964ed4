import type { Mark } from '#shared/api/statistics.ts'

/** What each chart is called, how it is drawn and what its marks are called. */
export type ChartSeries = {
  key: string
  label: string
  colour: 'bar' | 'ramp-2' | 'part-pen' | 'part-term' | 'part-ret' | 'part-none'
  pale?: true
}
export type ChartSpec = {
  title: string
  /** `tiles`: the map. `rows`: bars from left to right. `columns`: bars upwards. `shares`: rows of a whole. */
  shape: 'columns' | 'rows' | 'shares' | 'tiles'
  /** Under the title. */
  about: string
  /** What the marks are, as a head of a table. */
  head: string
  series?: readonly ChartSeries[]
  label: (mark: Mark) => string
  /** What is said of the cases the chart cannot place. */
  missing?: string
  /** Sixths of the page it takes where there is room; absent: two. */
  room?: 3 | 4
}

export const labelByKey =
  (names: Readonly<Record<string, string>>) =>
  ({ value }: Mark): string =>
    names[value] ?? value
