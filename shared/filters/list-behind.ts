import type { Pivot } from '../api/pivot.ts'
import { caseListFields } from './case-fields.ts'
import type { AnyValues } from './field.ts'
import { readLenient, type WireRecord, writeValues } from './wire.ts'

/**
 * The list behind a statistics figure: the current filters, overridden by those of the figure. A figure has complete
 * filters, so that none is set twice.
 */
export const listBehind = (filters: AnyValues, own: WireRecord): WireRecord =>
  writeValues(caseListFields, { ...filters, ...readLenient(caseListFields, own) })

/**
 * The same for a figure of the page of data, by its position, because there are thousands. Undefined when no list
 * matches. The filters of its row, column and metric already include the current ones, so they replace them, resolving
 * a relative range to days.
 */
type FigurePlace = { side: number; row: number; column: number; metric: number }
export function figureAddress(table: Pick<Pivot, 'sides'>, place: FigurePlace): WireRecord | undefined {
  const [side, own] = [table.sides[place.side], figureFilters(table, place)]
  if (!side || !own) return undefined
  const replaced = new Set(Object.keys(own).map(param => param.replace(/_min$/, '_relative')))
  return { ...Object.fromEntries(Object.entries(side.filters).filter(([param]) => !replaced.has(param))), ...own }
}

/** Filters of a figure in addition to those of its side. */
export function figureFilters({ sides }: Pick<Pivot, 'sides'>, place: FigurePlace): WireRecord | undefined {
  const side = sides[place.side]
  const [row, column, metric] = [side?.rows[place.row], side?.columns[place.column], side?.metrics[place.metric]]
  return row && column && metric ? { ...row, ...column, ...metric } : undefined
}
/** The filter that distinguishes the two parts of a stacked bar, when together they are all of its cases. */
export function partOfStack({ of, sides }: Pick<Pivot, 'of' | 'sides'>, metric: number): string[] {
  const own = sides[0]?.metrics[metric]
  return (of.columns === 'type' || of.columns === 'stage') && own && !(of.columns in own) ? [of.columns] : []
}
