import { wholeArticle } from '../domain/codex.ts'
import { caseFields } from './case-fields.ts'
import type { Names } from './describe.ts'
import { type AnyValues, excluded, type Fields, type Kind, type Value } from './field.ts'
import { endOfSentence, sayFilters } from './sentence.ts'

type Part = { id: number; codex: string; article_number: string }
const articleKeys = ['codex_articles', 'codex_articles_not'] as const
/**
 * Replaces all rows of an article by its first row, under the article's own name. `known`: the names without those of
 * the replaced rows.
 */
export const withWholeArticles = (
  values: AnyValues,
  names: Names,
  articles: readonly Part[],
): { values: AnyValues; names: Names; known: Names } | undefined => {
  const rowsOf = Map.groupBy(articles, ({ codex, article_number }) => `${codex} ${article_number}`)
  const short: Record<string, Value | undefined> = { ...values }
  const [said, known] = [{ ...names.codex_articles }, { ...names.codex_articles }]
  let isShorter = false
  for (const key of articleKeys) {
    const ids = values[key]
    if (!Array.isArray(ids)) continue
    const left = new Set(ids.filter(id => typeof id === 'number'))
    // Names are shared by both lists: an excluded part needs the names of all of them.
    const beside = [values[articleKeys.find(other => other !== key) ?? key] ?? []].flat()
    for (const rows of rowsOf.values()) {
      const [first, ...others] = rows
      if (!first || others.length === 0 || !rows.every(({ id }) => left.has(id)) || beside.some(id => id === first.id))
        continue
      for (const { id } of others) left.delete(id)
      for (const { id } of rows) delete known[id]
      said[first.id] = wholeArticle(first.article_number)
      isShorter = true
    }
    short[key] = [...left]
  }
  return isShorter
    ? { values: short, names: { ...names, codex_articles: said }, known: { ...names, codex_articles: known } }
    : undefined
}

/** The sentence as a title: whole articles by one name, at most `most` characters. */
export const sayBriefly = (
  fields: Fields,
  values: AnyValues,
  names: Names,
  articles: readonly Part[],
  most: number,
): string => {
  const short = withWholeArticles(values, names, articles)
  const said = sayFilters(fields, short?.values ?? values, short?.names ?? names)
  const end = endOfSentence(values)
  return said.length > most ? `${said.slice(0, most - 1 - end.length).toWellFormed()}…${end}` : said
}

/** Personal filters are omitted from titles, because browser histories keep titles: whatever is written by hand, too. */
const named: ReadonlySet<string> = new Set(['judge', 'set', 'tags'])
const written: ReadonlySet<Kind> = new Set(['people', 'text', 'words'])
const unsaid = new Set(
  Object.entries(caseFields).flatMap(([key, { kind }]) =>
    named.has(key) || written.has(kind) ? [key, excluded(key)] : [],
  ),
)
export const withoutPeople = (values: AnyValues): AnyValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !unsaid.has(name)))
