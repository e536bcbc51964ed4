import { useState } from 'react'
import type { FullCase } from '#shared/api/cases.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoteField } from './case-note.tsx'
import styles from './case-own.module.css'
import { FolderButton } from './folder-button.tsx'
import { useNoteDraft } from './note-draft.ts'

/** What the reader adds to a case: its folder among the favourites, and a note. For the reader only: never printed. */
export const CaseOwn = ({ one }: { one: FullCase }) => {
  const draft = useNoteDraft(one)
  const [asked, setAsked] = useState(false)
  const hasNote = asked || draft.text !== '' || draft.state.kind !== 'saved'
  return (
    <div className={`screen-only ${styles.own}`}>
      <div className={styles.acts}>
        <FolderButton one={one} />
        {!hasNote && (
          <Button look="bare" onClick={() => setAsked(true)}>
            <Icon name="plus" />
            Добавить заметку
          </Button>
        )}
      </div>
      {hasNote && <NoteField draft={draft} isNew={asked} />}
    </div>
  )
}
