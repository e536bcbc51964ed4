import { useQuery } from '@tanstack/react-query'
import { Link, useMatch, useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/api/session.ts'
import type { FullSet } from '#shared/api/sets.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { unfoundQueryOptions } from '../api/set-import.ts'
import { setQueryOptions } from '../api/sets.ts'
import { watchSummaryQueryOptions } from '../api/watching.ts'
import { ShownRecord } from '../filters/record-failed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import record from '../ui/record-page.module.css'
import { Tabs, useTabIds } from '../ui/tabs.tsx'
import { useTitle } from '../ui/title.ts'
import { SetCases } from './set-cases.tsx'
import { SetHead } from './set-head.tsx'
import styles from './set-page.module.css'

const SetPeople = lazyPart(() => import('./set-people.tsx'), 'SetPeople')
const SetCharts = lazyPart(() => import('./set-charts.tsx'), 'SetCharts')
const UnfoundRows = lazyPart(() => import('./unfound-rows.tsx'), 'UnfoundRows')
const WatchedRows = lazyPart(() => import('./watched-rows.tsx'), 'WatchedRows')

const parts = ['cases', 'people', 'hearings', 'charts', 'watched', 'unfound'] as const
type Part = (typeof parts)[number]

/** A working set: cases with the team's notes, people, hearings and charts. */
export const SetPage = ({ id, user }: { id: number; user: CurrentUser }) => {
  const query = useQuery(setQueryOptions(id))
  useTitle(query.data && !query.isError ? `${query.data.title}, подборка` : 'Подборка')
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <nav className={`screen-only ${record.crumbs}`} aria-label="Где вы">
        <Link to="/sets">
          <LateIcon name="back" />
          Подборки
        </Link>
      </nav>
      <ShownRecord
        query={query}
        loading="Подборка загружается"
        absent={absentSet}
        failed="Подборка не загрузилась"
        back={
          <Link to="/sets" className={buttonClass('main')}>
            К подборкам
          </Link>
        }
      >
        {set => (
          <>
            <SetHead set={set} user={user} />
            <SetParts set={set} user={user} />
          </>
        )}
      </ShownRecord>
    </main>
  )
}
const absentSet = { title: 'Такой подборки нет', sentence: 'Её удалили, или доступ к ней закрыт.' } as const

const SetParts = ({ set, user }: { set: FullSet; user: CurrentUser }) => {
  const tab = useMatch({ strict: false, select: ({ search }) => search.tab })
  const navigate = useNavigate()
  const ids = useTabIds()
  const shown: Part = parts.find(part => part === tab) ?? 'cases'
  const unfound = useQuery(unfoundQueryOptions(set.id, 1)).data?.count ?? 0
  const waiting = useQuery(watchSummaryQueryOptions(set.id)).data?.summary.waiting ?? 0
  const tabs = [
    { value: 'cases', label: counted('Дела', set.count) },
    { value: 'people', label: 'Лица' },
    { value: 'hearings', label: 'Заседания' },
    { value: 'charts', label: 'Графики' },
    { value: 'watched', label: waiting > 0 ? counted('Наблюдение', waiting) : 'Наблюдение' },
    { value: 'unfound', label: unfound > 0 ? counted('Не найдено', unfound) : 'Не найдено' },
  ] as const
  return (
    <>
      <div className={`screen-only ${styles.tabs}`}>
        <Tabs
          label="Разделы подборки"
          tabs={tabs}
          value={shown}
          onChange={part =>
            void navigate({
              to: '/sets/$id',
              params: { id: String(set.id) },
              search: part === 'cases' ? {} : { tab: part },
              replace: true,
              resetScroll: false,
            })
          }
          ids={ids}
        />
      </div>
      <div role="tabpanel" id={ids(shown).panel} aria-labelledby={ids(shown).tab}>
        {shown === 'people' ? (
          <SetPeople set={set} />
        ) : shown === 'charts' ? (
          <SetCharts set={set} user={user} />
        ) : shown === 'watched' ? (
          <WatchedRows set={set.id} mayChange={set.role !== 'reader'} />
        ) : shown === 'unfound' ? (
          <UnfoundRows set={set.id} mayChange={set.role !== 'reader'} />
        ) : (
          <SetCases key={shown} set={set} hearings={shown === 'hearings'} />
        )}
      </div>
    </>
  )
}
const counted = (label: string, count: number) => (
  <>
    {label} <span className="faint small">{showNumber(count)}</span>
  </>
)
