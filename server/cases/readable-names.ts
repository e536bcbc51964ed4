import { type Kysely, type SqlBool, sql } from 'kysely'
import { articleName } from '#shared/domain/codex.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import type { Directory } from '#shared/filters/field.ts'
import { fixedVocabulary } from '../db/reference/fixed-vocabulary.ts'
import type { DB } from '../db/schema.ts'
import { isShared, occurringOf } from './occurring-values.ts'
import type { Scope } from './predicates.ts'

/** Names of rows that a query refers to by id, for its chips; rows outside the scope get none. */
type Regions = Scope['regions']
type Row = { id: number; name: string }
/** `isFixed`: the row belongs to the fixed vocabulary. Absent: every found row may be shown. */
type Found = Row & { isFixed?: boolean }
type Names = Record<string, string>
const byId = (rows: readonly Row[]): Names => Object.fromEntries(rows.map(({ id, name }) => [String(id), name]))
const idIn = (column: string, ids: readonly number[]) => sql<SqlBool>`${sql.ref(column)} = any(${ids}::integer[])`
const inRegions = (regions: Regions) =>
  regions === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`court.region = any(${regions}::integer[])`

type Look = (db: Kysely<DB>, ids: readonly number[], reader: Scope) => Promise<readonly Found[]>
const looks: { [D in Exclude<Directory, 'cities'>]: Look } = {
  articles: async (db, ids) => {
    const found = await db
      .selectFrom('article')
      .where(idIn('id', ids))
      .select(['id', 'codex', 'article_number', 'part'])
      .execute()
    return found.map(row => ({ id: row.id, name: articleName(row), isFixed: fixedVocabulary.articles(row) }))
  },
  courts: (db, ids, { regions }) =>
    db.selectFrom('court').where(idIn('id', ids)).where(inRegions(regions)).select(['id', 'title as name']).execute(),
  defence_params: async (db, ids) => {
    const found = await db.selectFrom('defence_param').where(idIn('id', ids)).select(['id', 'key', 'value']).execute()
    return found.map(row => ({ id: row.id, name: row.value, isFixed: fixedVocabulary.defence_params(row) }))
  },
  event_types: async (db, ids) => {
    const found = await db.selectFrom('event_type').where(idIn('id', ids)).select(['id', 'title']).execute()
    return found.map(row => ({ id: row.id, name: row.title, isFixed: fixedVocabulary.event_types(row) }))
  },
  judges: (db, ids, { regions }) =>
    db
      .selectFrom('judge')
      .innerJoin('court', 'court.id', 'judge.court_id')
      .where(idIn('judge.id', ids))
      .where(inRegions(regions))
      .select(['judge.id', 'judge.name'])
      .execute(),
  regions: async (_, ids) => ids.map(id => ({ id, name: regionTitle(id) })),
  result_types: async (db, ids) => {
    const found = await db.selectFrom('result_type').where(idIn('id', ids)).select(['id', 'title']).execute()
    return found.map(row => ({ id: row.id, name: row.title, isFixed: fixedVocabulary.result_types(row) }))
  },
  // Visible to members of the set, whatever cases they see.
  sets: (db, ids, { accountId }) =>
    db
      .selectFrom('case_set')
      .innerJoin('case_set_member', 'case_set_member.set_id', 'case_set.id')
      .where(idIn('case_set.id', ids))
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .select(['case_set.id', 'title as name'])
      .execute(),
  tags: async (db, ids) => {
    const found = await db.selectFrom('tag').where(idIn('id', ids)).select(['id', 'value as name']).execute()
    return found.map(row => ({ ...row, isFixed: false }))
  },
}
export type NamedDirectory = keyof typeof looks

async function namesIn(
  db: Kysely<DB>,
  directory: NamedDirectory,
  ids: readonly number[],
  reader: Scope,
): Promise<Names> {
  const { regions } = reader
  const found = await looks[directory](db, ids, reader)
  if (regions === 'all' || !isShared(directory)) return byId(found)
  const learned = found.flatMap(({ id, isFixed }) => (isFixed ? [] : [id]))
  const occurring = await occurringOf(db, { accountId: null, regions }, directory, learned)
  return byId(found.filter(({ id, isFixed }) => isFixed || occurring.has(id)))
}

export const readableNames = async <D extends NamedDirectory>(
  db: Kysely<DB>,
  asked: readonly (readonly [directory: D, ids: readonly number[]])[],
  reader: Scope,
): Promise<Partial<Record<D, Names>>> => {
  const found = await Promise.all(
    asked.map(
      async ([directory, ids]): Promise<[D, Names]> => [
        directory,
        ids.length === 0 ? {} : await namesIn(db, directory, ids, reader),
      ],
    ),
  )
  const names: Partial<Record<D, Names>> = {}
  for (const [directory, known] of found) names[directory] = known
  return names
}
