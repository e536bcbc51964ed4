import { fewestToPublish } from '#shared/domain/figures.ts'

/**
 * Numbers of few cases hidden so that they cannot be computed from those that are shown: primary suppression of 1 to 9, then complementary
 * suppression. No line shows all but one of its numbers, and for each hidden number another table exists that everything shown fits as well.
 */
export type PublicCell = number | 'few' | 'beside'
export type Counts = {
  cells: readonly (readonly number[])[]
  /** Cases of the selection that stand in no cell; they and the cells make up the total. */
  rest: number
  total: number
  /** Not where a case may stand in several cells. */
  addsUp: boolean
}
type Entry = { count: number; state: 'shown' | 'few' | 'beside' }

export function suppressed({ cells, rest, total, addsUp }: Counts): { cells: PublicCell[][]; rest: PublicCell } {
  const isFew = (count: number): boolean => count > 0 && count < fewestToPublish
  const entryOf = (count: number): Entry => {
    const givesAway = !addsUp && isFew(total - count)
    return { count, state: isFew(count) ? 'few' : givesAway ? 'beside' : 'shown' }
  }
  const inCells = cells.map(line => line.map(entryOf))
  const remainder = entryOf(rest)
  const all = [...inCells.flat(), remainder]
  const columns = (inCells[0] ?? []).map((_, column) => inCells.flatMap(line => line[column] ?? []))
  // Of a single column or row, what it makes up with the rest is known.
  const isSingle = inCells.length === 1 || columns.length === 1
  const lines = (isSingle ? [all] : [...inCells, ...columns]).filter(line => sum(line) >= fewestToPublish)
  for (;;) {
    const alone = lines.find(line => line.filter(isHidden).length === 1 && line.some(isSeen))
    const among =
      alone ?? (all.some(entry => entry.state === 'few' && !couldBeOther(entry, all, lines, addsUp)) ? all : [])
    const [next] = among.filter(isSeen).toSorted((a, b) => a.count - b.count)
    if (next === undefined) break
    next.state = 'beside'
  }
  const cellOf = ({ state, count }: Entry): PublicCell => (state === 'shown' ? count : state)
  return { cells: inCells.map(line => line.map(cellOf)), rest: cellOf(remainder) }
}

const sum = (entries: readonly Entry[]): number => entries.reduce((all, { count }) => all + count, 0)
const isHidden = ({ state }: Entry): boolean => state !== 'shown'
const isSeen = ({ state, count }: Entry): boolean => state === 'shown' && count > 0

/** One more or one less of it, made up for by another hidden number, fits everything that is told. */
function couldBeOther(
  entry: Entry,
  all: readonly Entry[],
  lines: readonly (readonly Entry[])[],
  addsUp: boolean,
): boolean {
  const others = all.filter(other => other !== entry && isHidden(other))
  // Who knows the rule knows that the smallest numbers were hidden beside: none of them is more than what is shown in its line.
  const canRise = (one: Entry): boolean => {
    if (one.state === 'few') return one.count < fewestToPublish - 1
    const own = lines.filter(line => line.includes(one))
    return (own.length > 0 ? own.flat() : all).filter(isSeen).every(({ count }) => count > one.count)
  }
  const canFall = ({ state, count }: Entry): boolean => count > (state === 'few' ? 1 : fewestToPublish)
  if (!addsUp) return canRise(entry) || others.some(canRise)
  return others.some(other => (canRise(entry) && canFall(other)) || (canFall(entry) && canRise(other)))
}
