import { type CaseOrderColumn, type ListOrdering, orderColumn } from '#shared/domain/orderings.ts'
import type { CaseSearch, CaseSearchChange } from '../filters/case-search.ts'

/**
 * The order on the first click on a heading: text ascending, dates descending, hearings from the nearest future one.
 */
type Asked = Pick<CaseSearch, 'values' | 'ordering'>
const hearing: CaseOrderColumn = 'last_scheduled_hearing_date'

/** For past hearings the nearest is the latest. */
export const goesUpFirst =
  ({ values }: Pick<Asked, 'values'>) =>
  (column: CaseOrderColumn): boolean =>
    column === hearing ? (values.state ?? 'is_planned') === 'is_planned' : !column.endsWith('_date')

/** The order spans hearings of all years: future ones come first only when the filter restricts to planned cases. */
export const orderedBy = ({ values, ordering: before }: Asked, ordering: ListOrdering): CaseSearchChange => {
  const isFirst = ordering === hearing && orderColumn(before) !== hearing
  return isFirst && values.state === undefined ? { ordering, values: { ...values, state: 'is_planned' } } : { ordering }
}
