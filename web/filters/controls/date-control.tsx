import { useId, useRef, useState } from 'react'
import { firstYear, lastYear } from '#shared/domain/dates.ts'
import { daysOf, relativeRanges, today } from '#shared/domain/relative-dates.ts'
import { Select, TextInput } from '../../ui/field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { ControlProps } from '../control.ts'
import styles from './controls.module.css'

/** The calendar is the largest part of the panel: it is loaded when the panel opens, with its space reserved. */
const DateField = lazyPart(() => import('../../ui/date-field.tsx'), 'DateField')

type Which = 'min' | 'max'
type Ends = { [W in Which]?: string }

/** Hearings and events may also be in the future. */
const liesAhead: readonly string[] = ['last_scheduled_hearing_date_range', 'event_date_range']
const own = 'own'

/**
 * A relative range, or two days, active only when both are chosen (§4). Editing a displayed day turns a relative range
 * into a fixed one.
 */
export const DateControl = ({ name, field, value, set }: ControlProps<'dateRange'>) => {
  const relative = value && 'relative' in value ? value.relative : undefined
  const [typed, setTyped] = useState<Ends>(value && 'min' in value ? value : {})
  const [wrong, setWrong] = useState<Ends>({})
  const [isOwn, setOwn] = useState(false)
  /** Remounts the fields when the adjacent list sets them, which discards invalid input. */
  const [turn, setTurn] = useState(0)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const hintId = useId()
  const ends = relative === undefined ? typed : daysOf({ relative })
  const hint = hintOf(ends, wrong)

  const put = (next: Ends) => {
    setTyped(next)
    const { min, max } = next
    set(min !== undefined && max !== undefined && min <= max ? { min, max } : undefined)
  }
  const choose = (chosen: string) => {
    setWrong({})
    setTurn(turn + 1)
    setOwn(chosen === own)
    const moving = relativeRanges.find(range => range.value === chosen)
    if (moving) {
      setTyped({})
      set({ relative: moving.value })
    } else put(chosen === own ? ends : {})
    if (chosen === own) requestAnimationFrame(() => fieldset.current?.querySelector('input')?.focus())
  }
  const end = (which: Which) => {
    const word = which === 'min' ? 'с' : 'по'
    const label = `${field.label}: ${word}`
    return (
      <DateField
        fallback={<TextInput aria-label={label} placeholder={word} value="" onChange={() => {}} disabled />}
        key={`${which} ${turn}`}
        label={label}
        placeholder={word}
        value={ends[which]}
        invalid={wrong[which] !== undefined || isInverted(ends)}
        describedBy={hintId}
        earliest={`${firstYear}-01-01`}
        latest={`${lastYear}-12-31`}
        onChange={(day, complaint) => {
          setWrong(withEnd(wrong, which, complaint))
          put(withEnd(ends, which, day))
        }}
      />
    )
  }
  const isTouched = ends.min !== undefined || ends.max !== undefined || Object.keys(wrong).length > 0
  return (
    <fieldset className={styles.when} aria-label={field.label} ref={fieldset}>
      <span className="quiet">{field.label}</span>
      <Select
        className={value ? styles.relativeOn : undefined}
        aria-label={`${field.label}: срок`}
        options={[
          { value: '', label: 'любые даты' },
          ...relativeRanges.filter(range => !('ahead' in range) || liesAhead.includes(name)),
          { value: own, label: 'свои даты' },
        ]}
        value={relative ?? (isOwn || isTouched ? own : '')}
        onChange={choose}
      />
      {end('min')}
      <span className={`faint ${styles.dash}`}>—</span>
      {end('max')}
      <p className={`quiet small ${styles.whenHint}`} id={hintId} aria-live="polite">
        {hint}
      </p>
    </fieldset>
  )
}

/** The as-of day: today or earlier. */
export const DayControl = ({ field, value, set }: ControlProps<'day'>) => {
  const [wrong, setWrong] = useState<string>()
  const hintId = useId()
  return (
    <fieldset className={styles.day} aria-label={field.label}>
      <span className="quiet">{field.label}</span>
      <DateField
        fallback={<TextInput aria-label={field.label} placeholder="сегодня" value="" onChange={() => {}} disabled />}
        label={field.label}
        placeholder="сегодня"
        value={value}
        invalid={wrong !== undefined}
        describedBy={hintId}
        earliest={`${firstYear}-01-01`}
        latest={today()}
        onChange={(day, complaint) => {
          setWrong(complaint)
          set(day)
        }}
      />
      <p className="quiet small" id={hintId} aria-live="polite">
        {wrong ?? 'Дела, лица и цифры — какими были известны к концу этого дня'}
      </p>
    </fieldset>
  )
}

const withEnd = (ends: Ends, which: Which, end: string | undefined): Ends => {
  const { [which]: _before, ...other } = ends
  return end === undefined ? other : { ...other, [which]: end }
}
const isInverted = ({ min, max }: Ends): boolean => min !== undefined && max !== undefined && min > max

/** One hint at a time: invalid input has priority over missing input. */
const hintOf = (ends: Ends, wrong: Ends): string => {
  const complaint = wrong.min ?? wrong.max
  if (complaint !== undefined) return complaint
  if ((ends.min === undefined) !== (ends.max === undefined)) return 'Выберите обе даты'
  return isInverted(ends) ? 'Начало позже конца: исправьте, чтобы применить' : ''
}
