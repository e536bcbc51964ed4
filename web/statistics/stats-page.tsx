import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { type Charts, chartKeys } from '#shared/api/statistics.ts'
import { plural } from '#shared/domain/wording.ts'
import { leftOutOfTree } from '#shared/filters/left-out-of-tree.ts'
import { treeFilters } from '#shared/filters/views.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { refetchAfterMs } from '../api/query-client.ts'
import { chartsQueryOptions, countTreeQueryOptions } from '../api/statistics.ts'
import { type CaseValues, useViewSearch } from '../filters/case-search.ts'
import { useChips } from '../filters/chips.ts'
import { listFields } from '../filters/list-fields.ts'
import { ListFoot } from '../filters/list-foot.tsx'
import { LoadFailed } from '../filters/load-failed.tsx'
import { TopBar } from '../filters/top-bar.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { useTitle } from '../ui/title.ts'
import former from './former.module.css'
import { NothingToCount } from './nothing-to-count.tsx'
import { QuestionNote } from './question-note.tsx'
import styles from './stats-page.module.css'
import { TreeTable } from './tree-table.tsx'
import { useBrushing } from './use-brushing.ts'

const ChartsSection = lazyPart(() => import('./charts-section.tsx'), 'ChartsSection')

type Mode = 'cases' | 'share'
const modes = [
  { value: 'cases', label: 'Дела' },
  { value: 'share', label: 'Доля, %' },
] as const
/** Always visible, above the table of articles. */
const overview = chartKeys.slice(0, 3)
const others = chartKeys.slice(overview.length)

export const StatsPage = ({ user }: { user: CurrentUser }) => {
  useTitle('Графики')
  const view = useViewSearch()
  const { search, change } = view
  const brushing = useBrushing(view)
  const fields = useMemo(() => listFields(user, 'index'), [user])
  const query = useMemo(() => writeValues(fields, search.values), [fields, search.values])
  const ofTree = useMemo(() => treeFilters(search.values), [search.values])
  const charts = useQuery({ ...chartsQueryOptions(query), placeholderData: keepPreviousData })
  const isBehind = charts.data?.count_is_behind
  const tree = useQuery({
    ...countTreeQueryOptions(ofTree),
    placeholderData: keepPreviousData,
    refetchInterval: isBehind ? refetchAfterMs : false,
  })
  const chips = useChips(fields, search.values)
  const [mode, setMode] = useState<Mode>('cases')

  // Failed statistics are empty (§8).
  const [drawn, lines] = [charts.isError ? undefined : charts.data, tree.isError ? undefined : tree.data]
  const count = drawn && totalOf(drawn)
  const all = lines?.reduce((sum, line) => sum + line.count, 0)
  // Figures of the former filters must not be opened or saved under the new ones.
  const isFormer = charts.isPlaceholderData || undefined
  const hasCases = count !== undefined && count > 0
  const section = drawn && { charts: drawn, query, brushing, user }
  return (
    <>
      <TopBar
        user={user}
        section="stats"
        fields={fields}
        search={search}
        chips={chips}
        onChange={change}
        count={count}
        countIsBehind={isBehind}
        answered={drawn !== undefined && !charts.isPlaceholderData}
      />
      <main id="main" tabIndex={-1} className={`wrap ${styles.page}`}>
        <h1 className="sr">Графики</h1>
        <div className={styles.progress}>
          <ProgressLine active={tree.isFetching || charts.isFetching} />
        </div>
        <LoadFailed of={charts} title={failed} />
        {count === 0 && (
          <NothingToCount
            user={user}
            values={search.values}
            isFiltered={chips.length > 0}
            onClear={() => change({ values: {} })}
          />
        )}
        {(charts.isPending || hasCases) && (
          <p className={`quiet small screen-only ${styles.question}`}>
            Нажмите на{'\u00a0'}столбец, чтобы отобрать его дела
            <span className={styles.pointed}>, или проведите по{'\u00a0'}нескольким</span>.{' '}
            {drawn && <QuestionNote count={drawn.in_question} query={query} />}
          </p>
        )}
        {charts.isPending && <div className={former.awaited} />}
        {section && hasCases && (
          <div className={former.former} inert={isFormer} aria-busy={isFormer}>
            <ChartsSection fallback={<div className={former.awaited} />} keys={overview} {...section} />
          </div>
        )}
        <LoadFailed of={tree} title={failed} />
        {lines && all !== undefined && all > 0 && (
          <section aria-labelledby="articles">
            <div className={styles.head}>
              <div>
                <h2 id="articles" className="h3">
                  Все статьи
                </h2>
                <p className="quiet small">
                  <LeftOut values={search.values} />
                  Нажмите на число, чтобы увидеть дела.
                </p>
              </div>
              <Segmented label="Что в таблице" options={modes} value={mode} onChange={setMode} />
            </div>
            <TreeTable tree={lines} total={all} query={ofTree} medians={drawn?.medians} inShares={mode === 'share'} />
          </section>
        )}
        {section && hasCases && (
          <div className={former.former} inert={isFormer} aria-busy={isFormer}>
            <ChartsSection keys={others} {...section} />
          </div>
        )}
        {!charts.isPending && <ListFoot user={user} values={search.values} />}
      </main>
    </>
  )
}

const failed = 'Статистика не загрузилась'

/** Every case is in exactly one region. */
const totalOf = ({ charts }: Charts): number => charts.regions.of

const LeftOut = ({ values }: { values: CaseValues }) => {
  const left = leftOutOfTree(values).map(({ label }) => `«${label}»`)
  return left.length === 0
    ? null
    : `${plural(left.length, ['Фильтр', 'Фильтры', 'Фильтры'])} ${left.join(', ')} здесь не ${plural(left.length, ['действует', 'действуют', 'действуют'])}. `
}
