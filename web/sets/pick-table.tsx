import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { TableRead } from '#shared/api/set-import.ts'
import { maxTagFile, maxTagRows } from '#shared/domain/limits.ts'
import { counted, showNumber } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/api-error.ts'
import { readSetTable } from '../api/set-import.ts'
import { focusField } from '../filters/form.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { DropTable } from '../ui/drop-table.tsx'
import { TextAreaField } from '../ui/field.tsx'
import styles from './import-page.module.css'

/** A chosen or dropped file, or pasted lines. */
export const PickTable = ({ onRead }: { onRead: (read: TableRead) => void }) => {
  const hint = useId()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const reading = useMutation({ mutationFn: readSetTable, onSuccess: onRead })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (text.trim() === '') {
      setMissing(true)
      focusField(event.currentTarget)
    } else if (!reading.isPending) reading.mutate(text)
  }
  return (
    <>
      <DropTable
        label="Файл с делами"
        className={styles.drop}
        onFile={file => !reading.isPending && reading.mutate(file)}
      >
        {choose => (
          <>
            <div className="acts">
              <Button look="main" busy={reading.isPending} aria-describedby={hint} onClick={choose}>
                {reading.isPending ? 'Читаем…' : 'Выбрать файл'}
              </Button>
              <span className="quiet">или перетащите его сюда</span>
            </div>
            <p id={hint} className="quiet small">
              XLSX, ODS или CSV, до {counted(maxTagRows, ['строки', 'строк', 'строк'])} и{' '}
              {showNumber(maxTagFile / 1_000_000)}&nbsp;МБ. Столбцы подскажем, поправить можно на следующем шаге.
            </p>
            <form className="stack" onSubmit={submit}>
              <TextAreaField
                label="Или вставьте строки таблицы либо текст с номерами дел и УИД"
                rows={6}
                error={isMissing && 'Вставьте сюда хотя бы одну строку.'}
                value={text}
                onChange={pasted => {
                  setText(pasted)
                  setMissing(false)
                }}
                spellCheck={false}
                placeholder={'5-1893/2026\tТверской р/с\tРадугодуб В.О.'}
              />
              <div>
                <Button type="submit" busy={reading.isPending}>
                  Прочитать
                </Button>
              </div>
            </form>
          </>
        )}
      </DropTable>
      {reading.error && (
        <Alert>
          <p>{sentenceOf(reading.error)}</p>
        </Alert>
      )}
    </>
  )
}
