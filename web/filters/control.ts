import type { ReactNode } from 'react'
import { codices as allCodices } from '#shared/domain/codex.ts'
import type { Names } from '#shared/filters/describe.ts'
import type { AnyValues, FieldOf, Kind, Option, ValueOf } from '#shared/filters/field.ts'
import type { OptionCounts } from './counts.ts'

/** Props of a control: the field, both sides of its value, and the whole draft, which narrows suggestions. */
export type ControlProps<K extends Kind> = {
  name: string
  field: FieldOf[K]
  value: ValueOf[K] | undefined
  excluded: ValueOf[K] | undefined
  set(value: ValueOf[K] | undefined, excluded?: ValueOf[K] | undefined): void
  values: AnyValues
  names: Names
  /** Passes on the name of a chosen row, remembered when the draft is applied. */
  named(id: string, label: string): void
  /** Regions the account is limited to; null means all. */
  allowedRegions: readonly number[] | null
  /** Cases per option; undefined when not counted here. */
  counts: OptionCounts | undefined
}

/** Members are methods on purpose: see `shared/filters/field.ts`. */
export type Control<K extends Kind> = { draw(props: ControlProps<K>): ReactNode }

export const undefinedIfEmpty = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length > 0 ? list : undefined

export const without = <T>(list: readonly T[], one: T): T[] => list.filter(other => other !== one)

/** With a codex chosen, only its options; otherwise groups: common options first, unknown ones last. */
type ListOption = { value: string; label: string; group?: string }

export const optionsByCodex = (options: readonly Option[], type: unknown): ListOption[] => {
  if (options.every(({ codices }) => codices === undefined)) return options.map(plain)
  const chosen = allCodices.find(({ value }) => value === type)
  if (chosen !== undefined) return options.filter(option => isOf(option, Number(chosen.value))).map(plain)
  const groups = Map.groupBy(options, groupOf)
  return groupsInOrder.flatMap(group => (groups.get(group) ?? []).map(option => ({ ...plain(option), group })))
}

const plain = ({ value, label }: Option): ListOption => ({ value, label })
const isOf = ({ codices }: Option, codex: number): boolean => codices === undefined || codices.includes(codex)

const [both, koap, uk, unknown] = ['КоАП и\u00a0УК', 'КоАП', 'УК', 'Не\u00a0известно']
const groupsInOrder = [both, koap, uk, unknown]
const unread: ReadonlySet<string> = new Set(['no_data', 'error'])
const groupOf = (option: Option): string =>
  unread.has(option.value) ? unknown : isOf(option, 1) ? (isOf(option, 2) ? both : koap) : uk
