import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Codex, codexOfType } from '#shared/domain/codex.ts'
import { fewestForShare, quantile, type Spread, sizeOf } from '#shared/domain/statistics-ranges.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import type { DB } from '../db/schema.ts'

/**
 * Lines of the tree of statistics: a codex, an article of it, a part of that, each by its key: `koap`, `koap 20.2`,
 * `koap 20.2 5`. Whatever is summed over cases is summed by them in one way: a case of several articles stands at each
 * of them, and once at what they have in common.
 */
export type LineArticle = { id: number; codex: Codex; article_number: string; part: string; title: string }
export type Lines = Awaited<ReturnType<typeof readArticleLines>>

/** `type`: of a case; a site may put a case under an article of the other codex. */
export const wholeKey = (type: number, { codex, article_number }: LineArticle): string => {
  const own = codexOfType(type === 1 ? 1 : 2)
  return codex === own ? `${own} ${article_number}` : `${own} ${codex} ${article_number}`
}
export const partKey = (type: number, article: LineArticle): string => `${wholeKey(type, article)} ${article.part}`

/** By the number of a result. */
export const readResultTitles = async (db: Kysely<DB>): Promise<ReadonlyMap<number, string>> =>
  new Map((await db.selectFrom('result_type').select(['id', 'title']).execute()).map(({ id, title }) => [id, title]))

const articles = (db: Kysely<DB>) => db.selectFrom('article').select(['id', 'codex', 'article_number', 'part', 'title'])

/** Articles of these numbers with all their parts: there are thousands of others. */
export async function readPartsOf(
  db: Kysely<DB>,
  numbers: readonly string[],
): Promise<ReadonlyMap<number, LineArticle>> {
  const rows = numbers.length === 0 ? [] : await articles(db).where('article_number', 'in', numbers).execute()
  return new Map(rows.map(article => [article.id, article]))
}

/** `wholes`: the ids of an article and of all its parts, by the key of the whole. */
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
 * How many cases are such. `articles` is null: at each of their articles, at none where `article_id` is null; else those of several
 * articles, to take off what was counted more than once.
 */
type ArticleCounts<T> = readonly (T & Told & { article_id: number | null; articles: number[] | null })[]

/**
 * Cases counted by what the columns of `found` say beside `type`: few of them are of several articles. `found` has `articles_of` as well,
 * the key of the rows of `case_article` (`ChildRows`), and `cases`, how many a row stands for.
 */
export async function countByArticle<T>(
  engine: CaseEngine,
  found: RawBuilder<unknown>,
  columns: readonly string[],
): Promise<ArticleCounts<T>> {
  const told = sql.join(columns.map(column => sql.ref(column)))
  const key = engine.childRows('case_article').rowKey
  // Cells are few, and kept for both counts; cases are read twice faster than stored.
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

/** Tells each line what to add, and what was added too often. */
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

/** Days from entry to decision in first instance that half of the decided cases took no longer than, by the key of a line; of few cases none. */
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
  // In one order, whoever counted.
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
