import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showNumber } from '#shared/domain/wording.ts'
import { apartQueryOptions, mergesQueryOptions, pairsQueryOptions } from '../api/people.ts'
import { PartedPage } from '../ui/parted-page.tsx'
import { Tabs, useTabIds } from '../ui/tabs.tsx'
import styles from './people-desk-page.module.css'
import { PeopleApart, PeopleMerges } from './people-merges.tsx'
import { PeoplePairs } from './people-pairs.tsx'

type View = 'open' | 'unknown' | 'apart' | 'merges'

export const PeopleDeskPage = () => {
  const [view, setView] = useState<View>('open')
  const ids = useTabIds()
  const open = useQuery(pairsQueryOptions('open'))
  const unknown = useQuery(pairsQueryOptions('unknown'))
  const apart = useQuery(apartQueryOptions(1))
  const merges = useQuery(mergesQueryOptions(1))
  const label = (text: string, count: number | undefined) => (
    <>
      {text} <span className="quiet">{count === undefined ? '' : showNumber(count)}</span>
    </>
  )
  return (
    <PartedPage
      title="Возможные дубли лиц"
      lead="Одно лицо суды пишут по-разному. Несомненное объединяется автоматически, о сомнительном решает человек; любое решение можно взять назад."
    >
      <Tabs
        label="Что показать"
        value={view}
        onChange={setView}
        ids={ids}
        tabs={[
          { value: 'open', label: label('Ждут', open.data?.count) },
          { value: 'unknown', label: label('Отложены', unknown.data?.count) },
          { value: 'apart', label: label('Разные', apart.data?.count) },
          { value: 'merges', label: label('Объединения', merges.data?.count) },
        ]}
      />
      <div role="tabpanel" id={ids(view).panel} aria-labelledby={ids(view).tab} className={styles.panel}>
        {view === 'merges' ? (
          <PeopleMerges />
        ) : view === 'apart' ? (
          <PeopleApart />
        ) : (
          <PeoplePairs key={view} verdict={view} />
        )}
      </div>
    </PartedPage>
  )
}
