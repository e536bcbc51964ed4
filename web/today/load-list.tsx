import { Link } from '@tanstack/react-router'
import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import { counted } from '#shared/domain/wording.ts'
import { readListFile } from '../api/list-file.ts'
import { useAct } from '../filters/use-act.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './starters.module.css'
import { useLoadedList } from './starting.ts'

const longestFile = 1_000_000
const shownLines = 20

export const LoadList = ({ onUnfound }: { onUnfound: () => void }) => {
  const [text, setText] = useState('')
  const fileId = useId()
  const loading = useLoadedList()
  const reading = useAct(readListFile)
  const { data } = loading
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (file === undefined) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    target.value = ''
    if (isWorkbook(bytes)) return reading.mutate(file, { onSuccess: setText })
    if (file.size > longestFile) return showToast('Файл больше 1 МБ: разделите список.', { bad: true })
    if (bytes.includes(0)) return showToast('Это не таблица: нужен файл XLSX, ODS или CSV.', { bad: true })
    const lines = decoded(bytes)
    if (lines.trim() === '') return showToast('В файле нет ни одной строки.', { bad: true })
    setText(lines)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!loading.isPending) loading.mutate(text, { onSuccess: ({ unfound }) => unfound.length > 0 && onUnfound() })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <TextAreaField
        label="Строки списка"
        hint="Номер и суд через точку с запятой, УИД или ссылка; можно вставить столбцы из Excel."
        rows={4}
        value={text}
        onChange={setText}
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
