import { maxListValues } from '#shared/domain/limits.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { toQuery } from '#shared/filters/wire.ts'
import { menuItemClass } from '../ui/menu.tsx'
import styles from './set-page.module.css'

/** With the team's notes; the last one, for a filing, without. */
const files = [
  { label: 'Excel: с состояниями, записью и своими столбцами', asked: {} },
  { label: 'Excel: только изменившиеся с прошлого раза', asked: { changed: 'true' } },
  { label: 'Word: список дел для обращения', asked: { format: 'docx' } },
]

type Props = { id: number; cases?: readonly number[]; onDone: () => void }
/** Files of a set, or only of its picked cases. */
export const SetFiles = ({ id, cases, onDone }: Props) => {
  if (cases && cases.length > maxListValues)
    return (
      <p className={`quiet small ${styles.menu}`}>
        Файл с записью команды&nbsp;— не больше {showNumber(maxListValues)} выбранных дел за раз. Вся подборка&nbsp;—
        кнопкой «Файл» вверху.
      </p>
    )
  const picked = cases && { cases: cases.join(',') }
  return (
    <ul className={styles.menu} aria-label={cases ? 'Выбранные дела подборки файлом' : 'Подборка файлом'}>
      {files.map(({ label, asked }) => (
        <li key={label}>
          <a
            className={menuItemClass}
            href={`/api/v1/sets/${id}/file/?${toQuery({ ...asked, ...picked })}`}
            download
            onClick={onDone}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
