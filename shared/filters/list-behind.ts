import type { Pivot } from '../api/pivot.ts'
import { caseListFields } from './case-fields.ts'
import type { AnyValues } from './field.ts'
import { readLenient, type WireRecord, writeValues } from './wire.ts'

/**
 * The list behind a figure of statistics: its filters, with those the figure stands for set over them. A figure says
 * them whole, so that one filter of the list never meets two settings of itself.
 */
export const listBehind = (filters: AnyValues, own: WireRecord): WireRecord =>
  writeValues(caseListFields, { ...filters, ...readLenient(caseListFields, own) })

/**
 * The same of a figure of the page of data, by its place; there are thousands of them. Undefined: no list can be asked for.
 * What its row, column and metric say is what the filters allow as well: it takes their place, days that of a named range.
 */
type FigurePlace = { side: number; row: number; column: number; metric: number }
export function figureAddress(table: Pick<Pivot, 'sides'>, place: FigurePlace): WireRecord | undefined {
  const [side, own] = [table.sides[place.side], figureFilters(table, place)]
  if (!side || !own) return undefined
  const replaced = new Set(Object.keys(own).map(param => param.replace(/_min$/, '_relative')))
  return { ...Object.fromEntries(Object.entries(side.filters).filter(([param]) => !replaced.has(param))), ...own }
}

/** What a figure says beside the filters of its side. */
export function figureFilters({ sides }: Pick<Pivot, 'sides'>, place: FigurePlace): WireRecord | undefined {
  const side = sides[place.side]
  const [row, column, metric] = [side?.rows[place.row], side?.columns[place.column], side?.metrics[place.metric]]
  return row && column && metric ? { ...row, ...column, ...metric } : undefined
}
/** The filter that tells both parts of a stacked bar apart, where both are all of its cases. */
export function partOfStack({ of, sides }: Pick<Pivot, 'of' | 'sides'>, metric: number): string[] {
  const own = sides[0]?.metrics[metric]
  return (of.columns === 'type' || of.columns === 'stage') && own && !(of.columns in own) ? [of.columns] : []
}
