import { type ChartRow, chartRows, tip } from '#shared/charts/chart-spec.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { ChartInput, Palette } from './chart-drawing.ts'

/** Consecutive periods; incomplete ones are hatched. */
export const columnsOption = ({ look, chart, palette, isNarrow }: ChartInput) => {
  const rows = chartRows(look, chart)
  const places = chart.places.map(({ value }) => value)
  const isLabelled = labelledOf(places, isNarrow ? fewestLabels : look.room === 6 ? 2 * mostLabels : mostLabels)
  return {
    grid: { left: 0, right: 0, top: 24, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: places,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette['line-ctl'] } },
      axisLabel: {
        color: palette['ink-2'],
        interval: 0,
        lineHeight: 16,
        formatter: (period: string) => (isLabelled(period) ? axisLabel(period, places.find(isLabelled)) : ''),
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      splitNumber: 3,
      minInterval: 1,
      axisLabel: { color: palette['ink-3'], formatter: showNumber },
      splitLine: { lineStyle: { color: palette.line } },
    },
    series: (look.series ?? []).map(({ key, label, colour }) => ({
      type: 'bar',
      name: label,
      stack: 'all',
      barCategoryGap: '28%',
      itemStyle: { color: palette[colour], borderColor: palette.canvas, borderWidth: 0.5 },
      data: rows.filter(({ series }) => series === key).map(row => datumOf(row, palette)),
    })),
  }
}
const datumOf = (row: ChartRow, palette: Palette) => ({
  value: row.count,
  mark: row.mark,
  tip: tip(row),
  ...hatchedIfPartial(row, palette),
})
export const hatchedIfPartial = ({ place }: ChartRow, palette: Palette) =>
  place?.is_partial && { itemStyle: { decal: hatchOf(palette), borderColor: palette.ink, borderType: 'dashed' } }
const hatchOf = (palette: Palette) => ({
  symbol: 'rect',
  dashArrayX: [1, 0],
  dashArrayY: [2, 4],
  rotation: -Math.PI / 4,
  color: palette.canvas,
})

const [mostLabels, fewestLabels] = [14, 7]
const months = new Intl.DateTimeFormat('ru', { month: 'short', timeZone: 'UTC' })
/** Labels at a regular distance of months or years, without overlaps. */
const labelledOf = (places: readonly string[], most: number): ((period: string) => boolean) => {
  const every = [1, 2, 3, 6, 12, 24, 60].find(step => places.length / step <= most) ?? 60
  const numberOf = (period: string): number => {
    const [year = 0, month] = period.split('-').map(Number)
    return month === undefined ? year : year * 12 + month - 1
  }
  return period => numberOf(period) % every === 0
}
/** «янв 2026», «фев»: the year is added to its first labelled month. */
const axisLabel = (period: string, first: string | undefined): string => {
  const [year = '', month] = period.split('-')
  if (month === undefined) return year
  const name = months
    .format(new Date(`${period}-01`))
    .replace('.', '')
    .slice(0, 3)
  return month === '01' || period === first ? `${name}\n${year}` : name
}
