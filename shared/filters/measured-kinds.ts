import type { PenaltyUnit } from '../domain/outcomes.ts'
import type { AnyValues, FieldOf } from './field.ts'

/**
 * What a range of amounts means where kinds of amounts have units of their own (decision 0068): it is in one unit, that of the first
 * kind that has any, in the order of the list, among those chosen; none chosen: among all. Amounts of other kinds are in no such
 * range: 300 rubles and 300 months are not alike.
 */
export type MeasuredKinds = NonNullable<FieldOf['amountRange']['kinds']>

/** `kinds`: those chosen, or all, that are in the unit. Null: none of the chosen has amounts. */
export function measuredBy(
  { key, options }: Pick<MeasuredKinds, 'key' | 'options'>,
  values: AnyValues,
): { unit: PenaltyUnit; kinds: string[] } | null {
  const chosen = values[key]
  const among = Array.isArray(chosen) ? options.filter(({ value }) => chosen.some(one => one === value)) : options
  const unit = among.find(one => one.unit !== null)?.unit ?? null
  return unit === null ? null : { unit, kinds: among.flatMap(one => (one.unit === unit ? [one.value] : [])) }
}
