import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.ts'

/**
 * Dedicated database sessions, for LISTEN, session settings, and statements outside a transaction that may have to be cancelled. Ordinary connections
 * may belong to a pooler (DATABASE_DIRECT_URL bypasses it).
 */
type Sessions = { client: () => pg.Client; database: () => Kysely<DB> }
const sessionsOf = new WeakMap<Kysely<DB>, Sessions>()
export const sessionsBy = (db: Kysely<DB>, sessions: Sessions): unknown => sessionsOf.set(db, sessions)

export const sessionClient = (db: Kysely<DB>): pg.Client => of(db).client()

/** One session for the duration of the work, closed afterwards. */
export async function inSession<T>(db: Kysely<DB>, work: (session: Kysely<DB>) => Promise<T>): Promise<T> {
  const session = of(db).database()
  try {
    return await session.connection().execute(work)
  } finally {
    await session.destroy()
  }
}

function of(db: Kysely<DB>): Sessions {
  const sessions = sessionsOf.get(db)
  if (sessions === undefined) throw new Error('a session needs the database itself, not a transaction or another day')
  return sessions
}
