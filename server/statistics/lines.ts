import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Codex, codexOfType } from '#shared/domain/codex.ts'
import { fewestForShare, quantile, type Spread, sizeOf } from '#shared/domain/statistics-ranges.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import type { DB } from '../db/schema.ts'

/**
 * Lines of the statistics tree: a codex, an article, a part, with the keys `koap`, `koap 20.2`, `koap 20.2 5`. All sums
 * over cases use them alike: a case with several articles counts in each of them, and once in their common ancestors.
 */
export type LineArticle = { id: number; codex: Codex; article_number: string; part: string; title: string }
export type Lines = Awaited<ReturnType<typeof readArticleLines>>

/** `type` is that of the case; a site may list a case under an article of the other codex. */
export const wholeKey = (type: number, { codex, article_number }: LineArticle): string => {
  const own = codexOfType(type === 1 ? 1 : 2)
  return codex === own ? `${own} ${article_number}` : `${own} ${codex} ${article_number}`
}
export const partKey = (type: number, article: LineArticle): string => `${wholeKey(type, article)} ${article.part}`

/** Keyed by the id of the result. */
export const readResultTitles = async (db: Kysely<DB>): Promise<ReadonlyMap<number, string>> =>
  new Map((await db.selectFrom('result_type').select(['id', 'title']).execute()).map(({ id, title }) => [id, title]))

const articles = (db: Kysely<DB>) => db.selectFrom('article').select(['id', 'codex', 'article_number', 'part', 'title'])

/** Articles with these ids and all their parts, because there are thousands of others. */
export async function readPartsOf(
  db: Kysely<DB>,
  numbers: readonly string[],
): Promise<ReadonlyMap<number, LineArticle>> {
  const rows = numbers.length === 0 ? [] : await articles(db).where('article_number', 'in', numbers).execute()
  return new Map(rows.map(article => [article.id, article]))
}

/** `wholes`: ids of an article and all its parts, by the key of the whole article. */
export async function readArticleLines(db: Kysely<DB>) {
  const all = await articles(db).execute()
  const wholes = new Map<string, number[]>()
  for (const type of [1, 2])
    for (const article of all) {
      const key = wholeKey(type, article)
      wholes.set(key, [...(wholes.get(key) ?? []), article.id])
    }
  return { articles: new Map(all.map(article => [article.id, article])), wholes }
}

type Told = { type: number; count: number }
/**
 * Case counts. With `articles` null: per article (`article_id` is null for cases without one); else counts of cases
 * with several articles, to subtract duplicates.
 */
type ArticleCounts<T> = readonly (T & Told & { article_id: number | null; articles: number[] | null })[]

/**
 * Counts cases by `type` and further columns of `found`. Few cases have several articles. `found` also has
 * `articles_of`, the key of the rows of `case_article` (`ChildRows`), and `cases`, the number of cases per row.
 */
export async function countByArticle<T>(
  engine: CaseEngine,
  found: RawBuilder<unknown>,
  columns: readonly string[],
): Promise<ArticleCounts<T>> {
  const told = sql.join(columns.map(column => sql.ref(column)))
  const key = engine.childRows('case_article').rowKey
  // Cells are few and materialised for both counts; cases are read twice as fast as stored.
  const cases = engine.isColumnar
    ? sql`materialized (select ${told}, articles_of, sum(cases) as cases from (${found}) as one group by ${told}, articles_of)`
    : sql`not materialized (${found})`
  const { rows } = await sql<ArticleCounts<T>[number]>`
    with found as ${cases}
    select ${told}, article_id, null::integer[] as articles, sum(cases)::integer as count
    from found left join case_article on ${key} = found.articles_of
    group by ${told}, article_id
    union all
    select ${told}, null, articles, sum(cases)::integer
    from found
    join (
      select ${key} as key, array_agg(article_id) as articles from case_article group by ${key} having count(*) > 1
    ) as many on many.key = found.articles_of
    group by ${told}, articles`.execute(engine.db)
  return rows
}

/** Gives each line the counts to add and the duplicates to subtract. */
export function sumByLine<T>(
  { articles }: Lines,
  counted: ArticleCounts<T>,
  add: (key: string, row: T & Told, cases: number) => void,
): void {
  for (const row of counted) {
    const codex = codexOfType(row.type === 1 ? 1 : 2)
    if (row.articles === null) {
      add(codex, row, row.count)
      const article = row.article_id === null ? undefined : articles.get(row.article_id)
      if (article === undefined) continue
      add(wholeKey(row.type, article), row, row.count)
      add(partKey(row.type, article), row, row.count)
    } else {
      add(codex, row, row.count * (1 - row.articles.length))
      const known = row.articles.flatMap(id => articles.get(id) ?? [])
      for (const [whole, parts] of Map.groupBy(known, article => wholeKey(row.type, article)))
        add(whole, row, row.count * (1 - parts.length))
    }
  }
}

/** Median days from entry to decision in first instance, by line key; omitted for few cases. */
export async function medians(engine: CaseEngine, question: Question, lines: Lines): Promise<Record<string, number>> {
  const found = engine
    .cases(question)
    .where('court_case.stage', '=', 1)
    .whereRef('court_case.result_date', '>=', 'court_case.entry_date')
    .select([engine.childRows('case_article').caseKey.as('articles_of'), 'court_case.type'])
    .select([sql<number>`court_case.result_date - court_case.entry_date`.as('days'), sql<number>`1`.as('cases')])
  const counted = await countByArticle<{ days: number }>(engine, sql`${found}`, ['type', 'days'])
  const spread = new Map<string, Map<number, number>>()
  sumByLine(lines, counted, (key, { days }, cases) => {
    const line = spread.get(key) ?? new Map<number, number>()
    spread.set(key, line.set(days, (line.get(days) ?? 0) + cases))
  })
  // A fixed order, independent of the engine.
  const keys = [...spread].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const medianOf = (line: Spread): number | undefined =>
    sizeOf(line) < fewestForShare ? undefined : quantile(line, 0.5)
  return Object.fromEntries(
    keys.flatMap(([key, line]) => {
      const median = medianOf(line)
      return median === undefined ? [] : [[key, median]]
    }),
  )
}
