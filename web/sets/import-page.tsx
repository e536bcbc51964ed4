import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ImportDone, ImportPreview, TableRead } from '#shared/api/set-import.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxSetTitle } from '#shared/domain/sets.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { importTable, previewImport, refreshAfterImport, undoSetImport } from '../api/set-import.ts'
import { restoreSet, setQueryOptions } from '../api/sets.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { showFailure, useAct } from '../filters/use-act.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { CollectionPage } from '../ui/collection-page.tsx'
import { TextField } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { RefusableButton } from '../ui/refusable-button.tsx'
import { announceToScreenReader, showToast } from '../ui/toasts.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportAudience, ImportOutlook } from './import-outlook.tsx'
import styles from './import-page.module.css'
import { ImportRows } from './import-rows.tsx'
import { PickTable } from './pick-table.tsx'
import {
  type Choices,
  hasMoreHeads,
  headsText,
  type OpenTable,
  openTable,
  outlook,
  rowForms,
  rowsOfTable,
  withChoices,
  withColumnKind,
} from './table-import.ts'

const UnfoundRows = lazyPart(() => import('./unfound-rows.tsx'), 'UnfoundRows')

/** «Новая подборка из таблицы»: file, columns, rows. `set`: an existing set that the table is added to. */
const steps = ['Файл', 'Столбцы', 'Проверка строк'] as const
const titleOfFile = (name: string): string => name.replace(/\.[a-z]{2,4}$/i, '').slice(0, maxSetTitle)

export const ImportSetPage = () => {
  const { set: named } = useSearch({ strict: false })
  const set = /^[1-9]\d{0,8}$/.test(String(named)) ? Number(named) : undefined
  return <ImportSet key={set} set={set} />
}

const ImportSet = ({ set }: { set: number | undefined }) => {
  const client = useQueryClient()
  const own = useQuery({ ...setQueryOptions(set ?? 0), enabled: set !== undefined })
  const isSeenByUnknown = set !== undefined && own.data === undefined
  const [table, setTable] = useState<OpenTable>()
  const [preview, setPreview] = useState<ImportPreview>()
  const [choices, setChoices] = useState<Choices>(new Map())
  const [title, setTitle] = useState('')
  const titleField = useRef<HTMLInputElement>(null)
  const [isUntitledTold, setUntitledTold] = useState(false)
  const [remember, setRemember] = useState(true)
  const [done, setDone] = useState<ImportDone>()
  const checking = useAct(previewImport, {
    onDone: answer => {
      setPreview(answer)
      setChoices(new Map())
      announceToScreenReader(`Найдено ${counted(answer.cases, caseForms)}.`)
    },
  })
  const importing = useAct(importTable, {
    onDone: answer => {
      setDone(answer)
      return refreshAfterImport(client)
    },
  })
  const opened = (read: TableRead): void => {
    setTable(openTable(read))
    if (title === '') setTitle(titleOfFile(read.file_name))
  }
  const again = (): void => {
    setTable(undefined)
    setPreview(undefined)
    setDone(undefined)
  }
  const step = preview !== undefined ? 2 : table !== undefined ? 1 : 0
  const rows = table === undefined ? undefined : rowsOfTable(table)
  const isUntitled = set === undefined && isBlank(title)
  const save = (): void => {
    if (table === undefined) return
    if (isUntitled) {
      setUntitledTold(true)
      titleField.current?.focus()
      return
    }
    importing.mutate({
      ...withChoices(table, choices),
      ...(set === undefined ? { title: title.trim() } : { set }),
      file_name: table.read.file_name,
      remember,
    })
  }
  return (
    <CollectionPage
      title={set === undefined ? 'Новая подборка из таблицы' : 'Дополнить подборку таблицей'}
      count="Таблица, список или письмо с номерами дел. Что не нашлось точно, покажем и спросим; ни одна строка не пропадёт."
    >
      {done ? (
        <ImportedSet done={done} onAgain={again} />
      ) : (
        <>
          <ol className={styles.steps} aria-label="Шаги">
            {steps.map((name, n) => (
              <li key={name} aria-current={n === step ? 'step' : undefined}>
                {n < step ? '✓ ' : ''}
                {name}
              </li>
            ))}
          </ol>
          {table === undefined && <PickTable onRead={opened} />}
          {table !== undefined && rows !== undefined && preview === undefined && (
            <section aria-labelledby="what-columns">
              <h2 id="what-columns">Что в столбцах</h2>
              <p className="second">
                {table.read.file_name && `«${table.read.file_name}», `}
                {table.read.sheets > 1 && `лист ${table.read.sheet} из ${table.read.sheets}, `}
                {counted(rows.rows.length, rowForms)}
                {`, ${headsText(table)}`}
                {table.isRemembered && '. Столбцы читаем, как в прошлый раз'}
              </p>
              {hasMoreHeads(table) && (
                <Checkbox
                  checked={table.headRows === 1}
                  onChange={isOneRow => setTable(openTable(table.read, isOneRow))}
                >
                  Вторая строка{'\u00a0'}— тоже данные
                </Checkbox>
              )}
              <ImportColumns
                table={table}
                onKind={(at, kind) =>
                  setTable({ ...table, kinds: withColumnKind(table.kinds, at, kind), isRemembered: false })
                }
              />
              <div className={`acts ${styles.acts}`}>
                <RefusableButton
                  look="main"
                  busy={checking.isPending}
                  onClick={() => checking.mutate(rows)}
                  refusal={rows.rows.length === 0 && 'Под заголовком нет строк: проверять нечего.'}
                >
                  {checking.isPending
                    ? 'Ищем дела…'
                    : `Проверить ${counted(rows.rows.length, ['строку', 'строки', 'строк'])}`}
                </RefusableButton>
                <Button onClick={again}>Другой файл</Button>
                <Checkbox checked={remember} onChange={setRemember}>
                  Запомнить для таких файлов
                </Checkbox>
              </div>
            </section>
          )}
          {table !== undefined && preview !== undefined && (
            <div className={styles.body}>
              <section aria-label="Строки">
                <ImportRows
                  table={table}
                  rows={preview.rows}
                  choices={choices}
                  onChoose={(line, id) => setChoices(new Map(choices).set(line, id))}
                />
              </section>
              <ImportOutlook preview={preview} outlook={outlook(preview.rows, choices)}>
                {set === undefined && (
                  <TextField
                    label="Название подборки"
                    ref={titleField}
                    error={isUntitledTold && isUntitled && 'Заполните это поле.'}
                    value={title}
                    onChange={setTitle}
                    maxLength={maxSetTitle}
                  />
                )}
                {isSeenByUnknown ? <RetryAlert of={own} /> : <ImportAudience team={own.data?.team} />}
                <div className={`acts ${styles.acts}`}>
                  <Button look="main" busy={importing.isPending} disabled={isSeenByUnknown} onClick={save}>
                    {importing.isPending ? 'Сохраняем…' : set === undefined ? 'Создать подборку' : 'Дополнить подборку'}
                  </Button>
                  <Button onClick={() => setPreview(undefined)}>К столбцам</Button>
                </div>
              </ImportOutlook>
            </div>
          )}
        </>
      )}
    </CollectionPage>
  )
}

