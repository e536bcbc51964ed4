import type { CitationRequest } from '#shared/api/citations.ts'
import type { Metric } from '#shared/domain/pivot.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { type ChartOption, type Colour, drawnAsSvg, type Palette } from './chart-drawing.ts'
import { inLines } from './chart-options.ts'

/** An image for print: title, legend, drawing, notes and source in exactly the chosen size. Pure. */
export type Printable = {
  title: string
  legend: readonly { label: string; colour: Colour }[]
  /** Required remarks on the figures, as sentences. */
  notes: string
  /** Draws as much as fits, and reports what did not. */
  fill: (room: { width: number; height: number; palette: Palette }) => { option: ChartOption; left: string }
}
/** What is printed: its image, the queries of its note and link, its files. */
export type ArticleFigures = {
  printable: Printable
  file: string
  note: WireRecord
  cite: CitationRequest
  files: { csv: string; xlsx: string }
  /** The drawn metric of a table. */
  metric?: Metric
  /** The count on the page; undefined if it has none. */
  cases?: number
}
export type Picture = { svg: string; width: number; height: number }

/** Pixels. `zoom`: scale of letters and lines relative to the page. */
export const printSizes = [
  { value: 'column', label: 'Колонка, 600×400', width: 600, height: 400, zoom: 1 },
  { value: 'spread', label: 'Разворот, 1200×675', width: 1200, height: 675, zoom: 1.5 },
  { value: 'square', label: 'Квадрат, 1080×1080', width: 1080, height: 1080, zoom: 1.5 },
  { value: 'social', label: 'Соцсети, 1200×630', width: 1200, height: 630, zoom: 1.5 },
] as const
export type PrintSize = (typeof printSizes)[number]
/** Not a file size: for showing on a phone without scaling down. */
export const phoneSize = { width: 360, height: 520, zoom: 1 } as const

/** `letter`: upper bound of a letter's width in pixels. */
const types = {
  title: { size: 18, line: 24, weight: 600, letter: 10.2 },
  legend: { size: 12, line: 18, weight: 400, letter: 6.8 },
  warning: { size: 12, line: 17, weight: 600, letter: 7.2 },
  source: { size: 11, line: 15, weight: 400, letter: 6.1 },
} as const
type TextType = keyof typeof types
const [side, gap] = [20, 10] as const
/** A smaller drawing is useless. */
const leastDrawing = 120

type Asked = {
  printable: Printable
  title: string
  source: string
  warning: string | null
  size: { width: number; height: number; zoom: number }
  palette: Palette
}
/** Undefined when the words leave no room for the drawing. */
export function printed(asked: Asked): Picture | undefined {
  const { printable, title, source, warning, size, palette } = asked
  const [wide, tall] = [size.width / size.zoom, size.height / size.zoom]
  const width = wide - 2 * side
  const wrapped = (text: string, type: TextType): string[] =>
    text.trim() === '' ? [] : inLines(text.trim(), Math.floor(width / types[type].letter)).split('\n')
  const heading = wrapped(title, 'title')
  const warned = wrapped(warning ?? '', 'warning')
  const legend = legendLines(printable.legend, width)
  const above =
    side +
    heading.length * types.title.line +
    warned.length * types.warning.line +
    legend.length * types.legend.line +
    gap
  let left = ''
  for (let tries = 0; tries < 4; tries++) {
    const foot = wrapped([printable.notes, left, source].filter(Boolean).join(' '), 'source')
    const height = tall - above - gap - foot.length * types.source.line - side
    if (height < leastDrawing) return undefined
    const filled = printable.fill({ width, height, palette })
    if (filled.left !== left) {
      left = filled.left
      continue
    }
    const text = (lines: readonly string[], type: TextType, top: number, fill: string): string =>
      lines
        .map((line, at) => {
          const { size: points, line: step, weight } = types[type]
          return `<text x="${side}" y="${top + at * step + points}" font-size="${points}" font-weight="${weight}" fill="${fill}">${xml(line)}</text>`
        })
        .join('')
    const [afterTitle, afterWarning] = [
      side + heading.length * types.title.line,
      side + heading.length * types.title.line + warned.length * types.warning.line,
    ]
    const inner = drawnAsSvg(filled.option, width, height).replace('<svg ', `<svg x="${side}" y="${above}" `)
    return {
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${wide} ${tall}" font-family="${xml(palette.font)}"><title>${xml(title)}</title><desc>${xml(foot.join(' '))}</desc><rect width="${wide}" height="${tall}" fill="${palette.canvas}"/>${text(heading, 'title', side - 2, palette.ink)}${text(warned, 'warning', afterTitle, palette['part-pen'])}${legendSvg(legend, afterWarning, palette)}${inner}${text(foot, 'source', tall - side - foot.length * types.source.line, palette['ink-2'])}</svg>`,
      width: size.width,
      height: size.height,
    }
  }
  return undefined
}

type LegendItem = Printable['legend'][number] & { x: number }
const swatch = 16
function legendLines(items: Printable['legend'], width: number): LegendItem[][] {
  const lines: LegendItem[][] = []
  let x = 0
  for (const item of items) {
    const room = swatch + item.label.length * types.legend.letter + 14
    if (lines.length === 0 || x + room > width) {
      lines.push([])
      x = 0
    }
    lines.at(-1)?.push({ ...item, x })
    x += room
  }
  return lines
}
const legendSvg = (lines: readonly LegendItem[][], top: number, palette: Palette): string =>
  lines
    .flatMap((line, at) =>
      line.map(({ label, colour, x }) => {
        const y = top + at * types.legend.line
        return `<rect x="${side + x}" y="${y + 2}" width="11" height="11" rx="2" fill="${palette[colour]}"/><text x="${side + x + swatch}" y="${y + types.legend.size}" font-size="${types.legend.size}" fill="${palette['ink-2']}">${xml(label)}</text>`
      }),
    )
    .join('')

const xml = (text: string): string =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;')
