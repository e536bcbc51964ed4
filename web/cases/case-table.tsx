import type { CaseRow } from '#shared/api/cases.ts'
import { type CaseOrderColumn, caseOrderings } from '#shared/domain/orderings.ts'
import type { CaseSearch, CaseSearchChange } from '../filters/case-search.ts'
import { SortHeads } from '../filters/sort-heads.tsx'
import { useMedia, wide } from '../ui/media.ts'
import table from '../ui/table.module.css'
import { PickPageBox, useNow } from './case-item.tsx'
import styles from './case-table.module.css'
import { CaseTableRow } from './case-table-row.tsx'
import { goesUpFirst, orderedBy } from './column-order.ts'
import { useFavourite } from './favourite.tsx'
import type { ListOrigin } from './list-origin.ts'
import type { Selection } from './selection.ts'

const columns: readonly { title: string; order?: CaseOrderColumn; by?: string }[] = [
  { title: 'Номер', order: 'case_number' },
  { title: 'Поступило', order: 'entry_date' },
  { title: 'Заседание', order: 'last_scheduled_hearing_date' },
  { title: 'Суд', order: 'region', by: 'по региону' },
  { title: 'Судья' },
  { title: 'Лица' },
  { title: 'Статья' },
  { title: 'Результат', order: 'result_date', by: 'по дате' },
  { title: 'Наказание' },
]

type CaseTableProps = {
  rows: readonly CaseRow[]
  search: CaseSearch
  onChange: (change: CaseSearchChange) => void
  openedFrom: ListOrigin
  selection: Selection
}
export const CaseTable = ({ rows, search, onChange, openedFrom, selection }: CaseTableProps) => {
  const toggle = useFavourite()
  const now = useNow(rows)
  const isWide = useMedia(wide)
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
            <PickPageBox selection={selection} />
          </th>
          <SortHeads
            columns={columns}
            labels={caseOrderings}
            ordering={search.ordering}
            upFirst={goesUpFirst(search)}
            onOrder={ordering => onChange(orderedBy(search, ordering))}
          />
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
          isWide={isWide}
          openedFrom={openedFrom}
          onToggle={toggle}
          picked={selection.ids.has(row.id)}
          onPick={selection.toggle}
        />
      ))}
    </table>
  )
}
