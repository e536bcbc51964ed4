import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { TagAction, TagUploadAnswer } from '#shared/api/tags.ts'
import { maxTagFile, maxTagRows } from '#shared/domain/limits.ts'
import { counted, showNumber, upperFirst } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/api-error.ts'
import { refreshTags, undoTagUpload, uploadTags } from '../api/tags.ts'
import { showFailure } from '../filters/use-act.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { DropTable } from '../ui/drop-table.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { announceToScreenReader, showToast } from '../ui/toasts.tsx'
import styles from './load-tags-page.module.css'
import { appliedText, applyLabel, refusedText, UploadLines, uploadSummary } from './upload-lines.tsx'

/** A file is previewed when chosen; nothing changes until the button is pressed. */
const actions: readonly { value: TagAction; label: string }[] = [
  { value: 'add', label: 'Поставить' },
  { value: 'remove', label: 'Снять' },
]

export const UploadForm = () => {
  const client = useQueryClient()
  const hint = useId()
  const [action, setAction] = useState<TagAction>('add')
  const [file, setFile] = useState<File>()
  const [applied, setApplied] = useState<Applied>()
  const preview = useMutation({
    mutationFn: (asked: { file: File; action: TagAction }) => uploadTags(asked.file, asked.action, true),
    onSuccess: (answer, asked) => announceToScreenReader(uploadSummary(answer, asked.action)),
  })
  const applying = useMutation({
    mutationFn: (asked: { file: File; action: TagAction }) => uploadTags(asked.file, asked.action, false),
    onSuccess: async (answer, asked) => {
      forget()
      setApplied({ answer, action: asked.action, name: asked.file.name })
      showToast(appliedText(answer, asked.action), answer.upload_id === null ? {} : { act: undoing(answer.upload_id) })
      await refreshTags(client)
    },
    onError: showFailure,
  })
  const undoing = (id: number) => ({
    label: 'Отменить',
    run: () => {
      undoTagUpload(id)
        .then(showToast, showFailure)
        .finally(() => void refreshTags(client))
    },
  })
  const forget = (): void => {
    setFile(undefined)
    setApplied(undefined)
    preview.reset()
  }
  const look = (chosen: File | undefined, how: TagAction): void => {
    setAction(how)
    if (chosen === undefined) return
    setFile(chosen)
    setApplied(undefined)
    preview.mutate({ file: chosen, action: how })
  }
  return (
    <>
      <div className={styles.form}>
        <Segmented label="Что сделать" options={actions} value={action} onChange={how => look(file, how)} />
        <DropTable label="Файл с метками" className={styles.drop} onFile={chosen => look(chosen, action)}>
          {choose => (
            <>
              <Button look={file ? 'plain' : 'main'} aria-describedby={hint} onClick={choose}>
                {file ? 'Выбрать другой файл' : 'Выбрать файл'}
              </Button>
              <span className={`quiet ${styles.fileName}`}>{file ? file.name : 'или перетащите его сюда'}</span>
            </>
          )}
        </DropTable>
      </div>
      <TableHint id={hint} />
      {preview.isPending && <p className={styles.wait}>Проверяем файл…</p>}
      {preview.error && (
        <div className={styles.wait}>
          <Alert>
            <p>{sentenceOf(preview.error)}</p>
          </Alert>
        </div>
      )}
      {file && preview.data && !preview.isPending && (
        <Preview
          answer={preview.data}
          action={action}
          busy={applying.isPending}
          onApply={() => applying.mutate({ file, action })}
          onForget={forget}
        />
      )}
      {applied && <Done of={applied} onForget={forget} />}
    </>
  )
}

const TableHint = ({ id }: { id: string }) => (
  <div id={id} className={`prose small ${styles.hint}`}>
    <p>
      XLSX, ODS или CSV, до {counted(maxTagRows, ['строки', 'строк', 'строк'])} и {showNumber(maxTagFile / 1_000_000)}
      &nbsp;МБ. Нужны столбец «Метки» и столбец с делом: «Дело» (номер в Судмониторе), «Ссылка» (на дело здесь или на
      сайте суда), «УИД» либо «Номер дела» вместе с «Суд». Несколько меток разделяйте точкой с запятой.
    </p>
    <p>
      Годится и файл, выгруженный отсюда: допишите в нём столбец «Метки» и загрузите обратно. Повторная загрузка ничего
      не портит.
    </p>
  </div>
)

type Applied = { answer: TagUploadAnswer; action: TagAction; name: string }
/** Unrecognised rows stay, to be corrected in the table; «Прошлые загрузки» also has the undo. */
const Done = ({ of: { answer, action, name }, onForget }: { of: Applied; onForget: () => void }) => (
  <section className={styles.preview} aria-label="Что сделано">
    <h2>{appliedText(answer, action)}</h2>
    <p className={styles.summary}>
      {name}.{' '}
      {answer.refused > 0
        ? `${upperFirst(refusedText(answer))}: исправьте эти строки и загрузите таблицу ещё раз, остальное не изменится.`
        : 'Распознаны все строки.'}
    </p>
    <div className={`acts ${styles.acts}`}>
      <Button onClick={onForget}>Закрыть</Button>
    </div>
    <UploadLines lines={answer.lines} action={action} isDone />
  </section>
)

type Props = { answer: TagUploadAnswer; action: TagAction; busy: boolean; onApply: () => void; onForget: () => void }
const Preview = ({ answer, action, busy, onApply, onForget }: Props) => (
  <section className={styles.preview} aria-label="Что изменится">
    <h2>{answer.changes > 0 ? 'Что изменится' : 'Ничего не изменится'}</h2>
    <p className={styles.summary}>{uploadSummary(answer, action)}</p>
    {answer.new_tags.length > 0 && (
      <p className={styles.summary}>
        {answer.new_tags.length === 1 ? 'Новая метка' : 'Новые метки'}:{' '}
        {answer.new_tags.map(value => `«${value}»`).join(', ')}. Проверьте, нет ли опечатки.
      </p>
    )}
    <div className={`acts ${styles.acts}`}>
      {answer.changes > 0 && (
        <Button look="main" busy={busy} onClick={onApply}>
          {applyLabel(answer, action)}
        </Button>
      )}
      <Button onClick={onForget}>{answer.changes > 0 ? 'Отмена' : 'Закрыть'}</Button>
    </div>
    <UploadLines lines={answer.lines} action={action} />
  </section>
)
