import { caseFields } from '../filters/case-fields.ts'
import { excluded, filterParamsOf, isExcludable } from '../filters/field.ts'
import type { Choice } from './pieces.ts'

/** Filters that can be denied: «не в Москве» is another filter than «в Москве». */
const params = new Map(filterParamsOf(caseFields).map(param => [param.name, param]))

/** A filter with several values at once; of the others one value is set. */
export const isList = (name: string): boolean => {
  const kind = params.get(name)?.field.kind
  return kind === 'choices' || kind === 'reference' || kind === 'names' || kind === 'people'
}
/**
 * «кроме дел без текста»; of who is not named on a card nothing is known. A flag of a row of its own (a penalty, an accused) that is off tells of
 * that row: another row of the same case may have it on.
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
