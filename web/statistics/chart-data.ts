import type { Chart, Mark } from '#shared/api/statistics.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { Palette } from './chart-drawing.ts'
import type { ChartSpec } from './chart-spec.ts'
import type { WhyNone } from './why-none.ts'

/** What every shape of chart is drawn from, and what it says of one mark. */
export type ChartInput = {
  look: ChartSpec
  chart: Chart
  palette: Palette
  today: string
  isNarrow: boolean
  /** Why a region has no cases. */
  whyNone: (region: number) => WhyNone
}

export const markAt = (marks: readonly Mark[], value: string, series: string | null): Mark | undefined =>
  marks.find(mark => mark.value === value && mark.series === series)
export const tip = (label: string, mark: Mark, of: number | undefined, series: string): string =>
  `${label}${series === '' ? '' : `: ${series}`}\n${counted(mark.count, caseForms)}${of ? ` · ${percent(mark.count, of)}` : ''}`
const percents = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 })
export const percent = (count: number, of: number): string => `${percents.format((100 * count) / of)}\u00a0%`
