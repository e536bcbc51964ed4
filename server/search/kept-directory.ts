import { type Kysely, sql } from 'kysely'
import type { Codex } from '#shared/domain/codex.ts'
import type { DB } from '../db/schema.ts'
import { withinTime } from '../texts/text-search.ts'
import { foldedName } from './typed.ts'

/**
 * Directories in the memory of a process: letters of ten thousand courts are compared in a millisecond. What has been added is read before each
 * answer; a whole directory, for what was renamed, behind the first answer after some minutes. Kept by database.
 */
type Court = { id: number; title: string; city: string; region: number; kind: string; isFormer: boolean }
type Judge = { id: number; name: string; court_id: number }
type Article = { id: number; codex: Codex; article_number: string; part: string; title: string }
export type Folded<T> = T & { folded: string }

const renamedWithin = 10 * 60_000
/** For a whole directory, seconds: it is read for all who ask, and none of them waits longer than for another group. */
const longestRead = 30

export class NotReadYet extends Error {
  override name = 'NotReadYet'
}
const inTime = async <T>(work: Promise<T>, seconds: number): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NotReadYet()), seconds * 1000)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

type Table = 'court' | 'judge' | 'article'
type Newest = Readonly<Record<Table, number>>
const asking = new WeakMap<Kysely<DB>, Promise<Newest>>()
/** Asked once for groups that need it at the same time. */
function newestOf(db: Kysely<DB>, seconds: number): Promise<Newest> {
  const known = asking.get(db)
  if (known !== undefined) return known
  const last = (table: Table) => sql`(select coalesce(max(id), 0) from ${sql.table(table)}) as ${sql.id(table)}`
  const asked = withinTime(db, seconds, on =>
    sql<Newest>`select ${last('court')}, ${last('judge')}, ${last('article')}`.execute(on),
  )
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
): (db: Kysely<DB>, seconds: number) => Promise<readonly Folded<T>[]> {
  const keptOf = new WeakMap<Kysely<DB>, Kept<T>>()
  const readingOf = new WeakMap<Kysely<DB>, Promise<Kept<T>>>()
  const readOn = async (db: Kysely<DB>, before: Kept<T>, seconds: number): Promise<Kept<T>> => {
    const rows = await withinTime(db, seconds, on => read(on, before.last))
    const added = rows.map(row => ({ ...row, folded: foldedName(nameOf(row)) }))
    const now = { rows: [...before.rows, ...added], last: added.at(-1)?.id ?? before.last, at: before.at }
    keptOf.set(db, now)
    return now
  }
  const readWhole = (db: Kysely<DB>): Promise<Kept<T>> => {
    const known = readingOf.get(db)
    if (known !== undefined) return known
    const reading = readOn(db, { rows: [], last: 0, at: Date.now() }, longestRead).finally(() => readingOf.delete(db))
    readingOf.set(db, reading)
    return reading
  }
  return async (db, seconds) => {
    const kept = keptOf.get(db)
    if (kept === undefined) return (await inTime(readWhole(db), seconds)).rows
    if (Date.now() - kept.at >= renamedWithin) readWhole(db).catch(() => undefined)
    if ((await newestOf(db, seconds))[table] <= kept.last) return kept.rows
    return (await readOn(db, kept, seconds)).rows
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
