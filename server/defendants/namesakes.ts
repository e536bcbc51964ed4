import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { keysOfName, nameOfKey } from '../names/person-name.ts'
import { appearances } from './appearances.ts'

/** Namesakes visible to the asker: undecided pairs, people told apart, and those too many to ask about. */
const mostCounted = 100

export async function namesakesOf(
  db: Kysely<DB>,
  scope: Scope,
  people: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const names = await fullNamesOf(db, scope, people)
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ person: number; count: number }>`
    select r.person, count(distinct met.root) as count
    from json_to_recordset(${JSON.stringify(names)}::json) as r(person integer, "from" text, "to" text)
    cross join lateral (
      select id as own, coalesce(merged_into, id) as root from defendant
      where match_key >= r."from" collate "C" and match_key < r."to" collate "C"
      union all
      select namesake.id, coalesce(namesake.merged_into, namesake.id) from defendant known
      join defendant namesake on namesake.parted_from = known.id
      where known.match_key >= r."from" collate "C" and known.match_key < r."to" collate "C"
      limit ${mostCounted}
    ) met
    where met.root <> r.person and ${isSeen(db, scope, 'met.root', 'met.own')}
    group by 1`.execute(db)
  return new Map(rows.map(({ person, count }) => [person, count]))
}

export const isSeen = (
  db: Kysely<DB>,
  scope: Scope,
  root: string,
  own: string,
): RawBuilder<boolean> => sql<boolean>`exists (
  ${appearances(db, scope, {})
    .where(sql<boolean>`case_defendant.defendant_id = ${sql.ref(root)}`)
    .where(sql<boolean>`coalesce(case_defendant.own_id, case_defendant.defendant_id) = ${sql.ref(own)}`)
    .select(sql`1`.as('one'))}
)`

async function fullNamesOf(db: Kysely<DB>, scope: Scope, people: readonly number[]) {
  const { rows } = await sql<{ person: number; match_key: string }>`
    select one.root as person, coalesce(one.match_key, known.match_key) as match_key
    from (
      select id, id as root, match_key, parted_from from defendant where id = any(${people}::integer[])
      union all
      select id, merged_into, match_key, parted_from from defendant where merged_into = any(${people}::integer[])
    ) one
    left join defendant known on known.id = one.parted_from
    where coalesce(one.match_key, known.match_key) is not null and ${isSeen(db, scope, 'one.root', 'one.id')}`.execute(
    db,
  )
  const names = new Map(
    rows.map(({ person, match_key }) => [`${person} ${nameOfKey(match_key)}`, { person, match_key }]),
  )
  return [...names.values()].map(({ person, match_key }) => ({ person, ...keysOfName(nameOfKey(match_key)) }))
}
