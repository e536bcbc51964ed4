import type { PenaltyUnit } from '../domain/outcomes.ts'
import type { AnyValues, FieldOf } from './field.ts'

/**
 * The unit of an amount range over kinds with different units (decision 0068): the unit of the first chosen kind that
 * has one, in the order of the list, or of all kinds if none is chosen. Amounts of other kinds are never in the range:
 * 300 rubles and 300 months are not comparable.
 */
export type MeasuredKinds = NonNullable<FieldOf['amountRange']['kinds']>

/** `kinds`: chosen or all kinds with that unit. null when no chosen kind has amounts. */
export function measuredBy(
  { key, options }: Pick<MeasuredKinds, 'key' | 'options'>,
  values: AnyValues,
): { unit: PenaltyUnit; kinds: string[] } | null {
  const chosen = values[key]
  const among = Array.isArray(chosen) ? options.filter(({ value }) => chosen.some(one => one === value)) : options
  const unit = among.find(one => one.unit !== null)?.unit ?? null
  return unit === null ? null : { unit, kinds: among.flatMap(one => (one.unit === unit ? [one.value] : [])) }
}
