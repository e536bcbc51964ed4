import { type CaseOrderColumn, type ListOrdering, orderColumn } from '#shared/domain/orderings.ts'
import type { CaseSearch, CaseSearchChange } from '../filters/case-search.ts'

/** What the first click on a column asks for: words from the first, dates from the latest, hearings from the nearest that is ahead. */
type Asked = Pick<CaseSearch, 'values' | 'ordering'>
const hearing: CaseOrderColumn = 'last_scheduled_hearing_date'

/** Among hearings that were, the nearest is the latest. */
export const goesUpFirst =
  ({ values }: Pick<Asked, 'values'>) =>
  (column: CaseOrderColumn): boolean =>
    column === hearing ? (values.state ?? 'is_planned') === 'is_planned' : !column.endsWith('_date')

/** The order itself has hearings of all years: the first ones ahead come first among cases that have one ahead. */
export const orderedBy = ({ values, ordering: before }: Asked, ordering: ListOrdering): CaseSearchChange => {
  const isFirst = ordering === hearing && orderColumn(before) !== hearing
  return isFirst && values.state === undefined ? { ordering, values: { ...values, state: 'is_planned' } } : { ordering }
}
