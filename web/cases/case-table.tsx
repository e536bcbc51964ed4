import type { CaseRow } from '#shared/api/cases.ts'
import {
  type CaseOrderColumn,
  type CaseOrdering,
  caseOrderings,
  isDescending,
  orderColumn,
} from '#shared/domain/orderings.ts'
import { RowCheckbox } from '../ui/checkbox.tsx'
import { Icon } from '../ui/icon.tsx'
import table from '../ui/table.module.css'
import styles from './case-table.module.css'
import { CaseTableRow } from './case-table-row.tsx'
import { useFavourite } from './favourite.tsx'
import { useNow } from './fresh.ts'
import type { ListOrigin } from './list-origin.ts'
import type { Selection } from './selection.ts'

/** The list on a wide screen: a table of two-line rows, ordered by its heads. */
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

export const CaseTable = ({
  rows,
  ordering,
  onOrder,
  openedFrom,
  selection,
}: {
  rows: readonly CaseRow[]
  ordering: CaseOrdering
  onOrder: (ordering: CaseOrdering) => void
  openedFrom: ListOrigin
  selection: Selection
}) => {
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
              <OrderHead key={title} title={title} order={order} ordering={ordering} onOrder={onOrder} />
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

const OrderHead = ({
  title,
  order,
  ordering,
  onOrder,
}: {
  title: string
  order: CaseOrderColumn
  ordering: CaseOrdering
  onOrder: (ordering: CaseOrdering) => void
}) => {
  const active = orderColumn(ordering) === order
  const descending = active && isDescending(ordering)
  const label = caseOrderings.find(({ value }) => value === order)?.label
  // Dates begin with the newest, words and numbers with the first.
  const first: CaseOrdering = order.endsWith('_date') ? `-${order}` : order
  return (
    <th scope="col" aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" title={label} onClick={() => onOrder(active ? (descending ? order : `-${order}`) : first)}>
        {title}
        {active && (
          <span className={table.arrow} data-up={!descending || undefined}>
            <Icon name="arrow" size={12} />
          </span>
        )}
      </button>
    </th>
  )
}
