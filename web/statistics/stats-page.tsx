import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { askAgainAfter } from '../api/query-client.ts'
import { chartsQueryOptions, countTreeQueryOptions } from '../api/statistics.ts'
import { type CaseSearchChange, useCaseSearch, withSearchChange } from '../filters/case-search.ts'
import { useChips } from '../filters/chips.ts'
import { listFields } from '../filters/list-fields.ts'
import { ListFoot, NoRegions, seesNothing } from '../filters/list-foot.tsx'
import { LoadFailed } from '../filters/load-failed.tsx'
import { StillLoading } from '../filters/still-loading.tsx'
import { TopBar } from '../filters/top-bar.tsx'
import { useDemoLoading } from '../filters/total.tsx'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import frame from '../ui/list-page.module.css'
import { ProgressLine } from '../ui/progress-line.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { useTitle } from '../ui/title.ts'
import { QuestionNote } from './question-note.tsx'
import styles from './stats-page.module.css'
import { TreeTable } from './tree-table.tsx'

const ChartsSection = lazyPart(() => import('./charts-section.tsx'), 'ChartsSection')

type Mode = 'cases' | 'share'
const modes = [
  { value: 'cases', label: 'Дела' },
  { value: 'share', label: 'Доля, %' },
] as const

export const StatsPage = ({ user }: { user: CurrentUser }) => {
  useTitle('Статистика')
  const navigate = useNavigate()
  const { search } = useCaseSearch()
  const fields = useMemo(() => listFields(user, 'stats'), [user])
  const query = useMemo(() => writeValues(fields, search.values), [fields, search.values])
  const charts = useQuery({ ...chartsQueryOptions(query), placeholderData: keepPreviousData })
  const isBehind = charts.data?.count_is_behind
  const tree = useQuery({
    ...countTreeQueryOptions(query),
    placeholderData: keepPreviousData,
    refetchInterval: isBehind ? askAgainAfter : false,
  })
  const chips = useChips(fields, search.values)
  const [mode, setMode] = useState<Mode>('cases')
  const loading = useDemoLoading()
  const change = (next: CaseSearchChange): void => {
    void navigate({ to: '/stats', search: writeValues(fields, withSearchChange(search, next).values) })
  }

  // Failed statistics are empty (§8).
  const data = tree.isError ? undefined : tree.data
  const total = data?.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <TopBar
        user={user}
        section="stats"
        fields={fields}
        search={search}
        chips={chips}
        onChange={change}
        count={tree.isPending ? undefined : (total ?? 0)}
        countIsBehind={isBehind}
        answered={data !== undefined && !tree.isPlaceholderData}
      />
      <main id="main" tabIndex={-1} className={`wrap ${styles.page}`}>
        <h1 className="sr">Статистика</h1>
        <LoadFailed of={tree} title={failed} />
        {total === 0 && seesNothing(user) && <NoRegions />}
        {total === 0 && !seesNothing(user) && loading && <StillLoading {...loading} />}
        {total === 0 && !seesNothing(user) && !loading && (
          <section className={frame.message}>
            <h2>Считать нечего</h2>
            <p>
              {chips.length > 0
                ? 'Под эти фильтры не подошло ни одно дело. Уберите какой-нибудь из них — в строке тегов или в панели.'
                : 'Дел пока нет: в базу ничего не загружено, или в регионах, которые вам открыты, дел нет.'}
            </p>
            {chips.length > 0 && <Button onClick={() => change({ values: {} })}>Убрать все фильтры</Button>}
          </section>
        )}
        {data && total !== undefined && total > 0 && (
          <>
            <div className={styles.head}>
              <ProgressLine active={tree.isFetching || charts.isFetching} />
              <p className="quiet small">
                Таблица показывает все статьи; фильтр по статье здесь не действует. Нажмите на число, чтобы увидеть
                дела.{' '}
                <Link to="/data" search={query}>
                  Конструктор таблиц
                </Link>
              </p>
              <Segmented label="Что в таблице" options={modes} value={mode} onChange={setMode} />
            </div>
            {charts.data && !charts.isError && charts.data.in_question > 0 && (
              <p className="quiet small">
                <QuestionNote count={charts.data.in_question} query={query} />
              </p>
            )}
            <TreeTable
              tree={data}
              total={total}
              query={query}
              medians={charts.isError ? undefined : charts.data?.medians}
              inShares={mode === 'share'}
            />
            <LoadFailed of={charts} title={failed} />
            {charts.data && !charts.isError && (
              <ChartsSection charts={charts.data} query={query} values={search.values} user={user} />
            )}
          </>
        )}
        {!tree.isPending && <ListFoot values={search.values} />}
      </main>
    </>
  )
}

const failed = 'Статистика не загрузилась'
