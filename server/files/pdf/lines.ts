export type PdfTextRun = { text: string; x: number; y: number; width: number; size: number }
export type PdfLine = {
  text: string
  x: number
  end: number
  y: number
  size: number
  /** Its parts are far apart (a table row, a signature): no line continues it. */
  apart?: true
}

const sameLine = 0.4
const gapOfWords = 0.15
const gapOfSpacedWords = 0.8
const gapOfColumns = 2
const overprint = 0.2
/** A list's numbers and a signature are no columns. */
const minLines = 4
const minColumn = 6

/** Runs in any order → lines in reading order, column by column. */
export function pdfLines(pieces: readonly PdfTextRun[]): PdfLine[] {
  const rows: PdfTextRun[][] = []
  for (const piece of pieces.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && piece.y - first.y < sameLine * Math.max(piece.size, first.size)) row.push(piece)
    else rows.push([piece])
  }
  return columnwise(rows.map(row => blocksOf(row.toSorted((a, b) => a.x - b.x))).filter(row => row.length > 0))
}

/** A row split at wide gaps: cells, columns, the ends of a signature. */
function blocksOf(row: readonly PdfTextRun[]): PdfLine[] {
  const blocks: PdfLine[] = []
  let before: PdfTextRun | undefined
  for (const piece of row) {
    const last = blocks.at(-1)
    if (piece.text.trim() === '') {
      if (last && piece.x - last.end < gapOfColumns * piece.size && !last.text.endsWith('  ')) last.text += piece.text
      continue
    }
    if (before && before.text === piece.text && Math.abs(before.x - piece.x) < overprint * piece.size) continue
    before = piece
    const gap = last === undefined ? 0 : piece.x - last.end
    const end = piece.x + piece.width
    if (last === undefined || gap > gapOfColumns * piece.size) {
      blocks.push({ text: piece.text, x: piece.x, end, y: piece.y, size: piece.size })
      continue
    }
    if (!/\s$/.test(last.text) && !/^\s/.test(piece.text)) last.text += spaceOf(gap / piece.size)
    else if (gap > gapOfSpacedWords * piece.size) last.text += ' '
    last.text += piece.text
    last.end = Math.max(last.end, end)
  }
  return blocks.map(block => ({ ...block, text: withoutSpacing(block.text) })).filter(({ text }) => text !== '')
}

const spaceOf = (gap: number): string => (gap > gapOfSpacedWords ? '  ' : gap > gapOfWords ? ' ' : '')

/** «П О С Т А Н О В И Л» is one word; two spaces separate spaced words. */
const withoutSpacing = (text: string): string =>
  text
    .replace(/(?<!\p{L})(?:\p{Lu}(?: \p{Lu}){3,}|\p{Ll}(?: \p{Ll}){3,})(?!\p{L})/gu, word => word.replaceAll(' ', ''))
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{L}) (?=[:;,](?: |$))/gu, '')
    .trim()

function columnwise(rows: readonly PdfLine[][]): PdfLine[] {
  const lines: PdfLine[] = []
  let at = 0
  while (at < rows.length) {
    const end = endOfColumns(rows, at)
    const run = rows.slice(at, end)
    lines.push(...(columnsOf(run) ?? run.flatMap(joined)))
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
  let strip = gutterOf(rows[at] ?? [])
  let end = at + 1
  for (; strip !== undefined && end < rows.length; end++) {
    const row = rows[end] ?? []
    const next = gutterOf(row) ?? stripBeside(row, strip)
    if (next === undefined) break
    const common = { from: Math.max(strip.from, next.from), to: Math.min(strip.to, next.to) }
    if (common.to - common.from < (row[0]?.size ?? 0)) break
    strip = common
  }
  return end
}
const stripBeside = ([only, more]: readonly PdfLine[], { from, to }: Gutter): Gutter | undefined =>
  only === undefined || more !== undefined || (only.x < to && only.end > from)
    ? undefined
    : { from: only.end <= from ? only.end : from, to: only.x >= to ? only.x : to }

function columnsOf(run: readonly PdfLine[][]): PdfLine[] | undefined {
  const whole = run.filter(row => row.length === 2)
  if (whole.length < minLines) return undefined
  const middle = whole.reduce((sum, row) => sum + ((row[0]?.end ?? 0) + (row[1]?.x ?? 0)) / 2, 0) / whole.length
  const all = run.flat()
  const sides = [all.filter(({ x }) => x < middle), all.filter(({ x }) => x >= middle)]
  const isWide = (side: readonly PdfLine[]): boolean =>
    side.filter(({ x, end, size }) => end - x > minColumn * size).length >= side.length / 2
  return sides.every(isWide) ? sides.flat() : undefined
}

const joined = (row: readonly PdfLine[]): PdfLine[] => {
  const [first, ...rest] = row
  if (first === undefined || rest.length === 0) return [...row]
  const text = row.map(part => part.text).join(' ')
  return [{ ...first, text, end: Math.max(...row.map(({ end }) => end)), apart: true }]
}
