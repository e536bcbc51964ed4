import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isForgettingUnchanged } from '../../db/people-locks.ts'
import type { DB } from '../../db/schema.ts'
import { keysOfName, readPersonName } from '../../names/person-name.ts'
import { commonSurnames } from './common-names.ts'
import { compareNames, type NameRelation } from './compare-names.ts'
import { type NameParts, namePartsOf, phoneticForm } from './name-parts.ts'

/**
 * Pairs of people on these cases with others of one matter or of like names; scored later. Ids are of single names (`own_id`), the smaller
 * first.
 */
export type NamedPerson = { id: number; name: string; normal: string; parts: NameParts; full?: string }
/** `different`: of former merges alone, whose names say no more that they are one. */
export type FoundPair = { left: NamedPerson; right: NamedPerson; relation: NameRelation }
export type FoundPairs = Awaited<ReturnType<typeof findPairs>>

/** More bearers only mean that the name is common. */
const mostOfOneName = 40
const mostUnderKey = 20
const mostInMatter = 6

type Appearance = { own: number; case_id: number; name: string; normal: string }

/** `asOf`: the decisions to forget somebody under which names are read (forgetting/ingest-door.ts). */
export async function findPairs(db: Kysely<DB>, caseIds: readonly number[], asOf: number) {
  const { rows } = await sql<Appearance>`
    select distinct on (own, case_id) coalesce(own_id, defendant_id) as own, case_id, ${ownName()}
    from case_defendant join defendant on defendant.id = coalesce(own_id, defendant_id)
    where case_id = any(${caseIds})`.execute(db)
  const people = new Map<number, NamedPerson>()
  for (const { own, name, normal } of rows) {
    const named = people.has(own) ? undefined : namedOf({ id: own, name, normal })
    if (named !== undefined) people.set(own, named)
  }
  const own = rows.filter(row => people.has(row.own))
  const uncommon = [...people.values()].filter(({ parts }) => !isCommon(parts))
  await keepKeys(db, uncommon, asOf)
  const found = [
    ...(await ofOneMatter(db, own)),
    ...(await ofOneFullName(db, [...people.values()])),
    ...(await ofOneName(db, uncommon)),
    ...(await underOneKey(db, uncommon)),
  ]
  const merged = await mergedByRules(db, [...new Set([...people.keys(), ...found.map(({ other }) => other)])])
  await readNames(db, people, [...found, ...merged])
  const known = pairsOf(people, merged)
  const seen = pairsOf(people, found).filter(({ relation }) => relation !== 'different')
  return {
    pairs: [...new Map([...seen, ...known].map(pair => [`${pair.left.id} ${pair.right.id}`, pair])).values()],
    // Everybody found, by surname and initials, for finding namesakes.
    people: Map.groupBy(people.values(), ({ normal }) => normal),
    merged: known,
  }
}

/** The spelling on the person's own cases; `name` is that of the merged person. */
export const ownName = (table = 'defendant'): RawBuilder<unknown> =>
  sql.raw(
    `coalesce(${table}.own_name, ${table}.name) as name, coalesce(${table}.own_normal, ${table}.name_normal) as normal`,
  )

export function namedOf({ id, name, normal }: Omit<NamedPerson, 'parts' | 'full'>): NamedPerson | undefined {
  const parts = namePartsOf(name)
  const { full } = readPersonName(name)
  return parts && { id, name, normal, parts, ...(full === undefined ? {} : { full }) }
}

