import { LineChart } from 'echarts/charts'
import { TitleComponent } from 'echarts/components'
import { type EChartsCoreOption, use } from 'echarts/core'
import { type Metric, metrics } from '#shared/domain/pivot.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { Box } from './brush-geometry.ts'
import { bandsOf } from './chart-boxes.ts'
import { type Drawing, numberWidth, type Palette } from './chart-drawing.ts'
import { inLines } from './chart-options.ts'
import type { TableChartModel, TablePanel, TablePoint } from './table-chart-model.ts'
import { figureHint, formatFigure, isOfFew, metricUnit } from './table-figures.ts'

use([LineChart, TitleComponent])

export const seriesColours = ['bar', 'ramp-2'] as const
const [lineHeight, barHeight, titleLine, titleGap, gap] = [150, 34, 17, 22, 20] as const
/** Upper bound of the width of a letter at 12 pixels. */
const letterWidth = 7

const toldOf = (metric: Metric, { value, of }: Pick<TablePoint, 'value' | 'of'>): string =>
  `${formatFigure(metric, [value, of])}${isOfFew(metric, [value, of]) ? '*' : ''}`

/** Pixels. Panels are laid out in a grid with this many columns. */
const roomOf = ({ shape, places, panels }: TableChartModel, width: number, height?: number) => {
  const isSideways = shape !== 'lines'
  const least = isSideways ? 420 : 300
  const columns = Math.max(1, Math.min(3, panels.length, Math.floor(width / least)))
  const wide = (width - gap * (columns - 1)) / columns
  const titles = panels.map(({ title }) => inLines(title, Math.floor(wide / (letterWidth + 1))))
  // The top label of an axis extends half above it.
  const top = panels.length > 1 ? Math.max(...titles.map(title => title.split('\n').length)) * titleLine + titleGap : 8
  const ofLines =
    height === undefined ? lineHeight : Math.max(60, height / Math.ceil(panels.length / columns) - top - 28 - gap)
  const inside = isSideways
    ? places.length * barHeight * (shape === 'bars' && (panels[0]?.series.length ?? 1) > 1 ? 1.6 : 1)
    : ofLines
  return { columns, inside, top, titles, each: inside + top + (isSideways ? 8 : 28) + gap, wide }
}
export const tableChartHeight = (model: TableChartModel, width: number): number => {
  const { columns, each } = roomOf(model, width)
  return Math.ceil(model.panels.length / columns) * each
}

/** Boxes of bars or of line positions, panel by panel. */
export function tableChartBoxes(model: TableChartModel, drawn: Drawing): Box[] {
  const { shape, places, panels } = model
  const { columns, inside, top, each, wide } = roomOf(model, drawn.getWidth())
  return panels.flatMap((_, panel) => {
    const [left, from] = [(panel % columns) * (wide + gap), Math.floor(panel / columns) * each + top]
    if (shape !== 'lines')
      return places.map((_, at) => ({
        left,
        right: left + wide,
        top: from + (at * inside) / places.length,
        bottom: from + ((at + 1) * inside) / places.length,
        panel,
      }))
    const at = (place: number): number => Number(drawn.convertToPixel({ xAxisIndex: panel }, place))
    return bandsOf(places.length, at, left + wide - 8).map(([left, right]) => ({
      left,
      right,
      top: from,
      bottom: from + inside,
      panel,
    }))
  })
}

