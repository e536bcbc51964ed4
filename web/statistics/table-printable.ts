import type { Pivot } from '#shared/api/pivot.ts'
import { metrics } from '#shared/domain/pivot.ts'
import type { Printable } from './print-figure.ts'
import { type ChartRoom, tableChart, usualRoom } from './table-chart-model.ts'
import { seriesColours, tableChartHeight, tableChartOption } from './table-chart-option.ts'
import { tableTitle } from './table-figures.ts'

export function tablePrintable(table: Pivot, at: number): Printable {
  const metric = table.of.metrics[at] ?? 'cases'
  const names = tableChart(table, at).panels[0]?.series.map(({ name }) => name) ?? []
  return {
    title: tableTitle(table, at),
    legend: names.length > 1 ? names.map((label, n) => ({ label, colour: seriesColours[n] ?? 'bar' })) : [],
    notes: `${metrics[metric].about}.`,
    fill: ({ width, height, palette }) => {
      const model = tableChart(table, at, roomThatFits(table, at, { width, height }))
      return { option: tableChartOption({ model, metric, palette, width, height }), left: model.notes.join(' ') }
    },
  }
}

/** Reduces panels first, then the bars of each. */
const fewestBars = 3
function roomThatFits(table: Pivot, at: number, { width, height }: { width: number; height: number }): ChartRoom {
  let room = usualRoom
  for (;;) {
    const model = tableChart(table, at, room)
    if (tableChartHeight(model, width) <= height) return room
    if (model.panels.length > 1) room = { ...room, panels: model.panels.length - 1 }
    else if (model.shape !== 'lines' && model.places.length > fewestBars)
      room = { ...room, bars: model.places.length - 1, barsInPanel: model.places.length - 1 }
    else return room
  }
}
