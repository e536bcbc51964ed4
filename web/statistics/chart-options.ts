import type { EChartsCoreOption } from 'echarts/core'
import type { Chart } from '#shared/api/statistics.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { Colour, Palette } from './chart-drawing.ts'
import { type ChartInput, type ChartSpec, markAt, tip } from './chart-spec.ts'
import { chartCategories } from './chart-specs.ts'
import { tilesOption } from './tile-chart.ts'

/** Each datum carries its mark, so that a click finds the list behind it. */
export const optionOf = (asked: ChartInput): EChartsCoreOption => ({
  animation: false,
  textStyle: { fontFamily: asked.palette.font, fontSize: 12, color: asked.palette['ink-2'] },
  tooltip: {
    confine: true,
    backgroundColor: asked.palette.raised,
    borderColor: asked.palette['line-2'],
    borderWidth: 1,
    extraCssText: 'box-shadow: none; white-space: normal; max-width: 280px;',
    textStyle: { color: asked.palette.ink, fontSize: 13 },
    renderMode: 'richText',
    formatter: ({ data }: { data?: { tip?: string } }) => data?.tip ?? '',
  },
  ...shapes[asked.look.shape](asked),
})
export const heightOf = (look: ChartSpec, chart: Chart, isNarrow: boolean): number => {
  if (look.shape === 'tiles') return isNarrow ? 220 : 470
  if (look.shape === 'columns') return 220
  const places = new Set(chart.marks.map(({ value }) => value)).size
  return places * (look.shape === 'shares' || isNarrow ? 44 : 34) + 8
}

const pieces = (look: ChartSpec): readonly { key: string | null; label: string; colour: Colour; pale?: true }[] =>
  look.series ?? [{ key: null, label: '', colour: 'bar' }]
const shapes: Record<ChartSpec['shape'], (asked: ChartInput) => EChartsCoreOption> = {
  columns: ({ look, chart, palette, today }) => {
    const places = chartCategories(look, chart.marks)
    const parts = pieces(look)
    const isOpen = (value: string): boolean => value.length >= 4 && look.series !== undefined && today.startsWith(value)
    return {
      grid: { left: 0, right: 0, top: 24, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      xAxis: {
        type: 'category',
        data: places.map(({ label }) => label),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: palette['line-ctl'] } },
        axisLabel: { color: palette['ink-2'], hideOverlap: true },
      },
      yAxis: {
        type: 'value',
        splitNumber: 3,
        minInterval: 1,
        axisLabel: { color: palette['ink-3'], formatter: showNumber },
        splitLine: { lineStyle: { color: palette.line } },
      },
      series: parts.map(({ key, label, colour }, at) => ({
        type: 'bar',
        name: label,
        stack: 'all',
        barCategoryGap: '28%',
        itemStyle: { color: palette[colour], borderColor: palette.canvas, borderWidth: parts.length > 1 ? 0.5 : 0 },
        label:
          at === parts.length - 1 && places.length <= 16 && parts.length === 1
            ? { show: true, position: 'top', color: palette.ink, formatter: labelled }
            : { show: false },
        data: places.map(({ value, label: place }) => {
          const mark = markAt(chart.marks, value, key)
          return mark
            ? {
                value: mark.count,
                mark,
                tip: tip(place, mark, undefined, label) + (isOpen(value) ? '\nпериод ещё не закончен' : ''),
                ...(isOpen(value) && { itemStyle: { opacity: 0.55, borderColor: palette.ink, borderType: 'dashed' } }),
              }
            : { value: 0 }
        }),
      })),
    }
  },
  rows: ({ look, chart, palette, isNarrow }) => {
    const places = chartCategories(look, chart.marks)
    return {
      ...sideways(places, palette, isNarrow ? 160 : look.room ? 280 : 180),
      xAxis: { type: 'value', show: false, max: 'dataMax' },
      series: [
        {
          type: 'bar',
          barWidth: 14,
          itemStyle: { color: palette.bar },
          label: { show: true, position: 'right', color: palette.ink, formatter: labelled },
          data: places.map(({ value, label }) => {
            const mark = markAt(chart.marks, value, null)
            return mark ? { value: mark.count, mark, tip: tip(label, mark, chart.of, '') } : { value: 0 }
          }),
        },
      ],
    }
  },
  shares: ({ look, chart, palette }) => {
    const places = chartCategories(look, chart.marks)
    const totals = new Map(
      places.map(({ value }) => [
        value,
        chart.marks.filter(mark => mark.value === value).reduce((sum, { count }) => sum + count, 0),
      ]),
    )
    return {
      ...sideways(places, palette, 60),
      xAxis: { type: 'value', show: false, max: 100 },
      series: pieces(look).map(({ key, label, colour, pale }) => ({
        type: 'bar',
        name: label,
        stack: 'all',
        barWidth: 22,
        itemStyle: { color: palette[colour], borderColor: palette.canvas, borderWidth: 0.5 },
        label: {
          show: true,
          position: 'insideLeft',
          color: palette[pale ? (colour === 'part-none' ? 'ink' : 'on-pale') : 'on-part'],
          formatter: ({ value }: { value: number }) => (value >= 7 ? String(Math.round(value)) : ''),
        },
        data: places.map(({ value, label: place }) => {
          const mark = markAt(chart.marks, value, key)
          const of = totals.get(value) ?? 0
          return mark && of > 0
            ? { value: (100 * mark.count) / of, mark, tip: tip(place, mark, of, label) }
            : { value: 0 }
        }),
      })),
    }
  },
  tiles: tilesOption,
}

const labelled = ({ value }: { value: number }): string => (value > 0 ? showNumber(value) : '')
/** Pixels of a letter at 13 points, rounded up. */
const letterWidth = 7.4
/** ECharts breaks inside words; names are broken between words. */
export const inLines = (text: string, letters: number): string => {
  let line = ''
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const fits = line !== '' && line.length + 1 + word.length <= letters
    if (!fits && line !== '') lines.push(line)
    line = fits ? `${line} ${word}` : word
  }
  return [...lines, line].join('\n')
}
const sideways = (places: readonly { label: string }[], palette: Palette, width: number) => ({
  grid: { left: width + 12, right: 64, top: 0, bottom: 0, outerBoundsMode: 'none' },
  yAxis: {
    type: 'category',
    inverse: true,
    data: places.map(({ label }) => inLines(label, Math.floor(width / letterWidth))),
    axisTick: { show: false },
    axisLine: { show: false },
    axisLabel: { interval: 0, color: palette.ink, fontSize: 13, lineHeight: 15, align: 'left', margin: width + 12 },
  },
})
