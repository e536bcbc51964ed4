import type { Chart, Mark } from '#shared/api/statistics.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { Palette } from './chart-drawing.ts'

type ChartSeries = {
  key: string
  label: string
  colour: 'bar' | 'ramp-2' | 'part-pen' | 'part-term' | 'part-ret' | 'part-none'
  pale?: true
}
export type ChartSpec = {
  title: string
  /** `tiles`: the map. `rows`: horizontal bars. `columns`: vertical bars. `shares`: rows of 100 %. */
  shape: 'columns' | 'rows' | 'shares' | 'tiles'
  about: string
  head: string
  series?: readonly ChartSeries[]
  label: (mark: Mark) => string
  /** What is said of cases the chart cannot place. */
  missing?: string
  /** Sixths of the page's width; absent: two. */
  room?: 3 | 4
}

export const labelByKey =
  (names: Readonly<Record<string, string>>) =>
  ({ value }: Mark): string =>
    names[value] ?? value

export type ChartInput = {
  look: ChartSpec
  chart: Chart
  palette: Palette
  today: string
  isNarrow: boolean
  whyNone: (region: number) => WhyNone
}

export const markAt = (marks: readonly Mark[], value: string, series: string | null): Mark | undefined =>
  marks.find(mark => mark.value === value && mark.series === series)
export const tip = (label: string, mark: Mark, of: number | undefined, series: string): string =>
  `${label}${series === '' ? '' : `: ${series}`}\n${counted(mark.count, caseForms)}${of ? ` · ${percent(mark.count, of)}` : ''}`
const percents = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 })
export const percent = (count: number, of: number): string => `${percents.format((100 * count) / of)}\u00a0%`

/** Why a region has no cases. `closed`: not of this account; `unread`: its courts were never read. */
export type WhyNone = 'none' | 'unread' | 'closed'
export const noneWords: Readonly<Record<WhyNone, string>> = {
  none: 'дел нет',
  unread: 'суды не читались: есть ли дела, неизвестно',
  closed: 'регион вам не открыт',
}
export const noneSigns: Readonly<Record<WhyNone, string>> = { none: '—', unread: '?', closed: '' }
