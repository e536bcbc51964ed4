import type { CaseRow } from '#shared/api/cases.ts'
import {
  type CaseOrderColumn,
  type CaseOrdering,
  caseOrderings,
  isDescending,
  orderColumn,
} from '#shared/domain/orderings.ts'
import { RowCheckbox } from '../ui/checkbox.tsx'
import { SortHead } from '../ui/sort-head.tsx'
import table from '../ui/table.module.css'
import { useNow } from './case-item.tsx'
import styles from './case-table.module.css'
import { CaseTableRow } from './case-table-row.tsx'
import { useFavourite } from './favourite.tsx'
import type { ListOrigin } from './list-origin.ts'
import type { Selection } from './selection.ts'

const columns: readonly { title: string; order?: CaseOrderColumn }[] = [
  { title: 'Номер', order: 'case_number' },
  { title: 'Поступило', order: 'entry_date' },
  { title: 'Заседание', order: 'last_scheduled_hearing_date' },
  { title: 'Суд', order: 'region' },
  { title: 'Судья' },
  { title: 'Лица' },
  { title: 'Статья' },
  { title: 'Результат', order: 'result_date' },
  { title: 'Наказание' },
]

type CaseTableProps = {
  rows: readonly CaseRow[]
  ordering: CaseOrdering
  onOrder: (ordering: CaseOrdering) => void
  openedFrom: ListOrigin
  selection: Selection
}
export const CaseTable = ({ rows, ordering, onOrder, openedFrom, selection }: CaseTableProps) => {
  const toggle = useFavourite()
  const now = useNow(rows)
  return (
    <table className={`${table.table} ${styles.table}`}>
      <caption className="sr">Дела</caption>
      <colgroup>
        <col />
        {columns.map(({ title }) => (
          <col key={title} />
        ))}
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <RowCheckbox
              label="Выбрать все дела на странице"
              checked={selection.page === 'all'}
              partly={selection.page === 'some'}
              onChange={selection.togglePage}
            />
          </th>
          {columns.map(({ title, order }) =>
            order ? (
              <SortHead
                key={title}
                title={title}
                hint={orderLabel(order)}
                order={directionOf(order, ordering)}
                onSort={() => onOrder(nextOrder(order, ordering))}
              />
            ) : (
              <th key={title} scope="col">
                {title}
              </th>
            ),
          )}
          <th scope="col">
            <span className="sr">Избранное</span>
          </th>
        </tr>
      </thead>
      {rows.map(row => (
        <CaseTableRow
          key={row.id}
          row={row}
          now={now}
          openedFrom={openedFrom}
          onToggle={toggle}
          picked={selection.ids.has(row.id)}
          onPick={selection.toggle}
        />
      ))}
    </table>
  )
}

const orderLabel = (order: CaseOrderColumn): string | undefined =>
  caseOrderings.find(({ value }) => value === order)?.label
/** Dates begin with the newest, words and numbers with the first. */
const nextOrder = (order: CaseOrderColumn, now: CaseOrdering): CaseOrdering =>
  orderColumn(now) === order ? (isDescending(now) ? order : `-${order}`) : order.endsWith('_date') ? `-${order}` : order
const directionOf = (order: CaseOrderColumn, now: CaseOrdering) =>
  orderColumn(now) === order ? (isDescending(now) ? 'descending' : 'ascending') : undefined
