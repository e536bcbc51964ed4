import { useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { PartedPage } from '../ui/parted-page.tsx'
import { Tabs, useTabIds } from '../ui/tabs.tsx'
import styles from './load-tags-page.module.css'
import { PastUploads } from './past-uploads.tsx'
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
