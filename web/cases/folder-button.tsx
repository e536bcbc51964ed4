import type { CaseRow } from '#shared/api/cases.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import styles from './folder-button.module.css'
import { FolderPicker } from './folder-picker.tsx'
import { useMoveCases } from './move-cases.ts'

/** The folder of one case, and the way into another; a case that is not kept yet is kept by it. */
export const FolderButton = ({ one }: { one: Pick<CaseRow, 'id' | 'in_favorites' | 'folder'> }) => {
  const move = useMoveCases()
  return (
    <Popover
      label="Папка дела"
      align="start"
      target={button => (
        <Button {...button}>
          <span className={styles.title}>{one.folder ? `Папка «${one.folder.title}»` : 'В папку'}</span>
          <Icon name="down" />
        </Button>
      )}
    >
      {close => (
        <FolderPicker
          current={one.in_favorites ? one.folder : undefined}
          onPick={folder => {
            close()
            void move([one], folder)
          }}
        />
      )}
    </Popover>
  )
}
