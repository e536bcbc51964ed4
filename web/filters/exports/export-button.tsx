import { useState } from 'react'
import type { CaseOrdering } from '#shared/domain/orderings.ts'
import type { Holder } from '#shared/domain/permissions.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Popover } from '../../ui/popover.tsx'
import { BarAct } from '../bar-act.tsx'
import styles from './export-form.module.css'
import type { ExportOutcome } from './send-export.tsx'

const ExportForm = lazyPart(() => import('./export-form.tsx'), 'ExportForm')

/** «CSV» (§2): the form is loaded when opened. The outcome of a sent form is kept until the filters change (§4). */
export const ExportButton = ({
  user,
  filters,
  ordering,
  count,
  openedFirst,
}: {
  user: Holder
  filters: WireRecord
  ordering: CaseOrdering
  count: number | undefined
  openedFirst: boolean
}) => {
  const query = toQuery(filters)
  const [outcome, setOutcome] = useState<{ query: string; outcome: ExportOutcome | undefined }>()
  return (
    <Popover
      label="Выгрузка в файл"
      openedFirst={openedFirst}
      target={button => (
        <BarAct icon="download" {...button} title="Выгрузить список в файл">
          CSV
        </BarAct>
      )}
    >
      {() => (
        <ExportForm
          fallback={<div className={styles.room} aria-busy="true" />}
          key={query}
          user={user}
          filters={filters}
          ordering={ordering}
          count={count}
          outcome={outcome?.query === query ? outcome.outcome : undefined}
          onOutcome={now => setOutcome({ query, outcome: now })}
        />
      )}
    </Popover>
  )
}
