import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { dimensions, noColumns } from '#shared/domain/pivot.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { figureAddress } from '#shared/filters/list-behind.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { readLenient, type WireRecord } from '#shared/filters/wire.ts'
import { citationsQueryOptions, makeCitation, pivotFileAddress, pivotQueryOptions } from '../api/statistics.ts'
import { CoverageLine } from '../filters/coverage-line.tsx'
import { listFields } from '../filters/list-fields.ts'
import { LoadFailed } from '../filters/load-failed.tsx'
import { Updating } from '../filters/total.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { TagAct } from '../ui/tag.tsx'
import { useTitle } from '../ui/title.ts'
import { DataChoice } from './data-choice.tsx'
import { DataFilters } from './data-filters.tsx'
import { DataNotes } from './data-notes.tsx'
import styles from './data-page.module.css'
import { DataTable } from './data-table.tsx'
import { readTableDefinition, type TableDefinition, writeTableDefinition } from './table-definition.ts'

const sideNames = ['А', 'Б'] as const

export const DataPage = ({ user, search }: { user: CurrentUser; search: WireRecord }) => {
  useTitle('Данные')
  const navigate = useNavigate()
  const client = useQueryClient()
  const fields = useMemo(() => listFields(user, 'index'), [user])
  const asked = useMemo(() => readTableDefinition(search, fields), [search, fields])
  const [opensSecond, setOpensSecond] = useState(false)
  const query = writeTableDefinition(asked)
  const table = useQuery({ ...pivotQueryOptions(query), placeholderData: keepPreviousData })
  const { data, isError, isFetching } = table
  const change = (next: Partial<TableDefinition>) =>
    void navigate({ to: '/data', search: writeTableDefinition({ ...asked, ...next }) })
  const cite = () =>
    makeCitation(client, {
      rows: asked.rows,
      columns: asked.columns,
      metrics: [...asked.metrics],
      get_params: toStored(asked.filters),
      ...(asked.compare && { compare: toStored(asked.compare) }),
    })
  const citing = useAct(cite, { onDone: ({ id }) => void navigate({ to: '/data/$id', params: { id } }) })
  const compares = asked.compare !== undefined
  return (
    <main id="main" tabIndex={-1} className="wrap page">
      <h1>Данные</h1>
      <p className={`prose ${styles.lead}`}>
        Соберите таблицу: строки, столбцы, показатели. Нажмите на число, чтобы увидеть дела.
      </p>
      <DataChoice asked={asked} onChange={change} />
      <div className={styles.sides}>
        <ProgressLine active={isFetching} />
        <DataFilters
          user={user}
          fields={fields}
          filters={asked.filters}
          {...(compares && { name: sideNames[0] })}
          onChange={filters => change({ filters })}
        >
          {!compares && (
            <li>
              <TagAct
                onClick={() => {
                  setOpensSecond(true)
                  change({ compare: asked.filters })
                }}
              >
                <Icon name="plus" size={14} />
                Сравнить с другими фильтрами
              </TagAct>
            </li>
          )}
          {!compares && Object.keys(asked.filters).length > 0 && (
            <li>
              <TagAct onClick={() => change({ compare: {} })}>Сравнить со всеми делами</TagAct>
            </li>
          )}
        </DataFilters>
        {asked.compare && (
          <DataFilters
            user={user}
            fields={fields}
            filters={asked.compare}
            name={sideNames[1]}
            openedFirst={opensSecond}
            onChange={compare => change({ compare })}
          >
            <li>
              <TagAct
                onClick={() => {
                  setOpensSecond(false)
                  change({ compare: undefined })
                }}
              >
                <Icon name="x" size={14} />
                Не сравнивать
              </TagAct>
            </li>
          </DataFilters>
        )}
      </div>
      {isError ? (
        <LoadFailed of={table} title="Таблица не посчиталась" />
      ) : (
        data && (
          <>
            <div className={styles.acts}>
              <p className={`h3 strong ${styles.title}`}>
                {dimensions[data.of.rows].label}
                {data.of.columns !== noColumns && ` × ${dimensions[data.of.columns].label.toLowerCase()}`}
                {data.count_is_behind && <Updating />}
              </p>
              <a className={buttonClass()} href={pivotFileAddress('csv', query)} download>
                CSV
              </a>
              <a className={buttonClass()} href={pivotFileAddress('xlsx', query)} download>
                Excel
              </a>
              <Button onClick={() => citing.mutate()} busy={citing.isPending}>
                Сослаться на эти цифры
              </Button>
            </div>
            <DataTable
              // Another table starts without an order.
              key={`${data.of.rows} ${data.of.columns} ${data.of.metrics.join()} ${data.sides.length}`}
              caption="Таблица данных"
              shown={{
                ...data,
                metrics: data.of.metrics,
                sides: data.sides.map(({ cells }, at) => ({ name: sideNames[at] ?? '', cells })),
              }}
              listOf={place => figureAddress(data, place)}
            />
            <DataNotes table={data} />
          </>
        )
      )}
      {(data || isError) && (
        <div className={styles.foot}>
          <CoverageLine values={readLenient(caseListFields, asked.filters)} />
          <OwnCitations />
        </div>
      )}
    </main>
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
