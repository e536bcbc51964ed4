import { lazy, Suspense, useState } from 'react'
import { firstYear, lastYear } from '#shared/domain/dates.ts'
import { Select, TextInput } from '../../ui/field.tsx'
import type { ControlProps } from '../control.ts'
import styles from './controls.module.css'
import { rangeOf, rangesFor, relativeName } from './date-ranges.ts'

/** The calendar is the heaviest part of the panel: it comes when the panel is open, the fields hold its place. */
const DateField = lazy(() => import('../../ui/date-field.tsx').then(module => ({ default: module.DateField })))

type Ends = { min?: string; max?: string }

/** Days from and to; set only when both are chosen (§4). Ready ranges fill both. */
export const DateControl = ({ name, field, value, set }: ControlProps<'dateRange'>) => {
  const [ends, setEnds] = useState<Ends>(value ?? {})
  const today = new Date()
  const ranges = rangesFor(name)
  const put = (next: Ends) => {
    setEnds(next)
    const { min, max } = next
    set(min !== undefined && max !== undefined && min <= max ? { min, max } : undefined)
  }
  const end = (which: 'min' | 'max') => {
    const word = which === 'min' ? 'с' : 'по'
    const label = `${field.label}: ${word}`
    return (
      <Suspense fallback={<TextInput aria-label={label} placeholder={word} value="" onChange={() => {}} disabled />}>
        <DateField
          label={label}
          placeholder={word}
          value={ends[which]}
          invalid={isInverted(ends)}
          earliest={`${firstYear}-01-01`}
          latest={`${lastYear}-12-31`}
          onChange={day => {
            const { [which]: _before, ...other } = ends
            put(day === undefined ? other : { ...other, [which]: day })
          }}
        />
      </Suspense>
    )
  }
  return (
    <fieldset className={styles.when} aria-label={field.label}>
      <span className="quiet">{field.label}</span>
      <Select
        className={value ? styles.relativeOn : undefined}
        aria-label={`${field.label}: срок`}
        options={[
          { value: '', label: 'любые даты' },
          ...ranges.map(range => ({ value: range.name, label: range.name })),
          { value: 'own', label: 'свои даты' },
        ]}
        value={relativeName(ranges, ends, today)}
        onChange={chosen => {
          const range = ranges.find(candidate => candidate.name === chosen)
          if (range) put(rangeOf(range, today))
          else if (chosen === '') put({})
        }}
      />
      <Suspense fallback={<TextInput value="" onChange={() => {}} disabled aria-hidden="true" />}>
        {end('min')}
      </Suspense>
      <span className="faint">—</span>
      <Suspense fallback={<TextInput value="" onChange={() => {}} disabled aria-hidden="true" />}>
        {end('max')}
      </Suspense>
      <p className={styles.whenHint} aria-live="polite">
        {hintOf(ends)}
      </p>
    </fieldset>
  )
}

const isInverted = ({ min, max }: { min?: string | undefined; max?: string | undefined }): boolean =>
  min !== undefined && max !== undefined && min > max
const hintOf = ({ min, max }: Ends): string =>
  (min === undefined) !== (max === undefined)
    ? 'Выберите обе даты'
    : isInverted({ min, max })
      ? 'Начало позже конца: исправьте, чтобы применить'
      : ''
