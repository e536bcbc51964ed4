import { codices as allCodices } from '#shared/domain/codex.ts'
import type { Option } from '#shared/filters/field.ts'

/**
 * Options that only one codex knows: with a codex chosen those of the other are not offered; with none they stand in groups, what
 * both know first. What says that nothing is known closes the list.
 */
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
