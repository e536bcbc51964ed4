import { chartRows, noneSigns, noneWords, tip } from '#shared/charts/chart-spec.ts'
import { regionShortName } from '#shared/domain/region-places.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { gridSize, type MapShade, mapShades, tiles } from '../filters/controls/region-map.tsx'
import type { ChartInput, Colour, Palette } from './chart-drawing.ts'

export const noCases: Colour = 'ramp-0'
type Shade = Omit<MapShade, 'shade'> & { colour: Colour }
export const shadesOf = (counts: readonly number[]): Shade[] =>
  mapShades(counts).map(({ shade, ...range }) => ({ ...range, colour: `ramp-${shade}` }))

export const tilesOption = ({ look, chart, palette, isNarrow, whyNone }: ChartInput) => {
  const rows = chartRows(look, chart)
  const shades = shadesOf(rows.map(({ count }) => count))
  return {
    // Keeps the outer borders of the grid.
    grid: { left: 1, right: 0, top: 1, bottom: 0 },
    xAxis: { type: 'value', show: false, min: 0, max: gridSize.columns },
    yAxis: { type: 'value', show: false, min: 0, max: gridSize.rows, inverse: true },
    series: [
      {
        type: 'custom',
        coordinateSystem: 'cartesian2d',
        data: tiles.map(({ region, column, row: line }) => {
          const row = rows.find(({ value }) => value === String(region))
          return {
            value: [column, line, region, row?.count ?? 0],
            colour: shades.find(({ from, to }) => row && row.count >= from && row.count <= to)?.colour ?? noCases,
            mark: row?.mark,
            tip: row
              ? tip(row)
              : `${look.label({ value: String(region), title: null })}\n${noneWords[whyNone(region)]}`,
          }
        }),
        renderItem: tileOf(palette, shades, isNarrow, whyNone),
      },
    ],
  }
}

/** Pixels between the centres of a name and a number. */
const linesApart = 12.5
type Drawn = { value: (at: number) => number; coord: (at: [number, number]) => number[] }
const tileOf =
  (palette: Palette, shades: readonly Shade[], isNarrow: boolean, whyNone: ChartInput['whyNone']) =>
  (_: unknown, api: Drawn) => {
    const [column = 0, row = 0, region = 0, count = 0] = [0, 1, 2, 3].map(at => api.value(at))
    const [x = 0, y = 0] = api.coord([column, row])
    const [right = 0, bottom = 0] = api.coord([column + 1, row + 1])
    const gap = isNarrow ? 1 : 3
    const [width, height] = [right - x - gap, bottom - y - gap]
    const colour = shades.find(({ from, to }) => count >= from && count <= to)?.colour ?? noCases
    const isUnknown = count === 0 && whyNone(region) !== 'none'
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
        fill: count === 0 ? palette['ink-3'] : colour === 'ramp-5' ? palette['on-accent'] : palette.ink,
      },
    })
    // The two lines do not touch, even in low tiles.
    const apart = Math.max(0.18, linesApart / 2 / height)
    // A phone has room for two digits; the names are in the table.
    const name = isNarrow ? String(region).padStart(2, '0') : regionShortName(region)
    return {
      type: 'group',
      children: [
        {
          type: 'rect',
          shape: { x, y, width, height, r: isNarrow ? 2 : 3 },
          style: {
            fill: isUnknown ? palette.canvas : palette[colour],
            ...(isUnknown && { stroke: palette['line-2'], lineDash: [3, 3] }),
          },
        },
        ...(isNarrow
          ? [text(count === 0 && whyNone(region) === 'unread' ? `${name}?` : name, 0.5, 10)]
          : [
              text(name, 0.52 - apart, 12),
              text(count === 0 ? noneSigns[whyNone(region)] : showNumber(count), 0.52 + apart, 11),
            ]),
      ],
    }
  }
