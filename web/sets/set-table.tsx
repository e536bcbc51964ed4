import { memo, useMemo } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import type { FullSet, SetColumn, SetItem } from '#shared/api/sets.ts'
import { showDate } from '#shared/domain/dates.ts'
import { type CaseOrderColumn, type CaseOrdering, caseOrderings } from '#shared/domain/orderings.ts'
import { reviewMark } from '#shared/domain/outcomes.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { type SetOrderColumn, type SetOrdering, setColumnOrder } from '#shared/domain/set-orderings.ts'
import { CaseNumberLink, PickBox, PickPageBox } from '../cases/case-item.tsx'
import type { ListOrigin } from '../cases/list-origin.ts'
import type { Selection } from '../cases/selection.ts'
import { articleLines, defendantLines, hearingOf, stageName } from '../filters/case-wording.ts'
import { penaltyLines } from '../filters/penalty-lines.ts'
import { SortHeads } from '../filters/sort-heads.tsx'
import { caseOutcome, courtTitle } from '../filters/titles.ts'
import focus from '../ui/row-focus.module.css'
import { Status } from '../ui/status.tsx'
import table from '../ui/table.module.css'
import { ColumnCell } from './column-cells.tsx'
import { Doing, Noted } from './noted-cells.tsx'
import styles from './set-table.module.css'

type OrderColumn = CaseOrderColumn | SetOrderColumn
const columns: readonly { title: string; order?: OrderColumn; by?: string }[] = [
  { title: 'Номер', order: 'case_number' },
  { title: 'Лицо' },
  { title: 'Суд', order: 'region', by: 'по региону' },
  { title: 'Статья' },
  { title: 'Что с делом', order: 'last_scheduled_hearing_date', by: 'по заседанию' },
  { title: 'Метки и запись' },
  { title: 'Кому, состояние', order: 'set_status' },
]
const labels = [...caseOrderings, { value: 'set_status', label: 'По состоянию в подборке' }] as const

type Props = {
  set: FullSet
  rows: readonly CaseRow[]
  items: ReadonlyMap<number, SetItem>
  openedFrom: ListOrigin
  selection: Selection
  ordering: CaseOrdering | SetOrdering
  onOrder: (ordering: CaseOrdering | SetOrdering) => void
  /** Own columns that are columns of the table; the others are shown with the notes. */
  own: readonly SetColumn[]
}
export const SetTable = ({ set, rows, items, openedFrom, selection, ordering, onOrder, own }: Props) => {
  const others = useMemo(() => set.columns.filter(({ key }) => own.every(one => one.key !== key)), [set.columns, own])
  const heads = own.map(({ key, title }) => ({ title, order: setColumnOrder(key), isLong: true as const }))
  return (
    <table className={`${table.table} ${styles.table}`} data-own={own.length > 0 || undefined}>
      <caption className="sr">Дела подборки</caption>
      <colgroup>
        <col />
        {columns.map(({ title }) => (
          <col key={title} />
        ))}
        {own.map(({ key }) => (
          <col key={key} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <PickPageBox selection={selection} />
          </th>
          <SortHeads
            columns={columns}
            labels={labels}
            ordering={ordering}
            upFirst={column => !column.endsWith('_date')}
            onOrder={onOrder}
          />
          <SortHeads
            columns={heads}
            labels={heads.map(({ order, title }) => ({ value: order, label: title }))}
            ordering={ordering}
            upFirst={() => true}
            onOrder={onOrder}
          />
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row
            key={row.id}
            set={set}
            row={row}
            item={items.get(row.id)}
            openedFrom={openedFrom}
            picked={selection.ids.has(row.id)}
            onPick={selection.toggle}
            own={own}
            others={others}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Pick<Props, 'set' | 'openedFrom' | 'own'> & {
  others: readonly SetColumn[]
  row: CaseRow
  item: SetItem | undefined
  picked: boolean
  onPick: Selection['toggle']
}
const Row = memo(function Row({ set, row, item, openedFrom, picked, onPick, own, others }: RowProps) {
  const people = defendantLines(row)
  const articles = articleLines(row)
  return (
    <tr className={focus.row} data-case={row.id} data-picked={picked || undefined}>
      <td>
        <PickBox row={row} picked={picked} onPick={onPick} />
      </td>
      <td>
        <CaseNumberLink row={row} openedFrom={openedFrom} className="strong" title={row.case_number} />
        <span className="second">{stageName(row.stage)}</span>
      </td>
      <td>
        {people.hidden ? (
          <span className="masked">{people.first}</span>
        ) : (
          people.first || <span className="faint">—</span>
        )}
        <span className="second">{people.second}</span>
      </td>
      <td>
        {courtTitle(row.court)}
        <span className="second">{regionTitle(row.court.region)}</span>
      </td>
      <td className="together">
        {articles.first || <span className="faint">—</span>}
        <span className="second">{articles.second}</span>
      </td>
      <td>
        <Fate row={row} />
      </td>
      <td>
        <Noted set={set} row={row} item={item} columns={others} />
      </td>
      <td>{item && <Doing set={set} item={item} name={row.case_number} />}</td>
      {own.map(column => (
        <td key={column.key}>
          {item && <ColumnCell isHeaded column={column} set={set} item={item} name={row.case_number} />}
        </td>
      ))}
    </tr>
  )
})

/** What is ahead, else what was decided. */
const Fate = ({ row }: { row: CaseRow }) => {
  const hearing = hearingOf(row)
  const fate = reviewMark(row)
  const penalty = penaltyLines(row)
  if (!row.result_type || row.state === 'is_planned')
    return (
      <>
        <Status sign={hearing.sign}>{hearing.label}</Status>
        <span className="second clamp" title={hearing.when}>
          {hearing.when}
        </span>
      </>
    )
  const { sign, short } = caseOutcome(row.result_type.title)
  return (
    <>
      <Status sign={sign} plain>
        {short}
      </Status>
      <span className="second">
        {[row.result_date && showDate(row.result_date), !penalty.struck && penalty.whole].filter(Boolean).join(', ')}
        {fate && <span className="doubt"> {fate}</span>}
      </span>
    </>
  )
}
