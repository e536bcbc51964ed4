import { useState } from 'react'
import { LabelledGroup, TextInput } from '../../ui/field.tsx'
import type { ControlProps } from '../control.ts'
import styles from './controls.module.css'

/** From and to, either may be open; what is not a number yet sets nothing. */
export const AmountControl = ({ field, value, set }: ControlProps<'amountRange'>) => {
  const [min, setMin] = useState(value?.min === undefined ? '' : String(value.min))
  const [max, setMax] = useState(value?.max === undefined ? '' : String(value.max))
  const change = (from: string, to: string) => {
    setMin(from)
    setMax(to)
    const [low, high] = [numberOf(from), numberOf(to)]
    const inverted = low !== undefined && high !== undefined && low > high
    set(
      inverted || (low === undefined && high === undefined)
        ? undefined
        : { ...(low !== undefined && { min: low }), ...(high !== undefined && { max: high }) },
    )
  }
  return (
    <LabelledGroup label={field.label} hint={hintOf(min, max)}>
      {labelId => (
        <fieldset className={styles.range} aria-labelledby={labelId}>
          <TextInput
            aria-label={`${field.label}: от`}
            inputMode="decimal"
            placeholder="от"
            value={min}
            onChange={text => change(digits(text), max)}
          />
          <span className="faint">—</span>
          <TextInput
            aria-label={`${field.label}: до`}
            inputMode="decimal"
            placeholder="до"
            value={max}
            onChange={text => change(min, digits(text))}
          />
        </fieldset>
      )}
    </LabelledGroup>
  )
}

/** As typed, without what a number cannot hold: «15 000 ₽» → «15000». */
const digits = (text: string): string => text.replace(/[^\d.,]/g, '').slice(0, 12)
const numberOf = (text: string): number | undefined =>
  /^\d+([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : undefined
const hintOf = (min: string, max: string): string => {
  const [low, high] = [numberOf(min), numberOf(max)]
  if ((min !== '' && low === undefined) || (max !== '' && high === undefined)) return 'Нужно число, не меньше нуля.'
  return low !== undefined && high !== undefined && low > high
    ? 'Начало больше конца.'
    : 'Рублей, суток или часов — по виду наказания.'
}
