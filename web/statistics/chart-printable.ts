import type { Chart } from '#shared/api/statistics.ts'
import { type ChartSpec, chartRows, noneWords, type WhyNone } from '#shared/charts/chart-spec.ts'
import { notesOf } from '#shared/charts/chart-words.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { tiles } from '../filters/controls/region-map.tsx'
import { heightOf, optionOf } from './chart-options.ts'
import type { Printable } from './print-figure.ts'
import { noCases, shadesOf } from './tile-chart.ts'

export const chartPrintable = (look: ChartSpec, chart: Chart, whyNone: (region: number) => WhyNone): Printable => ({
  title: look.title,
  legend: legendOf(look, chart, whyNone),
  notes: [`${look.about.charAt(0).toUpperCase()}${look.about.slice(1)}.`, ...notesOf(look, chart)].join(' '),
  fill: ({ width, height, palette }) => {
    const isNarrow = width < narrowest
    const { fitting, left } = fittingRows(look, chart, { height, isNarrow })
    return { option: optionOf({ look, chart: fitting, palette, width, isNarrow, whyNone }), left }
  },
})
const narrowest = 600

/** Rows have to be readable: the first ones, or the latest years, as many as fit. */
function fittingRows(look: ChartSpec, chart: Chart, { height, isNarrow }: { height: number; isNarrow: boolean }) {
  const values = [...new Set(chartRows(look, chart).map(({ value }) => value))]
  const isRows = look.shape === 'rows' || look.shape === 'shares'
  const each = heightOf(look, chart, isNarrow) / Math.max(1, values.length)
  const room = Math.max(1, Math.floor(height / each))
  if (!isRows || values.length <= room) return { fitting: chart, left: '' }
  const kept = look.shape === 'shares' ? values.slice(-room) : values.slice(0, room)
  return {
    fitting: {
      ...chart,
      places: chart.places.filter(({ value }) => kept.includes(value)),
      marks: chart.marks.filter(({ value }) => kept.includes(value)),
    },
    left: `Показаны ${look.shape === 'shares' ? 'последние' : 'первые'} ${kept.length} из ${values.length}.`,
  }
}

function legendOf(look: ChartSpec, chart: Chart, whyNone: (region: number) => WhyNone): Printable['legend'] {
  if (look.shape !== 'tiles') return look.series ?? []
  const rows = chartRows(look, chart)
  const has = (why: WhyNone) =>
    tiles.some(({ region }) => whyNone(region) === why && !rows.some(({ value }) => value === String(region)))
  return [
    ...(has('none') ? [{ label: `0 — ${noneWords.none}`, colour: noCases }] : []),
    ...shadesOf(rows.map(({ count }) => count)).map(({ from, to, colour }) => ({
      label: from === to ? showNumber(to) : `${showNumber(from)}–${showNumber(to)}`,
      colour,
    })),
    ...(has('unread') ? [{ label: '? — суды не читались', colour: 'canvas' as const }] : []),
    ...(has('unasked') || has('closed')
      ? [{ label: 'без числа — не выбран или не открыт', colour: 'canvas' as const }]
      : []),
  ]
}
