import type { EChartsCoreOption } from 'echarts/core'
import type { Chart, Mark } from '#shared/api/statistics.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { gridSize, tiles } from '../filters/controls/region-grid.ts'
import { rampOf, rampSteps } from '../filters/controls/region-map.tsx'
import type { Colour, Palette } from './chart-drawing.ts'
import { type Look, placesOf } from './chart-looks.ts'
import { noneSigns, noneWords, type WhyNone } from './why-none.ts'

/** Charts as ECharts is told them. Each datum carries its mark, so that a click finds the list behind it. */
type Asked = {
  look: Look
  chart: Chart
  palette: Palette
  today: string
  isNarrow: boolean
  /** Why a region has no cases. */
  whyNone: (region: number) => WhyNone
}
export const optionOf = (asked: Asked): EChartsCoreOption => ({
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
/** Pixels a chart takes. */
export const heightOf = (look: Look, chart: Chart, isNarrow: boolean): number => {
  if (look.shape === 'tiles') return isNarrow ? 220 : 470
  if (look.shape === 'columns') return 220
  const places = new Set(chart.marks.map(({ value }) => value)).size
  return places * (look.shape === 'shares' || isNarrow ? 44 : 34) + 8
}

const pieces = (look: Look): readonly { key: string | null; label: string; colour: Colour; pale?: true }[] =>
  look.series ?? [{ key: null, label: '', colour: 'bar' }]
const find = (marks: readonly Mark[], value: string, series: string | null): Mark | undefined =>
  marks.find(mark => mark.value === value && mark.series === series)
const tip = (label: string, mark: Mark, of: number | undefined, series: string): string =>
  `${label}${series === '' ? '' : `: ${series}`}\n${counted(mark.count, caseForms)}${of ? ` · ${percent(mark.count, of)}` : ''}`
const percents = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 })
export const percent = (count: number, of: number): string => `${percents.format((100 * count) / of)}\u00a0%`

const shapes: Record<Look['shape'], (asked: Asked) => EChartsCoreOption> = {
  columns: ({ look, chart, palette, today }) => {
    const places = placesOf(look, chart.marks)
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
          const mark = find(chart.marks, value, key)
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
    const places = placesOf(look, chart.marks)
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
            const mark = find(chart.marks, value, null)
            return mark ? { value: mark.count, mark, tip: tip(label, mark, chart.of, '') } : { value: 0 }
          }),
        },
      ],
    }
  },
  shares: ({ look, chart, palette }) => {
    const places = placesOf(look, chart.marks)
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
          const mark = find(chart.marks, value, key)
          const of = totals.get(value) ?? 0
          return mark && of > 0
            ? { value: (100 * mark.count) / of, mark, tip: tip(place, mark, of, label) }
            : { value: 0 }
        }),
      })),
    }
  },
  tiles: ({ look, chart, palette, isNarrow, whyNone }) => {
    const steps = rampSteps(chart.marks.map(({ count }) => count))
    return {
      grid: { left: 0, right: 0, top: 0, bottom: 0 },
      xAxis: { type: 'value', show: false, min: 0, max: gridSize.columns },
      yAxis: { type: 'value', show: false, min: 0, max: gridSize.rows, inverse: true },
      series: [
        {
          type: 'custom',
          coordinateSystem: 'cartesian2d',
          data: tiles.map(({ region, column, row }) => {
            const mark = find(chart.marks, String(region), null)
            const label = look.label(
              mark ?? { value: String(region), series: null, title: null, count: 0, filters: {} },
            )
            return {
              value: [column, row, region, mark?.count ?? 0],
              mark,
              tip: mark ? tip(label, mark, chart.of, '') : `${label}\n${noneWords[whyNone(region)]}`,
            }
          }),
          renderItem: tileOf(palette, steps, isNarrow, whyNone),
        },
      ],
    }
  },
}
export const tileShades: readonly Colour[] = ['ramp-0', 'ramp-1', 'ramp-2', 'ramp-3', 'ramp-5']

const labelled = ({ value }: { value: number }): string => (value > 0 ? showNumber(value) : '')
/** Pixels of a letter of 13 points, rather more than less. */
const letterWidth = 7.4
/** ECharts breaks words to fit a quarter of the room; names are broken between words, to fit the room they have. */
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
    axisLabel: {
      interval: 0,
      color: palette.ink,
      fontSize: 13,
      lineHeight: 15,
      align: 'left',
      margin: width + 12,
    },
  },
})

type Drawn = { value: (at: number) => number; coord: (at: [number, number]) => number[] }
const tileOf =
  (palette: Palette, steps: readonly number[], isNarrow: boolean, whyNone: Asked['whyNone']) =>
  (_: unknown, api: Drawn) => {
    const [column, row, region, count] = [0, 1, 2, 3].map(at => api.value(at)) as [number, number, number, number]
    const [x = 0, y = 0] = api.coord([column, row])
    const [right = 0, bottom = 0] = api.coord([column + 1, row + 1])
    const [width, height] = [right - x - 3, bottom - y - 3]
    const shade = rampOf(count, [...steps])
    const dark = shade >= 4
    const text = (content: string, at: number, size: number) => ({
      type: 'text',
      silent: true,
      style: {
        text: content,
        x: x + width / 2,
        y: y + height * at,
        align: 'center',
        verticalAlign: 'middle',
        font: `${size}px ${palette.font}`,
        fill: count === 0 ? palette['ink-3'] : dark ? palette['on-accent'] : palette.ink,
      },
    })
    return {
      type: 'group',
      children: [
        {
          type: 'rect',
          shape: { x, y, width, height, r: 3 },
          style: {
            fill: count === 0 && whyNone(region) !== 'none' ? palette.canvas : palette[tileShades[shade] ?? 'ramp-5'],
            ...(count === 0 && whyNone(region) !== 'none' && { stroke: palette['line-2'], lineDash: [3, 3] }),
          },
        },
        ...(isNarrow
          ? []
          : [
              text(String(region).padStart(2, '0'), 0.34, 12),
              text(count === 0 ? noneSigns[whyNone(region)] : showNumber(count), 0.7, 11),
            ]),
      ],
    }
  }
