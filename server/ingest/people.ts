import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Person } from './prepare-case.ts'
import { recordset } from './recordset.ts'

/**
 * People known by their full names within a region, by that key; whoever is not there is added. Null where somebody has said
 * that several bear the name there: it tells nobody.
 */
export async function learnPeople(
  trx: Transaction<DB>,
  people: ReadonlyMap<string, Person>,
): Promise<ReadonlyMap<string, number | null>> {
  const find = async (keys: readonly string[]): Promise<[string, number | null][]> => {
    const { rows } = await sql<{ id: number; match_key: string; is_shared: boolean }>`
      select id, match_key, exists (select from defendant namesake where namesake.parted_from = defendant.id) as is_shared
      from defendant where match_key = any(${keys})`.execute(trx)
    return rows.map(({ id, match_key, is_shared }) => [match_key, is_shared ? null : id])
  }
  if (people.size === 0) return new Map()
  const known = new Map(await find([...people.keys()]))
  const added = [...people].filter(([key]) => !known.has(key)).sort(([left], [right]) => (left < right ? -1 : 1))
  if (added.length === 0) return known
  const { rows } = await sql<{ id: number; match_key: string }>`
    insert into defendant (name, name_normal, gender, match_key)
    select name, name_normal, gender, match_key
    from ${recordset(
      added.map(([match_key, { name, normal, gender }]) => ({ name, name_normal: normal, gender, match_key })),
      'name text, name_normal text, gender text, match_key text',
    )}
    on conflict do nothing returning id, match_key`.execute(trx)
  for (const { id, match_key } of rows) known.set(match_key, id)
  // Whom somebody else has added meanwhile.
  const others = added.map(([key]) => key).filter(key => !known.has(key))
  if (others.length > 0) for (const [key, id] of await find(others)) known.set(key, id)
  return known
}
