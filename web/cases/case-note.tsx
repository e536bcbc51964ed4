import { useState } from 'react'
import type { FullCase } from '#shared/api/cases.ts'
import { maxNoteText } from '#shared/domain/limits.ts'
import { counted } from '#shared/domain/wording.ts'
import { Button } from '../ui/button.tsx'
import { Labelled, TextArea } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './case-note.module.css'
import { type NoteState, useNoteDraft } from './note-draft.ts'

/** The reader's own note on a case: seen by nobody else, saved by itself, never printed. */
export const CaseNote = ({ one }: { one: Pick<FullCase, 'id' | 'case_number' | 'note'> }) => {
  const { text, state, change, save, takeTheirs } = useNoteDraft(one)
  const [opened, setOpened] = useState(false)
  if (!opened && text === '' && state.kind === 'saved')
    return (
      <p className="screen-only">
        <Button look="bare" className={styles.add} onClick={() => setOpened(true)}>
          <Icon name="plus" />
          Добавить заметку
        </Button>
      </p>
    )
  return (
    <section className={`screen-only ${styles.note}`} aria-label="Моя заметка">
      <Labelled
        label="Моя заметка"
        aside={<span className={styles.state}>{stateWords(state, text)}</span>}
        hint="Её видите только вы. Сохраняется сама."
      >
        {(id, described) => (
          <TextArea
            id={id}
            {...described}
            className={styles.area}
            rows={2}
            maxLength={maxNoteText}
            // The person has just asked for the field.
            autoFocus={opened}
            value={text}
            onChange={change}
            onBlur={() => {
              if (state.kind === 'waiting') void save()
            }}
          />
        )}
      </Labelled>
      {state.kind === 'failed' && (
        <p className={styles.trouble} role="alert">
          Заметка не сохранилась. {state.sentence}{' '}
          <Button look="link" onClick={() => void save()}>
            Повторить
          </Button>
        </p>
      )}
      {state.kind === 'conflict' && (
        <p className={styles.trouble} role="alert">
          Эту заметку изменили в другом окне.{' '}
          <Button look="link" onClick={() => void takeTheirs()}>
            Взять ту
          </Button>{' '}
          <Button look="link" onClick={() => void save({ anyway: true })}>
            Оставить эту
          </Button>
        </p>
      )}
    </section>
  )
}

/** The end of the room is told when it is near. */
const nearTheEnd = 200
const stateWords = ({ kind }: NoteState, text: string): string => {
  const left = maxNoteText - text.length
  const room = left <= nearTheEnd ? `Осталось ${counted(left, ['знак', 'знака', 'знаков'])}. ` : ''
  if (kind === 'saved') return text === '' ? room : `${room}Сохранено`
  return kind === 'saving' || kind === 'waiting' ? `${room}Сохраняется…` : room
}
