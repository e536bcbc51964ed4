import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type ChainEntry, contentText, entryText } from '#shared/evidence/package-format.ts'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { sha256 } from './node-primitives.ts'

/**
 * The chain of hashes over the journal of a case, computed when it is read: an import pays nothing for it, seals (seal-journal.ts) tell later
 * whether the journal is still what it was. The content of an entry is hashed by itself, so that it can be removed and its hash stay.
 */
const row = z.object({
  case_id: z.number(),
  number: z.number(),
  seen_at: z.string(),
  origin: z.string().nullable(),
  file: z.string().nullable(),
  page_hash: z.string().nullable(),
  page_reader: z.number().nullable(),
  text_reader: z.number().nullable(),
  text_hash: z.string().nullable(),
  forgotten_on: z.string().nullable(),
  record: z.unknown(),
  beside: z.unknown(),
  told: z.unknown(),
})

/** Of a case the entries after `after` (−1: all), whose chain goes on from `previous`. */
type ChainPart = { case_id: number; after: number; previous: string | null }

/** To the microsecond, as PostgreSQL keeps it. */
export const momentOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * A decision to forget somebody, or to undo it, rewrites entries before the one that tells of it (forgetting/): hashes that were kept of them are of what
 * they said then.
 */
export const toldForgotten = sql`'[{"field": "forgotten"}]'::jsonb`

/** By case, in order. */
export async function readChains(db: Kysely<DB>, parts: readonly ChainPart[]): Promise<Map<number, ChainEntry[]>> {
  const { rows } = await sql`
    select j.case_id, j.number, ${momentOf('j.seen_at')} as seen_at, j.origin, j.file, encode(j.page_hash, 'hex') as page_hash,
      j.page_reader, j.text_reader, encode(j.text_hash, 'hex') as text_hash,
      j.forgotten_on::text as forgotten_on, j.record, j.beside, j.told
    from ${recordset(
      parts.map(({ case_id, after }) => ({ case_id, after })),
      'case_id integer, after integer',
    )}
    join case_journal j on j.case_id = r.case_id and j.number > r.after
    order by j.case_id, j.number`.execute(db)
  const before = new Map(parts.map(({ case_id, previous }) => [case_id, previous]))
  const chains = new Map<number, ChainEntry[]>(parts.map(({ case_id }) => [case_id, []]))
  for (const one of rows) {
    const { case_id, record, beside, told, ...rest } = row.parse(one)
    const content = { record, beside, told }
    const entry = { ...rest, content, content_hash: sha256(contentText(content)) }
    const hash = sha256(entryText(case_id, entry, before.get(case_id) ?? null))
    chains.get(case_id)?.push({ ...entry, hash })
    before.set(case_id, hash)
  }
  return chains
}
