import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { WrittenName } from '#shared/tables/cells.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { type ComparedCase, mostCandidates, type Pointed } from './judge-row.ts'

/** What many rows point to, in as many queries as there are ways of pointing. `n`: of the row. */
export type PointerAsked = { n: number } & (
  | { by: 'id'; id: number }
  | { by: 'url' | 'uid' | 'protocol'; texts: readonly string[] }
  | {
      by: 'number'
      texts: readonly string[]
      alike: readonly string[]
      courts: readonly number[]
      name: WrittenName | undefined
    }
)
type Found = { n: number; id: number }
type PointedByRow = Readonly<Record<number, { id: number; by: Pointed['by'] }[]>>

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
        ? one[key].map(text => ({ n: one.n, key: text, courts: one.courts, name: one.name }))
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

type NumberAsked = { n: number; key: string; courts: readonly number[]; name: WrittenName | undefined }
/** Pairs of a number and a court meet in one index. Without a court, the name tells which of many; without both, some stand for all. */
async function numbersFound(db: Kysely<DB>, scope: Scope, keys: readonly NumberAsked[]): Promise<Found[]> {
  if (keys.length === 0) return []
  const anywhere = keys.filter(({ courts }) => courts.length === 0)
  const named = await casesOfNames(
    db,
    scope,
    anywhere.flatMap(({ n, key, name }) =>
      name === undefined ? [] : [{ n, name, number: key, courts: [], day: undefined }],
    ),
    isOfNumber,
  )
  const known = new Set(named.map(({ n }) => n))
  const some = await anyOfNumbers(
    db,
    scope,
    anywhere.filter(({ n }) => !known.has(n)),
  )
  return [...(await inTheirCourts(db, scope, keys)), ...named, ...some]
}

async function inTheirCourts(db: Kysely<DB>, scope: Scope, keys: readonly NumberAsked[]): Promise<Found[]> {
  const pairs = keys.flatMap(({ n, key, courts }) => courts.map(court => ({ n, key, court })))
  if (pairs.length === 0) return []
  const one = selectCases(db, scope, {})
    .where(sql<boolean>`court_case.case_number collate "C" = asked.key and court_case.court_id = asked.court`)
    .select('court_case.id')
    .limit(mostCandidates + 1)
  const { rows } = await sql<Found>`
    select asked.n, near.id
    from unnest(${pairs.map(({ n }) => n)}::integer[], ${pairs.map(({ key }) => key)}::text[], ${pairs.map(({ court }) => court)}::integer[]) as asked(n, key, court)
    cross join lateral (${one}) near`.execute(db)
  return rows
}

async function anyOfNumbers(db: Kysely<DB>, scope: Scope, keys: readonly NumberAsked[]): Promise<Found[]> {
  if (keys.length === 0) return []
  const one = selectCases(db, scope, {})
    .where(sql<boolean>`court_case.case_number collate "C" = asked.key`)
    .select('court_case.id')
    .limit(mostCandidates + 1)
  const { rows } = await sql<Found>`
    select asked.n, near.id from unnest(${keys.map(({ n }) => n)}::integer[], ${keys.map(({ key }) => key)}::text[]) as asked(n, key)
    cross join lateral (${one}) near`.execute(db)
  return rows
}

type NameAsked = { n: number; name: WrittenName; number?: string; courts: readonly number[]; day: string | undefined }
const mostOfName = 100
/** Whichever of the two is rarer leads to the other: a name among all cases, a number in the regions of a reader. */
const isOfNumber = sql<boolean>`court_case.case_number collate "C" = asked.number`
const isOfPlace = sql<boolean>`case when asked.courts is not null then court_case.court_id = any(asked.courts)
  else asked.day in (entry_date, result_date) or exists (select from case_event where case_id = court_case.id and event_date = asked.day) end`
/** By the surname and the first letters as people are kept («Радугодуб В.О.»): those of this number, or in the courts of the row, or on its day. */
async function casesOfNames(
  db: Kysely<DB>,
  scope: Scope,
  asked: readonly NameAsked[],
  isMeant: RawBuilder<boolean>,
): Promise<Found[]> {
  const keyed = asked.flatMap(({ n, name, number = null, courts, day = null }) => {
    const normal = normalName(name)
    return normal === undefined ? [] : [{ n, normal, number, courts: courts.length === 0 ? null : courts, day }]
  })
  if (keyed.length === 0) return []
  const near = selectCases(db, scope, {})
    .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
    .where(sql<boolean>`case_defendant.defendant_id = any(asked.people) and not case_defendant.hidden`)
    .where(isMeant)
    .select('court_case.id')
    .limit(mostOfName)
  const { rows } = await sql<Found>`
    with asked as materialized (
      select n, number, courts, day, array(
        select coalesce(merged_into, id) from defendant where name_normal = told.normal
        union select coalesce(merged_into, id) from defendant where own_normal = told.normal) as people
      from json_to_recordset(${JSON.stringify(keyed)}::json) as told(n integer, normal text, number text, courts integer[], day date))
    select asked.n, near.id from asked cross join lateral (${near}) near`.execute(db)
  return rows
}

/** In the courts of the row, and without one on its day. */
export async function namedCases(db: Kysely<DB>, scope: Scope, asked: readonly NameAsked[]): Promise<PointedByRow> {
  const found: Record<number, { id: number; by: Pointed['by'] }[]> = {}
  for (const { n, id } of await casesOfNames(db, scope, asked, isOfPlace)) {
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
  rest.length === 0 ? undefined : `${capital(surname)} ${rest.map(word => `${[...word][0] ?? ''}.`).join('')}`

/** What rows are compared with: `days`, those that are asked about; articles, where any is. */
export async function casesSeen(
  db: Kysely<DB>,
  scope: Scope,
  ids: readonly number[],
  { days, areArticlesAsked }: { days: readonly string[]; areArticlesAsked: boolean },
): Promise<ReadonlyMap<number, ComparedCase>> {
  if (ids.length === 0) return new Map()
  const nothing = sql<string[]>`'{}'::text[]`
  const heldOn =
    days.length === 0
      ? nothing
      : sql<
          string[]
        >`array(select distinct event_date::text from case_event where case_id = court_case.id and event_date = any(${days}::date[]))`
  const articles = areArticlesAsked
    ? sql<string[]>`array(select case when part = '' then article_number else article_number || ' ' || part end
        from case_article join article on article.id = article_id where case_id = court_case.id)`
    : nothing
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
      articles.as('articles'),
    ])
    .execute()
  return new Map(
    rows.map(({ entered, decided, held, ...row }) => [
      row.id,
      { ...row, days: [...new Set([decided, entered, ...held].flatMap(day => day ?? []))] },
    ]),
  )
}
