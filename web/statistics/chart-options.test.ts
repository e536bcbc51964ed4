import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Chart, ChartKey, ChartPlace, Mark } from '#shared/api/statistics.ts'
import { chartKeys } from '#shared/api/statistics.ts'
import { chartRows } from '#shared/charts/chart-spec.ts'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { cellsOf, notesOf, nothingRows } from '#shared/charts/chart-words.ts'
import { shareWords } from '#shared/charts/share-wording.ts'
import { clearNumbers } from './bins-chart.ts'
import { numberWidth, type Palette } from './chart-drawing.ts'
import { optionOf } from './chart-options.ts'
import { shadesOf } from './tile-chart.ts'

/** What is drawn (§2 /stats), read from the options that the chart library is given: it is what the table says. */
const palette = new Proxy({ font: 'sans' }, { get: (_, name) => String(name) }) as Palette
const datum = z.object({ value: z.union([z.number(), z.number().array()]), mark: z.unknown().optional() })
const drawn = z.object({
  series: z.object({ type: z.string(), data: z.union([datum, z.array(z.number())]).array() }).array(),
})
const optionsOf = (key: ChartKey, chart: Chart, width = 664) =>
  optionOf({ look: chartSpecs[key], chart, palette, width, isNarrow: width < 500, whyNone: () => 'none' })
const dataOf = (key: ChartKey, chart: Chart) =>
  drawn.parse(optionsOf(key, chart)).series.map(({ data }) => data.flatMap(one => (Array.isArray(one) ? [] : [one])))
/** The number that a datum draws: the last of its dimensions, of a tile and a bin as well. */
const numberOf = ({ value }: z.output<typeof datum>): number => (Array.isArray(value) ? (value.at(-1) ?? 0) : value)

const markOf = (value: string, count: number, of: number | null = null, series: string | null = null): Mark => ({
  value,
  series,
  title: null,
  count,
  of,
  filters: {},
})
const chartOf = (marks: Mark[], places: ChartPlace[] = []): Chart => ({
  places,
  marks,
  of: marks.reduce((sum, { count }) => sum + count, 0),
  missing: 0,
  spread: null,
})
const month = (value: string, is_partial = false): ChartPlace => ({
  value,
  from: `${value}-22`,
  to: `${value}-28`,
  is_partial,
})
const bin = (from: number, to: number | null): ChartPlace => ({ value: String(from), from, to, is_partial: false })

describe('a share that is drawn', () => {
  it('is of its own bar, and the same as in the table', () => {
    const outcomes = chartOf([markOf('2026', 83, 100, 'penalty'), markOf('2026', 17, 100, 'none')], [month('2026')])
    const [penalty] = dataOf('outcomes', outcomes)
    expect(penalty?.map(numberOf)).toEqual([83])
    expect(cellsOf(chartSpecs.outcomes, chartRows(chartSpecs.outcomes, outcomes))).toContainEqual([
      '2026',
      'наказание назначено',
      83,
      100,
      shareWords(83, 100),
    ])
  })
  it('of some is not none, of all but one not all', () => {
    expect(shareWords(5, 11_047)).toBe('<\u00a00,1\u00a0%')
    expect(shareWords(11_046, 11_047)).toBe('99,9\u00a0%')
    expect(shareWords(0, 11_047)).toBe('0\u00a0%')
    expect(shareWords(7, 7)).toBe('100\u00a0%')
  })
  it('is not told of fewer than five cases', () => {
    expect(shareWords(3, 4)).toBe('—')
    expect(shareWords(3, 5)).toBe('60\u00a0%')
    const few = chartOf([markOf('2026', 3, 4, 'penalty'), markOf('2026', 1, 4, 'none')], [month('2026')])
    expect(
      dataOf('outcomes', few)
        .flat()
        .map(numberOf)
        .every(value => value === 0),
    ).toBe(true)
  })
  it('stands in a chart of one codex', () => {
    for (const key of chartKeys.filter(key => /outcomes|reviews|penalties|durations/.test(key)))
      expect(chartSpecs[key].title).toMatch(key.endsWith('_uk') ? /УК$/ : /КоАП$/)
  })
})

