import { useState } from 'react'
import type { CurrentUser } from '#shared/api/accounts.ts'
import frame from '../ui/parted-page.module.css'
import { Tabs, useTabIds } from '../ui/tabs.tsx'
import { useTitle } from '../ui/title.ts'
import styles from './load-tags-page.module.css'
import { PastUploads } from './past-uploads.tsx'
import { TagDirectory } from './tag-directory.tsx'
import { UploadForm } from './upload-form.tsx'

/** Tags of cases (§2 /loadtags). */
type View = 'upload' | 'past' | 'directory'
const views: readonly { value: View; label: string }[] = [
  { value: 'upload', label: 'Загрузить' },
  { value: 'past', label: 'Прошлые загрузки' },
  { value: 'directory', label: 'Справочник' },
]

export const LoadTagsPage = ({ user }: { user: CurrentUser }) => {
  useTitle('Метки')
  const [view, setView] = useState<View>('upload')
  const ids = useTabIds()
  return (
    <main id="main" tabIndex={-1} className={`wrap ${frame.page}`}>
      <h1>Метки</h1>
      <p className={frame.lead}>
        Метки видят и ищут редакторы меток и администраторы. Поставить их сразу на многие дела можно таблицей.
      </p>
      <Tabs label="Раздел" value={view} onChange={setView} ids={ids} tabs={views} />
      <div role="tabpanel" id={ids(view).panel} aria-labelledby={ids(view).tab} className={styles.panel}>
        {view === 'upload' && <UploadForm />}
        {view === 'past' && <PastUploads />}
        {view === 'directory' && <TagDirectory mayChange={user.regions === null || user.regions === undefined} />}
      </div>
    </main>
  )
}
