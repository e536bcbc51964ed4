import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../db/schema.ts'

/**
 * Cases that PostgreSQL has found and the copy is to answer about. Few are a list of their numbers, which goes with each query; many
 * are a bit for each number there is, which the copy stores once.
 */
export type CaseSet = { list: string } | { bits: Uint32Array }

/** A list of so many is read with each query faster than a table of bits is made. */
const mostListed = 20_000
const bytesOfNumber = 4
/** Bytes of an answer's row, in whole numbers: forty million numbers in one row would be a string that Node.js cannot hold. */
const bytesOfRow = 1 << 20

/**
 * `snapshot`: of PostgreSQL, as of which they were found. That of a standby does not name the transactions that run: there only what is older than all of them was
 * certainly seen. `server`: when it started; another may have come to its address, with transactions of the same numbers.
 */
export type FoundSet = { cases: CaseSet; snapshot: string; server: string }
const foundRows = z.array(
  z.object({ snapshot: z.string(), server: z.string(), numbers: z.instanceof(Buffer).nullable() }),
)

/**
 * @param found a query whose only column is `case_id`
 *
 * PostgreSQL puts the numbers together as it keeps them, and they become bits here: as decimals they cost PostgreSQL three times as much, and bits made there
 * more still (decision 0131). From PostgreSQL 16 on each process of a parallel query puts together its own.
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

/** @param parts numbers of cases, four bytes each, as PostgreSQL keeps them */
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
    // Ten million of them take a tenth of a second, in which others are to be answered.
    await setImmediate()
  }
  return { bits: bits.slice(0, words) }
}

function forEachId(part: Buffer, visit: (id: number) => void): void {
  for (let at = 0; at < part.length; at += bytesOfNumber) visit(part.readInt32BE(at))
}

/** Bytes, about. */
export const bytesOfSet = (set: CaseSet): number => ('list' in set ? set.list.length : set.bits.byteLength)
