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

type Kept<T> = { rows: Folded<T>[]; last: number; at: number }
function keptDirectory<T extends { id: number }>(
  table: 'court' | 'judge' | 'article',
  read: (db: Kysely<DB>, after: number) => Promise<T[]>,
  nameOf: (row: T) => string,
): (db: Kysely<DB>) => Promise<readonly Folded<T>[]> {
  const keptOf = new WeakMap<Kysely<DB>, Promise<Kept<T>>>()
  const fresh = async (db: Kysely<DB>, known: Kept<T> | undefined): Promise<Kept<T>> => {
    const isOld = known === undefined || Date.now() - known.at > renamedWithin
    const last = isOld ? 0 : known.last
    const { rows } = await sql<{ last: number | null }>`select max(id) as last from ${sql.table(table)}`.execute(db)
    if (!isOld && (rows[0]?.last ?? 0) <= last) return known
    const added = (await read(db, last)).map(row => ({ ...row, folded: foldedName(nameOf(row)) }))
    return {
      rows: isOld ? added : [...known.rows, ...added],
      last: added.reduce((most, { id }) => Math.max(most, id), last),
      at: isOld ? Date.now() : known.at,
    }
  }
  return async db => {
    // One after another: two who read at once would add the same rows twice.
    const before = keptOf.get(db)
    const now = (before ?? Promise.resolve(undefined)).catch(() => undefined).then(known => fresh(db, known))
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
