import { fewestToPublish } from '#shared/domain/figures.ts'

/**
 * Suppression of small counts so that they cannot be derived from the published ones: primary suppression of 1 to 9,
 * then complementary suppression. No line shows all but one of its numbers, and for each hidden number another table is
 * consistent with everything shown.
 */
export type PublicCell = number | 'few' | 'beside'
export type Counts = {
  cells: readonly (readonly number[])[]
  /** Cases in no cell; together with the cells they give the total. */
  rest: number
  total: number
  /** False when a case may count in several cells. */
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
  // The complement of a single column or row is known.
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

/** Whether changing it by one, compensated by another hidden number, is consistent with everything shown. */
function couldBeOther(
  entry: Entry,
  all: readonly Entry[],
  lines: readonly (readonly Entry[])[],
  addsUp: boolean,
): boolean {
  const others = all.filter(other => other !== entry && isHidden(other))
  // An attacker who knows the rule knows that the smallest numbers were suppressed complementarily: none of them
  // exceeds what is shown in its line.
  const canRise = (one: Entry): boolean => {
    if (one.state === 'few') return one.count < fewestToPublish - 1
    const own = lines.filter(line => line.includes(one))
    return (own.length > 0 ? own.flat() : all).filter(isSeen).every(({ count }) => count > one.count)
  }
  const canFall = ({ state, count }: Entry): boolean => count > (state === 'few' ? 1 : fewestToPublish)
  if (!addsUp) return canRise(entry) || others.some(canRise)
  return others.some(other => (canRise(entry) && canFall(other)) || (canFall(entry) && canRise(other)))
}
