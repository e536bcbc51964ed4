import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { dimensions, noColumns, sideNames } from '#shared/domain/pivot.ts'
import { figureAddress } from '#shared/filters/list-behind.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { caseTotalQueryOptions } from '../api/cases.ts'
import { refetchAfterMs } from '../api/query-client.ts'
import { citationsQueryOptions, makeCitation, pivotFileAddress, pivotQueryOptions } from '../api/statistics.ts'
import { caseApiQuery, useViewSearch } from '../filters/case-search.ts'
import { useChips } from '../filters/chips.ts'
import { listFields, seesNothing } from '../filters/list-fields.ts'
import { ListFoot } from '../filters/list-foot.tsx'
import { LoadFailed } from '../filters/load-failed.tsx'
import {
  readTableDefinition,
  readTableShape,
  type TableDefinition,
  tableAddress,
  writeTableDefinition,
} from '../filters/table-definition.ts'
import { TopBar } from '../filters/top-bar.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadChunk } from '../ui/load-chunk.ts'
import { ProgressLine } from '../ui/progress-line.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { useTitle } from '../ui/title.ts'
import { Comparing } from './comparing.tsx'
import { DataChoice } from './data-choice.tsx'
import { DataNotes } from './data-notes.tsx'
import styles from './data-page.module.css'
import { DataTable } from './data-table.tsx'
import { ForArticle } from './for-article.tsx'
import former from './former.module.css'
import { MixedCodices } from './mixed-codices.tsx'
import { NothingToCount } from './nothing-to-count.tsx'
import { OpenFigures } from './open-figures.tsx'
import { tableTitle } from './table-figures.ts'
import { useBrushing } from './use-brushing.ts'

const TableChart = lazyPart(() => import('./table-chart.tsx'), 'TableChart')

const shapes = [
  { value: 'numbers', label: 'Числами' },
  { value: 'chart', label: 'Графиком' },
] as const

