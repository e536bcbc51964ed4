import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import type { FullSet } from '#shared/api/sets.ts'
import { chartKeys } from '#shared/api/statistics.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { readLenient, toQuery, writeValues } from '#shared/filters/wire.ts'
import { chartsQueryOptions } from '../api/statistics.ts'
import type { CaseSearchChange } from '../filters/case-search.ts'
import { LoadFailed, NotYet } from '../filters/load-failed.tsx'
import { ChartsSection } from '../statistics/charts-section.tsx'
import { useBrushing } from '../statistics/use-brushing.ts'
import styles from './set-page.module.css'

/** The charts over the cases of a set; a selection continues on the page of charts. */
export const SetCharts = ({ set, user }: { set: FullSet; user: CurrentUser }) => {
  const navigate = useNavigate()
  const query = useMemo(() => ({ set: String(set.id) }), [set.id])
  const charts = useQuery(chartsQueryOptions(query))
  const view = useMemo(
    () => ({
      search: { values: readLenient(caseListFields, query) },
      change: ({ values = {} }: CaseSearchChange) =>
        void navigate({ to: '/stats', search: writeValues(caseListFields, values) }),
      hrefOf: ({ values = {} }: CaseSearchChange) => {
        const asked = toQuery(writeValues(caseListFields, values))
        return asked === '' ? '/stats' : `/stats?${asked}`
      },
    }),
    [navigate, query],
  )
  const brushing = useBrushing(view)
  if (!charts.data)
    return charts.error ? <LoadFailed of={charts} title="Графики не загрузились" /> : <NotYet of={charts} />
  return (
    <>
      <p className={`quiet small ${styles.above}`}>
        <Link to="/stats" search={query}>
          Все графики с фильтрами
        </Link>
      </p>
      <ChartsSection keys={chartKeys} charts={charts.data} query={query} brushing={brushing} user={user} />
    </>
  )
}
