import { Link } from '@tanstack/react-router'
import type { CaseRow } from '#shared/api/cases.ts'
import { showDate } from '#shared/domain/dates.ts'
import {
  type CaseOrderColumn,
  type CaseOrdering,
  caseOrderings,
  isDescending,
  orderColumn,
} from '#shared/domain/orderings.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { RowCheckbox } from '../ui/checkbox.tsx'
import { Icon } from '../ui/icon.tsx'
import { Status } from '../ui/status.tsx'
import styles from './case-table.module.css'
import {
  articleLines,
  dayLines,
  defendantLines,
  hearingOf,
  isNew,
  nameLines,
  penaltyLines,
  personName,
  stageName,
} from './case-wording.ts'
import { courtTitle } from './court-title.ts'
import { Star, useFavourite } from './favourite.tsx'
import type { OpenedFrom } from './neighbours.ts'
import { outcomeOf } from './outcome.ts'
import { hasOwn, OwnLine } from './own-line.tsx'
import type { Selection } from './selection.ts'
import { Snippet } from './snippet.tsx'

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

/** As many as stand at any width: one more would widen the table where the judge is hidden. */
const ownColumns = columns.length
/** The box, the number and two dates. */
const columnsBeforeCourt = 4

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
  openedFrom: OpenedFrom
  selection: Selection
}) => {
  const toggle = useFavourite()
  const now = new Date()
  return (
    <table className={styles.table}>
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
        <Row
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
          <span className={styles.arrow} data-up={!descending || undefined}>
            <Icon name="arrow" size={12} />
          </span>
        )}
      </button>
    </th>
  )
}

const Row = ({
  row,
  now,
  openedFrom,
  onToggle,
  picked,
  onPick,
}: {
  row: CaseRow
  now: Date
  openedFrom: OpenedFrom
  onToggle: (row: CaseRow) => void
  picked: boolean
  onPick: Selection['toggle']
}) => {
  const entry = dayLines(row.entry_date)
  const hearing = hearingOf(row)
  const people = defendantLines(row)
  const articles = articleLines(row)
  const penalty = penaltyLines(row.penalties)
  const judge = row.judge && nameLines(row.judge.name)
  return (
    <tbody data-case={row.id} data-picked={picked || undefined}>
      <tr>
        <td>
          <RowCheckbox
            label={`Выбрать: ${row.case_number}`}
            checked={picked}
            onChange={(_, shift) => onPick(row.id, shift)}
          />
        </td>
        <td>
          <Link
            to="/cases/$id"
            params={{ id: String(row.id) }}
            state={{ openedFrom }}
            className={styles.number}
            title={row.case_number}
            data-case-link
          >
            {row.case_number}
          </Link>
          <Second>{stageName(row.stage)}</Second>
        </td>
        <td>
          {entry.first || <Nothing />}
          <Second>{isNew(row.entry_date, now) ? <span className={styles.fresh}>новое</span> : entry.second}</Second>
        </td>
        <td>
          <Status sign={hearing.sign}>{hearing.label}</Status>
          <Second indented>{hearing.when}</Second>
        </td>
        <td>
          {courtTitle(row.court)}
          <Second>
            {regionTitle(row.court.region)}
            {row.judge && <span className={styles.inCourt}>, {personName(row.judge.name)}</span>}
          </Second>
        </td>
        <td>
          {judge?.first ?? <Nothing />}
          <Second>{judge?.second}</Second>
        </td>
        <td>
          {people.hidden ? <span className="masked">{people.first}</span> : people.first || <Nothing />}
          <Second>{people.second}</Second>
        </td>
        <td className="together" title={row.codex_articles.map(article => article.name).join(', ')}>
          {articles.first || <Nothing />}
          <Second>{articles.second}</Second>
        </td>
        <td>
          <Outcome row={row} />
        </td>
        <td>
          {penalty.hidden ? <span className="masked">{penalty.first}</span> : penalty.first || <Nothing />}
          <Second>{penalty.second}</Second>
        </td>
        <td>
          <Star row={row} onToggle={() => onToggle(row)} />
        </td>
      </tr>
      {row.snippet && (
        <tr className={styles.own}>
          <td colSpan={columnsBeforeCourt} />
          <td colSpan={columns.length - columnsBeforeCourt + 1}>
            <Snippet row={row} openedFrom={openedFrom} />
          </td>
          <td className={styles.ownEnd} />
        </tr>
      )}
      {hasOwn(row) && (
        <tr className={styles.own}>
          <td />
          <td colSpan={ownColumns}>
            <OwnLine row={row} />
          </td>
          <td className={styles.ownEnd} />
        </tr>
      )}
    </tbody>
  )
}

const Outcome = ({ row }: { row: CaseRow }) => {
  if (!row.result_type)
    return row.result_date ? (
      <>
        <Status sign="other">Решено</Status>
        <Second indented>{showDate(row.result_date)}</Second>
      </>
    ) : (
      <Status sign="open">Рассматривается</Status>
    )
  const { sign, short } = outcomeOf(row.result_type.title)
  return (
    <span title={row.result_type.title}>
      <Status sign={sign} plain>
        {short}
      </Status>
      <Second indented>{row.result_date && showDate(row.result_date)}</Second>
    </span>
  )
}

const Second = ({ indented, children }: { indented?: boolean; children?: React.ReactNode }) => (
  <span className={styles.second} data-indented={indented || undefined}>
    {children}
  </span>
)
const Nothing = () => <span className="faint">—</span>
