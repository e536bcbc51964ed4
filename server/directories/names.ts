import { type Kysely, type SqlBool, sql } from 'kysely'
import { articleName } from '#shared/domain/codex.ts'
import type { DB } from '../db/schema.ts'

/** Readable names of the rows a query refers to by number, for its chips; what the account may not see has none. */
export type Asked = { [D in 'articles' | 'courts' | 'judges' | 'tags']?: readonly number[] | undefined }

type Named = { id: number; name: string }
const byId = (rows: readonly Named[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ id, name }) => [String(id), name]))
const idIn = (column: string, ids: readonly number[]) => sql<SqlBool>`${sql.ref(column)} = any(${ids}::integer[])`
const inRegions = (regions: readonly number[] | 'all') =>
  regions === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`court.region = any(${regions}::integer[])`

export async function readableNames(
  db: Kysely<DB>,
  { articles = [], courts = [], judges = [], tags = [] }: Asked,
  regions: readonly number[] | 'all',
): Promise<Record<string, Record<string, string>>> {
  const [foundArticles, foundCourts, foundJudges, foundTags] = await Promise.all([
    db.selectFrom('article').where(idIn('id', articles)).select(['id', 'article_number', 'part']).execute(),
    db
      .selectFrom('court')
      .where(idIn('id', courts))
      .where(inRegions(regions))
      .select(['id', 'title as name'])
      .execute(),
    db
      .selectFrom('judge')
      .innerJoin('court', 'court.id', 'judge.court_id')
      .where(idIn('judge.id', judges))
      .where(inRegions(regions))
      .select(['judge.id', 'judge.name'])
      .execute(),
    db.selectFrom('tag').where(idIn('id', tags)).select(['id', 'value as name']).execute(),
  ])
  return {
    articles: byId(foundArticles.map(article => ({ id: article.id, name: articleName(article) }))),
    courts: byId(foundCourts),
    judges: byId(foundJudges),
    tags: byId(foundTags),
  }
}
