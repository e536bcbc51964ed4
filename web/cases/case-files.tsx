import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { menuItemClass } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import styles from './case-files.module.css'

/** One case as a file: as a line of the file of a list, or everything the page tells, for programs. */
export const CaseFiles = ({ id }: { id: number }) => (
  <Popover
    label="Дело файлом"
    slim
    target={button => (
      <Button {...button} className={styles.button} title="Взять дело файлом">
        <Icon name="download" />
        <span>Файл</span>
      </Button>
    )}
  >
    {close => (
      <ul className={styles.list}>
        {filesOf(id).map(({ label, href, name }) => (
          <li key={label}>
            <a className={menuItemClass} href={href} download={name} onClick={close}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    )}
  </Popover>
)

const filesOf = (id: number): { label: string; href: string; name: string }[] => [
  { label: 'CSV, одной строкой', href: `/api/v1/cases/${id}/file/`, name: `Дело ${id}.csv` },
  { label: 'Excel, одной строкой', href: `/api/v1/cases/${id}/file/?format=xlsx`, name: `Дело ${id}.xlsx` },
  { label: 'JSON, всё о деле', href: `/api/v1/cases/${id}/`, name: `Дело ${id}.json` },
]