/** `height`: of the whole drawing, filled by lines. */
type Asked = { model: TableChartModel; metric: Metric; palette: Palette; width: number; height?: number }
/** Each datum of a stack has its position in the table, so that a click distinguishes the two parts. */
export const tableChartOption = ({ model, metric, palette, width, height }: Asked): EChartsCoreOption => {
  const { shape, places, panels } = model
  const { columns, inside, top, each, wide, titles } = roomOf(model, width, height)
  const told = panels.flatMap(({ series }) =>
    series.flatMap(({ points }) => points.map(point => toldOf(metric, point))),
  )
  const most = Math.max(
    0,
    ...panels.flatMap(({ series }) =>
      places.map((_, at) => {
        const values = series.map(({ points }) => points[at]?.value ?? 0)
        return shape === 'stack' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
      }),
    ),
  )
  const sideways = shape !== 'lines'
  const names = Math.min(220, wide * 0.45)
  const ofNumbers = 6 + Math.max(58, ...(shape === 'bars' ? told.map(numberWidth) : []))
  const corner = (at: number) => ({ left: (at % columns) * (wide + gap), top: Math.floor(at / columns) * each })
  const byValue = {
    type: 'value',
    min: 0,
    max:
      metrics[metric].kind === 'share' ? Math.max(10, Math.ceil(most / 10) * 10) : sideways ? most || 1 : roundUp(most),
  }
  const ofNames = { type: 'category', axisTick: { show: false } }
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
    title: titles.map((text, at) => ({
      ...corner(at),
      text,
      padding: 0,
      textStyle: { fontSize: 13, fontWeight: 600, color: palette.ink, fontFamily: palette.font, lineHeight: titleLine },
    })),
    grid: panels.map((_, at) => {
      const { left, top: from } = corner(at)
      return {
        left: left + (sideways ? names + 12 : 0),
        top: from + top,
        width: sideways ? wide - names - 12 - ofNumbers : wide - 8,
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
            interval: byValue.max / 2,
            axisLabel: { color: palette['ink-3'], formatter: (value: number) => axisNumber(metric, value) },
            splitLine: { lineStyle: { color: palette.line } },
          },
    ),
    series: panels.flatMap((panel, at) => seriesOf(panel, at, { model, metric, palette })),
  }
}

const axisNumber = (metric: Metric, value: number): string =>
  `${showNumber(value)}${metrics[metric].kind === 'share' ? '\u00a0%' : ''}`

/** The next even round number, so that half of it is an integer. */
const roundUp = (most: number): number => {
  const step = 2 * 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))) - 1)
  return Math.max(2, Math.ceil(most / step) * step)
}

const seriesOf = (panel: TablePanel, at: number, { model, metric, palette }: Omit<Asked, 'width' | 'height'>) =>
  panel.series.flatMap(({ name, points }, index): object[] => {
    const colour = palette[seriesColours[index] ?? 'bar']
    const data = points.map(({ value, of, place }, p) => {
      const line = model.places[p]
      const figure: [number | null, number] = [value, of]
      const unit = metricUnit(metric)
      const said = [panel.title, line?.label, name].filter(Boolean).join(', ')
      const told = `${formatFigure(metric, figure)}${unit === '' ? '' : `\u00a0${unit}`}`
      const hint = figureHint(metric, figure)
      const tip = `${said}\n${told}${hint ? ` ${hint}` : ''}`
      return model.shape === 'bars'
        ? { value: value ?? 0, text: toldOf(metric, { value, of }), place, tip }
        : { value, place, tip }
    })
    const shared = { name, xAxisIndex: at, yAxisIndex: at, data, itemStyle: { color: colour } }
    if (model.shape === 'lines') {
      const line = { ...shared, type: 'line', symbol: 'circle', symbolSize: 6, connectNulls: false }
      const isPartial = (at: number): boolean => model.places[at]?.isPartial ?? false
      return [
        {
          ...line,
          data: data.map((datum, at) => (isPartial(at) ? { ...datum, value: null } : datum)),
          lineStyle: { color: colour, width: 2, type: index === 0 ? 'solid' : 'dashed' },
        },
        // Incomplete periods: hollow points and dashed lines to their neighbours.
        {
          ...line,
          data: data.map((datum, at) => {
            if (isPartial(at))
              return { ...datum, itemStyle: { color: palette.canvas, borderColor: colour, borderWidth: 2 } }
            return isPartial(at - 1) || isPartial(at + 1) ? { value: datum.value, symbol: 'none' } : { value: null }
          }),
          lineStyle: { color: colour, width: 1.5, type: index === 0 ? [3, 4] : 'dotted' },
        },
      ]
    }
    return [
      {
        ...shared,
        type: 'bar',
        ...(model.shape === 'stack' && { stack: 'all' }),
        barMaxWidth: 14,
        label: {
          show: model.shape === 'bars',
          position: 'right',
          color: palette.ink,
          formatter: ({ data }: { data: { text?: string } }) => data.text ?? '',
        },
      },
    ]
  })
