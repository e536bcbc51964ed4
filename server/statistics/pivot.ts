import type { Kysely } from 'kysely'
import type { Figure, Pivot, PivotLine, PivotSide } from '#shared/api/pivot.ts'
import {
  type Dimension,
  dimensions,
  keepsOneCodex,
  type Metric,
  mixesCodices,
  namesCodex,
  noColumns,
} from '#shared/domain/pivot.ts'
import { daysOf, today as todayNow } from '#shared/domain/relative-dates.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, Values } from '#shared/filters/field.ts'
import { type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { dayOf } from '../cases/engine/at-day.ts'
import type { EngineQuestion } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { describedFilters } from '../saved/readable.ts'
import { countedDays, type Limits } from './chart-scales.ts'
import { knownDays } from './count-charts.ts'
import { narrowed } from './narrowed.ts'
import { filtersOfLine, periodsOf, readPivotLines, readWholes, type Wholes } from './pivot-lines.ts'
import { type Measure, measuresOf, readResults } from './pivot-measures.ts'
import { type Axis, countPivot, type Grouping, type PivotRow } from './pivot-query.ts'

/** The table of the page of data: totals decide which rows and columns fit, then cells are counted for these. */
export type Definition = {
  rows: Dimension
  columns: Dimension | typeof noColumns
  metrics: readonly Metric[]
  /** The filters; a second set is the comparison. */
  sides: readonly AnyValues[]
}
/** `cells`: limit over all sides; rows are reduced first. */
export type Room = { rows: number; columns: number; cells: number }
type Keys = readonly (number | null)[]
/** Keys of rows and columns. */
type Lines = { across: Keys; down: Keys }

/** `located`: the engine and question of each side. */
export async function countTable(
  db: Kysely<DB>,
  scope: Scope,
  asked: Definition,
  located: readonly EngineQuestion[],
  room: Room,
): Promise<Pivot> {
  const { rows, columns, metrics, sides } = asked
  const counting = await countingOf(db, asked)
  const totals: PivotRow[][] = []
  for (const side of located) totals.push(await counting.totals(side))
  const all = totals.flat()
  const down = lineUp(all, 'c', columns, room.columns)
  const figuresInRow = (down.keys.length + 1) * metrics.length * sides.length
  const across = lineUp(all, 'r', rows, Math.min(room.rows, Math.floor(room.cells / figuresInRow)))
  const today = todayNow()
  const named = async (dimension: Dimension | typeof noColumns, keys: Keys): Promise<PivotLine[]> =>
    dimension === noColumns
      ? [whole]
      : [whole, ...(await partialLines(await readPivotLines(db, dimension, keys, today), dimension, located, today))]
  const lines = { across: across.keys, down: down.keys, wholes: await readWholes(db) }
  const counted: PivotSide[] = []
  for (const [at, side] of located.entries()) {
    const cells = await counting.cells(side, totals[at] ?? [], lines)
    counted.push({ ...(await sideOf(db, scope, asked, sides[at] ?? {}, lines)), cells: unmixed(cells, asked, at) })
  }
  return {
    of: { rows, columns, metrics: [...metrics] },
    rows: await named(rows, across.keys),
    columns: await named(columns, down.keys),
    sides: counted,
    left_out: { rows: across.leftOut, columns: down.leftOut },
    today,
  }
}

export async function countAgain(
  db: Kysely<DB>,
  asked: Definition,
  located: readonly EngineQuestion[],
  { rows, columns }: Pick<Pivot, 'rows' | 'columns'>,
): Promise<Figure[][][][]> {
  const counting = await countingOf(db, asked)
  const keysOf = (lines: readonly PivotLine[]): Keys => lines.slice(1).map(({ key }) => key)
  const sides: Figure[][][][] = []
  for (const [at, side] of located.entries()) {
    const lines = { across: keysOf(rows), down: keysOf(columns) }
    sides.push(unmixed(await counting.cells(side, await counting.totals(side), lines), asked, at))
  }
  return sides
}

/** Shares and medians do not mix codices: they are omitted when neither row, column nor filter fixes one. */
const unmixed = (cells: Figure[][][], { rows, columns, metrics, sides }: Definition, side: number): Figure[][][] => {
  if (keepsOneCodex(sides[side] ?? {})) return cells
  return cells.map((row, r) =>
    row.map((figures, c) => {
      const isOfOne = (r > 0 && namesCodex(rows)) || (c > 0 && namesCodex(columns))
      return figures.map(
        ([value, of], at): Figure => [mixesCodices(metrics[at] ?? 'cases', isOfOne) ? null : value, of],
      )
    }),
  )
}

/** Marks periods that are incomplete on any side, with their days. */
async function partialLines(
  lines: readonly PivotLine[],
  dimension: Dimension,
  located: readonly EngineQuestion[],
  today: string,
): Promise<PivotLine[]> {
  const period = periodsOf(dimension)
  if (period === undefined) return [...lines]
  const limits: Pick<Limits, 'asked' | 'known'>[] = []
  for (const { engine, question } of located) {
    const until = dayOf(question.values) ?? today
    const values: Values<typeof caseListFields> = question.values
    const asked = values[`${period.column}_range`]
    limits.push({
      asked: asked && daysOf(asked, until),
      known: await knownDays(engine, question, period.column, until),
    })
  }
  return lines.map(line => {
    if (line.key === null) return line
    const of = period.of(line.key)
    const partial = limits.map(limit => countedDays(of, limit)).find(days => days.is_partial && days.from <= days.to)
    return partial ? { ...line, partial: { from: partial.from, to: partial.to } } : line
  })
}

const whole: PivotLine = { key: null, label: 'Всего', hint: '', is_open: false }

async function countingOf(db: Kysely<DB>, { rows, columns, metrics }: Definition) {
  const every = measuresOf(await readResults(db))
  const measures = metrics.map(metric => every[metric])
  const axes = { r: rows, ...(columns !== noColumns && { c: columns }) }
  const totalSets: readonly Grouping[] = columns === noColumns ? [['r'], []] : [['r'], ['c'], []]
  return {
    totals: (side: EngineQuestion) => countPivot(side, { axes, measures, sets: totalSets }),
    cells: async (
      side: EngineQuestion,
      totals: readonly PivotRow[],
      { across, down }: Lines,
    ): Promise<Figure[][][]> => {
      const keep = { r: numbersOf(across), c: numbersOf(down) }
      const inner = columns === noColumns ? [] : await countPivot(side, { axes, measures, sets: [['r', 'c']], keep })
      const columnKeys = columns === noColumns ? [] : down
      return table([...totals, ...inner], measures, [undefined, ...across], [undefined, ...columnKeys])
    },
  }
}
const numbersOf = (keys: Keys): number[] => keys.filter(key => key !== null)

/** Undefined means the total. */
type Place = number | null | undefined
function table(
  counted: readonly PivotRow[],
  measures: readonly Measure[],
  across: readonly Place[],
  down: readonly Place[],
) {
  const known = new Map<string, (Figure | undefined)[]>()
  for (const { r, c, set, figures } of counted) {
    const place = placeName(set.includes('r') ? r : undefined, set.includes('c') ? c : undefined)
    const before = known.get(place)
    known.set(place, before === undefined ? figures : figures.map((figure, at) => figure ?? before[at]))
  }
  return across.map(r =>
    down.map(c => measures.map((measure, at) => known.get(placeName(r, c))?.[at] ?? nothing(measure))),
  )
}
const placeName = (r: Place, c: Place): string => `${r} ${c}`
const nothing = ({ fold }: Measure): Figure => [fold === 'count' ? 0 : null, 0]

/** Keys of an axis in order, as many as fit; the unknown one comes last. */
function lineUp(
  counted: readonly PivotRow[],
  axis: Axis,
  dimension: Dimension | typeof noColumns,
  room: number,
): { keys: Keys; leftOut: number } {
  if (dimension === noColumns) return { keys: [], leftOut: 0 }
  const cases = new Map<number | null, number>()
  for (const one of counted)
    if (one.set.length === 1 && one.set[0] === axis) cases.set(one[axis], (cases.get(one[axis]) ?? 0) + one.cases)
  const numbers = numbersOf([...cases.keys()])
  const inOrder = numbers.toSorted((a, b) =>
    dimensions[dimension].order === 'most' ? (cases.get(b) ?? 0) - (cases.get(a) ?? 0) || a - b : a - b,
  )
  // For time the latest periods are kept, otherwise the first.
  const kept = dimensions[dimension].order === 'time' ? inOrder.slice(-room) : inOrder.slice(0, room)
  return { keys: [...kept, ...(cases.has(null) ? [null] : [])], leftOut: inOrder.length - kept.length }
}

async function sideOf(
  db: Kysely<DB>,
  scope: Scope,
  { rows, columns, metrics }: Definition,
  values: AnyValues,
  { across, down, wholes }: Lines & { wholes: Wholes },
): Promise<Omit<PivotSide, 'cells'>> {
  const wire = (own: AnyValues | undefined): WireRecord | null => {
    const both = own && narrowed(values, own)
    return both === undefined ? null : writeValues(caseListFields, both)
  }
  const behind = (dimension: Dimension | typeof noColumns, keys: Keys) => [
    {},
    ...(dimension === noColumns ? [] : keys.map(key => wire(filtersOfLine(dimension, key, wholes)))),
  ]
  const every = measuresOf(await readResults(db))
  const { each: said } = await describedFilters(db, values, { ...scope, accountId: null })
  return {
    filters: writeValues(caseListFields, values),
    readable: said.map(({ label, text }): [string, string] => [label, text]),
    rows: behind(rows, across),
    columns: behind(columns, down),
    metrics: metrics.map(metric => wire(every[metric].where)),
  }
}
