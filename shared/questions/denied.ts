import { caseFields } from '../filters/case-fields.ts'
import { excluded, filterParamsOf, isExcludable } from '../filters/field.ts'
import type { Choice } from './pieces.ts'

/** Negatable filters: «не в Москве» is another filter than «в Москве». */
const params = new Map(filterParamsOf(caseFields).map(param => [param.name, param]))

/** Whether a filter has several values; others have one. */
export const isList = (name: string): boolean => {
  const kind = params.get(name)?.field.kind
  return kind === 'choices' || kind === 'reference' || kind === 'names' || kind === 'people'
}
/**
 * «кроме дел без текста»; a person not named on a card cannot be excluded. A false flag of a child row (a penalty, an
 * accused) is about that row: another row of the case may have it set.
 */
const turned = ({ values, ...choice }: Choice): Choice | undefined => {
  const [[name = '', value] = [], ...others] = Object.entries(values)
  const field = params.get(name)?.field
  const isOfRow = field?.kind === 'flag' && !field.column.startsWith('court_case.')
  const isFlag =
    typeof value === 'boolean' && others.length === 0 && !isOfRow && !/^has_(advocate|prosecutor)$/.test(name)
  return isFlag ? { ...choice, values: { [name]: !value } } : undefined
}
const denied = (choice: Choice): Choice | undefined => {
  const flag = turned(choice)
  if (flag) return flag
  const entries = Object.entries(choice.values)
  const canDeny = entries.every(([name]) => {
    const param = params.get(name)
    return param && !param.not && isExcludable(param.field)
  })
  return canDeny
    ? { ...choice, values: Object.fromEntries(entries.map(([name, value]) => [excluded(name), value])) }
    : undefined
}
export const deniedAll = (choices: readonly Choice[]): readonly [Choice, ...Choice[]] | undefined => {
  const [first, ...others] = choices.flatMap(choice => denied(choice) ?? [])
  return first && others.length + 1 === choices.length ? [first, ...others] : undefined
}
