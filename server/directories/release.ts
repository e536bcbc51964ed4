import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { releaseDate } from '#shared/api/directories.ts'
import { productVersion, readDemoMark, readInstallation } from '../db/installation.ts'
import type { DB } from '../db/schema.ts'

/** Browsers that remember an older date clear their filters (§4). Kept in the database: a restart changes nothing. */
export async function release(db: Kysely<DB>): Promise<z.infer<typeof releaseDate>> {
  const { ts } = await keptRelease(db)
  const { is_demo } = await db
    .selectNoFrom(eb =>
      eb.exists(eb.selectFrom('case_source').where('origin', '=', 'demo').select('case_id')).as('is_demo'),
    )
    .executeTakeFirstOrThrow()
  const demo = await readDemoMark(db)
  const isLoading = demo?.complete === false
  return {
    ts,
    is_demo: isLoading || Boolean(is_demo),
    ...(isLoading && { demo_loading: { loaded: demo.loaded, total: demo.count } }),
  }
}

const releaseRow = z.object({ version: z.string(), ts: z.number().int() })
const key = 'release'
async function keptRelease(db: Kysely<DB>): Promise<{ ts: number }> {
  const known = releaseRow.safeParse(await readInstallation(db, key))
  if (known.success && known.data.version === productVersion) return known.data
  const value = JSON.stringify({ version: productVersion, ts: Date.now() })
  // Several processes may start at once; the first one's date stays.
  const { value: now } = await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict(conflict =>
      conflict
        .column('key')
        .doUpdateSet({
          value: sql`case when installation.value ->> 'version' = ${productVersion} then installation.value else excluded.value end`,
        }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return releaseRow.parse(now)
}
