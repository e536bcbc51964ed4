export type PdfTextRun = { text: string; x: number; y: number; width: number; size: number }
export type PdfLine = {
  text: string
  x: number
  end: number
  y: number
  size: number
  /** A table row or a signature, with wide gaps between its parts: no line continues it. */
  isSeparate?: true
}

/** Distances are relative to the font size. */
const lineTolerance = 0.4
const wordGap = 0.15
const spacedWordGap = 0.8
const columnGap = 2
const overprintOffset = 0.2
/** Shorter or narrower ones are numbers of a list or a signature. */
const minColumnLines = 4
const minColumnWidth = 6

/** Lines in reading order, column by column, from runs in any order. */
export function pdfLines(runs: readonly PdfTextRun[]): PdfLine[] {
  const rows: PdfTextRun[][] = []
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && run.y - first.y < lineTolerance * Math.max(run.size, first.size)) row.push(run)
    else rows.push([run])
  }
  return byColumns(rows.map(row => blocksOf(row.toSorted((a, b) => a.x - b.x))).filter(row => row.length > 0))
}

/** Splits a row at wide gaps: between cells, columns, the ends of a signature. */
function blocksOf(row: readonly PdfTextRun[]): PdfLine[] {
  const blocks: PdfLine[] = []
  let previous: PdfTextRun | undefined
  for (const run of row) {
    const last = blocks.at(-1)
    if (run.text.trim() === '') {
      if (last && run.x - last.end < columnGap * run.size && !last.text.endsWith('  ')) last.text += run.text
      continue
    }
    if (previous && previous.text === run.text && Math.abs(previous.x - run.x) < overprintOffset * run.size) continue
    previous = run
    const gap = last === undefined ? 0 : run.x - last.end
    const end = run.x + run.width
    if (last === undefined || gap > columnGap * run.size) {
      blocks.push({ text: run.text, x: run.x, end, y: run.y, size: run.size })
      continue
    }
    if (!/\s$/.test(last.text) && !/^\s/.test(run.text)) last.text += spaceOf(gap / run.size)
    else if (gap > spacedWordGap * run.size) last.text += ' '
    last.text += run.text
    last.end = Math.max(last.end, end)
  }
  return blocks.map(block => ({ ...block, text: withoutSpacing(block.text) })).filter(({ text }) => text !== '')
}

const spaceOf = (gap: number): string => (gap > spacedWordGap ? '  ' : gap > wordGap ? ' ' : '')

/** «П О С Т А Н О В И Л» is one word; two spaces separate spaced words. */
const withoutSpacing = (text: string): string =>
  text
    .replace(/(?<!\p{L})(?:\p{Lu}(?: \p{Lu}){3,}|\p{Ll}(?: \p{Ll}){3,})(?!\p{L})/gu, word => word.replaceAll(' ', ''))
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{L}) (?=[:;,](?: |$))/gu, '')
    .trim()

function byColumns(rows: readonly PdfLine[][]): PdfLine[] {
  const lines: PdfLine[] = []
  let at = 0
  while (at < rows.length) {
    const end = endOfColumns(rows, at)
    const section = rows.slice(at, end)
    lines.push(...(columnsOf(section) ?? section.flatMap(joinCells)))
    at = end
  }
  return lines
}

type Gutter = { from: number; to: number }
const gutterOf = (row: readonly PdfLine[]): Gutter | undefined => {
  const [left, right] = row
  return left && right && row.length === 2 ? { from: left.end, to: right.x } : undefined
}
function endOfColumns(rows: readonly PdfLine[][], at: number): number {
  let gutter = gutterOf(rows[at] ?? [])
  let end = at + 1
  for (; gutter !== undefined && end < rows.length; end++) {
    const row = rows[end] ?? []
    const next = gutterOf(row) ?? gutterBeside(row, gutter)
    if (next === undefined) break
    const common = { from: Math.max(gutter.from, next.from), to: Math.min(gutter.to, next.to) }
    if (common.to - common.from < (row[0]?.size ?? 0)) break
    gutter = common
  }
  return end
}
const gutterBeside = ([only, more]: readonly PdfLine[], { from, to }: Gutter): Gutter | undefined =>
  only === undefined || more !== undefined || (only.x < to && only.end > from)
    ? undefined
    : { from: only.end <= from ? only.end : from, to: only.x >= to ? only.x : to }

function columnsOf(section: readonly PdfLine[][]): PdfLine[] | undefined {
  const pairs = section.filter(row => row.length === 2)
  if (pairs.length < minColumnLines) return undefined
  const middle = pairs.reduce((sum, row) => sum + ((row[0]?.end ?? 0) + (row[1]?.x ?? 0)) / 2, 0) / pairs.length
  const all = section.flat()
  const sides = [all.filter(({ x }) => x < middle), all.filter(({ x }) => x >= middle)]
  const isWide = (side: readonly PdfLine[]): boolean =>
    side.filter(({ x, end, size }) => end - x > minColumnWidth * size).length >= side.length / 2
  return sides.every(isWide) ? sides.flat() : undefined
}

const joinCells = (row: readonly PdfLine[]): PdfLine[] => {
  const [first, ...rest] = row
  if (first === undefined || rest.length === 0) return [...row]
  const text = row.map(part => part.text).join(' ')
  return [{ ...first, text, end: Math.max(...row.map(({ end }) => end)), isSeparate: true }]
}
