import { memo, useState } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import type { FullSet, SetItem } from '#shared/api/sets.ts'
import { showDate } from '#shared/domain/dates.ts'
import { type CaseOrderColumn, type CaseOrdering, caseOrderings } from '#shared/domain/orderings.ts'
import { fateMark } from '#shared/domain/outcomes.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { CaseNumberLink, PickBox, PickPageBox } from '../cases/case-item.tsx'
import type { ListOrigin } from '../cases/list-origin.ts'
import type { Selection } from '../cases/selection.ts'
import { articleLines, defendantLines, hearingOf, stageName } from '../filters/case-wording.ts'
import { penaltyLines } from '../filters/penalty-lines.ts'
import { SortHeads } from '../filters/sort-heads.tsx'
import { caseOutcome, courtTitle } from '../filters/titles.ts'
import chips from '../tags/case-tags.module.css'
import { TagChips } from '../tags/case-tags.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import focus from '../ui/row-focus.module.css'
import { Status } from '../ui/status.tsx'
import table from '../ui/table.module.css'
import { ColumnCells } from './column-cells.tsx'
import { useItemChanges } from './item-changes.ts'
import { AssigneeMenu, StatusMark, StatusMenu } from './item-status.tsx'
import styles from './set-table.module.css'

const ItemDialog = lazyPart(() => import('./item-dialog.tsx'), 'ItemDialog')

const columns: readonly { title: string; order?: CaseOrderColumn; by?: string }[] = [
  { title: 'Номер', order: 'case_number' },
  { title: 'Лицо' },
  { title: 'Суд', order: 'region', by: 'по региону' },
  { title: 'Статья' },
  { title: 'Что с делом', order: 'last_scheduled_hearing_date', by: 'по заседанию' },
  { title: 'Метки и запись' },
  { title: 'Кому, состояние' },
]

type Props = {
  set: FullSet
  rows: readonly CaseRow[]
  items: ReadonlyMap<number, SetItem>
  openedFrom: ListOrigin
  selection: Selection
  ordering: CaseOrdering
  onOrder: (ordering: CaseOrdering) => void
}
export const SetTable = ({ set, rows, items, openedFrom, selection, ordering, onOrder }: Props) => (
  <table className={`${table.table} ${styles.table}`}>
    <caption className="sr">Дела подборки</caption>
    <colgroup>
      <col />
      {columns.map(({ title }) => (
        <col key={title} />
      ))}
    </colgroup>
    <thead>
      <tr>
        <th scope="col">
          <PickPageBox selection={selection} />
        </th>
        <SortHeads
          columns={columns}
          labels={caseOrderings}
          ordering={ordering}
          upFirst={column => !column.endsWith('_date')}
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
        />
      ))}
    </tbody>
  </table>
)

type RowProps = Pick<Props, 'set' | 'openedFrom'> & {
  row: CaseRow
  item: SetItem | undefined
  picked: boolean
  onPick: Selection['toggle']
}
const Row = memo(function Row({ set, row, item, openedFrom, picked, onPick }: RowProps) {
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
        <Noted set={set} row={row} item={item} />
      </td>
      <td>{item && <Doing set={set} item={item} name={row.case_number} />}</td>
    </tr>
  )
})

/** What is ahead, else what was decided. */
const Fate = ({ row }: { row: CaseRow }) => {
  const hearing = hearingOf(row)
  const fate = fateMark(row)
  const penalty = penaltyLines(row)
  if (!row.result_type || row.state === 'is_planned')
    return (
      <>
        <Status sign={hearing.sign}>{hearing.label}</Status>
        <span className="second">{hearing.when}</span>
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

const Noted = ({ set, row, item }: Pick<RowProps, 'set' | 'row' | 'item'>) => {
  const [opened, setOpened] = useState(false)
  const told = set.columns.filter(({ key }) => item?.columns[key])
  return (
    <div className={styles.noted}>
      {row.tags && <TagChips tags={row.tags} />}
      {item && <LabelChips labels={item.labels} />}
      {item && <ColumnCells set={set} item={item} name={row.case_number} />}
      {item?.note && <p className={`second ${styles.note}`}>{item.note}</p>}
      {item && set.role !== 'reader' && (
        <Button look="link" className={styles.act} onClick={() => setOpened(true)}>
          {item.note || item.labels.length > 0 || told.length > 0 ? 'Изменить запись' : 'Записать'}
          <span className="sr"> о деле {row.case_number}</span>
        </Button>
      )}
      {item && opened && <ItemDialog set={set} item={item} name={row.case_number} onClose={() => setOpened(false)} />}
    </div>
  )
}

export const LabelChips = ({ labels }: { labels: readonly string[] }) =>
  labels.length > 0 && (
    <ul className={chips.chips} aria-label="Метки подборки">
      {labels.map(label => (
        <li key={label} className={`clip ${chips.chip} ${styles.label}`} title="Метка этой подборки">
          {label}
        </li>
      ))}
    </ul>
  )

const Doing = ({ set, item, name }: { set: FullSet; item: SetItem; name: string }) => {
  const change = useItemChanges(set.id)
  if (set.role === 'reader')
    return (
      <>
        {item.assignee?.username ?? <span className="faint">никому</span>}
        <span className="second">
          <StatusMark status={item.status} />
        </span>
      </>
    )
  return (
    <div className={styles.doing}>
      <AssigneeMenu
        team={set.team}
        now={item.assignee}
        onPick={assignee => void change([item.case_id], { assignee })}
        target={button => (
          <button type="button" className={styles.pick} {...button}>
            <span className="sr">Кому, {name}: </span>
            {item.assignee?.username ?? (
              <span className={styles.empty}>
                <Icon name="plus" size={14} /> Назначить
              </span>
            )}
          </button>
        )}
      />
      <StatusMenu
        now={item.status}
        onPick={status => void change([item.case_id], { status })}
        target={button => (
          <button type="button" className={`small ${styles.pick}`} {...button}>
            <span className="sr">Состояние, {name}: </span>
            <StatusMark status={item.status} />
          </button>
        )}
      />
    </div>
  )
}
