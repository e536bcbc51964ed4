import type { AnyValues, ValueOf } from '#shared/filters/field.ts'
import { pick, setParams, tableOfFilter } from '../predicates.ts'
import type { Capabilities } from './engine.ts'

/** Which engine answers a question. What only PostgreSQL can find it finds first, and the copy answers about these cases. */
export type Plan<V extends AnyValues = AnyValues> = { on: 'postgresql' } | { on: 'copy'; find?: Find; answer: V }
/** `among`: filters of the copy that may spare PostgreSQL the reading of texts, when words alone are looked for. */
export type Find = { values: AnyValues; words?: ValueOf['words']; among?: AnyValues }

/**
 * @param joined a child table whose rows are asked about: filters on it hold for its rows, and cannot be answered by a set of cases
 * @param copy what the copy can answer; undefined: there is none
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
  // Filters on one child table hold for one of its rows and stay together; those on the case hold each alone.
  tables.delete('court_case')
  const found = params.filter(param => lacking.includes(param) || tables.has(tableOfFilter(param.field)))
  const names = new Set(found.map(({ name }) => name))
  const answer = pick(values, names, false)
  const find = pick<AnyValues>(values, names)
  const words = searchWords(find)
  if (words === undefined || names.size > 1) return { on: 'copy', find: { values: find }, answer }
  return { on: 'copy', find: { values: find, words, among: answer }, answer }
}

/** Whether PostgreSQL finds the cases first and puts them in order after. */
export const isFoundFirst = (values: AnyValues): boolean =>
  searchWords(values) !== undefined || values.set !== undefined

export const searchWords = ({ result_text_search: words }: AnyValues): ValueOf['words'] | undefined =>
  typeof words === 'object' && 'mode' in words ? words : undefined
