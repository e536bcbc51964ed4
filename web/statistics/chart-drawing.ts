import { BarChart, CustomChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { Chart } from '#shared/api/statistics.ts'
import type { ChartSpec, WhyNone } from '#shared/charts/chart-spec.ts'

use([BarChart, CustomChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer])

export type ChartOption = EChartsCoreOption
export type Drawing = ReturnType<typeof init>
export const draw = (place: HTMLElement): Drawing => init(place, null, { renderer: 'svg' })
/** Renders without a page, for images. */
export const drawnAsSvg = (option: EChartsCoreOption, width: number, height: number): string => {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height })
  drawing.setOption(option)
  const svg = drawing.renderToSVGString()
  drawing.dispose()
  return svg
}

/** ECharts does not support CSS variables: these are their values in the current theme. */
const colours = [
  'canvas',
  'ink',
  'ink-2',
  'ink-3',
  'line',
  'line-ctl',
  'raised',
  'line-2',
  'bar',
  'part-pen',
  'part-term',
  'part-ret',
  'part-none',
  'on-part',
  'on-pale',
  'on-accent',
  'ramp-0',
  'ramp-1',
  'ramp-2',
  'ramp-3',
  'ramp-4',
  'ramp-5',
] as const
export type Colour = (typeof colours)[number]
export type Palette = Readonly<Record<Colour, string>> & { font: string }
/** What is drawn, and the available space. */
export type ChartInput = {
  look: ChartSpec
  chart: Chart
  palette: Palette
  /** Pixels. */
  width: number
  isNarrow: boolean
  whyNone: (region: number) => WhyNone
}

/** Upper bound of the width of numbers and signs at 12 pixels. */
export const numberWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/[\s.,:]/.test(sign) ? 3.5 : sign === '%' ? 10 : 7), 0)

export const paletteOf = (place: HTMLElement): Palette => {
  const probe = document.createElement('i')
  place.append(probe)
  const read = (name: Colour): string => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const entries = colours.map((name): [Colour, string] => [name, read(name)])
  // ECharts inserts the font name between double quotes without escaping.
  const font = getComputedStyle(place).fontFamily.replaceAll('"', "'")
  probe.remove()
  // Every name has been read.
  return { ...(Object.fromEntries(entries) as Record<Colour, string>), font }
}
