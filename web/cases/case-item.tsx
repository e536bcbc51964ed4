import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import { counted, setForms } from '#shared/domain/wording.ts'
import { wordsFields } from '#shared/filters/case-fields.ts'
import { readLenient, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { TagChips } from '../tags/case-tags.tsx'
import { RowCheckbox } from '../ui/checkbox.tsx'
import styles from './case-item.module.css'
import type { ListOrigin } from './list-origin.ts'
import type { Selection } from './selection.ts'

type Own = Pick<CaseRow, 'changed_since' | 'sets' | 'note' | 'tags'>
export const hasOwn = ({ changed_since, sets, note, tags }: Own): boolean =>
  changed_since !== null || sets.length > 0 || note !== null || Boolean(tags?.length)

export const OwnLine = ({ row: { changed_since, sets, note, tags } }: { row: Own }) => (
  <div className={`quiet small ${styles.line}`}>
    {changed_since && (
      <span className={`fresh ${styles.changed}`}>
        Изменилось {showDate(dayIn('Europe/Moscow', new Date(changed_since)))}
      </span>
    )}
    {sets.length > 0 && <SetLinks sets={sets} />}
    {tags && <TagChips tags={tags} />}
    {note && (
      <span className={`clip ${styles.note}`} title={note.text}>
        <span className="faint">Заметка:</span> {note.text}
      </span>
    )}
  </div>
)

const mostSets = 2
const SetLinks = ({ sets }: Pick<CaseRow, 'sets'>) => (
  <>
    {sets.slice(0, mostSets).map(({ id, title }) => (
      <Link key={id} to="/sets/$id" params={{ id: String(id) }} className={`clip ${styles.set}`}>
        <span className="sr">Подборка: </span>
        {title}
      </Link>
    ))}
    {sets.length > mostSets && (
      <span
        className={styles.changed}
        title={sets
          .slice(mostSets)
          .map(({ title }) => title)
          .join(', ')}
      >
        ещё {counted(sets.length - mostSets, setForms)}
      </span>
    )}
  </>
)

export const CaseSnippet = ({ row, openedFrom }: { row: CaseRow; openedFrom: ListOrigin }) => {
  if (!row.snippet || row.snippet.parts.length === 0) return null
  const { parts, hits } = row.snippet
  const more = (hits ?? 0) - parts.filter(({ hit }) => hit).length
  return (
    <p className={styles.quote}>
      {parts.map(({ text, hit }, n) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a quotation have no other name
        hit ? <mark key={n}>{text}</mark> : text,
      )}{' '}
      <Link
        to="/cases/text/$id"
        params={{ id: String(row.id) }}
        search={searchedWords(openedFrom.query)}
        state={{ openedFrom }}
        className={styles.more}
      >
        {more > 0 ? `ещё ${counted(more, ['место', 'места', 'мест'])} в тексте` : 'весь текст'}
      </Link>
    </p>
  )
}

const searchedWords = (query: WireRecord): WireRecord => writeValues(wordsFields, readLenient(wordsFields, query))

/** «Новое» is relative to the time of the answer, so that rerenders are stable. */
// biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is a new moment
export const useNow = (rows: readonly unknown[]): Date => useMemo(() => new Date(), [rows])

export type CaseItemProps = {
  row: CaseRow
  now: Date
  openedFrom: ListOrigin
  onToggle: (row: CaseRow) => void
  picked: boolean
  /** Absent when cases are not being picked. */
  onPick: Selection['toggle'] | undefined
}

export const PickBox = ({ row, picked, onPick }: Pick<CaseItemProps, 'row' | 'picked' | 'onPick'>) =>
  onPick && (
    <RowCheckbox
      label={`Выбрать: ${row.case_number}`}
      checked={picked}
      onChange={(_, shift) => onPick(row.id, shift)}
    />
  )

export const PickPageBox = ({ selection }: { selection: Pick<Selection, 'page' | 'togglePage'> }) => (
  <RowCheckbox
    label="Выбрать все дела на странице"
    checked={selection.page === 'all'}
    partly={selection.page === 'some'}
    onChange={selection.togglePage}
  />
)

export const CaseNumberLink = ({ row, openedFrom, ...rest }: Pick<CaseItemProps, 'row' | 'openedFrom'> & LinkProps) => {
  const { as_of } = openedFrom.query
  const target =
    typeof as_of === 'string'
      ? ({ to: '/cases/$id/state', search: { as_of } } as const)
      : ({ to: '/cases/$id', state: { openedFrom } } as const)
  return (
    <Link {...target} params={{ id: String(row.id) }} data-case-link {...rest}>
      {row.case_number}
    </Link>
  )
}
type LinkProps = { className: string | undefined; title?: string }
