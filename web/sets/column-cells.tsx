import { useRef, useState } from 'react'
import type { FullSet, SetColumn, SetItem } from '#shared/api/sets.ts'
import { maxColumnText } from '#shared/domain/sets.ts'
import { TextInput } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import styles from './column-cells.module.css'
import { useItemWriting } from './item-changes.ts'

const ItemDialog = lazyPart(() => import('./item-dialog.tsx'), 'ItemDialog')

type Props = { set: FullSet; item: SetItem; name: string }
type Several = Props & { columns?: readonly SetColumn[] }
/** At most this many empty columns are shown in a row, the others in the notes dialog. */
const mostEmpty = 3

/** The set's own columns, edited in place. */
export const ColumnCells = ({ columns, ...props }: Several) => {
  const { set, item } = props
  const all = columns ?? set.columns
  const empty = set.role === 'reader' ? [] : all.filter(({ key }) => !item.columns[key]).slice(0, mostEmpty)
  return all
    .filter(column => item.columns[column.key] || empty.includes(column))
    .map(column => <ColumnCell key={column.key} column={column} {...props} />)
}

/** `isHeaded`: the title is in the table header. */
type CellProps = Props & { column: SetColumn; isHeaded?: boolean }
export const ColumnCell = (props: CellProps) => {
  const { column, set, item, isHeaded = false } = props
  if (set.role !== 'reader') return <Cell {...props} />
  const now = item.columns[column.key] ?? ''
  return isHeaded ? now : <p className="second">{`${column.title}: ${now}`}</p>
}

const Cell = ({ column: { key, title }, set, item, name, isHeaded }: CellProps) => {
  const write = useItemWriting(set.id, item.case_id)
  const [written, setWritten] = useState<string>()
  const [overtaken, setOvertaken] = useState<{ columns: SetItem['columns']; theirs: SetItem }>()
  const button = useRef<HTMLButtonElement>(null)
  const busy = useRef(false)
  const now = item.columns[key] ?? ''
  // The focus was in the field.
  const leave = (isByKey: boolean) => {
    setWritten(undefined)
    if (isByKey) requestAnimationFrame(() => button.current?.focus())
  }
  const save = async (isByKey: boolean) => {
    const text = written?.trim() ?? ''
    if (busy.current || written === undefined) return
    if (text === now) return leave(isByKey)
    busy.current = true
    const columns = { [key]: text }
    const told = await write({ version: item.version, columns })
    busy.current = false
    if (told === 'done') return leave(isByKey)
    if (told === undefined) return
    setOvertaken({ columns, theirs: told })
    leave(false)
  }
  return (
    <>
      {written === undefined ? (
        <button
          ref={button}
          type="button"
          className={`${isHeaded ? '' : 'second'} ${now === '' ? 'screen-only' : ''} ${styles.cell}`}
          data-empty={now === '' || undefined}
          onClick={() => setWritten(now)}
        >
          {isHeaded ? now || '+' : now === '' ? `+ ${title}` : `${title}: ${now}`}
          <span className="sr">
            {isHeaded && ` ${title}`}, изменить в деле {name}
          </span>
        </button>
      ) : (
        <TextInput
          className={styles.field}
          aria-label={`${title}, дело ${name}`}
          placeholder={title}
          maxLength={maxColumnText}
          autoFocus
          value={written}
          onChange={setWritten}
          onBlur={() => void save(false)}
          onKeyDown={event => {
            if (event.key === 'Enter') void save(true)
            if (event.key === 'Escape') leave(true)
          }}
        />
      )}
      {overtaken && (
        <ItemDialog set={set} item={item} name={name} overtaken={overtaken} onClose={() => setOvertaken(undefined)} />
      )}
    </>
  )
}
