import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { WrittenName } from '#shared/tables/cells.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import type { ComparedCase, Pointed } from './judge-row.ts'

/** What many rows point to, in as many queries as there are ways of pointing. `n`: of the row. */
export type PointerAsked = { n: number } & (
  | { by: 'id'; id: number }
  | { by: 'url' | 'uid' | 'protocol'; texts: readonly string[] }
  | { by: 'number'; texts: readonly string[]; alike: readonly string[]; courts: readonly number[] }
)
type Found = { n: number; id: number }
export type PointedByRow = Readonly<Record<number, { id: number; by: Pointed['by'] }[]>>

/** «5-209/2026» is a case of every court: of those where no court is told, so many are looked at. */
const mostOfNumber = 100

export async function pointedCases(
  db: Kysely<DB>,
  scope: Scope,
  wanted: readonly PointerAsked[],
): Promise<PointedByRow> {
  const found: Record<number, { id: number; by: Pointed['by'] }[]> = {}
  const add = (by: Pointed['by'], rows: readonly Found[]): void => {
    for (const { n, id } of rows) {
      found[n] ??= []
      found[n].push({ id, by })
    }
  }
  const ids = wanted.flatMap(one => (one.by === 'id' ? [{ n: one.n, key: one.id }] : []))
  add('id', ids.length === 0 ? [] : await idsFound(db, scope, ids))
  for (const [by, column] of [
    ['url', sql`court_case.url`],
    ['uid', sql`court_case.case_uid collate "C"`],
    ['protocol', sql`court_case.protocol_number collate "C"`],
  ] as const) {
    const keys = wanted.flatMap(one => (one.by === by ? one.texts.map(key => ({ n: one.n, key })) : []))
    add(by, await textsFound(db, scope, column, keys))
  }
  for (const [by, key] of [
    ['number', 'texts'],
    ['alike', 'alike'],
  ] as const) {
    const keys = wanted.flatMap(one =>
      one.by === 'number' && (by === 'number' || found[one.n] === undefined)
        ? one[key].map(text => ({ n: one.n, key: text, courts: one.courts }))
        : [],
    )
    add(by, await numbersFound(db, scope, keys))
  }
  return found
}

async function idsFound(db: Kysely<DB>, scope: Scope, keys: readonly { n: number; key: number }[]): Promise<Found[]> {
  const seen = await selectCases(db, scope, {})
    .where(sql<boolean>`court_case.id = any(${[...new Set(keys.map(({ key }) => key))]}::integer[])`)
    .select('court_case.id')
    .execute()
  const known = new Set(seen.map(({ id }) => id))
  return keys.flatMap(({ n, key }) => (known.has(key) ? [{ n, id: key }] : []))
}

const numbersOf = (keys: readonly { n: number; key: string }[]): ReadonlyMap<string, number[]> => {
  const rows = new Map<string, number[]>()
  for (const { n, key } of keys) rows.set(key, [...(rows.get(key) ?? []), n])
  return rows
}

async function textsFound(
  db: Kysely<DB>,
  scope: Scope,
  column: RawBuilder<unknown>,
  keys: readonly { n: number; key: string }[],
): Promise<Found[]> {
  if (keys.length === 0) return []
  const rows = numbersOf(keys)
  const found = await selectCases(db, scope, {})
    .where(sql<boolean>`${column} = any(${[...rows.keys()]}::text[])`)
    .select(['court_case.id', sql<string>`${column}`.as('key')])
    .execute()
  return found.flatMap(({ id, key }) => (rows.get(key) ?? []).map(n => ({ n, id })))
}

/** Pairs of a number and a court meet in the index of numbers; a number without a court is looked up by itself. */
async function numbersFound(
  db: Kysely<DB>,
  scope: Scope,
  keys: readonly { n: number; key: string; courts: readonly number[] }[],
): Promise<Found[]> {
  if (keys.length === 0) return []
  const inCourts = keys.filter(({ courts }) => courts.length > 0)
  const anywhere = numbersOf(keys.filter(({ courts }) => courts.length === 0))
  const found: Found[] = []
  if (inCourts.length > 0) {
    const rows = numbersOf(inCourts)
    const courtsOf = new Map(inCourts.map(({ n, courts }) => [n, new Set(courts)]))
    const courts = [...new Set(inCourts.flatMap(one => one.courts))]
    const seen = await selectCases(db, scope, {})
      .where(sql<boolean>`court_case.case_number collate "C" = any(${[...rows.keys()]}::text[])`)
      .where(sql<boolean>`court_case.court_id = any(${courts}::integer[])`)
      .select(['court_case.id', 'court_case.court_id', 'court_case.case_number as key'])
      .execute()
    for (const { id, court_id, key } of seen)
      for (const n of rows.get(key) ?? []) if (courtsOf.get(n)?.has(court_id)) found.push({ n, id })
  }
  if (anywhere.size > 0) {
    const one = selectCases(db, scope, {})
      .where(sql<boolean>`court_case.case_number collate "C" = asked.key`)
      .select('court_case.id')
      .limit(mostOfNumber)
    const { rows: seen } = await sql<{ id: number; key: string }>`
      select near.id, asked.key from unnest(${[...anywhere.keys()]}::text[]) as asked(key) cross join lateral (${one}) near`.execute(
      db,
    )
    for (const { id, key } of seen) for (const n of anywhere.get(key) ?? []) found.push({ n, id })
  }
  return found
}

