import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { carriedSchema } from '../db/copy.ts'
import type { DB } from '../db/schema.ts'

/**
 * Cases that the truth has found, on their way to the copy (reading.ts). Few go as the list of their numbers, with each query. Many
 * are kept as a bit for each number there is, and spelt out in the memory of the copy once: whoever asks again, for the next
 * page or for another count, asks by name.
 */
export type CaseSet = { list: string } | { bits: Uint32Array }

/** So many are read from a list with each query sooner than put down. */
const few = 20_000

/** @param list numbers of cases as DuckDB reads a list, `[1,2]`, `count` of them */
export function caseSet(list: string, count: number, mostListed = few): CaseSet {
  if (count <= mostListed) return { list }
  const bits = new Uint32Array((greatestOf(list) >>> 5) + 1)
  eachOf(list, id => {
    bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31))
  })
  return { bits }
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
function greatestOf(list: string): number {
  let greatest = 0
  eachOf(list, id => {
    if (id > greatest) greatest = id
  })
  return greatest
}

/** What it takes of memory, about. */
export const sizeOf = (set: CaseSet | null): number =>
  set === null ? 0 : 'list' in set ? set.list.length : set.bits.byteLength

/** Sets in the memory of a copy, by what they were made of; the longest unasked are dropped. */
const carriedOf = new WeakMap<Kysely<DB>, Map<CaseSet, Promise<string>>>()
const mostCarried = 16
let made = 0

/** Whether a `court_case` of the copy is one of them. */
export async function isAmong(copy: Kysely<DB>, set: CaseSet): Promise<Expression<SqlBool>> {
  if ('list' in set) return sql<SqlBool>`court_case.id in (select unnest(${set.list}::text::integer[]))`
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
  return sql<SqlBool>`court_case.id in (select id from ${tableOf(await name)})`
}

const tableOf = (name: string) => sql`${sql.id(carriedSchema)}.${sql.id(name)}`

/** A bit of a long string costs DuckDB a copy of the string, a case: numbers are put down instead. */
async function carry(copy: Kysely<DB>, bits: Uint32Array): Promise<string> {
  made += 1
  const name = `set_${made}`
  await sql`
    create table ${tableOf(name)} as
    select (place * 32 + digit)::integer as id
    from (select unnest(words) as word, generate_subscripts(words, 1) - 1 as place
      from (select ${`[${bits.join(',')}]`}::text::uinteger[] as words) as said) as word, range(32) as digits(digit)
    where (word >> digit) & 1 = 1`.execute(copy)
  return name
}
