import type { EChartsCoreOption } from 'echarts/core'
import type { Chart } from '#shared/api/statistics.ts'
import { type ChartRow, type ChartSpec, chartRows, tip } from '#shared/charts/chart-spec.ts'
import { shareWords } from '#shared/charts/share-wording.ts'
import { fewestForShare } from '#shared/domain/statistics-ranges.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { binsOption } from './bins-chart.ts'
import { type ChartInput, numberWidth, type Palette } from './chart-drawing.ts'
import { columnsOption, hatchedIfPartial } from './columns-chart.ts'
import { tilesOption } from './tile-chart.ts'

/** Each datum has its mark, so that a click finds the list behind it. */
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
  if (look.shape === 'columns') return 240
  if (look.shape === 'bins') return 220
  const places = new Set(chartRows(look, chart).map(({ value }) => value)).size
  return places * (look.shape === 'shares' || isNarrow ? 44 : 34) + 8
}

const shapes: Record<ChartSpec['shape'], (asked: ChartInput) => EChartsCoreOption> = {
  columns: columnsOption,
  bins: binsOption,
  rows: ({ look, chart, palette, isNarrow }) => {
    const rows = chartRows(look, chart)
    return {
      ...sideways(
        rows.map(({ label }) => label),
        palette,
        { width: isNarrow ? 140 : 200, right: 118 },
      ),
      xAxis: { type: 'value', show: false, min: 0, max: 'dataMax' },
      series: [
        {
          type: 'bar',
          barWidth: 14,
          itemStyle: { color: palette.bar },
          label: {
            show: true,
            position: 'right',
            color: palette.ink,
            formatter: ({ dataIndex }: { dataIndex: number }) => figureOf(rows[dataIndex]),
          },
          data: rows.map(row => ({ value: row.count, mark: row.mark, tip: tip(row) })),
        },
      ],
    }
  },
  shares: ({ look, chart, palette, width }) => {
    const rows = chartRows(look, chart)
    const places = [...Map.groupBy(rows, ({ value }) => value).values()]
    return {
      ...sideways(
        places.map(([first]) => wholeOf(first)),
        palette,
        { width: ofYears, right: 8 },
      ),
      xAxis: { type: 'value', show: false, min: 0, max: 100 },
      series: (look.series ?? []).map(({ key, label, colour, pale }) => ({
        type: 'bar',
        name: label,
        stack: 'all',
        barWidth: 22,
        itemStyle: { color: palette[colour], borderColor: palette.canvas, borderWidth: 0.5 },
        label: {
          show: true,
          position: 'insideLeft',
          color: palette[pale ? (colour === 'part-none' ? 'ink' : 'on-pale') : 'on-part'],
          formatter: ({ data }: { data: { text?: string } }) => data.text ?? '',
        },
        data: places.map(place => {
          const row = place.find(({ series }) => series === key)
          if (!row?.of || row.of < fewestForShare) return { value: 0 }
          const [value, text] = [(100 * row.count) / row.of, shareWords(row.count, row.of)]
          const free = (value / 100) * (width - ofYears - 20) - numberWidth(text)
          return {
            value,
            text,
            mark: row.mark,
            tip: tip(row),
            ...hatchedIfPartial(row, palette),
            label: {
              show: free >= 0,
              ...(free < 10 && { position: 'inside' }),
              // The number is drawn on its colour, not on the hatching.
              ...(row.place?.is_partial && { backgroundColor: palette[colour], padding: [3, free < 6 ? 1 : 3] }),
            },
          }
        }),
      })),
    }
  },
  tiles: tilesOption,
}

/** Width of «2026, неполный» in pixels. */
const ofYears = 112
const figureOf = (row: ChartRow | undefined): string =>
  row === undefined || row.count === 0
    ? ''
    : `${showNumber(row.count)}${row.of !== null && row.of >= fewestForShare ? ` · ${shareWords(row.count, row.of)}` : ''}`
/** «2026, неполный / всего 12» */
const wholeOf = (row: ChartRow | undefined): string => {
  if (row === undefined) return ''
  const of = row.of ?? 0
  return `${row.value}${row.place?.is_partial ? ', неполный' : ''}\nвсего\u00a0${showNumber(of)}${of > 0 && of < fewestForShare ? ': мало' : ''}`
}

/** Upper bound of the width of a letter at 13 pixels. */
const letterWidth = 7.4
/** ECharts breaks inside words; this breaks between them. */
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
const sideways = (labels: readonly string[], palette: Palette, { width, right }: { width: number; right: number }) => ({
  grid: { left: width + 12, right, top: 0, bottom: 0, outerBoundsMode: 'none' },
  yAxis: {
    type: 'category',
    inverse: true,
    data: labels.map(label => (label.includes('\n') ? label : inLines(label, Math.floor(width / letterWidth)))),
    axisTick: { show: false },
    axisLine: { show: false },
    axisLabel: { interval: 0, color: palette.ink, fontSize: 13, lineHeight: 15, align: 'left', margin: width + 12 },
  },
})
