import { Link } from '@tanstack/react-router'
import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import { counted } from '#shared/domain/wording.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './starters.module.css'
import { useLoadedList } from './starting.ts'

const longestFile = 1_000_000
const shownLines = 20

/** Cases by what is pasted or lies in a CSV. */
export const LoadList = ({ onUnfound }: { onUnfound: () => void }) => {
  const [text, setText] = useState('')
  const fileId = useId()
  const loading = useLoadedList()
  const { data } = loading
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (file === undefined) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    target.value = ''
    if (file.size > longestFile) return showToast('Файл больше 1 МБ: разделите список.', { bad: true })
    // A workbook is an archive.
    if (bytes[0] === 0x50 && bytes[1] === 0x4b)
      return showToast('Из Excel скопируйте столбцы и вставьте сюда или сохраните таблицу как CSV.', { bad: true })
    setText(decoded(bytes))
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
          Взять из файла CSV
        </label>
        <input
          id={fileId}
          className="sr"
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={event => void read(event)}
        />
      </div>
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
          {data.folder && (
            <Link to="/favorites" search={{ favorite_folder: data.folder }}>
              К&nbsp;найденным делам
            </Link>
          )}
        </div>
      )}
    </form>
  )
}

/** Excel saves CSV in the encoding of Windows. */
const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