describe('the number of a part', () => {
  const parts = z.object({
    series: z
      .object({
        data: z
          .object({ text: z.string(), label: z.object({ show: z.boolean() }) })
          .partial()
          .array(),
      })
      .array(),
  })
  it.each([
    [664, 6, true],
    [664, 3, false],
    [366, 13, true],
    [366, 6, false],
  ])('in a drawing of %i pixels, of %i in a hundred, is drawn: %s', (width, count, isDrawn) => {
    const marks = [markOf('2026', 100 - count, 100, 'penalty'), markOf('2026', count, 100, 'terminated')]
    const { series } = parts.parse(optionsOf('outcomes', chartOf(marks, [month('2026', true)]), width))
    expect(series[1]?.data[0]).toEqual({ text: `${count}\u00a0%`, label: { show: isDrawn } })
  })
})

describe('numbers over bars', () => {
  const at = (x: number, y: number, text = '1 234') => ({ x, y, text })
  it('do not lie on one another: the first of two stays, unless they stand at different heights', () => {
    expect(clearNumbers([at(0, 50), at(20, 52), at(40, 54)])).toEqual([true, false, true])
    expect(clearNumbers([at(0, 50), at(20, 90)])).toEqual([true, true])
    expect(clearNumbers([at(0, 50, '7'), at(20, 50, '8'), at(40, 50, '')])).toEqual([true, true, false])
  })
  it('keep clear of the axis, which has no line where they stand', () =>
    expect(optionsOf('fines', chartOf([markOf('0', 9, 9)], [bin(0, 5000), bin(5000, 10_000)]))).toMatchObject({
      yAxis: { axisLine: { show: false }, axisTick: { show: false } },
    }))
})

it('a court without a name is told by its number', () => {
  const [row] = chartRows(chartSpecs.courts, chartOf([{ ...markOf('12', 9, 9), title: '' }]))
  expect(row?.label).toBe('№\u00a012')
})

describe('the map', () => {
  it('paints the only region with cases the darkest', () =>
    expect(shadesOf([0, 12, 0])).toEqual([{ from: 1, to: 12, colour: 'ramp-5', regions: 1 }]))
  it('says a number of cases for each shade, and every region has one', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 1, maxLength: 80 }), counts => {
        const shades = shadesOf(counts)
        for (const count of counts.filter(count => count > 0))
          expect(shades.filter(({ from, to }) => count >= from && count <= to)).toHaveLength(1)
        expect(new Set(shades.map(({ colour }) => colour)).size).toBe(shades.length)
        if (counts.some(count => count > 0)) expect(shades.at(-1)?.colour).toBe('ramp-5')
      }),
    ))
})

it('a region without cases says why in the table and in the file: none, or its courts were never read', () => {
  const spec = chartSpecs.regions
  const rows = chartRows(spec, chartOf([markOf('77', 9, 9)]))
  const nothing = nothingRows(spec, rows, region => (region === 78 ? 'unread' : region === 76 ? 'closed' : 'none'))
  const said = new Map(cellsOf(spec, rows, nothing).map(([region, says]) => [region, says]))
  expect(said.get('Москва')).toBe(9)
  expect(said.get('Санкт-Петербург')).toBe('суды за эти дни не читались: есть ли дела, неизвестно')
  expect(said.get('Ярославская область')).toBe('регион вам не открыт')
  expect(said.get('Томская область')).toBe('дел нет')
})

