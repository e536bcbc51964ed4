import { sql, type Transaction } from 'kysely'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { personKey, regionKey } from '../names/person-name.ts'
import type { Person } from './prepare-case.ts'
import { areAnyByRegion, splitPeople } from './split-people.ts'

type NamedInCourt = { person: Person; full: string; court: number; region: number }

/** Ids of people by their full names within a court; missing ones are added. Null: several people there have the name. */
export async function findOrAddPeople(
  trx: Transaction<DB>,
  named: readonly NamedInCourt[],
): Promise<ReadonlyMap<string, number | null>> {
  if (named.length === 0) return new Map()
  const people = new Map(named.map(one => [personKey(one.full, one.court), one]))
  const find = async (keys: readonly string[]): Promise<[string, number | null][]> => {
    const { rows } = await sql<{ id: number; match_key: string; is_shared: boolean }>`
      select id, match_key, exists (select from defendant namesake where namesake.parted_from = defendant.id) as is_shared
      from defendant where match_key = any(${keys})`.execute(trx)
    return rows.map(({ id, match_key, is_shared }) => [match_key, is_shared ? null : id])
  }
  const missing = (known: ReadonlyMap<string, unknown>) => [...people].filter(([key]) => !known.has(key))
  const known = new Map(await find([...people.keys()]))
  // People keyed by region (decision 0060) are split before another court refers to them.
  if (missing(known).length > 0 && (await areAnyByRegion(trx))) {
    await splitPeople(
      trx,
      missing(known).map(([, { full, region }]) => regionKey(full, region)),
    )
    for (const [key, id] of await find(missing(known).map(([key]) => key))) known.set(key, id)
  }
  const added = missing(known).sort(([left], [right]) => (left < right ? -1 : 1))
  if (added.length === 0) return known
  const { rows } = await sql<{ id: number; match_key: string }>`
    insert into defendant (name, name_normal, gender, match_key)
    select name, name_normal, gender, match_key
    from ${recordset(
      added.map(([match_key, { person }]) => ({
        name: person.name,
        name_normal: person.normal,
        gender: person.gender,
        match_key,
      })),
      'name text, name_normal text, gender text, match_key text',
    )}
    on conflict do nothing returning id, match_key`.execute(trx)
  for (const { id, match_key } of rows) known.set(match_key, id)
  const others = missing(known).map(([key]) => key)
  if (others.length > 0) for (const [key, id] of await find(others)) known.set(key, id)
  return known
}
