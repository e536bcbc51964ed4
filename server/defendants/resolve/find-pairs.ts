import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { KnownRelation } from '#shared/domain/person-evidence.ts'
import type { DB } from '../../db/schema.ts'
import { blockKeysOf, isCommon } from './block-keys.ts'
import { compareNames } from './compare-names.ts'
import { type NameParts, namePartsOf } from './name-parts.ts'

/**
 * Who on these cases may be somebody met elsewhere: people of one matter, and people of like names. A pair is told by whom
 * names alone tell (`own_id`), smaller number first; nothing is said yet of how sure it is.
 */
export type Named = { id: number; name: string; normal: string; parts: NameParts }
export type FoundPair = { left: Named; right: Named; relation: KnownRelation }
export type Found = {
  pairs: FoundPair[]
  /** Everybody met, by surname and initials: namesakes among them. */
  people: ReadonlyMap<string, readonly Named[]>
}

/** More bearers of one surname and initials than these say only that the name is common. */
const mostOfOneName = 40
const mostUnderKey = 20
const mostInMatter = 6

type Appearance = { own: number; case_id: number; name: string; normal: string }

export async function findPairs(db: Kysely<DB>, caseIds: readonly number[]): Promise<Found> {
  const { rows } = await sql<Appearance>`
    select distinct on (own, case_id) coalesce(own_id, defendant_id) as own, case_id, defendant.name, name_normal as normal
    from case_defendant join defendant on defendant.id = coalesce(own_id, defendant_id)
    where case_id = any(${caseIds})`.execute(db)
  const people = new Map<number, Named>()
  for (const { own, name, normal } of rows) {
    const parts = people.has(own) ? undefined : namePartsOf(name)
    if (parts !== undefined) people.set(own, { id: own, name, normal, parts })
  }
  const own = rows.filter(row => people.has(row.own))
  const uncommon = [...people.values()].filter(({ parts }) => !isCommon(parts))
  await keepKeys(db, uncommon)
  const found = [
    ...(await ofOneMatter(db, own)),
    ...(await ofOneName(db, uncommon)),
    ...(await underOneKey(db, uncommon)),
  ]
  await readNames(db, people, found)
  return { pairs: pairsOf(people, found), people: Map.groupBy(people.values(), ({ normal }) => normal) }
}

type Met = { own: number; other: number }
const asJson = (rows: readonly object[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::json`

const keyRows = (people: readonly Named[]) =>
  people.flatMap(({ id, parts }) => blockKeysOf(parts).map(key => ({ own: id, key })))

async function keepKeys(db: Kysely<DB>, people: readonly Named[]): Promise<void> {
  const rows = keyRows(people)
  if (rows.length === 0) return
  await sql`
    insert into person_key (key, defendant_id)
    select hashtextextended(key, 0), own from json_to_recordset(${asJson(rows)}) as r(own integer, key text)
    order by 1, 2 on conflict do nothing`.execute(db)
}

async function underOneKey(db: Kysely<DB>, people: readonly Named[]): Promise<Met[]> {
  const rows = keyRows(people)
  if (rows.length === 0) return []
  const met = await sql<Met>`
    select distinct own, met.other from json_to_recordset(${asJson(rows)}) as r(own integer, key text)
    cross join lateral (
      select defendant_id as other from person_key
      where person_key.key = hashtextextended(r.key, 0) and defendant_id <> r.own limit ${mostUnderKey}
    ) met`.execute(db)
  return met.rows
}

async function ofOneName(db: Kysely<DB>, people: readonly Named[]): Promise<Met[]> {
  if (people.length === 0) return []
  const met = await sql<Met>`
    select own, met.other
    from json_to_recordset(${asJson(people.map(({ id, normal }) => ({ own: id, normal })))}) as r(own integer, normal text)
    cross join lateral (
      select id as other from defendant where name_normal = r.normal and id <> r.own order by id desc limit ${mostOfOneName}
    ) met`.execute(db)
  return met.rows
}

/** A protocol without four digits in a row is no number: «б/н». */
export const isProtocol = (column: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} ~ '\\d{4}'`

async function ofOneMatter(db: Kysely<DB>, appearances: readonly Appearance[]): Promise<Met[]> {
  if (appearances.length === 0) return []
  const rows = appearances.map(({ own, case_id }) => ({ own, case_id }))
  const met = await sql<Met>`
    with mine as (
      select r.own, mine.id, case_uid, protocol_number, region
      from json_to_recordset(${asJson(rows)}) as r(own integer, case_id integer)
      join court_case mine on mine.id = r.case_id
    ),
    near as (
      select mine.own, other.id from mine cross join lateral (
        select id from court_case where case_uid collate "C" = mine.case_uid and id <> mine.id limit ${mostInMatter}
      ) other
      union
      select mine.own, other.id from mine cross join lateral (
        select id from court_case
        where protocol_number collate "C" = mine.protocol_number and region = mine.region and id <> mine.id
          and ${isProtocol('mine.protocol_number')} limit ${mostInMatter}
      ) other
      union
      select mine.own, case_link.other_id from mine join case_link on case_link.case_id = mine.id
    )
    select distinct near.own, coalesce(own_id, defendant_id) as other
    from near join case_defendant on case_defendant.case_id = near.id
    where defendant_id is not null and coalesce(own_id, defendant_id) <> near.own`.execute(db)
  return met.rows
}

async function readNames(db: Kysely<DB>, people: Map<number, Named>, found: readonly Met[]): Promise<void> {
  const missing = [...new Set(found.map(({ other }) => other))].filter(id => !people.has(id))
  if (missing.length === 0) return
  const { rows } = await sql<{ id: number; name: string; normal: string }>`
    select id, name, name_normal as normal from defendant where id = any(${missing})`.execute(db)
  for (const { id, name, normal } of rows) {
    const parts = namePartsOf(name)
    if (parts !== undefined) people.set(id, { id, name, normal, parts })
  }
}

function pairsOf(people: ReadonlyMap<number, Named>, found: readonly Met[]): FoundPair[] {
  const pairs = new Map<string, FoundPair>()
  for (const { own, other } of found) {
    const left = people.get(Math.min(own, other))
    const right = people.get(Math.max(own, other))
    if (left === undefined || right === undefined || pairs.has(`${left.id} ${right.id}`)) continue
    const relation = compareNames(left.parts, right.parts)
    if (relation !== 'different') pairs.set(`${left.id} ${right.id}`, { left, right, relation })
  }
  return [...pairs.values()]
}
