import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { forgetDeclined } from './requests.ts'

/** What has ended is not kept: sessions and keys past their time, forgiven attempts, people who were declined. */
const attemptsKeptHours = 24

export async function cleanAccounts(db: Kysely<DB>): Promise<void> {
  for (const table of ['session', 'access_token'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', sql<Date>`now()`).execute()
  await db
    .deleteFrom('attempt')
    .where('last_at', '<', sql<Date>`now() - ${attemptsKeptHours}::integer * interval '1 hour'`)
    .execute()
  await forgetDeclined(db)
}

const everyMilliseconds = 3_600_000

/** Cleans once an hour, the first time after one; answers how to stop. A failure is told and tried again. */
export function keepClean(db: Kysely<DB>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = cleanAccounts(db).catch(onError)
  }, everyMilliseconds)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
