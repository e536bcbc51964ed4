import { LineChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { type EChartsCoreOption, use } from 'echarts/core'
import { type Metric, metrics } from '#shared/domain/pivot.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { Palette } from './chart-drawing.ts'
import { inLines } from './chart-options.ts'
import type { TableChartModel, TablePanel } from './table-chart-model.ts'
import { figureHint, formatFigure, formatValue, metricUnit } from './table-figures.ts'

use([LineChart, TitleComponent])

export const seriesColours = ['bar', 'ramp-2'] as const
const [lineHeight, barHeight, titleHeight, gap] = [150, 34, 40, 20] as const
/** Pixels of a letter at 12 points, rounded up. */
const letterWidth = 7

/** Pixels. Each panel has a place of its own in a grid of so many columns. */
const roomOf = ({ shape, places, panels }: TableChartModel, width: number) => {
  const isSideways = shape !== 'lines'
  const least = isSideways ? 420 : 300
  const columns = Math.max(1, Math.min(3, panels.length, Math.floor(width / least)))
  const inside = isSideways
    ? places.length * barHeight * (shape === 'bars' && (panels[0]?.series.length ?? 1) > 1 ? 1.6 : 1)
    : lineHeight
  const top = panels.length > 1 ? titleHeight : 8
  return {
    columns,
    inside,
    top,
    each: inside + top + (isSideways ? 8 : 28) + gap,
    wide: (width - gap * (columns - 1)) / columns,
  }
}
export const tableChartHeight = (model: TableChartModel, width: number): number => {
  const { columns, each } = roomOf(model, width)
  return Math.ceil(model.panels.length / columns) * each
}

type Asked = { model: TableChartModel; metric: Metric; palette: Palette; width: number }
/** Each datum carries its place in the table, so that a click finds the list behind it. */
export const tableChartOption = ({ model, metric, palette, width }: Asked): EChartsCoreOption => {
  const { shape, places, panels } = model
  const { columns, inside, top, each, wide } = roomOf(model, width)
  const most = Math.max(
    0,
    ...panels.flatMap(({ series }) =>
      places.map((_, at) => {
        const values = series.map(({ points }) => points[at]?.value ?? 0)
        return shape === 'stack' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
      }),
    ),
  )
  const names = Math.min(220, wide * 0.45)
  const corner = (at: number) => ({ left: (at % columns) * (wide + gap), top: Math.floor(at / columns) * each })
  const byValue = {
    type: 'value',
    min: 0,
    max: metrics[metric].kind === 'share' ? Math.max(10, Math.ceil(most / 10) * 10) : most || 1,
  }
  const ofNames = { type: 'category', axisTick: { show: false } }
  const sideways = shape !== 'lines'
  return {
    animation: false,
    textStyle: { fontFamily: palette.font, fontSize: 12, color: palette['ink-2'] },
    tooltip: {
      confine: true,
      backgroundColor: palette.raised,
      borderColor: palette['line-2'],
      borderWidth: 1,
      extraCssText: 'box-shadow: none; white-space: normal; max-width: 280px;',
      textStyle: { color: palette.ink, fontSize: 13 },
      renderMode: 'richText',
      formatter: ({ data }: { data?: { tip?: string } }) => data?.tip ?? '',
    },
    title: panels.map(({ title }, at) => ({
      ...corner(at),
      text: inLines(title, Math.floor(wide / (letterWidth + 1))),
      padding: 0,
      textStyle: { fontSize: 13, fontWeight: 600, color: palette.ink, fontFamily: palette.font, lineHeight: 17 },
    })),
    grid: panels.map((_, at) => {
      const { left, top: from } = corner(at)
      return {
        left: left + (sideways ? names + 12 : 0),
        top: from + top,
        width: sideways ? wide - names - 76 : wide - 8,
        height: inside,
        outerBoundsMode: sideways ? 'none' : 'same',
        outerBoundsContain: 'axisLabel',
      }
    }),
    xAxis: panels.map((_, at) =>
      sideways
        ? { ...byValue, gridIndex: at, show: false }
        : {
            ...ofNames,
            gridIndex: at,
            data: places.map(({ label }) => label),
            axisLine: { lineStyle: { color: palette['line-ctl'] } },
            axisLabel: { color: palette['ink-2'], hideOverlap: true },
          },
    ),
    yAxis: panels.map((_, at) =>
      sideways
        ? {
            ...ofNames,
            gridIndex: at,
            inverse: true,
            data: places.map(({ label }) => inLines(label, Math.floor(names / letterWidth))),
            axisLine: { show: false },
            axisLabel: { interval: 0, color: palette.ink, align: 'left', margin: names + 12, lineHeight: 15 },
          }
        : {
            ...byValue,
            gridIndex: at,
            splitNumber: 2,
            axisLabel: { color: palette['ink-3'], formatter: showNumber },
            splitLine: { lineStyle: { color: palette.line } },
          },
    ),
    series: panels.flatMap((panel, at) => seriesOf(panel, at, { model, metric, palette })),
  }
}

const seriesOf = (panel: TablePanel, at: number, { model, metric, palette }: Omit<Asked, 'width'>) =>
  panel.series.map(({ name, points }, index) => {
    const colour = palette[seriesColours[index] ?? 'bar']
    const data = points.map(({ value, of, place }, p) => {
      const line = model.places[p]
      const figure: [number | null, number] = [value, of]
      const unit = metricUnit(metric)
      const said = [panel.title, line?.label, name].filter(Boolean).join(', ')
      const told = `${formatFigure(metric, figure)}${unit === '' ? '' : `\u00a0${unit}`}`
      const hint = figureHint(metric, figure)
      const pale = line?.isOpen && { itemStyle: { opacity: 0.55, borderColor: palette.ink, borderType: 'dashed' } }
      return { value, place, tip: `${said}\n${told}${hint ? ` ${hint}` : ''}`, ...pale }
    })
    const shared = { name, xAxisIndex: at, yAxisIndex: at, data, itemStyle: { color: colour } }
    if (model.shape === 'lines')
      return {
        ...shared,
        type: 'line',
        symbol: 'circle',
        symbolSize: 6,
        connectNulls: false,
        lineStyle: { color: colour, width: 2, type: index === 0 ? 'solid' : 'dashed' },
      }
    return {
      ...shared,
      type: 'bar',
      ...(model.shape === 'stack' && { stack: 'all' }),
      barMaxWidth: 14,
      label: {
        show: model.shape === 'bars',
        position: 'right',
        color: palette.ink,
        formatter: ({ value }: { value: number | null }) => (value === null ? '' : formatValue(metric, value)),
      },
    }
  })
