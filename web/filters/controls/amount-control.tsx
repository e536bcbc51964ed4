import { useState } from 'react'
import type { PenaltyUnit } from '#shared/domain/outcomes.ts'
import type { AnyValues, FieldOf } from '#shared/filters/field.ts'
import { measuredBy } from '#shared/filters/measured-kinds.ts'
import { LabelledGroup, TextInput } from '../../ui/field.tsx'
import type { ControlProps } from '../control.ts'
import styles from './controls.module.css'
import { AllButton } from './option-row.tsx'

export const AmountControl = ({ field, value, set, values }: ControlProps<'amountRange'>) => {
  const [min, setMin] = useState(value?.min === undefined ? '' : String(value.min))
  const [max, setMax] = useState(value?.max === undefined ? '' : String(value.max))
  const change = (from: string, to: string) => {
    setMin(from)
    setMax(to)
    const [low, high] = [numberOf(from), numberOf(to)]
    set(
      isWrong(from, to) || (low === undefined && high === undefined)
        ? undefined
        : { ...(low !== undefined && { min: low }), ...(high !== undefined && { max: high }) },
    )
  }
  const invalid = isWrong(min, max) ? { 'aria-invalid': true } : {}
  return (
    <LabelledGroup
      label={field.label}
      hint={hintOf(min, max, unitHint(field, values))}
      aside={<AllButton what={field.label} shown={min !== '' || max !== ''} onClick={() => change('', '')} />}
    >
      {labelId => (
        <fieldset className={styles.range} aria-labelledby={labelId}>
          <TextInput
            aria-label={`${field.label}: от`}
            inputMode="decimal"
            placeholder="от"
            value={min}
            {...invalid}
            onChange={text => change(digits(text), max)}
          />
          <span className="faint">—</span>
          <TextInput
            aria-label={`${field.label}: до`}
            inputMode="decimal"
            placeholder="до"
            value={max}
            {...invalid}
            onChange={text => change(min, digits(text))}
          />
        </fieldset>
      )}
    </LabelledGroup>
  )
}

/** Typed text without characters that a number cannot contain: «15 000 ₽» → «15000». */
const digits = (text: string): string => text.replace(/[^\d.,]/g, '').slice(0, 12)
const numberOf = (text: string): number | undefined =>
  /^\d+([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : undefined
const isUnread = (text: string): boolean => text !== '' && numberOf(text) === undefined
const isWrong = (min: string, max: string): boolean => {
  const [low, high] = [numberOf(min), numberOf(max)]
  return isUnread(min) || isUnread(max) || (low !== undefined && high !== undefined && low > high)
}
const hintOf = (min: string, max: string, unit: string): string =>
  isUnread(min) || isUnread(max)
    ? 'Нужно число, не меньше нуля: исправьте, чтобы применить.'
    : isWrong(min, max)
      ? 'Начало больше конца: исправьте, чтобы применить.'
      : unit

/** The unit of a range: that of the chosen kinds when kinds have their own units (decision 0068). */
type Measured = Pick<FieldOf['amountRange'], 'unit' | 'kinds'>
const hints: Readonly<Record<PenaltyUnit, string>> = {
  rubles: 'Рублей.',
  days: 'Суток.',
  hours: 'Часов.',
  months: 'Месяцев: 12 — год, 36 — три года.',
}
export const unitHint = ({ unit, kinds }: Measured, values: AnyValues): string => {
  const chosen = kinds && values[kinds.key]
  if (kinds === undefined || !Array.isArray(chosen) || chosen.length === 0) return unit
  const measured = measuredBy(kinds, values)
  if (measured === null) return 'У\u00a0выбранного наказания размера нет: с\u00a0ним ничего не найдётся.'
  const hint = hints[measured.unit]
  return measured.kinds.length < chosen.length ? `${hint} Наказания в\u00a0других единицах не\u00a0найдутся.` : hint
}
