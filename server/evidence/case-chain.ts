import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type ChainEntry, contentText, entryText } from '#shared/evidence/package-format.ts'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { sha256 } from './node-primitives.ts'

/**
 * A hash chain over the journal of a case, computed when it is read, so that ingest costs nothing; seals
 * (seal-journal.ts) later prove that the journal is unchanged. The content of an entry has a hash of its own, so that
 * the content can be removed while the hash stays.
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

/** The entries of a case after `after` (−1: all), continuing the chain from the hash `previous`. */
type ChainPart = { case_id: number; after: number; previous: string | null }

/** Microsecond precision, as in PostgreSQL. */
export const momentOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * A decision to forget a person, or its reversal, rewrites the entries before the one that records it (forgetting/):
 * their earlier hashes cover the former content.
 */
export const forgettingMark = sql`'[{"field": "forgotten"}]'::jsonb`

/** Grouped by case, in order. */
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
