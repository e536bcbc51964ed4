import { type Kysely, sql } from 'kysely'
import type { CaseSet } from '../cases/engine/case-set.ts'
import type { Among } from '../cases/engine/engine.ts'
import type { DB } from '../db/schema.ts'

/** An in-memory schema attached to the copy, for sets of cases that PostgreSQL has found. */
export const heldSchema = 'carried'

/** Names of stored sets; the least recently used are dropped. */
const heldIn = new WeakMap<Kysely<DB>, Map<CaseSet, Promise<string>>>()
const maxHeldSets = 16
let lastNumber = 0

/** A few cases are sent as a list of ids with each query; many are stored once, and queries join them by name. */
export async function holdSet(copy: Kysely<DB>, set: CaseSet): Promise<Among> {
  if ('list' in set) return { isOne: sql`court_case.id in (select unnest(${set.list}::text::integer[]))` }
  const held = heldIn.get(copy) ?? new Map<CaseSet, Promise<string>>()
  heldIn.set(copy, held)
  const name = held.get(set) ?? store(copy, set.bits)
  held.delete(set)
  held.set(set, name)
  name.catch(() => held.delete(set))
  for (const [oldest, table] of held) {
    if (held.size <= maxHeldSets) break
    held.delete(oldest)
    // A late query that finds no table is answered by PostgreSQL.
    table.then(known => sql`drop table if exists ${tableOfSet(known)}`.execute(copy)).catch(() => undefined)
  }
  return {
    join: sql`join ${tableOfSet(await name)} as among on among.place = court_case.id >> 5`,
    isOne: sql`(among.word >> (court_case.id & 31)) & 1 = 1`,
  }
}

const tableOfSet = (name: string) => sql`${sql.id(heldSchema)}.${sql.id(name)}`

/**
 * A bitmap of 32 cases per row, since each query that joins the table hashes it again. A row per case took four to ten
 * times as long (decision 0053), and one long bit string is copied by DuckDB for each case.
 */
async function store(copy: Kysely<DB>, bits: Uint32Array): Promise<string> {
  lastNumber += 1
  const name = `set_${lastNumber}`
  await sql`
    create table ${tableOfSet(name)} as
    select place::integer as place, word
    from (select unnest(words) as word, generate_subscripts(words, 1) - 1 as place
      from (select ${`[${bits.join(',')}]`}::text::uinteger[] as words) as said) as word
    where word <> 0`.execute(copy)
  return name
}