describe('a period that is not whole', () => {
  const entered = chartOf(
    [markOf('2026-04', 9, null, '1'), markOf('2026-06', 4, null, '1')],
    [month('2026-04', true), month('2026-05'), month('2026-06', true)],
  )
  it('is hatched at both ends, and its days are said', () => {
    const [first] = z
      .object({
        series: z
          .object({ data: z.object({ itemStyle: z.object({ decal: z.object({}) }).optional() }).array() })
          .array(),
      })
      .parse(optionsOf('entered', entered)).series
    expect(first?.data.map(({ itemStyle }) => itemStyle !== undefined)).toEqual([true, false, true])
    expect(notesOf(chartSpecs.entered, entered).join(' ')).toMatch(
      /Неполные периоды заштрихованы: 22.*апреля.*; 22.*июня/,
    )
  })
  it('keeps its place, and so does a month without cases', () =>
    expect(dataOf('entered', entered)[0]?.map(numberOf)).toEqual([9, 0, 4]))
})

describe('every number drawn is in the table, and every number of the table is drawn', () => {
  const counts = fc.array(fc.nat(900), { minLength: 1, maxLength: 20 })
  it('on axes of amounts, whose numbers do not run into one another', () => {
    const places = [...Array.from({ length: 20 }, (_, at) => bin(at * 50_000, (at + 1) * 50_000)), bin(1_000_000, null)]
    const chart = chartOf(
      places.map(({ value }) => markOf(value, 3)),
      places,
    )
    const axis = z.object({ xAxis: z.object({ min: z.number(), max: z.number(), interval: z.number() }) })
    for (const width of [320, 360, 560, 600, 664, 760, 1200]) {
      const { min, max, interval } = axis.parse(optionsOf('fines_uk', chart, width)).xAxis
      const pixels = (interval / (max - min)) * (width - 50)
      expect(pixels, String(width)).toBeGreaterThan(numberWidth('1 000') + 4)
    }
  })
  it('in histograms, whose bars begin at zero and are as wide as their bins', () =>
    fc.assert(
      fc.property(counts, fc.boolean(), (all, isOpen) => {
        const places = all.map((_, at) => bin(at * 5000, isOpen && at === all.length - 1 ? null : (at + 1) * 5000))
        const chart = chartOf(
          all.map((count, at) => markOf(String(at * 5000), count, 100)).filter(({ count }) => count > 0),
          places,
        )
        const [bars = []] = dataOf('fines', chart)
        expect(bars.map(numberOf)).toEqual(chartRows(chartSpecs.fines, chart).map(({ count }) => count))
        expect(bars.map(numberOf)).toEqual(all)
        const edges = bars.map(({ value }) => (Array.isArray(value) ? value : []))
        for (const [at, [left = 0, right = 0]] of edges.entries())
          if (places[at]?.to !== null) expect([left, right]).toEqual([at * 5000, (at + 1) * 5000])
        expect(optionsOf('fines', chart)).toMatchObject({ yAxis: { min: 0 } })
      }),
    ))
  it('in bars, columns, parts and tiles', () =>
    fc.assert(
      fc.property(counts, all => {
        const rows = chartOf(all.map((count, at) => markOf(String(at + 1), count + 1, 1000)))
        expect(dataOf('penalties', rows)[0]?.map(numberOf)).toEqual(all.map(count => count + 1))
        expect(optionsOf('penalties', rows)).toMatchObject({ xAxis: { min: 0 } })
        const columns = chartOf(
          all.flatMap((count, at) => [
            markOf(String(2000 + at), count + 1, null, '1'),
            markOf(String(2000 + at), 2 * count + 1, null, '2'),
          ]),
          all.map((_, at) => month(String(2000 + at))),
        )
        const [first = [], second = []] = dataOf('entered', columns).map(data => data.map(numberOf))
        expect(first.flatMap((count, at) => [count, second[at]])).toEqual(
          chartRows(chartSpecs.entered, columns).map(({ count }) => count),
        )
        const map = chartOf(all.slice(0, 3).map((count, at) => markOf(String(76 + at), count + 1, 1000)))
        const tiles = dataOf('regions', map)[0]?.filter(({ mark }) => mark) ?? []
        expect(tiles.map(numberOf).toSorted()).toEqual(map.marks.map(({ count }) => count).toSorted())
      }),
    ))
})
