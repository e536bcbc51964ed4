import { type Kysely, sql } from 'kysely'
import type { Codex } from '#shared/domain/codex.ts'
import type { DB } from '../db/schema.ts'
import { foldWords } from '../db/spelling.ts'
import { withinTime } from '../texts/text-search.ts'
import type { TimedConnection } from './timed-connection.ts'

/**
 * Directories cached per process and database: comparing ten thousand court titles takes a millisecond. Added rows are
 * read once per answer; after some minutes the whole directory is refreshed in the background, for renamed rows.
 */
type Court = { id: number; title: string; city: string; region: number; kind: string; isFormer: boolean }
type Judge = { id: number; name: string; court_id: number }
type Article = { id: number; codex: Codex; article_number: string; part: string; title: string }
type Folded<T> = T & { folded: string }

const renamedWithin = 10 * 60_000
/** Seconds to read a whole directory: the read is shared, and no request waits longer for it than for another group. */
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
type AskNewest = (on: TimedConnection) => Promise<Newest>
const last = (table: Table) => sql`(select coalesce(max(id), 0) from ${sql.table(table)}) as ${sql.id(table)}`
const newestOf: AskNewest = async on => {
  const { rows } = await on.within(db =>
    sql<Newest>`select ${last('court')}, ${last('judge')}, ${last('article')}`.execute(db),
  )
  return rows[0] ?? { court: 0, judge: 0, article: 0 }
}

type Kept<T> = { rows: readonly Folded<T>[]; last: number; at: number }
type Read<T> = (db: Kysely<DB>, after: number) => Promise<T[]>
type Known<T> = (db: Kysely<DB>, on: TimedConnection, newestOf: AskNewest) => Promise<readonly Folded<T>[]>
function keptDirectory<T extends { id: number }>(table: Table, read: Read<T>, nameOf: (row: T) => string): Known<T> {
  const keptOf = new WeakMap<Kysely<DB>, Kept<T>>()
  const readingOf = new WeakMap<Kysely<DB>, Promise<Kept<T>>>()
  const keep = (db: Kysely<DB>, before: Kept<T>, rows: readonly T[]): Kept<T> => {
    const added = rows.map(row => ({ ...row, folded: foldWords(nameOf(row)) }))
    const now = { rows: [...before.rows, ...added], last: added.at(-1)?.id ?? before.last, at: before.at }
    keptOf.set(db, now)
    return now
  }
  const readWhole = (db: Kysely<DB>): Promise<Kept<T>> => {
    const known = readingOf.get(db)
    if (known !== undefined) return known
    const before = { rows: [], last: 0, at: Date.now() }
    const reading = withinTime(db, longestRead, async on => keep(db, before, await read(on, 0))).finally(() =>
      readingOf.delete(db),
    )
    readingOf.set(db, reading)
    return reading
  }
  return async (db, on, newestOf) => {
    const kept = keptOf.get(db)
    if (kept === undefined) return (await inTime(readWhole(db), on.seconds)).rows
    if (Date.now() - kept.at >= renamedWithin) readWhole(db).catch(() => undefined)
    if ((await newestOf(on))[table] <= kept.last) return kept.rows
    return keep(db, kept, await on.within(asked => read(asked, kept.last))).rows
  }
}

const knownCourts = keptDirectory<Court>(
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
const knownJudges = keptDirectory<Judge>(
  'judge',
  (db, after) =>
    db.selectFrom('judge').where('id', '>', after).select(['id', 'name', 'court_id']).orderBy('id').execute(),
  ({ name }) => name,
)
const knownArticles = keptDirectory<Article>(
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

/** For one answer: its groups share one query for added rows. The cache is keyed by `db`. */
export type KnownDirectories = ReturnType<typeof directoriesOf>
export function directoriesOf(db: Kysely<DB>) {
  let asked: Promise<Newest> | undefined
  const newest: AskNewest = on => {
    const asking = asked ?? newestOf(on)
    asked = asking
    // After a timeout the next caller retries.
    asking.catch(() => {
      asked = undefined
    })
    return asking
  }
  return {
    courts: (on: TimedConnection) => knownCourts(db, on, newest),
    judges: (on: TimedConnection) => knownJudges(db, on, newest),
    articles: (on: TimedConnection) => knownArticles(db, on, newest),
  }
}

/** Memoised per state of a directory. */
export const memoisedByRows = <K extends object, T>(make: (rows: K) => T): ((rows: K) => T) => {
  const made = new WeakMap<K, T>()
  return rows => {
    const known = made.get(rows)
    if (known !== undefined) return known
    const now = make(rows)
    made.set(rows, now)
    return now
  }
}
