import type { AnyValues, ValueOf } from '#shared/filters/field.ts'
import { pick, setParams, tableOfFilter } from '../predicates.ts'
import type { Capabilities } from './engine.ts'

/**
 * Chooses the engine for a question. What only PostgreSQL can find is found there first, and the copy filters those
 * cases.
 */
export type Plan<V extends AnyValues = AnyValues> = { on: 'postgresql' } | { on: 'copy'; find?: Find; answer: V }
/** `among`: filters of the copy that narrow the cases before PostgreSQL reads texts, for questions with words alone. */
export type Find = { values: AnyValues; words?: ValueOf['words']; among?: AnyValues }

/**
 * @param joined a child table whose rows are asked for: its filters apply to rows, so a set of cases cannot answer them
 * @param copy what the copy can answer; undefined when there is none
 */
export function planOf<V extends AnyValues>(
  { values, joined }: { values: V; joined?: string | undefined },
  copy: Capabilities | undefined,
): Plan<V> {
  if (copy === undefined) return { on: 'postgresql' }
  const params = setParams(values)
  const lacking = params.filter(({ key }) => !copy.filters.has(key))
  const tables = new Set(lacking.map(({ field }) => tableOfFilter(field)))
  if (joined !== undefined && (!copy.tables.has(joined) || tables.has(joined))) return { on: 'postgresql' }
  if (lacking.length === 0) return { on: 'copy', answer: values }
  // Filters on one child table must match the same row and stay together; filters on the case are independent.
  tables.delete('court_case')
  const found = params.filter(param => lacking.includes(param) || tables.has(tableOfFilter(param.field)))
  const names = new Set(found.map(({ name }) => name))
  const answer = pick(values, names, false)
  const find = pick<AnyValues>(values, names)
  const words = searchWords(find)
  if (words === undefined || names.size > 1) return { on: 'copy', find: { values: find }, answer }
  return { on: 'copy', find: { values: find, words, among: answer }, answer }
}

/** Whether PostgreSQL finds the cases first and sorts them afterwards. */
export const isFoundFirst = (values: AnyValues): boolean =>
  searchWords(values) !== undefined || values.set !== undefined

export const searchWords = ({ result_text_search: words }: AnyValues): ValueOf['words'] | undefined =>
  typeof words === 'object' && 'mode' in words ? words : undefined
