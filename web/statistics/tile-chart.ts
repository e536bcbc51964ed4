import { showNumber } from '#shared/domain/wording.ts'
import { gridSize, rampOf, rampSteps, tiles } from '../filters/controls/region-map.tsx'
import type { Colour, Palette } from './chart-drawing.ts'
import { type ChartInput, markAt, noneSigns, noneWords, tip } from './chart-spec.ts'

export const tileShades: readonly Colour[] = ['ramp-0', 'ramp-1', 'ramp-2', 'ramp-3', 'ramp-5']

export const tilesOption = ({ look, chart, palette, isNarrow, whyNone }: ChartInput) => {
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
          const mark = markAt(chart.marks, String(region), null)
          const label = look.label(mark ?? { value: String(region), series: null, title: null, count: 0, filters: {} })
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
}

type Drawn = { value: (at: number) => number; coord: (at: [number, number]) => number[] }
const tileOf =
  (palette: Palette, steps: readonly number[], isNarrow: boolean, whyNone: ChartInput['whyNone']) =>
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
