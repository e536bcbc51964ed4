import type { Names } from '../filters/describe.ts'
import type { AnyValues, Fields, Value } from '../filters/field.ts'
import { sayFilters } from '../filters/sentence.ts'
import { readQuestion } from './read-question.ts'
import type { NameSource, QuestionArticle } from './reading.ts'

/** `known`: names that make the words mean the same rows, while they are edited. */
export type EditedWords = { text: string; known: Names }

/**
 * The sentence of filters as text that is edited and read back: unchanged, it gives the same filters. An article with all of its parts is
 * said by its number alone, «ст. 20.2», where that is read as the same articles; otherwise each part is said.
 */
export const sayToEdit = async (
  fields: Fields,
  values: AnyValues,
  names: Names,
  source: NameSource = {},
): Promise<EditedWords> => {
  const whole = { text: sayFilters(fields, values, names), known: names }
  const short = withWholeArticles(values, names, (await source.articles?.()) ?? [])
  if (!short) return whole
  const text = sayFilters(fields, short.values, short.names)
  const read = await readQuestion(text, { ...source, known: short.known })
  const isSame = read.readings.length === 1 && read.unread.length === 0 && sameFilters(read.values, values)
  return isSame ? { text, known: short.known } : whole
}

const articleKeys = ['codex_articles', 'codex_articles_not'] as const
/** Of each article whose rows are all chosen, the first stands for it, under the number. */
const withWholeArticles = (
  values: AnyValues,
  names: Names,
  articles: readonly QuestionArticle[],
): { values: AnyValues; names: Names; known: Names } | undefined => {
  const rowsOf = Map.groupBy(articles, ({ codex, article_number }) => `${codex} ${article_number}`)
  const short: Record<string, Value | undefined> = { ...values }
  const [said, known] = [{ ...names.codex_articles }, { ...names.codex_articles }]
  let isShorter = false
  for (const key of articleKeys) {
    const ids = values[key]
    if (!Array.isArray(ids)) continue
    const left = new Set(ids.filter(id => typeof id === 'number'))
    for (const rows of rowsOf.values()) {
      const [first, ...others] = rows
      if (!first || others.length === 0 || !rows.every(({ id }) => left.has(id))) continue
      for (const { id } of others) left.delete(id)
      for (const { id } of rows) delete known[id]
      said[first.id] = first.article_number
      isShorter = true
    }
    short[key] = [...left]
  }
  return isShorter
    ? { values: short, names: { ...names, codex_articles: said }, known: { ...names, codex_articles: known } }
    : undefined
}

const inOrder = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value)
export const sameFilters = (one: AnyValues, other: AnyValues): boolean => {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every(key => JSON.stringify(inOrder(one[key])) === JSON.stringify(inOrder(other[key])))
}
