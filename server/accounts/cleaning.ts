import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { forgetDeclined } from './requests.ts'

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
