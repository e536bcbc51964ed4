import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Figure, Pivot, PivotLine } from '#shared/api/pivot.ts'
import {
  type Dimension,
  dimensionNames,
  dimensions,
  type Metric,
  metricNames,
  noColumns,
} from '#shared/domain/pivot.ts'
import { fewestForShare } from '#shared/domain/statistics-ranges.ts'
import type { Palette } from './chart-drawing.ts'
import { tableChart } from './table-chart-model.ts'
import { tableChartOption } from './table-chart-option.ts'

const line = (key: number | null, label = String(key)): PivotLine => ({ key, label, hint: '', is_open: key === 2026 })
const total = line(null, 'Всего')
const keysOf = (of: Dimension): readonly (number | null)[] =>
  of === 'entry_month' ? [202511, 202602, null] : dimensions[of].order === 'time' ? [2023, 2026, null] : [1, 2]
const tableOf = (
  rows: Dimension,
  columns: Dimension | typeof noColumns,
  { metrics = ['cases'], sides = 1, figure = [30, 30] }: { metrics?: Metric[]; sides?: number; figure?: Figure } = {},
): Pivot => {
  const down = [total, ...keysOf(rows).map(key => line(key))]
  const across = [total, ...(columns === noColumns ? [] : keysOf(columns).map(key => line(key)))]
  const side = {
    filters: {},
    readable: [],
    rows: down.map(() => ({})),
    columns: across.map(() => ({})),
    metrics: metrics.map(() => ({})),
    cells: down.map(() => across.map(() => metrics.map(() => figure))),
  }
  return {
    of: { rows, columns, metrics },
    rows: down,
    columns: across,
    sides: Array.from({ length: sides }, () => side),
    left_out: { rows: 0, columns: 0 },
    today: '2026-11-21',
  }
}

const palette = new Proxy({ font: 'sans' }, { get: (_, name) => String(name) }) as Palette
const datum = z.object({
  value: z.number().nullable(),
  symbol: z.string().optional(),
  itemStyle: z.object({ color: z.string() }).optional(),
})
const drawn = z.object({ series: z.object({ data: datum.array() }).array() })

const ofOneCodex = (table: Pivot): Pivot => ({
  ...table,
  sides: table.sides.map(side => ({ ...side, filters: { type: '1' } })),
})

