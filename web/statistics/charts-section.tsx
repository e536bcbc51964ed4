import { type ReactNode, useMemo, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { type ChartKey, type Charts, chartKeys } from '#shared/api/statistics.ts'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { whyNoneIn } from '#shared/charts/chart-words.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { narrow, useMedia } from '../ui/media.ts'
import { ChartFigure } from './chart-figure.tsx'
import styles from './charts-section.module.css'
import { QuestionNote, useLinks } from './question-note.tsx'
import type { Brushing } from './use-brushing.ts'

const ofDecisions: ReadonlySet<ChartKey> = new Set<ChartKey>([
  'outcomes',
  'outcomes_uk',
  'penalties',
  'fines',
  'arrests',
  'penalties_uk',
  'imprisonments',
  'fines_uk',
])

type Props = { keys: readonly ChartKey[]; charts: Charts; query: WireRecord; brushing: Brushing; user: CurrentUser }
export const ChartsSection = ({ keys, charts, query, brushing, user }: Props) => {
  const follow = useLinks()
  const whyNone = useMemo(() => whyNoneIn(charts, user.regions), [charts, user.regions])
  const isNarrow = useMedia(narrow)
  const figure = (key: ChartKey) => (
    <ChartFigure
      key={key}
      of={key}
      look={chartSpecs[key]}
      chart={charts.charts[key]}
      brushing={brushing}
      query={query}
      today={charts.today}
      cases={charts.charts.regions.of}
      whyNone={whyNone}
      doubt={
        charts.in_question > 0 && ofDecisions.has(key) ? (
          <QuestionNote count={charts.in_question} query={query} />
        ) : undefined
      }
    />
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link answers to Enter with a click
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    <div className={styles.charts} onClick={follow}>
      {keys
        .filter(key => charts.charts[key].marks.length > 0)
        .map(key =>
          isNarrow && key !== chartKeys[0] ? (
            <Folded key={key} title={chartSpecs[key].title}>
              {() => figure(key)}
            </Folded>
          ) : (
            figure(key)
          ),
        )}
    </div>
  )
}

/** Eighteen charts are ten screens on a phone: there they are collapsed, and drawn on demand. */
const Folded = ({ title, children }: { title: string; children: () => ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.folded} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <h2 className="h3">{title}</h2>
      </summary>
      {isOpen && children()}
    </details>
  )
}