export const DataPage = ({ user }: { user: CurrentUser }) => {
  useTitle('Таблица')
  const navigate = useNavigate()
  const client = useQueryClient()
  const searching = useViewSearch()
  const { search, change } = searching
  const brushing = useBrushing(searching)
  const fields = useMemo(() => listFields(user, 'index'), [user])
  const chips = useChips(fields, search.values)
  const asked = useMemo(
    () => readTableDefinition({ ...search.table, ...writeValues(fields, search.values) }, fields),
    [search, fields],
  )
  const view = readTableShape(search.table ?? {})
  const query = writeTableDefinition(asked)
  const table = useQuery({ ...pivotQueryOptions(query), placeholderData: keepPreviousData })
  const { data, isError, isFetching } = table
  const isFormer = table.isPlaceholderData || undefined
  const total = useQuery({
    ...caseTotalQueryOptions(caseApiQuery({ ...search, page: 1 })),
    placeholderData: keepPreviousData,
    refetchInterval: data?.count_is_behind ? refetchAfterMs : false,
  })
  const isEmpty =
    seesNothing(user) || (total.data?.count === 0 && !total.isPlaceholderData && asked.compare === undefined)
  const changeTable = (next: Partial<TableDefinition>, shape = view) =>
    change({ table: tableAddress({ ...asked, ...next }, shape), page: search.page, unread: [] })
  const cited = {
    rows: asked.rows,
    columns: asked.columns,
    metrics: [...asked.metrics],
    get_params: toStored(asked.filters),
    ...(asked.compare && { compare: toStored(asked.compare) }),
  }
  const citing = useAct(() => makeCitation(client, cited), {
    onDone: ({ id }) => void navigate({ to: '/data/$id', params: { id } }),
  })
  const { rows: _rows, columns: _columns, ...ofNote } = query
  const forArticle = (at: number) =>
    data &&
    !table.isPlaceholderData && (
      <ForArticle
        title={tableTitle(data, at)}
        of={async () => ({
          printable: (await loadChunk(() => import('./table-printable.ts'))).tablePrintable(data, at),
          file: `${tableTitle(data, at)}, ${data.today}`,
          note: ofNote,
          cite: cited,
          files: { csv: pivotFileAddress('csv', query), xlsx: pivotFileAddress('xlsx', query) },
          ...(data.of.metrics[at] && { metric: data.of.metrics[at] }),
        })}
      />
    )
  return (
    <>
      <TopBar
        user={user}
        section="data"
        fields={fields}
        search={search}
        chips={chips}
        onChange={change}
        count={total.isError ? undefined : total.data?.count}
        countIsBehind={data?.count_is_behind}
        countIsLeast={total.data?.count_is_least}
        answered={total.data !== undefined && !total.isPlaceholderData}
      />
      <main id="main" tabIndex={-1} className={`wrap ${styles.page}`}>
        <h1 className="sr">Таблица</h1>
        <DataChoice asked={asked} onChange={changeTable} />
        <Comparing user={user} fields={fields} asked={asked} onChange={compare => changeTable({ compare })} />
        <div className={styles.progress}>
          <ProgressLine active={isFetching} />
        </div>
        {isEmpty ? (
          <NothingToCount
            user={user}
            values={search.values}
            isFiltered={chips.length > 0}
            onClear={() => change({ values: {}, page: 1, unread: [] })}
          />
        ) : isError ? (
          <LoadFailed of={table} title="Таблица не посчиталась" />
        ) : (
          data && (
            <>
              <div className={styles.acts}>
                <h2 className={`h3 ${styles.title}`}>
                  {dimensions[data.of.rows].label}
                  {data.of.columns !== noColumns && ` × ${dimensions[data.of.columns].label.toLowerCase()}`}
                </h2>
                <Segmented
                  label="Как показать"
                  options={shapes}
                  value={view}
                  onChange={shape => changeTable({}, shape)}
                />
                <a className={buttonClass()} href={pivotFileAddress('csv', query)} download>
                  CSV
                </a>
                <a className={buttonClass()} href={pivotFileAddress('xlsx', query)} download>
                  Excel
                </a>
                <Button onClick={() => citing.mutate()} busy={citing.isPending}>
                  Сослаться на эти цифры
                </Button>
                {view === 'numbers' && forArticle(0)}
              </div>
              <MixedCodices
                table={data}
                onType={type => change({ values: { ...search.values, type } })}
                onColumns={() => changeTable({ columns: 'type' })}
              />
              {view === 'chart' && (
                <div className={former.former} inert={isFormer} aria-busy={isFormer}>
                  <TableChart
                    fallback={<div className={former.awaited} />}
                    table={data}
                    forArticle={forArticle}
                    brushing={brushing}
                  />
                </div>
              )}
              {view === 'numbers' && (
                <DataTable
                  // Another table starts unsorted.
                  key={`${data.of.rows} ${data.of.columns} ${data.of.metrics.join()} ${data.sides.length}`}
                  caption="Таблица данных"
                  shown={{
                    ...data,
                    metrics: data.of.metrics,
                    sides: data.sides.map(({ cells }, at) => ({ name: sideNames[at] ?? '', cells })),
                  }}
                  listOf={place => figureAddress(data, place)}
                  brushOf={row => {
                    const own = data.sides.length === 1 ? data.sides[0]?.rows[row] : undefined
                    const selection = own && row > 0 ? brushing.of([own]) : undefined
                    return selection && brushing.addressOf(selection)
                  }}
                />
              )}
              <DataNotes table={data} isDrawn={view === 'chart'} />
            </>
          )
        )}
        {table.isPending && <div className={former.awaited} />}
        {(data || isError) && (
          <>
            <OwnCitations />
            {user.is_superuser && <OpenFigures />}
            <ListFoot user={user} values={search.values} />
          </>
        )}
      </main>
    </>
  )
}

const OwnCitations = () => {
  const { data } = useQuery(citationsQueryOptions)
  if (!data || data.results.length === 0) return null
  return (
    <section className={styles.own}>
      <h2 className="h3">Ваши ссылки на цифры</h2>
      <ul>
        {data.results.map(({ id, title, made_at }) => (
          <li key={id}>
            <Link to="/data/$id" params={{ id }}>
              {title}
            </Link>{' '}
            <span className="quiet">{showMoment(made_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
