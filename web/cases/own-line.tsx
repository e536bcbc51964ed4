import type { CaseRow } from '#shared/api/cases.ts'
import { showDate } from '#shared/domain/dates.ts'
import { dayAt } from './court-time.ts'
import styles from './own-line.module.css'

/** What the reader's own eye wants to know of a row: whether the favourite has changed, its folder, the note. */
type Own = Pick<CaseRow, 'changed_since' | 'folder' | 'note'>
export const hasOwn = ({ changed_since, folder, note }: Own): boolean =>
  changed_since !== null || folder !== null || note !== null

export const OwnLine = ({ row: { changed_since, folder, note } }: { row: Own }) => (
  <p className={styles.line}>
    {changed_since && (
      <span className={styles.changed}>Изменилось {showDate(dayAt(new Date(changed_since), 'Europe/Moscow'))}</span>
    )}
    {folder && (
      <span className={styles.folder}>
        <span className="sr">Папка: </span>
        {folder.title}
      </span>
    )}
    {note && (
      <span className={styles.note} title={note.text}>
        <span className="faint">Заметка:</span> {note.text}
      </span>
    )}
  </p>
)
