import { maxNoteText } from '#shared/domain/limits.ts'
import { counted } from '#shared/domain/wording.ts'
import { Button } from '../ui/button.tsx'
import { Labelled, TextArea } from '../ui/field.tsx'
import styles from './case-note.module.css'
import type { NoteDraft, NoteState } from './note-draft.ts'

/** The reader's own note on a case: seen by nobody else, saved by itself. `isNew`: the person has just asked for it. */
export const NoteField = ({ draft, isNew }: { draft: NoteDraft; isNew: boolean }) => {
  const { text, state, change, save, takeTheirs } = draft
  return (
    <section className={styles.note} aria-label="Моя заметка">
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
            autoFocus={isNew}
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
