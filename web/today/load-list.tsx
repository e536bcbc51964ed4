import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'
import { counted } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/api-error.ts'
import { readListFile } from '../api/list-file.ts'
import { focusField } from '../filters/form.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { TextAreaField } from '../ui/field.tsx'
import styles from './starters.module.css'
import { refusalOfList, useLoadedList } from './starting.ts'

const longestFile = 1_000_000
const shownLines = 20

export const LoadList = ({ onUnfound }: { onUnfound: () => void }) => {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const fileId = useId()
  const loading = useLoadedList()
  const reading = useMutation({ mutationFn: readListFile })
  const { data } = loading
  const put = (lines: string): void => {
    setText(lines)
    setError(undefined)
  }
  const refuse = (sentence: string): void => {
    setError(sentence)
    if (form.current) focusField(form.current)
  }
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (file === undefined) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    target.value = ''
    if (isWorkbook(bytes))
      return reading.mutate(file, { onSuccess: put, onError: failure => refuse(sentenceOf(failure)) })
    if (file.size > longestFile) return refuse('Файл больше 1 МБ: разделите список.')
    if (bytes.includes(0)) return refuse('Это не таблица: нужен файл XLSX, ODS или CSV.')
    const lines = decoded(bytes)
    if (lines.trim() === '') return refuse('В файле нет ни одной строки.')
    put(lines)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const refusal = refusalOfList(text)
    if (refusal) refuse(refusal)
    else if (!loading.isPending) loading.mutate(text, { onSuccess: ({ unfound }) => unfound.length > 0 && onUnfound() })
  }
  return (
    <form className="stack" ref={form} onSubmit={submit}>
      <TextAreaField
        label="Строки списка"
        hint="Номер и суд через точку с запятой, УИД или ссылка; можно вставить столбцы из Excel."
        rows={4}
        value={text}
        error={error}
        onChange={put}
        spellCheck={false}
        placeholder={'5-1893/2026; Тверской районный суд\n77RS0027-01-2026-001234-56'}
      />
      <div className="acts">
        <Button look="main" type="submit" busy={loading.isPending}>
          Найти дела
        </Button>
        <label htmlFor={fileId} className={buttonClass('link')}>
          {reading.isPending ? 'Читаем файл…' : 'Взять из файла Excel, ODS или CSV'}
        </label>
        <input
          id={fileId}
          className="sr"
          type="file"
          accept=".xlsx,.ods,.csv,.txt,.tsv,text/csv,text/plain"
          onChange={event => void read(event)}
        />
      </div>
      <p className="quiet small">
        Строк много или над ними работает команда?{' '}
        <Link to="/sets/$id" params={{ id: 'import' }}>
          Сделайте из таблицы подборку
        </Link>
        .
      </p>
      {data && data.unfound.length > 0 && (
        <div role="status" className="small">
          <p>{data.found > 0 ? `Найдено ${counted(data.found, ['дело', 'дела', 'дел'])}. ` : ''}Не найдено:</p>
          <ul className={styles.unfound}>
            {data.unfound.slice(0, shownLines).map(({ line, why }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
              <li key={n}>
                {line} <span className="second">{why}</span>
              </li>
            ))}
          </ul>
          {data.unfound.length > shownLines && <p className="quiet">И&nbsp;ещё {data.unfound.length - shownLines}.</p>}
          {data.set && (
            <Link to="/favorites" search={{ set: data.set }}>
              К&nbsp;найденным делам
            </Link>
          )}
        </div>
      )}
    </form>
  )
}

/** A ZIP archive, or the former format of Excel: parsed by the server. */
const isWorkbook = ([first, second]: Uint8Array): boolean =>
  (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)

/** Excel saves CSV in windows-1251. */
const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
