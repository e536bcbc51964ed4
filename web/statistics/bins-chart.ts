import type { Chart } from '#shared/api/statistics.ts'
import { type ChartSpec, chartRows, tip } from '#shared/charts/chart-spec.ts'
import { fewestForShare } from '#shared/domain/statistics-ranges.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { type ChartInput, numberWidth } from './chart-drawing.ts'

/** Pixels of the drawing outside its bars. */
const numbersBeside = 50

/**
 * A histogram on a continuous axis: bars of equal width from zero, with the open-ended bin set apart. Below it the
 * interquartile range and the median.
 */
export const binsOption = ({ look, chart, palette, width: wide, isNarrow }: ChartInput) => {
  const rows = chartRows(look, chart)
  const { bins, first, width, end, isOpen, shift, edges } = binScale(look, chart)
  const most = isNarrow ? 8 : 20
  const { axis } = look.amounts ?? { axis: showNumber }
  const last = end - shift + (isOpen ? 3 * width : 0)
  const each = (wide - numbersBeside) / Math.max(1, (last - first + shift) / width)
  const label = Math.max(...[first, end].map(amount => numberWidth(axis(amount)))) + 6
  const every = [1, 2, 5, 10].find(step => bins.length / step <= most && step * each >= label) ?? 10
  return {
    grid: {
      left: 0,
      right: 4,
      top: 24,
      bottom: chart.spread ? 26 : 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'value',
      min: first - shift,
      max: last,
      interval: every * width,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette['line-ctl'] } },
      splitLine: { show: false },
      axisLabel: {
        color: palette['ink-2'],
        formatter: (amount: number) => (shift > 0 || amount > end ? '' : axis(amount)),
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      splitNumber: 3,
      minInterval: 1,
      axisLine: { show: false },
      axisTick: { show: false },
      // The label of the first bar may be wider than the bar.
      axisLabel: { color: palette['ink-3'], formatter: showNumber, margin: 16 },
      splitLine: { lineStyle: { color: palette.line } },
    },
    series: [
      {
        type: 'custom',
        name: 'bins',
        encode: { x: [0, 1], y: 2 },
        data: rows.map((row, at) => ({ value: [...(edges[at] ?? []), row.count], mark: row.mark, tip: tip(row) })),
        renderItem: (params: { dataIndex: number }, api: Drawn) => {
          const row = rows[params.dataIndex]
          const isBeyond = row?.place?.to === null
          const [left = 0, top = 0] = api.coord([api.value(0), api.value(2)])
          const [right = 0, base = 0] = api.coord([api.value(1), 0])
          const clear = () =>
            clearNumbers(
              edges.map(([left, right], at): Numbered => {
                const { count = 0, place } = rows[at] ?? {}
                const [x = 0, y = 0] = api.coord([(left + right) / 2, count])
                return { x, y, text: place?.to === null || count === 0 ? '' : showNumber(count) }
              }),
            )
          const says = isBeyond || (bins.length <= most && clear()[params.dataIndex] === true)
          return {
            type: 'group',
            children: [
              {
                type: 'rect',
                shape: { x: left + 0.5, y: top, width: Math.max(1, right - left - 1), height: base - top },
                style: { fill: palette[isBeyond ? 'ramp-2' : 'bar'] },
              },
              ...(shift > 0 && !isBeyond && row && params.dataIndex % every === 0
                ? [
                    {
                      type: 'text',
                      silent: true,
                      style: {
                        text: row.label,
                        x: (left + right) / 2,
                        y: base + 8,
                        align: 'center',
                        verticalAlign: 'top',
                        font: `12px ${palette.font}`,
                        fill: palette['ink-2'],
                      },
                    },
                  ]
                : []),
              ...(says && row
                ? [
                    {
                      type: 'text',
                      silent: true,
                      style: {
                        text: isBeyond ? `${row.label}: ${showNumber(row.count)}` : showNumber(row.count),
                        x: isBeyond ? right : (left + right) / 2,
                        y: top - 4,
                        align: isBeyond ? 'right' : 'center',
                        verticalAlign: 'bottom',
                        font: `12px ${palette.font}`,
                        fill: palette.ink,
                        // Readable on a grid line.
                        stroke: palette.canvas,
                        lineWidth: 3,
                      },
                    },
                  ]
                : []),
            ],
          }
        },
      },
      ...(chart.spread && chart.spread.n >= fewestForShare
        ? [
            {
              type: 'custom',
              name: 'spread',
              silent: true,
              clip: false,
              tooltip: { show: false },
              encode: { x: [0, 1, 2] },
              data: [[chart.spread.lower, chart.spread.upper, chart.spread.median]],
              renderItem: (_: unknown, api: Drawn) => {
                const at = (dimension: number): number =>
                  api.coord([Math.min(api.value(dimension), end - shift), 0])[0] ?? 0
                const y = (api.coord([first, 0])[1] ?? 0) + 26
                const [left, right, middle] = [at(0), at(1), at(2)]
                return {
                  type: 'group',
                  children: [
                    {
                      type: 'rect',
                      shape: { x: left, y, width: Math.max(2, right - left), height: 8 },
                      style: { fill: palette['ramp-2'] },
                    },
                    {
                      type: 'rect',
                      shape: { x: middle - 1, y: y - 3, width: 2, height: 14 },
                      style: { fill: palette.ink },
                    },
                  ],
                }
              },
            },
          ]
        : []),
    ],
  }
}
type Numbered = { x: number; y: number; text: string }
const lineHeight = 14
/** Which labels above bars do not overlap an earlier one; the table has all numbers. */
export function clearNumbers(numbers: readonly Numbered[]): boolean[] {
  const said: Numbered[] = []
  return numbers.map(one => {
    const meets = (other: Numbered): boolean =>
      one.x - other.x < (numberWidth(one.text) + numberWidth(other.text)) / 2 + 3 &&
      Math.abs(one.y - other.y) < lineHeight
    if (one.text === '' || said.some(meets)) return false
    said.push(one)
    return true
  })
}
export function binScale({ amounts }: ChartSpec, { places }: Chart) {
  const bins = places.filter(({ to }) => to !== null)
  const [first = 0, width] = [Number(bins[0]?.from ?? 0), Number(bins[0]?.to ?? 1) - Number(bins[0]?.from ?? 0)]
  const end = Number(bins.at(-1)?.to ?? first)
  // A bin of one integer is centred on it.
  const shift = amounts?.isWhole && width === 1 ? 0.5 : 0
  const edges = places.map(({ from, to }): [left: number, right: number] =>
    to === null ? [end + width - shift, end + 3 * width - shift] : [Number(from) - shift, Number(to) - shift],
  )
  return { bins, first, width, end, isOpen: bins.length < places.length, shift, edges }
}
type Drawn = { value: (at: number) => number; coord: (at: [number, number]) => number[] }
