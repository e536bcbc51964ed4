import { type Kysely, type SqlBool, sql } from 'kysely'
import { articleName } from '#shared/domain/codex.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import type { Directory } from '#shared/filters/field.ts'
import type { DB } from './schema.ts'

/** Names of rows that a query refers to by id, for its chips; rows the account may not see have none. */
type Named = { id: number; name: string }
type Names = Record<string, string>
const byId = (rows: readonly Named[]): Names => Object.fromEntries(rows.map(({ id, name }) => [String(id), name]))
const idIn = (column: string, ids: readonly number[]) => sql<SqlBool>`${sql.ref(column)} = any(${ids}::integer[])`
type Regions = readonly number[] | 'all'
const inRegions = (regions: Regions) =>
  regions === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`court.region = any(${regions}::integer[])`

type Look = (db: Kysely<DB>, ids: readonly number[], regions: Regions) => Promise<readonly Named[]>
const looks: { [D in Exclude<Directory, 'cities'>]: Look } = {
  articles: async (db, ids) => {
    const found = await db
      .selectFrom('article')
      .where(idIn('id', ids))
      .select(['id', 'article_number', 'part'])
      .execute()
    return found.map(article => ({ id: article.id, name: articleName(article) }))
  },
  courts: (db, ids, regions) =>
    db.selectFrom('court').where(idIn('id', ids)).where(inRegions(regions)).select(['id', 'title as name']).execute(),
  defence_params: (db, ids) =>
    db.selectFrom('defence_param').where(idIn('id', ids)).select(['id', 'value as name']).execute(),
  event_types: (db, ids) =>
    db.selectFrom('event_type').where(idIn('id', ids)).select(['id', 'title as name']).execute(),
  folders: async () => [],
  judges: (db, ids, regions) =>
    db
      .selectFrom('judge')
      .innerJoin('court', 'court.id', 'judge.court_id')
      .where(idIn('judge.id', ids))
      .where(inRegions(regions))
      .select(['judge.id', 'judge.name'])
      .execute(),
  regions: async (_, ids) => ids.map(id => ({ id, name: regionTitle(id) })),
  result_types: (db, ids) =>
    db.selectFrom('result_type').where(idIn('id', ids)).select(['id', 'title as name']).execute(),
  tags: (db, ids) => db.selectFrom('tag').where(idIn('id', ids)).select(['id', 'value as name']).execute(),
}
export type NamedDirectory = keyof typeof looks

export const readableNames = async <D extends NamedDirectory>(
  db: Kysely<DB>,
  asked: readonly (readonly [directory: D, ids: readonly number[]])[],
  regions: Regions,
): Promise<Partial<Record<D, Names>>> => {
  const found = await Promise.all(
    asked.map(
      async ([directory, ids]): Promise<[D, Names]> => [
        directory,
        ids.length === 0 ? {} : byId(await looks[directory](db, ids, regions)),
      ],
    ),
  )
  const names: Partial<Record<D, Names>> = {}
  for (const [directory, known] of found) names[directory] = known
  return names
}
