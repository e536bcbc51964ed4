import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import type { TagUpload } from '#shared/api/tags.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { counted, ofCaseForms } from '#shared/domain/wording.ts'
import { refreshTags, tagUploadsQueryOptions, undoTagUpload, uploadsOnPage } from '../api/tags.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { Pager } from '../filters/pager.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { PartedPage } from '../ui/parted-page.tsx'
import rows from '../ui/rows.module.css'
import { Tabs, useTabIds } from '../ui/tabs.tsx'
import styles from './load-tags-page.module.css'
import { TagDirectory } from './tag-directory.tsx'
import { UploadForm } from './upload-form.tsx'

type View = 'upload' | 'past' | 'directory'
const views: readonly { value: View; label: string }[] = [
  { value: 'upload', label: 'Загрузить' },
  { value: 'past', label: 'Прошлые загрузки' },
  { value: 'directory', label: 'Справочник' },
]

export const LoadTagsPage = ({ user }: { user: CurrentUser }) => {
  const [view, setView] = useState<View>('upload')
  const ids = useTabIds()
  return (
    <PartedPage
      title="Метки"
      lead="Метки видят и ищут редакторы меток и администраторы. Поставить их сразу на многие дела можно таблицей."
    >
      <Tabs label="Раздел" value={view} onChange={setView} ids={ids} tabs={views} />
      <div role="tabpanel" id={ids(view).panel} aria-labelledby={ids(view).tab} className={styles.panel}>
        {view === 'upload' && <UploadForm />}
        {view === 'past' && <PastUploads />}
        {view === 'directory' && <TagDirectory mayChange={user.regions === null || user.regions === undefined} />}
      </div>
    </PartedPage>
  )
}

const PastUploads = () => {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const [doomed, setDoomed] = useState<TagUpload>()
  const list = useQuery({ ...tagUploadsQueryOptions(page), placeholderData: keepPreviousData })
  const undoing = useAct((upload: TagUpload) => undoTagUpload(upload.id), {
    done: sentence => sentence,
    onSettled: () => {
      setDoomed(undefined)
      return refreshTags(client)
    },
  })
  const last = Math.ceil((list.data?.count ?? 0) / uploadsOnPage)
  if (list.isError) return <RetryAlert of={list} />
  if (list.data?.count === 0) return <p className={`prose ${styles.empty}`}>Пока ничего не загружено.</p>
  return (
    <>
      <ol className={`${rows.rows} ${styles.uploads}`}>
        {list.data?.results.map(upload => (
          <li key={upload.id}>
            <div>
              <p className="strong">{titleOf(upload)}</p>
              <p className="second">{upload.tags.join(', ')}</p>
            </div>
            <div className="second">
              <p>
                {upload.username ?? 'Учётной записи больше нет'}, {showMoment(upload.uploaded_at)}
              </p>
              <p>
                {upload.file_name && `${upload.file_name}, `}
                {counted(upload.rows, ['строка', 'строки', 'строк'])}
              </p>
              {upload.undone_at !== null && (
                <p>
                  Отменено {showMoment(upload.undone_at)}
                  {upload.undone_by !== null && `, ${upload.undone_by}`}
                </p>
              )}
            </div>
            {upload.undone_at === null && (
              <Button aria-label={`Отменить: ${titleOf(upload)}`} onClick={() => setDoomed(upload)}>
                Отменить
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Pager label="Страницы загрузок" page={page} last={last} hrefOf={() => '/loadtags'} onGo={setPage} />
      <Confirm
        opened={doomed !== undefined}
        title="Отменить загрузку?"
        act="Отменить загрузку"
        busy={undoing.isPending}
        onAct={() => doomed && undoing.mutate(doomed)}
        onClose={() => setDoomed(undefined)}
      >
        <p>
          {doomed?.action === 'remove'
            ? 'Метки, снятые этой загрузкой, вернутся.'
            : 'Метки, поставленные этой загрузкой, будут сняты. Те, что стояли раньше, останутся.'}
        </p>
      </Confirm>
    </>
  )
}

const titleOf = ({ action, cases }: TagUpload): string =>
  action === 'add'
    ? `Метки поставлены на ${counted(cases, ['дело', 'дела', 'дел'])}`
    : `Метки сняты с ${counted(cases, ofCaseForms)}`
