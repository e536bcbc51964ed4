import { type Kysely, sql } from 'kysely'
import type { CaseSet } from '../cases/engine/case-set.ts'
import type { Among } from '../cases/engine/engine.ts'
import type { DB } from '../db/schema.ts'

/** In memory, beside the file: sets of cases that PostgreSQL has found. */
export const heldSchema = 'carried'

/** Sets in the memory of a copy, by what they were made of; those unused for longest are dropped. */
const heldIn = new WeakMap<Kysely<DB>, Map<CaseSet, Promise<string>>>()
const mostHeld = 16
let made = 0

/** Few cases go as the list of their numbers with each query; many are stored once, and queries join them by name. */
export async function holdSet(copy: Kysely<DB>, set: CaseSet): Promise<Among> {
  if ('list' in set) return { isOne: sql`court_case.id in (select unnest(${set.list}::text::integer[]))` }
  const held = heldIn.get(copy) ?? new Map<CaseSet, Promise<string>>()
  heldIn.set(copy, held)
  const name = held.get(set) ?? store(copy, set.bits)
  held.delete(set)
  held.set(set, name)
  name.catch(() => held.delete(set))
  for (const [oldest, table] of held) {
    if (held.size <= mostHeld) break
    held.delete(oldest)
    // A query that is late finds no table, and is answered by PostgreSQL.
    table.then(known => sql`drop table if exists ${tableOfSet(known)}`.execute(copy)).catch(() => undefined)
  }
  return {
    join: sql`join ${tableOfSet(await name)} as among on among.place = court_case.id >> 5`,
    isOne: sql`(among.word >> (court_case.id & 31)) & 1 = 1`,
  }
}

const tableOfSet = (name: string) => sql`${sql.id(heldSchema)}.${sql.id(name)}`

/**
 * Thirty-two cases to a row: the table is hashed again by each query that joins it. As many rows as cases took four to ten times as
 * long (decision 0053), and a bit of one long string costs DuckDB a copy of the string, a case.
 */
async function store(copy: Kysely<DB>, bits: Uint32Array): Promise<string> {
  made += 1
  const name = `set_${made}`
  await sql`
    create table ${tableOfSet(name)} as
    select place::integer as place, word
    from (select unnest(words) as word, generate_subscripts(words, 1) - 1 as place
      from (select ${`[${bits.join(',')}]`}::text::uinteger[] as words) as said) as word
    where word <> 0`.execute(copy)
  return name
}
