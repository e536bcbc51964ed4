import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.ts'

/**
 * Sessions of the database itself, by the connections of its questions: for what is said to a session (LISTEN, settings) or runs outside a
 * transaction and may have to be cancelled. The connections of the questions may be a pooler's (DATABASE_DIRECT_URL).
 */
type Sessions = { client: () => pg.Client; database: () => Kysely<DB> }
const sessionsOf = new WeakMap<Kysely<DB>, Sessions>()
export const sessionsBy = (db: Kysely<DB>, sessions: Sessions): unknown => sessionsOf.set(db, sessions)

export const sessionClient = (db: Kysely<DB>): pg.Client => of(db).client()

/** One session for as long as the work lasts, and nobody else's after it. */
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
  if (sessions === undefined) throw new Error('of a transaction, or of another day, there are no sessions')
  return sessions
}
