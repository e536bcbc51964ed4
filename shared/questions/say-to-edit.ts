import type { Names } from '../filters/describe.ts'
import type { AnyValues, Fields } from '../filters/field.ts'
import { sayFilters } from '../filters/sentence.ts'
import { withWholeArticles } from '../filters/whole-articles.ts'
import { readQuestion } from './read-question.ts'
import type { NameSource } from './reading.ts'

/** `known`: names that keep the words bound to the same rows while edited. */
type EditedWords = { text: string; known: Names }

/**
 * The filter sentence as editable text: unchanged, it is read back as the same filters. A whole article is written «ст.
 * 20.2 (вся)» if that is read as the same parts; otherwise each part is listed. A user limited to regions (`seesAll` is
 * false) sees only parts that occur now: as of a past day no article can be called whole.
 */
export const sayToEdit = async (
  fields: Fields,
  values: AnyValues,
  names: Names,
  source: NameSource = {},
  seesAll = true,
): Promise<EditedWords> => {
  const whole = { text: sayFilters(fields, values, names), known: names }
  if ('as_of' in values && !seesAll) return whole
  const short = withWholeArticles(values, names, (await source.articles?.()) ?? [])
  if (!short) return whole
  const text = sayFilters(fields, short.values, short.names)
  const read = await readQuestion(text, { ...source, known: short.known })
  const isSame = read.readings.length === 1 && read.unread.length === 0 && sameFilters(read.values, values)
  return isSame ? { text, known: short.known } : whole
}

const inOrder = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value)
export const sameFilters = (one: AnyValues, other: AnyValues): boolean => {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every(key => JSON.stringify(inOrder(one[key])) === JSON.stringify(inOrder(other[key])))
}
