import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { hostOf } from '../site-address.ts'
import { type KeptPage, keptPage, pageHash } from './keep-page.ts'

/**
 * The page with which the site answered an address last before an entry of a journal was written; `own`: that it was this one. Undefined
 * also where the page is not kept as it came: masked, withheld or damaged.
 */
export async function answerAt(
  db: Kysely<DB>,
  { url, kind, own }: { url: string; kind: 'card' | 'text'; own?: Buffer | undefined },
  before: { case_id: number; number: number },
): Promise<(KeptPage & { hash: Buffer }) | undefined> {
  if (!URL.canParse(url)) return undefined
  // Requests are kept for 90 days, of readings there are none from before migration 0060; a page says when it was met first.
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from (
      select hash, fetched_at as at from page where url = ${url}
      union all
      select page_hash, answered_at from court_request where host = ${hostOf(url)} and url = ${url} and kind = ${kind}
      union all
      select page_hash, answered_at from page_reading where url = ${url} and status_line ~ ' 200( |$)'
    ) known
    where at <= (select seen_at from case_journal where case_id = ${before.case_id} and number = ${before.number})
      and (hash = ${own ?? null} or ${own === undefined})
    order by at desc limit 1`.execute(db)
  const hash = rows[0]?.hash
  const page = hash && (await keptPage(db, hash).catch(damaged))
  return page && hash && pageHash(page.body).equals(hash) ? { ...page, hash } : undefined
}

/** What Zstandard cannot unpack; anything else is an error. */
const damaged = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ZSTD')) return undefined
  throw error
}
