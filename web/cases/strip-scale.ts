/** Positions of amounts on a strip, in percent of its width. */
type Bounds = { least: number; most: number; own: { value: number } | null }
type Scale = { from: number; to: number; isLogarithmic: boolean; at: (value: number) => number }

const margin = 1.5
/** Above this ratio of the largest to the smallest amount the scale is not linear, to avoid crowding at one end. */
const wide = 30

export function stripScale({ least, most, own }: Bounds): Scale {
  const [from, to] = [Math.min(least, own?.value ?? least), Math.max(most, own?.value ?? most)]
  const isLogarithmic = from > 0 && to / from > wide
  const put = (value: number): number => (isLogarithmic ? Math.log(value) : value)
  const width = put(to) - put(from)
  return {
    from,
    to,
    isLogarithmic,
    at: value => (width === 0 ? 50 : margin + ((put(value) - put(from)) / width) * (100 - 2 * margin)),
  }
}

/** Columns and rows of a strip, and how many of both a number occupies. */
const [rows, numberWidth, numberHeight] = [10, 4, 2] as const
/** Position of a mark: `x` in percent, `row` from 0 upwards. */
type Placed = { x: number; row: number }

/**
 * Stacks dots and numbers without overlaps, so that each can be clicked. A mark without room at its amount goes to the
 * nearest free column.
 */
export function placedMarks<T extends { value: number }, D extends { value: number }>(
  ties: readonly T[],
  dots: readonly D[],
  at: Scale['at'],
  columns: number,
): { ties: (T & Placed)[]; dots: (D & Placed)[] } {
  const taken = new Set<string>()
  const put = (value: number, width: number, height: number): Placed => {
    const own = Math.round((at(value) / 100) * columns)
    for (let away = 0; away <= columns; away++)
      for (const column of away === 0 ? [own] : [own + away, own - away])
        for (let row = 0; row + height <= rows; row++) {
          const cells = cellsOf(column - Math.floor(width / 2), row, width, height)
          if (column < 0 || column > columns || cells.some(cell => taken.has(cell))) continue
          for (const cell of cells) taken.add(cell)
          return { x: away === 0 ? at(value) : (100 * column) / columns, row }
        }
    return { x: at(value), row: rows }
  }
  return {
    ties: ties.map(one => ({ ...one, ...put(one.value, numberWidth, numberHeight) })),
    dots: dots.map(one => ({ ...one, ...put(one.value, 1, 1) })),
  }
}
const cellsOf = (column: number, row: number, width: number, height: number): string[] =>
  Array.from({ length: width * height }, (_, at) => `${column + (at % width)} ${row + Math.floor(at / width)}`)
