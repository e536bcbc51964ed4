import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { counted } from '#shared/domain/wording.ts'
import { defendantFields } from '#shared/filters/case-fields.ts'
import { toQuery, toRecord, writeValues } from '#shared/filters/wire.ts'
import { defendantCountQueryOptions } from '../api/defendants.ts'
import { useDraft } from '../filters/draft.ts'
import { FilterForm } from '../filters/filter-form.tsx'
import { rememberNames } from '../filters/remembered.ts'
import { Button, ButtonCount } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import styles from './defendant-panel.module.css'
import type { DefendantSearch } from './defendant-search.ts'
import { peopleForms } from './defendant-wording.ts'

const countDebounce = 400

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
  const [query] = useDebouncedValue(toQuery(writeValues(defendantFields, draft.values)), countDebounce)
  const { data: count } = useQuery({
    ...defendantCountQueryOptions(toRecord(query)),
    placeholderData: keepPreviousData,
  })
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
        <>
          <Button look="main" className={styles.apply} onClick={apply}>
            Фильтровать
            {count !== undefined && <ButtonCount>{counted(count, peopleForms)}</ButtonCount>}
          </Button>
          <Button onClick={() => draft.replace({})}>Сбросить</Button>
          <Button onClick={onClose}>Закрыть</Button>
        </>
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
