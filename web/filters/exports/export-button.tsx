import { useState } from 'react'
import { toQuery } from '#shared/filters/wire.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Popover } from '../../ui/popover.tsx'
import { BarAct } from '../bar-act.tsx'
import styles from './export-form.module.css'
import type { ExportFormProps } from './export-form.tsx'
import type { ExportOutcome } from './send-export.tsx'

const ExportForm = lazyPart(() => import('./export-form.tsx'), 'ExportForm')

/** «CSV» (§2): the form is loaded on opening. The outcome of a submitted form is kept until the filters change (§4). */
type Props = Omit<ExportFormProps, 'outcome' | 'onOutcome'> & { openedFirst: boolean }
export const ExportButton = ({ openedFirst, ...asked }: Props) => {
  const query = toQuery(asked.filters)
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
          {...asked}
          outcome={outcome?.query === query ? outcome.outcome : undefined}
          onOutcome={now => setOutcome({ query, outcome: now })}
        />
      )}
    </Popover>
  )
}
