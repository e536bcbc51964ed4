import { type Kysely, sql } from 'kysely'
import type { Codex } from '#shared/domain/codex.ts'
import type { DB } from '../db/schema.ts'
import { foldedName } from './typed.ts'

/**
 * Directories in the memory of a process: letters of ten thousand courts are compared in a millisecond. What has been added is read before each
 * answer; what was renamed, within minutes. Kept by database.
 */
type Court = { id: number; title: string; city: string; region: number; kind: string; isFormer: boolean }
type Judge = { id: number; name: string; court_id: number }
type Article = { id: number; codex: Codex; article_number: string; part: string; title: string }
export type Folded<T> = T & { folded: string }

const renamedWithin = 10 * 60_000

type Table = 'court' | 'judge' | 'article'
type Newest = Readonly<Record<Table, number>>
const asking = new WeakMap<Kysely<DB>, Promise<Newest>>()
/** Asked once for groups that need it at the same time. */
function newestOf(db: Kysely<DB>): Promise<Newest> {
  const known = asking.get(db)
  if (known !== undefined) return known
  const last = (table: Table) => sql`(select coalesce(max(id), 0) from ${sql.table(table)}) as ${sql.id(table)}`
  const asked = sql<Newest>`select ${last('court')}, ${last('judge')}, ${last('article')}`
    .execute(db)
    .then(({ rows }) => rows[0] ?? { court: 0, judge: 0, article: 0 })
    .finally(() => asking.delete(db))
  asking.set(db, asked)
  return asked
}

type Kept<T> = { rows: readonly Folded<T>[]; last: number; at: number }
function keptDirectory<T extends { id: number }>(
  table: Table,
  read: (db: Kysely<DB>, after: number) => Promise<T[]>,
  nameOf: (row: T) => string,
): (db: Kysely<DB>) => Promise<readonly Folded<T>[]> {
  const keptOf = new WeakMap<Kysely<DB>, Promise<Kept<T>>>()
  const fresh = async (db: Kysely<DB>, known: Kept<T> | undefined): Promise<Kept<T>> => {
    const now = Date.now()
    const before = known !== undefined && now - known.at < renamedWithin ? known : { rows: [], last: 0, at: now }
    if ((await newestOf(db))[table] <= before.last) return before
    const added = (await read(db, before.last)).map(row => ({ ...row, folded: foldedName(nameOf(row)) }))
    return { rows: [...before.rows, ...added], last: added.at(-1)?.id ?? before.last, at: before.at }
  }
  return async db => {
    // One after another: two who read at once would add the same rows twice.
    const before = keptOf.get(db) ?? Promise.resolve(undefined)
    const now = before.catch(() => undefined).then(known => fresh(db, known))
    keptOf.set(db, now)
    return (await now).rows
  }
}

export const knownCourts = keptDirectory<Court>(
  'court',
  async (db, after) =>
    (
      await db
        .selectFrom('court')
        .where('id', '>', after)
        .select(['id', 'title', 'city', 'region', 'kind', 'state'])
        .orderBy('id')
        .execute()
    ).map(({ state, ...row }) => ({ ...row, isFormer: state === 'gone' || state === 'renumbered' })),
  ({ title }) => title,
)
export const knownJudges = keptDirectory<Judge>(
  'judge',
  (db, after) =>
    db.selectFrom('judge').where('id', '>', after).select(['id', 'name', 'court_id']).orderBy('id').execute(),
  ({ name }) => name,
)
export const knownArticles = keptDirectory<Article>(
  'article',
  (db, after) =>
    db
      .selectFrom('article')
      .where('id', '>', after)
      .select(['id', 'codex', 'article_number', 'part', 'title'])
      .orderBy('id')
      .execute(),
  ({ title }) => title,
)
