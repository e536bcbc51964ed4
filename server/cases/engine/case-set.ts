import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../db/schema.ts'

/**
 * Ids of cases that PostgreSQL has found and the copy will filter. A small set is a list sent with each query; a large
 * set is a bitmap that the copy stores once.
 */
export type CaseSet = { list: string } | { bits: Uint32Array }

/** Up to this size, sending a list with each query is faster than storing a bitmap. */
const mostListed = 20_000
const bytesOfNumber = 4
/**
 * Bytes per row of the answer, a multiple of four: forty million ids in one row would exceed the longest string of
 * Node.js.
 */
const bytesOfRow = 1 << 20

/**
 * `snapshot`: the PostgreSQL snapshot in which the cases were found. A snapshot of a standby does not list running
 * transactions: there only what is older than all of them was certainly visible. `server`: its start time, because
 * another server behind the same address may use the same transaction numbers.
 */
export type FoundSet = { cases: CaseSet; snapshot: string; server: string }
const foundRows = z.array(
  z.object({ snapshot: z.string(), server: z.string(), numbers: z.instanceof(Buffer).nullable() }),
)

/**
 * @param found a query whose only column is `case_id`
 * PostgreSQL returns the ids in its binary form and Node.js builds the bitmap: sending decimals costs PostgreSQL three
 * times as much, and building the bitmap there more still (decision 0131). From PostgreSQL 16 on, each worker of a
 * parallel query aggregates its own part.
 */
export async function findCaseSet(db: Kysely<DB>, found: RawBuilder<unknown>): Promise<FoundSet> {
  const { rows } = await sql`
    select pg_postmaster_start_time()::text as server,
      case when pg_is_in_recovery() then format('%1$s:%1$s:', pg_snapshot_xmin(pg_current_snapshot()))
        else pg_current_snapshot()::text end as snapshot,
      substr(numbers, from_byte, ${bytesOfRow}) as numbers
    from (select string_agg(int4send(case_id), ''::bytea) as numbers from (${found}) as found) as whole
    left join lateral generate_series(1, length(numbers), ${bytesOfRow}) as from_byte on true`.execute(db)
  const parts = foundRows.parse(rows)
  const { snapshot = '', server = '' } = parts[0] ?? {}
  return { cases: await caseSet(parts.flatMap(({ numbers }) => numbers ?? [])), snapshot, server }
}

/** @param parts ids of cases in PostgreSQL's binary form, four bytes each */
export async function caseSet(parts: readonly Buffer[], most = mostListed): Promise<CaseSet> {
  const count = parts.reduce((sum, part) => sum + part.length, 0) / bytesOfNumber
  if (count <= most) {
    const listed: number[] = []
    for (const part of parts) forEachId(part, id => listed.push(id))
    return { list: `[${listed.join(',')}]` }
  }
  let bits = new Uint32Array(1)
  let words = 0
  for (const part of parts) {
    forEachId(part, id => {
      const word = id >>> 5
      if (word >= words) words = word + 1
      if (words > bits.length) {
        const wider = new Uint32Array(2 * words)
        wider.set(bits)
        bits = wider
      }
      bits[word] = (bits[word] ?? 0) | (1 << (id & 31))
    })
    // Yields to the event loop: ten million ids take a tenth of a second.
    await setImmediate()
  }
  return { bits: bits.slice(0, words) }
}

function forEachId(part: Buffer, visit: (id: number) => void): void {
  for (let at = 0; at < part.length; at += bytesOfNumber) visit(part.readInt32BE(at))
}

/** Approximate size in bytes. */
export const bytesOfSet = (set: CaseSet): number => ('list' in set ? set.list.length : set.bits.byteLength)