type NameAsked = { n: number; name: WrittenName; courts: readonly number[]; day: string | undefined }
const mostOfName = 400
/** By the surname and the first letters as people are kept («Радугодуб В.О.»), in the courts of the row or on its day. */
export async function namedCases(db: Kysely<DB>, scope: Scope, asked: readonly NameAsked[]): Promise<PointedByRow> {
  const found: Record<number, { id: number; by: Pointed['by'] }[]> = {}
  const keyed = asked.flatMap(one => {
    const normal = normalName(one.name)
    return normal === undefined ? [] : [{ ...one, normal }]
  })
  if (keyed.length === 0) return found
  const rows = Map.groupBy(keyed, ({ normal }) => normal)
  const near = selectCases(db, scope, {})
    .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
    .where(sql<boolean>`case_defendant.defendant_id = any(asked.people) and not case_defendant.hidden`)
    .where(sql<boolean>`(asked.courts is null or court_case.court_id = any(asked.courts))`)
    .select(['court_case.id', 'court_case.court_id'])
    .limit(mostOfName)
  const courtsOf = (same: readonly NameAsked[]): readonly number[] | null => {
    const courts = same.flatMap(one => one.courts)
    return same.some(one => one.courts.length === 0) ? null : [...new Set(courts)]
  }
  const { rows: seen } = await sql<{ normal: string; id: number; court_id: number }>`
    with asked as materialized (
      select normal, courts, array(
        select coalesce(merged_into, id) from defendant where name_normal = told.normal
        union select coalesce(merged_into, id) from defendant where own_normal = told.normal) as people
      from json_to_recordset(${JSON.stringify([...rows].map(([normal, same]) => ({ normal, courts: courtsOf(same) })))}::json)
        as told(normal text, courts integer[]))
    select asked.normal, near.id, near.court_id from asked cross join lateral (${near}) near`.execute(db)
  for (const { normal, id, court_id } of seen)
    for (const { n, courts } of rows.get(normal) ?? [])
      if (courts.length === 0 || courts.includes(court_id)) {
        found[n] ??= []
        found[n].push({ id, by: 'name' })
      }
  return found
}
const capital = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[-'’ʼ])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
const normalName = ({ surname, rest }: WrittenName): string | undefined =>
  rest.length === 0 ? undefined : `${capital(surname)} ${rest.map(word => `${word.charAt(0)}.`).join('')}`

/** What rows are compared with. `days`: those that are asked about. */
export async function casesSeen(
  db: Kysely<DB>,
  scope: Scope,
  ids: readonly number[],
  days: readonly string[],
): Promise<ReadonlyMap<number, ComparedCase>> {
  if (ids.length === 0) return new Map()
  const heldOn =
    days.length === 0
      ? sql<string[]>`'{}'::text[]`
      : sql<
          string[]
        >`array(select distinct event_date::text from case_event where case_id = court_case.id and event_date = any(${days}::date[]))`
  const rows = await selectCases(db, scope, {})
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .where(sql<boolean>`court_case.id = any(${ids}::integer[])`)
    .select(['court_case.id', 'case_number', 'court_id', 'court.title as court'])
    .select([
      sql<string | null>`entry_date::text`.as('entered'),
      sql<string | null>`result_date::text`.as('decided'),
      heldOn.as('held'),
      sql<
        string[]
      >`array(select name from case_defendant where case_id = court_case.id and not hidden order by ordinal)`.as(
        'people',
      ),
      sql<string[]>`array(select case when part = '' then article_number else article_number || ' ' || part end
        from case_article join article on article.id = article_id where case_id = court_case.id)`.as('articles'),
    ])
    .execute()
  return new Map(
    rows.map(({ entered, decided, held, ...row }) => [
      row.id,
      { ...row, days: [...new Set([decided, entered, ...held].flatMap(day => day ?? []))] },
    ]),
  )
}