type Met = { own: number; other: number }
const asJson = (rows: readonly object[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::json`

const keyRows = (people: readonly NamedPerson[]) =>
  people.flatMap(({ id, parts }) => blockKeysOf(parts).map(key => ({ own: id, key })))

async function keepKeys(db: Kysely<DB>, people: readonly NamedPerson[], asOf: number): Promise<void> {
  const rows = keyRows(people)
  if (rows.length === 0) return
  await db.transaction().execute(async trx => {
    if (await isForgettingUnchanged(trx, { asOf }))
      await sql`
        insert into person_key (key, defendant_id)
        select hashtextextended(key, 0), own from json_to_recordset(${asJson(rows)}) as r(own integer, key text)
        order by 1, 2 on conflict do nothing`.execute(trx)
  })
}

async function underOneKey(db: Kysely<DB>, people: readonly NamedPerson[]): Promise<Met[]> {
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

async function ofOneFullName(db: Kysely<DB>, people: readonly NamedPerson[]): Promise<Met[]> {
  const named = people.flatMap(({ id, full }) => (full === undefined ? [] : [{ own: id, ...keysOfName(full) }]))
  if (named.length === 0) return []
  const { rows } = await sql<Met & { count: number }>`
    select own, met.other, count(*) over (partition by own) as count
    from json_to_recordset(${asJson(named)}) as r(own integer, "from" text, "to" text)
    cross join lateral (
      select id as other from defendant
      where match_key >= r."from" collate "C" and match_key < r."to" collate "C" and id <> r.own limit ${mostOfOneName}
    ) met`.execute(db)
  return rows.filter(({ count }) => count < mostOfOneName)
}

async function mergedByRules(db: Kysely<DB>, ids: readonly number[]): Promise<Met[]> {
  const { rows } = await sql<Met>`
    select left_id as own, right_id as other from person_merge
    where undone_at is null and why = 'automatic' and left_id = any(${ids}::integer[])
    union
    select left_id, right_id from person_merge
    where undone_at is null and why = 'automatic' and right_id = any(${ids}::integer[])`.execute(db)
  return rows
}

async function ofOneName(db: Kysely<DB>, people: readonly NamedPerson[]): Promise<Met[]> {
  if (people.length === 0) return []
  const met = await sql<Met>`
    select own, met.other
    from json_to_recordset(${asJson(people.map(({ id, normal }) => ({ own: id, normal })))}) as r(own integer, normal text)
    cross join lateral (
      select id as other from defendant
      where name_normal = r.normal and own_normal is null and id <> r.own order by id desc limit ${mostOfOneName}
    ) met
    union
    select own, defendant.id
    from json_to_recordset(${asJson(people.map(({ id, normal }) => ({ own: id, normal })))}) as r(own integer, normal text)
    join defendant on own_normal = r.normal and defendant.id <> r.own`.execute(db)
  return met.rows
}

/** «б/н» and the like are no numbers. */
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

async function readNames(db: Kysely<DB>, people: Map<number, NamedPerson>, found: readonly Met[]): Promise<void> {
  const missing = [...new Set(found.flatMap(({ own, other }) => [own, other]))].filter(id => !people.has(id))
  if (missing.length === 0) return
  const { rows } = await sql<Omit<NamedPerson, 'parts'>>`
    select id, ${ownName()} from defendant where id = any(${missing})`.execute(db)
  for (const row of rows) {
    const named = namedOf(row)
    if (named !== undefined) people.set(row.id, named)
  }
}

function pairsOf(people: ReadonlyMap<number, NamedPerson>, found: readonly Met[]): FoundPair[] {
  const pairs = new Map<string, FoundPair>()
  for (const { own, other } of found) {
    const left = people.get(Math.min(own, other))
    const right = people.get(Math.max(own, other))
    if (left === undefined || right === undefined || pairs.has(`${left.id} ${right.id}`)) continue
    pairs.set(`${left.id} ${right.id}`, { left, right, relation: compareNames(left.parts, right.parts) })
  }
  return [...pairs.values()]
}

export const isCommon = ({ surname }: NameParts): boolean => commonSurnames.has(surname.join('-'))

/** Names that may be one person's share a key. A slip within the surname leaves its beginning or its end intact. */
function blockKeysOf(parts: NameParts): string[] {
  const { surname, given, father } = parts
  if (given === undefined || father === undefined || isCommon(parts)) return []
  const rest = `${phoneticForm(given)} ${phoneticForm(father)}`
  const spelled = surname.length > 1 ? [surname.join(''), ...surname] : surname
  return [
    ...new Set(
      spelled
        .map(phoneticForm)
        .flatMap(sound => [`${sound.slice(0, beginning)}… ${rest}`, `…${sound.slice(-end)} ${rest}`]),
    ),
  ]
}
const beginning = 3
/** Longer than the common endings of surnames. */
const end = 5
