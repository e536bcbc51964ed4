import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Preset } from '#shared/api/saved.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { caseCountQueryOptions } from '../../api/cases.ts'
import { Status } from '../../ui/status.tsx'
import { caseApiQuery, listFrom } from '../case-search.ts'
import { valuesOfPreset } from './active-preset.ts'
import styles from './preset-card.module.css'
import { presetLines } from './use-presets.ts'

const shownLines = 6

/** A preset as a card: name, purpose, filters, count. The whole card applies it (§2). */
export const PresetCard = ({
  preset,
  active,
  onApply,
  onlyFavourites = false,
  heading: Heading = 'h4',
  acts,
}: {
  preset: Preset
  active: boolean
  onApply: () => void
  onlyFavourites?: boolean
  heading?: 'h3' | 'h4'
  acts?: ReactNode
}) => {
  const lines = presetLines(preset)
  const rest = lines.length - shownLines
  return (
    <article className={`small ${styles.card}`} data-active={active || undefined} aria-current={active || undefined}>
      <div className={styles.head}>
        <Heading className="h4 grow">
          <button type="button" className={styles.apply} onClick={onApply} data-preset={preset.id}>
            {preset.title}
          </button>
        </Heading>
        {acts && <div className={styles.acts}>{acts}</div>}
      </div>
      {preset.description && <p className={`quiet ${styles.description}`}>{preset.description}</p>}
      <ul className={styles.lines}>
        {lines.length === 0 && <li className="quiet">Без фильтров: все дела</li>}
        {lines.slice(0, shownLines).map(({ name, label, text }) => (
          <li key={name} className="clamp">
            {label}: {text}
          </li>
        ))}
        {rest > 0 && <li className="quiet">и ещё {rest}</li>}
      </ul>
      {preset.note && <p className="doubt">{preset.note}</p>}
      <p className={styles.foot}>
        {active && <Status sign="next">Активен сейчас</Status>}
        <span className="grow" />
        <span className="quiet">
          <PresetCount preset={preset} onlyFavourites={onlyFavourites} show={count => counted(count, caseForms)} />
        </span>
      </p>
    </article>
  )
}

export const presetGridClass = styles.grid ?? ''

type Props = { preset: Preset; onlyFavourites?: boolean; show?: (count: number) => string }
/** How many cases a preset finds now. Requested when it becomes visible; its line is reserved. */
export const PresetCount = ({ preset, onlyFavourites = false, show = showNumber }: Props) => {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  const query = caseApiQuery(listFrom(valuesOfPreset(caseListFields, preset)), { onlyFavourites })
  const { data } = useQuery({ ...caseCountQueryOptions(query), enabled: inViewport })
  return <span ref={ref}>{typeof data === 'number' ? show(data) : '\u00a0'}</span>
}
