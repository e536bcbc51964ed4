import { useState } from 'react'
import type { FullCase } from '#shared/api/full-case.ts'
import { maxNoteText } from '#shared/domain/limits.ts'
import { counted } from '#shared/domain/wording.ts'
import { Button } from '../ui/button.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Popover } from '../ui/popover.tsx'
import styles from './case-note.module.css'
import { type NoteDraft, type NoteState, useNoteDraft } from './note-draft.ts'

const SetPicker = lazyPart(() => import('../sets/set-picker.tsx'), 'SetPicker')

const NoteField = ({ draft, isNew }: { draft: NoteDraft; isNew: boolean }) => {
  const { text, state, change, save, takeTheirs } = draft
  return (
    <section className={styles.note} aria-label="Моя заметка">
      <TextAreaField
        label="Моя заметка"
        aside={<span className={`faint small ${styles.state}`}>{stateWords(state, text)}</span>}
        hint="Её видите только вы. Сохраняется сама."
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
      {state.kind === 'failed' && (
        <p className={`error ${styles.trouble}`} role="alert">
          Заметка не сохранилась. {state.sentence}{' '}
          <Button look="link" onClick={() => void save()}>
            Повторить
          </Button>
        </p>
      )}
      {state.kind === 'conflict' && (
        <p className={`error ${styles.trouble}`} role="alert">
          Эту заметку изменили в другом окне.{' '}
          <Button look="link" onClick={() => void takeTheirs()}>
            Взять изменённую
          </Button>{' '}
          <Button look="link" onClick={() => void save({ anyway: true })}>
            Оставить эту
          </Button>
        </p>
      )}
    </section>
  )
}

const nearTheEnd = 200
const stateWords = ({ kind }: NoteState, text: string): string => {
  const left = maxNoteText - text.length
  const room = left <= nearTheEnd ? `Осталось ${counted(left, ['знак', 'знака', 'знаков'])}. ` : ''
  if (kind === 'saved') return text === '' ? room : `${room}Сохранено`
  return kind === 'saving' || kind === 'waiting' ? `${room}Сохраняется…` : room
}

export const CaseOwn = ({ one }: { one: FullCase }) => {
  const draft = useNoteDraft(one)
  const [asked, setAsked] = useState(false)
  const hasNote = asked || draft.text !== '' || draft.state.kind !== 'saved'
  return (
    <div className={`screen-only ${styles.own}`}>
      <div className="acts">
        <Popover
          label="Добавить в подборку"
          align="start"
          target={button => (
            <Button {...button}>
              <Icon name="sets" />В подборку
            </Button>
          )}
        >
          {close => <SetPicker cases={[one]} onDone={close} />}
        </Popover>
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
