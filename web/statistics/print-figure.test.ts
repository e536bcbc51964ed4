import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { Pivot } from '#shared/api/pivot.ts'
import { type Chart, type ChartKey, chartKeys } from '#shared/api/statistics.ts'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { longestTitle } from '#shared/domain/figures.ts'
import type { Palette } from './chart-drawing.ts'
import { chartPrintable } from './chart-printable.ts'
import { phoneSize, printed, printSizes } from './print-figure.ts'
import { tablePrintable } from './table-printable.ts'

/** Pictures for print (decision 0093): of exactly the chosen size, saying what they show, whence, and what was left out. */
const palette = new Proxy(
  { font: "'Segoe UI', sans-serif" },
  { get: (own, name) => Reflect.get(own, name) ?? '#123456' },
) as Palette
const values = (key: ChartKey): string[] =>
  key === 'entered'
    ? ['2026-03', '2026-04']
    : key === 'regions'
      ? ['77', '36']
      : [
          '2021',
          '2022',
          '2023',
          '2024',
          '2025',
          '2026',
          '2027',
          '2028',
          '2029',
          '2030',
          '2031',
          '2032',
          '2033',
          '2034',
          '2035',
        ]
const chartOf = (key: ChartKey): Chart => {
  const [{ shape, series }, all] = [chartSpecs[key], values(key)]
  const isBins = shape === 'bins'
  return {
    places:
      isBins || shape === 'columns' || shape === 'shares'
        ? all.map((value, at) => ({
            value,
            from: isBins ? at : `${value.slice(0, 4)}-01-01`,
            to: isBins ? at + 1 : `${value.slice(0, 4)}-12-31`,
            is_partial: at === 0 && !isBins,
          }))
        : [],
    marks: all.flatMap(value =>
      (series ?? [{ key: null }]).map(one => ({
        value,
        series: one.key,
        title: `Суд ${value} & «Ко»`,
        count: 12,
        of: 60,
        filters: {},
      })),
    ),
    of: 180,
    missing: 3,
    spread: isBins ? { median: 2, lower: 1, upper: 3, n: 180 } : null,
  }
}
const [, spread] = printSizes
const asked: Omit<Parameters<typeof printed>[0], 'printable'> = {
  title: 'Суды & <дела>',
  source: 'Судмонитор, данные на 21 ноября 2026',
  warning: null,
  size: spread,
  palette,
}
const pictureOf = (key: ChartKey, own: Partial<typeof asked> = {}) =>
  printed({ printable: chartPrintable(chartSpecs[key], chartOf(key), () => 'unread'), ...asked, ...own })
const parser = new XMLParser({ ignoreAttributes: false, processEntities: true })

describe('a picture for print', () => {
  it.each(chartKeys)('of %s is well-formed XML of each size, with a title, a description and its font', key => {
    for (const size of [...printSizes, phoneSize]) {
      const picture = pictureOf(key, { size })
      const svg = picture?.svg ?? ''
      expect(XMLValidator.validate(svg), `${key} ${size.width}`).toBe(true)
      const { svg: root } = parser.parse(svg)
      expect([root['@_width'], root['@_height'], root['@_font-family']]).toEqual([
        String(size.width),
        String(size.height),
        "'Segoe UI', sans-serif",
      ])
      expect(root.title).toBe('Суды & <дела>')
      expect(root.desc.replaceAll('\u00a0', ' ')).toContain('n = 180 дел.')
      expect(root.desc).toContain('данные на 21 ноября 2026')
    }
  })
  it('says on itself that its data are invented, whatever its title says', () => {
    const warning = 'Демонстрационные данные: дела и люди вымышлены, публиковать нельзя.'
    expect(pictureOf('courts', { warning })?.svg).toContain(`>${warning}<`)
  })
  it('is as wide as a phone there, with letters as large as those of the page, and has room beside the longest words', () => {
    const warning = 'В базе есть демонстрационные данные, вымышленные дела могли попасть в выборку: публиковать нельзя.'
    for (const key of chartKeys) {
      const svg = pictureOf(key, { size: phoneSize, warning, title: chartSpecs[key].title })?.svg ?? ''
      expect(parser.parse(svg).svg['@_viewBox'], key).toBe('0 0 360 520')
    }
  })
  it('says how many rows it shows where there is no room for all', () => {
    expect(pictureOf('courts', { size: printSizes[0] })?.svg).toMatch(/Показаны первые \d из 15\./)
    expect(pictureOf('outcomes', { size: printSizes[0] })?.svg).toMatch(/Показаны последние \d из 15\./)
    expect(pictureOf('courts', { size: printSizes[2] })?.svg).not.toContain('Показаны')
  })
  it('of the map has numbers of tiles clear of their names, and whole borders', () => {
    for (const size of printSizes.slice(1)) {
      const svg = pictureOf('regions', { size, warning: 'Дела вымышлены.' })?.svg ?? ''
      const lines = [...svg.matchAll(/ x="([\d.]+)" y="([\d.]+)" fill="[^"]*">[^<]+<\/text>/g)]
      const pairs = lines.flatMap(([, x, y], at) =>
        lines[at + 1]?.[1] === x ? [Number(lines[at + 1]?.[2]) - Number(y)] : [],
      )
      expect(pairs.filter(apart => apart > 0).length, size.label).toBeGreaterThan(80)
      expect(Math.min(...pairs.filter(apart => apart > 0)), size.label).toBeGreaterThanOrEqual(12)
      expect(svg.match(/<path d="M[\d.]+ 0L[^"]*"[^>]*stroke-dasharray/)).toBeNull()
    }
  })
  it('is none where words leave no room for the drawing', () =>
    expect(
      pictureOf('courts', { size: printSizes[0], title: 'Слово '.repeat(66).slice(0, longestTitle) }),
    ).toBeUndefined())
  it('of a table keeps to its size as well, with panels left out and told', () => {
    const line = (key: number | null) => ({ key, label: `Регион ${key}`, hint: '', is_open: false })
    const rows = [line(null), ...Array.from({ length: 20 }, (_, at) => line(at + 1))]
    const columns = [line(null), ...Array.from({ length: 9 }, (_, at) => line(at + 1))]
    const side = {
      filters: {},
      readable: [],
      rows: [],
      columns: [],
      metrics: [],
      cells: rows.map(() => columns.map(() => [[30, 30] as [number, number]])),
    }
    const table: Pivot = {
      of: { rows: 'regions', columns: 'court', metrics: ['cases'] },
      rows,
      columns,
      sides: [side],
      left_out: { rows: 0, columns: 0 },
      today: '2026-11-21',
    }
    for (const size of printSizes) {
      const picture = printed({ ...asked, printable: tablePrintable(table, 0), size })
      expect(XMLValidator.validate(picture?.svg ?? '')).toBe(true)
      expect(picture?.svg).toMatch(/Показаны первые \d+ строк из 20\.|Панелей — первые \d+ из 9\./)
    }
  })
})
