import type { SuggestionOf } from '#shared/api/search.ts'
import { articleShortNames } from '#shared/domain/article-short-names.ts'
import { spokenNames } from '#shared/domain/article-spoken-names.ts'
import { articleName, byArticleNumber, codices } from '#shared/domain/codex.ts'
import { occurringOf } from '../cases/occurring-values.ts'
import { fixedVocabulary } from '../db/reference/fixed-vocabulary.ts'
import { foldWords } from '../db/spelling.ts'
import { findArticles } from '../directories/article-search.ts'
import { type KnownDirectories, memoisedByRows } from './kept-directory.ts'
import { bestOf, fits, type NameMatch } from './matching.ts'
import { type Asked, approximately, type Suggested } from './places.ts'

/**
 * Articles by number («20.2», «20.2 ч 5», «ст. 228»), by words of their title, and by colloquial names («митинг»). An
 * article with several parts is listed whole first, then its parts.
 */
type Articles = Awaited<ReturnType<KnownDirectories['articles']>>
type Row = Articles[number]
type Meant = { rows: readonly Row[]; isWhole: boolean; match: NameMatch; called: string | null }

const exactly: NameMatch = { fit: fits.whole, score: 0 }
const keyOf = ({ codex, article_number }: Pick<Row, 'codex' | 'article_number'>): string => `${codex} ${article_number}`

export async function suggestArticles(asked: Asked): Promise<Suggested<SuggestionOf<'article'>>> {
  const { on, directories, scope, typed, size } = asked
  const all = await directories.articles(on)
  const numbered = /\p{N}/u.test(typed.text) ? findArticles(all, typed.text) : []
  const meant = numbered.length > 0 ? byNumber(all, numbered, typed.text) : byWords(all, asked)
  // Of articles that sites have added to the directory, only those in cases visible to the asker.
  const learned =
    scope.regions === 'all' ? [] : meant.flatMap(({ rows }) => rows).filter(row => !fixedVocabulary.articles(row))
  const ids = learned.map(({ id }) => id)
  const occurring = ids.length === 0 ? new Set() : await on.within(db => occurringOf(db, scope, 'articles', ids))
  const hidden = new Set(learned.filter(({ id }) => !occurring.has(id)))
  const told = meant
    .map(one => ({ ...one, rows: one.rows.filter(row => !hidden.has(row)) }))
    .filter(({ rows }) => rows.length > 0)
  return { items: told.slice(0, size).flatMap(present), more: told.length > size }
}

/** The named article, whole and by its parts, or its named parts; then other articles whose numbers begin so, whole. */
function byNumber(all: readonly Row[], found: readonly Row[], text: string): Meant[] {
  const asked = text.match(/\d[\d.-]*/)?.[0].replace(/[.-]+$/, '')
  const countOf = new Map([...Map.groupBy(all, keyOf)].map(([key, { length }]) => [key, length]))
  return [...Map.groupBy(found, keyOf)].flatMap(([key, rows]): Meant[] => {
    const isAll = rows.length === countOf.get(key)
    const whole = { rows, isWhole: isAll && rows.length > 1, match: exactly, called: null }
    const parts = rows.map(row => ({ ...whole, rows: [row], isWhole: false }))
    if (!isAll) return parts
    const isAsked = rows[0]?.article_number === asked
    return isAsked && whole.isWhole ? [whole, ...parts.filter(({ rows: [row] }) => row?.part !== '')] : [whole]
  })
}

type Name = { key: string; folded: string; called: string | null }
const spoken: readonly Name[] = spokenNames.flatMap(({ name, articles }) =>
  articles.map(({ codex, number }) => ({ key: `${codex} ${number}`, folded: foldWords(name), called: name })),
)
const short: readonly Name[] = [...articleShortNames].map(([key, name]) => ({
  key,
  folded: foldWords(name),
  called: null,
}))

const wholeArticlesOf = memoisedByRows((all: Articles) => {
  const rowsOf = Map.groupBy(all, keyOf)
  return { rowsOf, titles: [...rowsOf].map(([key, [row]]): Name => ({ key, folded: row?.folded ?? '', called: null })) }
})

/** A match of the name precedes a match within the title. */
function byWords(all: Articles, { typed }: Asked): Meant[] {
  const { rowsOf, titles } = wholeArticlesOf(all)
  const words = { words: typed.words, initials: [] }
  const weigh = (a: Name, b: Name): number => byArticleNumber(firstOf(rowsOf, a), firstOf(rowsOf, b))
  const foldedOf = ({ folded }: Name): string => folded
  const lists = [spoken, short, titles].map(names => bestOf(names, words, { foldedOf, weigh }).best)
  // A misspelling counts only when no list has the word as typed.
  const isExact = lists.some(found => found.some(({ match }) => match.fit !== fits.slip))
  const meant = new Map<string, Meant>()
  for (const { row, match } of lists.flat()) {
    const rows = rowsOf.get(row.key)
    // «казани» is a city, not a part of «наказания».
    const isOfOther = match.fit === fits.part || (isExact && match.fit === fits.slip)
    if (rows === undefined || meant.has(row.key) || isOfOther) continue
    meant.set(row.key, { rows, isWhole: rows.length > 1, match, called: row.called })
  }
  return [...meant.values()]
}
const nobody = { article_number: '', part: '' }
const firstOf = (rowsOf: ReadonlyMap<string, readonly Row[]>, { key }: Name) => rowsOf.get(key)?.[0] ?? nobody

function present({ rows, isWhole, match, called }: Meant): SuggestionOf<'article'>[] {
  const [first] = rows
  if (first === undefined) return []
  const { codex, article_number, title } = first
  const part = isWhole ? '' : first.part
  const type = codices.find(one => one.codex === codex)?.value
  return [
    {
      title: articleName({ article_number, part }),
      filters: { ...(type !== undefined && { type }), codex_articles: rows.map(({ id }) => String(id)) },
      page: null,
      ...approximately(match),
      codex,
      article_number,
      part,
      is_whole: isWhole,
      heading: title,
      called,
    },
  ]
}
