import type { PenaltyUnit } from '#shared/domain/outcomes.ts'
import type { AnyValues, FieldOf } from '#shared/filters/field.ts'
import { measuredBy } from '#shared/filters/measured-kinds.ts'

/** In what a range is asked: that of the chosen kinds, where kinds have units of their own (decision 0068). */
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