describe('the chart of a table (§2 /data)', () => {
  it.each([
    ['fine_median', 'regions', noColumns, {}, 0],
    ['penalty_share', 'entry_year', noColumns, {}, 0],
    ['penalty_share', 'entry_year', noColumns, { type: '2' }, 1],
    ['penalty_share', 'entry_year', 'type', {}, 2],
    ['penalty_share', 'article', noColumns, {}, 1],
    ['arrest_median', 'regions', noColumns, {}, 1],
    ['fine_sum', 'regions', noColumns, {}, 1],
  ] as const)(
    'of %s by %s and %s under %o has %s panels: both codices are never one',
    (metric, rows, columns, filters, panels) => {
      const table = tableOf(rows, columns, { metrics: [metric] })
      const model = tableChart({ ...table, sides: table.sides.map(side => ({ ...side, filters })) }, 0)
      expect(model.panels).toHaveLength(panels)
      expect(model.notes.some(note => note.includes('смесь кодексов'))).toBe(panels === 0)
    },
  )
  it('is there for every rows, columns and metric that make a table, alone and compared', () => {
    for (const rows of dimensionNames)
      for (const columns of [noColumns, ...dimensionNames])
        for (const metric of metricNames)
          for (const sides of [1, 2]) {
            if (columns !== noColumns && dimensions[rows].family === dimensions[columns].family) continue
            const { places, panels } = tableChart(ofOneCodex(tableOf(rows, columns, { metrics: [metric], sides })), 0)
            expect(places.length, `${rows} ${columns} ${metric}`).toBeGreaterThan(0)
            expect(panels.length).toBeGreaterThan(0)
            for (const { series } of panels) for (const { points } of series) expect(points).toHaveLength(places.length)
          }
  })
  it('has bars for one dimension, lines where time runs, whichever way it stands', () => {
    expect(tableChart(tableOf('court', noColumns), 0).shape).toBe('bars')
    expect(tableChart(tableOf('entry_month', noColumns), 0).shape).toBe('lines')
    expect(tableChart(tableOf('regions', 'entry_year'), 0)).toMatchObject({
      shape: 'lines',
      panels: [{ title: '1' }, { title: '2' }],
    })
    expect(tableChart(tableOf('entry_year', 'regions'), 0)).toMatchObject({
      shape: 'lines',
      panels: [{ title: '1' }, { title: '2' }],
    })
  })
  it('keeps a year and a month without cases in their places, and does not place what has no date', () => {
    const years = tableChart(tableOf('result_year', noColumns), 0)
    expect(years.places.map(({ label }) => label)).toEqual(['2023', '2024', '2025', '2026'])
    expect(years.panels[0]?.series[0]?.points.map(({ value }) => value)).toEqual([30, 0, 0, 30])
    expect(years.notes.join()).toContain('Не показано: null — 30\u00a0дел.')
    const shares = ofOneCodex(tableOf('result_year', noColumns, { metrics: ['penalty_share'], figure: [40, 30] }))
    expect(tableChart(shares, 0).notes.join()).toMatch(/Не показано: null — 40,0\s%\sиз 30 /)
    expect(
      tableChart(tableOf('entry_month', noColumns), 0)
        .places.slice(1, 3)
        .map(({ label }) => label),
    ).toEqual(['декабрь 2025', 'январь 2026'])
  })
  it('stacks only what adds up: two codices or instances, never articles, shares or two sides', () => {
    const shape = (...asked: Parameters<typeof tableOf>) => tableChart(tableOf(...asked), 0).shape
    expect(shape('regions', 'type')).toBe('stack')
    expect(shape('court', 'stage', { metrics: ['fine_sum'] })).toBe('stack')
    expect(shape('regions', 'article')).toBe('bars')
    expect(shape('regions', 'type', { metrics: ['penalty_share'] })).toBe('bars')
    expect(shape('regions', 'type', { sides: 2 })).toBe('bars')
  })
  it.each([
    [fewestForShare - 1, null],
    [fewestForShare, 40],
    [fewestForShare + 1, 40],
  ])('draws a share of %i cases as %s, and says what it does not draw', (of, drawn) => {
    const { panels, notes } = tableChart(
      ofOneCodex(tableOf('regions', noColumns, { metrics: ['penalty_share'], figure: [40, of] })),
      0,
    )
    expect(panels[0]?.series[0]?.points[0]?.value).toBe(drawn)
    expect(notes.join().includes('меньше чем по 5')).toBe(drawn === null)
    const counts = tableChart(tableOf('regions', noColumns, { figure: [3, 3] }), 0)
    expect(counts.panels[0]?.series[0]?.points[0]?.value).toBe(3)
  })
  it('draws periods that are not whole by hollow points and a broken line, at both ends, and says their days', () => {
    const table = tableOf('result_year', noColumns)
    const rows = table.rows.map(line =>
      line.key === 2023 ? { ...line, partial: { from: '2023-11-06', to: '2023-12-31' } } : line,
    )
    const model = tableChart({ ...table, rows }, 0)
    expect(model.notes.join().replaceAll('\u00a0', ' ')).toMatch(/пустыми точками: 6 ноября — 31 декабря 2023; 2026/)
    const { series } = drawn.parse(tableChartOption({ model, metric: 'cases', palette, width: 600 }))
    expect(series.map(({ data }) => data.map(({ value }) => value))).toEqual([
      [null, 0, 0, null],
      [30, 0, 0, 30],
    ])
    const hollow = series[1]?.data.map(({ itemStyle, symbol }) => symbol ?? itemStyle?.color)
    expect(hollow).toEqual(['canvas', 'none', 'none', 'canvas'])
  })
  const bars = z.object({
    series: z.object({ data: z.object({ value: z.number(), text: z.string() }).array() }).array(),
  })
  const signs = /\* — меньше|Прочерк/
  it.each<[Figure, string, RegExp | undefined]>([
    [[40, 30], '40,0\u00a0%', undefined],
    [[40, 19], '40,0\u00a0%*', /^\* — меньше 20/],
    [[40, 4], '—', /^Прочерк — доля и медиана меньше чем по 5/],
    [[null, 0], '—', /^Прочерк — считать не из чего\.$/],
  ])(
    'writes %o beside its bar as the table does, «%s», and explains only the signs that it draws',
    (figure, text, says) => {
      const table = ofOneCodex(tableOf('regions', noColumns, { metrics: ['penalty_share'], figure }))
      const model = tableChart(table, 0)
      const { series } = bars.parse(tableChartOption({ model, metric: 'penalty_share', palette, width: 600 }))
      expect(series[0]?.data.map(({ text }) => text)).toEqual([text, text])
      expect(model.notes.filter(note => signs.test(note))).toEqual(says ? [expect.stringMatching(says)] : [])
      const lines = ofOneCodex(tableOf('entry_year', noColumns, { metrics: ['penalty_share'], figure }))
      expect(tableChart(lines, 0).notes.filter(note => signs.test(note))).toEqual([])
    },
  )
  it('says over a panel of a period that is not whole that it is not, and of which days it is', () => {
    const table = tableOf('entry_year', 'result_year')
    const { panels, notes } = tableChart(
      {
        ...table,
        columns: table.columns.map(one =>
          one.key === 2023 ? { ...one, partial: { from: '2023-11-06', to: '2023-12-31' } } : one,
        ),
      },
      0,
    )
    expect(panels.map(({ title }) => title)).toEqual(['2023, неполный', '2026, неполный', 'null'])
    expect(notes.filter(note => /панелей: /.test(note))).toEqual([expect.stringMatching(/6\sноября.*2023; 2026\.$/)])
    expect(tableChart(tableOf('entry_year', 'regions'), 0).panels.map(({ title }) => title)).toEqual(['1', '2'])
  })
  it('has a sign of percent on an axis of shares, and none on another', () => {
    const axes = z.object({
      yAxis: z.object({ axisLabel: z.object({ formatter: z.custom<(value: number) => string>() }) }).array(),
    })
    const told = (metric: Metric) => {
      const model = tableChart(ofOneCodex(tableOf('entry_year', noColumns, { metrics: [metric] })), 0)
      return axes.parse(tableChartOption({ model, metric, palette, width: 600 })).yAxis[0]?.axisLabel.formatter(50)
    }
    expect([told('penalty_share'), told('cases')]).toEqual(['50\u00a0%', '50'])
  })
  it('gives titles of panels as many lines as the longest has: none lies over a number', () => {
    const table = tableOf('entry_year', 'regions')
    const long = {
      ...table,
      columns: table.columns.map(one => ({ ...one, label: 'Очень длинное название суда '.repeat(5) })),
    }
    const room = z.object({
      grid: z.object({ top: z.number() }).array(),
      title: z.object({ text: z.string() }).array(),
    })
    const { grid, title } = room.parse(
      tableChartOption({ model: tableChart(long, 0), metric: 'cases', palette, width: 360 }),
    )
    const lines = title[0]?.text.split('\n').length ?? 0
    expect(lines).toBeGreaterThan(2)
    expect(grid[0]?.top).toBeGreaterThanOrEqual(lines * 17 + 14)
  })
  it('leads from a point to its figure in the table', () =>
    expect(tableChart(tableOf('regions', 'entry_year'), 0).panels[1]?.series[0]?.points.at(-1)?.place).toEqual({
      side: 0,
      row: 2,
      column: 2,
      metric: 0,
    }))
})
