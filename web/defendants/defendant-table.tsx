import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DefendantRow } from '#shared/api/defendants.ts'
import {
  type DefendantOrderColumn,
  type DefendantOrdering,
  defendantOrderings,
} from '#shared/domain/defendant-orderings.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { dayLines, nameLines } from '../filters/case-wording.ts'
import { SortHeads } from '../filters/sort-heads.tsx'
import focus from '../ui/row-focus.module.css'
import { Status } from '../ui/status.tsx'
import table from '../ui/table.module.css'
import styles from './defendant-table.module.css'
import {
  articleWords,
  cityNames,
  dayOfList,
  genderWord,
  namesakeWords,
  regionWords,
  riskNote,
  secondInstanceWords,
  someArticles,
} from './defendant-wording.ts'

const columns: readonly { title: string; order?: DefendantOrderColumn; right?: true }[] = [
  { title: 'Лицо', order: 'name' },
  { title: 'Пол' },
  { title: 'Дел', order: 'cases_count', right: true },
  { title: 'Последнее дело', order: 'entry_date' },
  { title: 'Статьи' },
  { title: 'Регион' },
  { title: 'Группа риска' },
]

/** `found`: heading of the column with the number of found cases. */
type DefendantTableProps = {
  rows: readonly DefendantRow[]
  ordering: DefendantOrdering
  onOrder: (ordering: DefendantOrdering) => void
  from: WireRecord
  found?: string | undefined
}
export const DefendantTable = ({ rows, ordering, onOrder, from, found }: DefendantTableProps) => (
  <table className={`${table.table} ${styles.table}`}>
    <caption className="sr">Лица</caption>
    <colgroup>
      {columnsWith(found).map(({ title, order }) => (
        <col key={title} data-found={order === 'found_count' || undefined} />
      ))}
    </colgroup>
    <thead>
      <tr>
        <SortHeads
          columns={columnsWith(found)}
          labels={defendantOrderings}
          ordering={ordering}
          upFirst={column => column === 'name'}
          onOrder={onOrder}
        />
      </tr>
    </thead>
    <tbody>
      {rows.map(row => (
        <Row key={row.id} row={row} from={from} isFoundTold={found !== undefined} />
      ))}
    </tbody>
  </table>
)

type Columns = typeof columns
const columnsWith = (found: string | undefined): Columns =>
  found === undefined
    ? columns
    : columns.flatMap(
        (column): Columns =>
          column.order === 'cases_count'
            ? [
                { title: found, order: 'found_count', right: true },
                { ...column, title: 'Всего дел' },
              ]
            : [column],
      )

const Row = ({ row, from, isFoundTold }: { row: DefendantRow; from: WireRecord; isFoundTold: boolean }) => {
  const name = nameLines(row.name)
  const articles = someArticles(row.codex_articles, 2)
  const last = dayLines(row.last_entry_date)
  return (
    <tr className={focus.row} data-person={row.id}>
      <td>
        <Link
          to="/defendants/$id"
          params={{ id: String(row.id) }}
          search={dayOfList(from)}
          state={{ peopleSearch: from }}
          className={`strong ${styles.name}`}
          data-person-link
        >
          {name.first}
          <Second>{name.second}</Second>
        </Link>
        <Second>{namesakeWords(row)}</Second>
      </td>
      <td>{genderWord(row) || <Nothing />}</td>
      {isFoundTold && (
        <td data-right>
          {row.found_count > 1 ? <b className="strong">{showNumber(row.found_count)}</b> : showNumber(row.found_count)}
          <Second>{secondInstanceWords(row.found_second_instance_count)}</Second>
        </td>
      )}
      <td data-right>
        {showNumber(row.cases_count)}
        <Second>{secondInstanceWords(row.second_instance_count)}</Second>
      </td>
      <td>
        {last.first || <Nothing />}
        <Second>{last.second}</Second>
      </td>
      <td title={row.codex_articles.map(articleWords).join(', ')}>
        {articles.shown[0] ?? <Nothing />}
        <Second>{[articles.shown[1], articles.more].filter(Boolean).join(' ')}</Second>
      </td>
      <td>
        {regionWords(row)}
        <Second>{cityNames(row)}</Second>
      </td>
      <td>
        {row.at_risk ? (
          <span title={riskNote}>
            <Status sign="changed">В группе риска</Status>
          </span>
        ) : (
          <Nothing />
        )}
      </td>
    </tr>
  )
}

const Second = ({ children }: { children: ReactNode }) => <span className="second">{children}</span>
const Nothing = () => <span className="faint">—</span>
