import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useId, useState } from 'react'
import { type DirectoryTag, sameTag } from '#shared/api/tags.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxTagText } from '#shared/domain/limits.ts'
import { counted } from '#shared/domain/wording.ts'
import { deleteTag, directoryTagsQueryOptions, mergeTag, refreshTags, renameTag, tagsOnPage } from '../api/tags.ts'
import { Form, useForm } from '../filters/form.tsx'
import { RetryAlert } from '../filters/load-failed.tsx'
import { Pager } from '../filters/pager.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField, TextInput } from '../ui/field.tsx'
import rows from '../ui/rows.module.css'
import { showToast } from '../ui/toasts.tsx'
import styles from './load-tags-page.module.css'

/** `mayChange`: the account sees every region in which tags are used. */
export const TagDirectory = ({ mayChange }: { mayChange: boolean }) => {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [changed, setChanged] = useState<DirectoryTag>()
  const query = useDeferredValue(typed.trim())
  const list = useQuery({ ...directoryTagsQueryOptions(query, page), placeholderData: keepPreviousData })
  const deleting = useAct((tag: DirectoryTag) => deleteTag(tag.id), {
    done: sentence => sentence,
    onSettled: () => refreshTags(client),
  })
  const count = list.data?.count ?? 0
  const last = Math.ceil(count / tagsOnPage)
  return (
    <>
      <div className={styles.search}>
        <TextInput
          type="search"
          icon="search"
          aria-label="Найти метку"
          placeholder="Найти метку"
          value={typed}
          onChange={text => {
            setTyped(text)
            setPage(1)
          }}
        />
        <span className="quiet" aria-live="polite">
          {list.data ? counted(count, ['метка', 'метки', 'меток']) : ''}
        </span>
      </div>
      {!mayChange && (
        <p className={`prose ${styles.empty}`}>
          Метки общие для всех регионов: переименовать и объединить их может тот, кому видны все.
        </p>
      )}
      <RetryAlert of={list} />
      {list.data?.count === 0 && (
        <p className={`prose ${styles.empty}`}>
          {query === '' ? 'Меток пока нет: они появятся с первой загрузкой.' : 'Таких меток нет.'}
        </p>
      )}
      <ul className={`${rows.rows} ${styles.tags}`}>
        {list.data?.results.map(tag => (
          <li key={tag.id}>
            <span className="strong">{tag.value}</span>
            {tag.cases_count > 0 ? (
              <Link to="/" search={{ tags: [String(tag.id)], ordering: '-entry_date' }} className="together">
                {counted(tag.cases_count, ['дело', 'дела', 'дел'])}
              </Link>
            ) : (
              <span className="quiet together">нет дел</span>
            )}
            {mayChange && (
              <span className={styles.rowActs}>
                <Button look="bare" aria-label={`Изменить: ${tag.value}`} onClick={() => setChanged(tag)}>
                  Изменить
                </Button>
                {tag.cases_count === 0 && (
                  <Button look="bare" aria-label={`Удалить: ${tag.value}`} onClick={() => deleting.mutate(tag)}>
                    Удалить
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Pager label="Страницы меток" page={page} last={last} hrefOf={() => '/loadtags'} onGo={setPage} />
      {changed && <TagForm tag={changed} onClose={() => setChanged(undefined)} />}
    </>
  )
}

const TagForm = ({ tag, onClose }: { tag: DirectoryTag; onClose: () => void }) => {
  const client = useQueryClient()
  const formId = useId()
  const [twin, setTwin] = useState<DirectoryTag>()
  const finish = async (sentence: string): Promise<void> => {
    showToast(sentence)
    onClose()
    await refreshTags(client)
  }
  const { form, field, busy } = useForm({ value: tag.value }, async ({ value }) => {
    if (twin) return finish(await mergeTag(tag.id, twin.id))
    const { results } = isBlank(value)
      ? { results: [] }
      : await client.fetchQuery(directoryTagsQueryOptions(value.trim(), 1))
    const other = results.find(one => one.id !== tag.id && sameTag(one.value) === sameTag(value))
    if (other) setTwin(other)
    else await finish(await renameTag(tag.id, value))
  })
  const { onChange, ...input } = field('value')
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Изменить метку"
      size={480}
      footer={
        <>
          <Button look="main" type="submit" form={formId} busy={busy}>
            {twin ? 'Объединить' : 'Переименовать'}
          </Button>
          <Button onClick={onClose}>Отмена</Button>
        </>
      }
    >
      <Form of={form} id={formId} className="stack" aria-label="Изменить метку">
        <TextField
          label="Название"
          {...input}
          maxLength={maxTagText}
          data-autofocus
          onChange={text => {
            onChange(text)
            setTwin(undefined)
          }}
        />
        <p aria-live="polite">
          {twin &&
            `Метка «${twin.value}» уже есть (${counted(twin.cases_count, ['дело', 'дела', 'дел'])}). Если объединить, «${tag.value}» исчезнет, а её дела и сохранённые фильтры перейдут к «${twin.value}». Отменить это нельзя.`}
        </p>
      </Form>
    </Dialog>
  )
}
