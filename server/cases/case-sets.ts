import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { carriedSchema } from '../db/copy.ts'
import type { DB } from '../db/schema.ts'

/**
 * Cases that the truth has found, on their way to the copy (reading.ts). Few go as the list of their numbers, with each query. Many
 * are kept as a bit for each number there is, and put down in the memory of the copy once: whoever asks again, for the next
 * page or for another count, joins them by name.
 */
export type CaseSet = { list: string } | { bits: Uint32Array }

/** So many are read from a list with each query sooner than put down. */
const few = 20_000

/** @param list numbers of cases as DuckDB reads a list, `[1,2]`, `count` of them */
export function caseSet(list: string, count: number, mostListed = few): CaseSet {
  if (count <= mostListed) return { list }
  let bits = new Uint32Array(count)
  let words = 0
  eachOf(list, id => {
    const place = id >>> 5
    if (place >= words) words = place + 1
    if (words > bits.length) {
      const wider = new Uint32Array(2 * words)
      wider.set(bits)
      bits = wider
    }
    bits[place] = (bits[place] ?? 0) | (1 << (id & 31))
  })
  return { bits: bits.slice(0, words) }
}

/** A million numbers are read in some fifty milliseconds; taken apart as strings they would take as many megabytes. */
function eachOf(list: string, tell: (id: number) => void): void {
  let id = 0
  for (let at = 1; at < list.length; at++) {
    const digit = list.charCodeAt(at) - zero
    if (digit >= 0 && digit <= 9) id = id * 10 + digit
    else {
      tell(id)
      id = 0
    }
  }
}
const zero = 48
/** What it takes of memory, about. */
export const sizeOf = (set: CaseSet | null): number =>
  set === null ? 0 : 'list' in set ? set.list.length : set.bits.byteLength

/** Sets in the memory of a copy, by what they were made of; the longest unasked are dropped. */
const carriedOf = new WeakMap<Kysely<DB>, Map<CaseSet, Promise<string>>>()
const mostCarried = 16
let made = 0

/** How a query over `court_case` of the copy asks for them: what it joins, if anything, and what then holds. */
export type Among = { join?: RawBuilder<unknown>; isOne: Expression<SqlBool> }

export async function amongThem(copy: Kysely<DB>, set: CaseSet): Promise<Among> {
  if ('list' in set) return { isOne: sql<SqlBool>`court_case.id in (select unnest(${set.list}::text::integer[]))` }
  const carried = carriedOf.get(copy) ?? new Map<CaseSet, Promise<string>>()
  carriedOf.set(copy, carried)
  const name = carried.get(set) ?? carry(copy, set.bits)
  carried.delete(set)
  carried.set(set, name)
  name.catch(() => carried.delete(set))
  for (const [oldest, table] of carried) {
    if (carried.size <= mostCarried) break
    carried.delete(oldest)
    // A query that is late finds no table, and is answered by PostgreSQL.
    table.then(known => sql`drop table if exists ${tableOf(known)}`.execute(copy)).catch(() => undefined)
  }
  return {
    join: sql`join ${tableOf(await name)} as among on among.place = court_case.id >> 5`,
    isOne: sql<SqlBool>`(among.word >> (court_case.id & 31)) & 1 = 1`,
  }
}

const tableOf = (name: string) => sql`${sql.id(carriedSchema)}.${sql.id(name)}`

/**
 * Thirty-two cases to a row: the table is hashed anew by each query that joins it. As many rows as cases took four to ten times as
 * long (decision 0053), and a bit of one long string costs DuckDB a copy of the string, a case.
 */
async function carry(copy: Kysely<DB>, bits: Uint32Array): Promise<string> {
  made += 1
  const name = `set_${made}`
  await sql`
    create table ${tableOf(name)} as
    select place::integer as place, word
    from (select unnest(words) as word, generate_subscripts(words, 1) - 1 as place
      from (select ${`[${bits.join(',')}]`}::text::uinteger[] as words) as said) as word
    where word <> 0`.execute(copy)
  return name
}
