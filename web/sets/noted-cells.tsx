import { useState } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import type { FullSet, SetColumn, SetItem } from '#shared/api/sets.ts'
import chips from '../tags/case-tags.module.css'
import { TagChips } from '../tags/case-tags.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ColumnCells } from './column-cells.tsx'
import { useItemChanges } from './item-changes.ts'
import { AssigneeMenu, StatusMark, StatusMenu } from './item-status.tsx'
import styles from './set-table.module.css'

const ItemDialog = lazyPart(() => import('./item-dialog.tsx'), 'ItemDialog')

/** The team's notes on a case, in its row. */
type NotedProps = {
  set: FullSet
  row: CaseRow
  item: SetItem | undefined
  /** Own columns that are not columns of the table. */
  columns: readonly SetColumn[]
}
export const Noted = ({ set, row, item, columns }: NotedProps) => {
  const [opened, setOpened] = useState(false)
  const told = set.columns.filter(({ key }) => item?.columns[key])
  return (
    <div className={styles.noted}>
      {row.tags && <TagChips tags={row.tags} />}
      {item && <LabelChips labels={item.labels} />}
      {item && <ColumnCells set={set} columns={columns} item={item} name={row.case_number} />}
      {item?.note && <p className={`second ${styles.note}`}>{item.note}</p>}
      {item && set.role !== 'reader' && (
        <Button look="link" className={`screen-only ${styles.act}`} onClick={() => setOpened(true)}>
          {item.note || item.labels.length > 0 || told.length > 0 ? 'Изменить запись' : 'Записать'}
          <span className="sr"> о деле {row.case_number}</span>
        </Button>
      )}
      {item && opened && <ItemDialog set={set} item={item} name={row.case_number} onClose={() => setOpened(false)} />}
    </div>
  )
}

const LabelChips = ({ labels }: { labels: readonly string[] }) =>
  labels.length > 0 && (
    <ul className={chips.chips} aria-label="Метки подборки">
      {labels.map(label => (
        <li key={label} className={`clip ${chips.chip} ${styles.label}`} title="Метка этой подборки">
          {label}
        </li>
      ))}
    </ul>
  )

export const Doing = ({ set, item, name }: { set: FullSet; item: SetItem; name: string }) => {
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
              <span className={`screen-only ${styles.empty}`}>
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