const ImportedSet = ({
  done: { set, import_id, added, already, unfound, not_overwritten },
  onAgain,
}: {
  done: ImportDone
  onAgain: () => void
}) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const restore = () =>
    restoreSet(set.id)
      .then(() => refreshAfterImport(client))
      .then(() => navigate({ to: '/sets/$id', params: { id: String(set.id) } }))
      .catch(showFailure)
  const undoing = useAct(() => undoSetImport(set.id, import_id), {
    onDone: ({ detail, is_set_deleted }) => {
      showToast(detail, is_set_deleted ? { act: { label: 'Вернуть подборку', run: () => void restore() } } : {})
      onAgain()
      return refreshAfterImport(client)
    },
  })
  return (
    <section aria-labelledby="imported">
      <h2 id="imported">Подборка «{set.title}»</h2>
      <p className="prose">
        Добавлено: {counted(added, caseForms)}.{already > 0 && ` Уже были в ней: ${counted(already, caseForms)}.`}
        {not_overwritten > 0 &&
          ` Не перезаписано: ${showNumber(not_overwritten)} (в подборке на этих местах другой текст).`}
        {unfound > 0 && ` Не найдено: ${counted(unfound, rowForms)}.`}
      </p>
      <div className={`acts ${styles.acts}`}>
        <Link to="/sets/$id" params={{ id: String(set.id) }} className={buttonClass('main')}>
          Открыть подборку
        </Link>
        <Button busy={undoing.isPending} onClick={() => undoing.mutate()}>
          Отменить загрузку
        </Button>
        <Button onClick={onAgain}>Загрузить ещё таблицу</Button>
      </div>
      {unfound > 0 && (
        <>
          <h2 className={styles.next}>Не найдено</h2>
          <UnfoundRows set={set.id} />
        </>
      )}
    </section>
  )
}
