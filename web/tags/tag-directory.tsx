import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { DirectoryTag } from '#shared/api/tags.ts'
import { counted } from '#shared/domain/wording.ts'
import { deleteTag, directoryTagsQueryOptions, refreshTags, tagsOnPage } from '../api/tags.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { Pager } from '../filters/pager.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import rows from '../ui/rows.module.css'
import styles from './load-tags-page.module.css'
import { TagForm } from './tag-form.tsx'

/** `mayChange`: the person sees every region the tags are used in. */
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
