import { useRef } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { defendantFields } from '#shared/filters/case-fields.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { defendantCountQueryOptions } from '../api/defendants.ts'
import { useDraft } from '../filters/draft.ts'
import { FilterActs } from '../filters/filter-acts.tsx'
import { FilterForm } from '../filters/filter-form.tsx'
import styles from '../filters/filter-panel.module.css'
import { rememberNames } from '../filters/remembered.ts'
import { Dialog } from '../ui/dialog.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import type { DefendantSearch } from './defendant-search.ts'
import { peopleForms } from './defendant-wording.ts'

type Props = {
  user: CurrentUser
  values: DefendantSearch['values']
  openAt: string | undefined
  onApply: (values: DefendantSearch['values']) => void
  onClose: () => void
}
export const DefendantPanel = ({ user, values, openAt, onApply, onClose }: Props) => {
  const isNarrow = useMedia(narrow)
  const draft = useDraft(values)
  const body = useRef<HTMLDivElement>(null)
  const apply = () => {
    rememberNames(draft.names)
    onApply(draft.values)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Фильтры лиц"
      flush
      size={1200}
      fillsScreen={isNarrow}
      footer={
        <FilterActs
          query={writeValues(defendantFields, draft.values)}
          countOf={defendantCountQueryOptions}
          forms={peopleForms}
          onApply={apply}
          onClear={() => draft.replace({})}
          onClose={onClose}
        />
      }
    >
      <div className={styles.pane}>
        <FilterForm
          user={user}
          fields={defendantFields}
          draft={draft}
          isNarrow={isNarrow}
          openAt={openAt}
          bodyRef={body}
          onlyFavourites={false}
          countsCases={false}
          onEnter={apply}
        />
      </div>
    </Dialog>
  )
}
