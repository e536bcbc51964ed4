/** A run of letters as the page has it: where its base line begins, from the upper left corner, in points. */
export type Piece = { text: string; x: number; y: number; width: number; size: number }
/** A line of a column of the page. */
export type Line = {
  text: string
  x: number
  end: number
  y: number
  size: number
  /** Parts of it stand far from one another: a row of a table, a place and a day, a signature. No line goes on in it. */
  apart?: true
}

/** Parts of a size of letters. */
const sameLine = 0.4
const gapOfWords = 0.15
const gapOfSpacedWords = 0.8
const gapOfColumns = 2
const overprint = 0.2
/** Columns: so many lines beside each other, each column so wide. Numbers of a list and a signature are none. */
const leastLines = 4
const leastColumn = 6

/** Pieces as the file draws them, in any order → lines as they are read: downwards, a column after another. */
export function linesOf(pieces: readonly Piece[]): Line[] {
  const rows: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && piece.y - first.y < sameLine * Math.max(piece.size, first.size)) row.push(piece)
    else rows.push([piece])
  }
  return columnwise(rows.map(row => blocksOf(row.toSorted((a, b) => a.x - b.x))).filter(row => row.length > 0))
}

/** A row parted where the page is empty: cells, columns, the two ends of a signature. */
function blocksOf(row: readonly Piece[]): Line[] {
  const blocks: Line[] = []
  let before: Piece | undefined
  for (const piece of row) {
    const last = blocks.at(-1)
    if (piece.text.trim() === '') {
      // A drawn space parts words, however narrow.
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

/** «П О С Т А Н О В И Л» is one word; two spaces part spaced words. No four words of one letter follow one another. */
const withoutSpacing = (text: string): string =>
  text
    .replace(/(?<!\p{L})(?:\p{Lu}(?: \p{Lu}){3,}|\p{Ll}(?: \p{Ll}){3,})(?!\p{L})/gu, word => word.replaceAll(' ', ''))
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{L}) (?=[:;,](?: |$))/gu, '')
    .trim()

function columnwise(rows: readonly Line[][]): Line[] {
  const lines: Line[] = []
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
const gutterOf = (row: readonly Line[]): Gutter | undefined => {
  const [left, right] = row
  return left && right && row.length === 2 ? { from: left.end, to: right.x } : undefined
}
/** Rows from `at` that have one empty strip in common; a row without one ends the columns. */
function endOfColumns(rows: readonly Line[][], at: number): number {
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
/** A row that stands on one side of the strip. */
const stripBeside = ([only, more]: readonly Line[], { from, to }: Gutter): Gutter | undefined =>
  only === undefined || more !== undefined || (only.x < to && only.end > from)
    ? undefined
    : { from: only.end <= from ? only.end : from, to: only.x >= to ? only.x : to }

/** The left side, then the right one, when both are columns. */
function columnsOf(run: readonly Line[][]): Line[] | undefined {
  const whole = run.filter(row => row.length === 2)
  if (whole.length < leastLines) return undefined
  const middle = whole.reduce((sum, row) => sum + ((row[0]?.end ?? 0) + (row[1]?.x ?? 0)) / 2, 0) / whole.length
  const all = run.flat()
  const sides = [all.filter(({ x }) => x < middle), all.filter(({ x }) => x >= middle)]
  const isWide = (side: readonly Line[]): boolean =>
    side.filter(({ x, end, size }) => end - x > leastColumn * size).length >= side.length / 2
  return sides.every(isWide) ? sides.flat() : undefined
}

const joined = (row: readonly Line[]): Line[] => {
  const [first, ...rest] = row
  if (first === undefined || rest.length === 0) return [...row]
  const text = row.map(part => part.text).join(' ')
  return [{ ...first, text, end: Math.max(...row.map(({ end }) => end)), apart: true }]
}
