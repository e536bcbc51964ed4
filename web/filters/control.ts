import type { ReactNode } from 'react'
import type { Names } from '#shared/filters/describe.ts'
import type { AnyValues, FieldOf, Kind, ValueOf } from '#shared/filters/field.ts'
import type { OptionCounts } from './counts.ts'

/**
 * What a control of the panel gets: its field, both sides of its value («this» and «all but this», the second only
 * where the kind can be excluded), and the whole draft, which narrows suggestions.
 */
export type ControlProps<K extends Kind> = {
  name: string
  field: FieldOf[K]
  value: ValueOf[K] | undefined
  excluded: ValueOf[K] | undefined
  /** Sets both sides at once; what is not given is let go. */
  set(value: ValueOf[K] | undefined, excluded?: ValueOf[K] | undefined): void
  values: AnyValues
  names: Names
  /** A picked row's readable name, remembered when the draft is applied. */
  named(id: string, label: string): void
  /** Regions the account is limited to; null: all. */
  allowedRegions: readonly number[] | null
  /** How many cases each option leaves; undefined: not counted here. */
  counts: OptionCounts | undefined
}

/** Members are methods on purpose: see `shared/filters/field.ts`. */
export type Control<K extends Kind> = { draw(props: ControlProps<K>): ReactNode }

/** An empty list filters nothing. */
export const orNothing = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined)
