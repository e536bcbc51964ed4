import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { headersToKeep } from '../../forgetting/mask-pages.ts'
import type { PageAnswer } from '../fetch-page.ts'

type Reading = { url: string; method: 'GET' | 'POST'; hash: Buffer; facts: PageAnswer['facts'] }

/** Records that a site returned the page with this hash, and the response metadata, also for a page already stored. */
export async function recordReading(db: Kysely<DB>, { url, method, hash, facts }: Reading): Promise<void> {
  const { askedAt, answeredAt, address, statusLine, headers, tls } = facts
  await db
    .insertInto('page_reading')
    .values({
      ...{ page_hash: hash, url, method, asked_at: askedAt, answered_at: answeredAt, address: address ?? null },
      ...{
        status_line: statusLine,
        headers: JSON.stringify(await headersToKeep(db, url, headers)),
        tls: tls ? JSON.stringify(tls) : null,
      },
    })
    .execute()
}
