import { type RawBuilder, sql, type Transaction } from 'kysely'
import {
  courtLevel,
  isMagistrateTitle,
  isReviewing,
  plainCourtTitle as plainTitle,
} from '#shared/domain/court-kinds.ts'
import { mistakenRegions } from '#shared/domain/regions.ts'
import { courtTimeZone } from '../db/reference/court-zone.ts'
import type { DB } from '../db/schema.ts'
import type { CaseRecord } from './case-record.ts'
import { memoized } from './memoize.ts'

/** Finds the court of a case by its code (ВНКОД), else by title within the region in any spelling; adds unknown courts. */
type CourtRecord = CaseRecord['court']
export type Court = { id: number; region: number; city: string; time_zone: string }

export const courtKey = ({ vnkod = '', region, title }: CourtRecord): string => `${vnkod}\u0001${region}\u0001${title}`

/** More than the number of courts. */
export const cachedCourtTitle = memoized(50_000, plainTitle)

export const instanceOfTitle = (title: string): 1 | 2 => (isReviewing(courtLevel(title)) ? 2 : 1)

type Row = Court & { title: string; vnkod: string | null }

type Find = (record: CourtRecord) => Row | undefined

export async function findCourts(trx: Transaction<DB>, records: Iterable<CourtRecord>): Promise<Map<string, Court>> {
  const wanted = new Map([...records].map(record => [courtKey(record), record]))
  let find = among(await namedExactly(trx, [...wanted.values()]))
  const missing = () => [...wanted.values()].filter(record => find(record) === undefined)
  if (missing().length > 0) {
    find = among(await ofTheirRegions(trx, [...wanted.values()]))
    for (let left = missing(); left.length > 0; left = missing()) {
      await add(trx, left)
      find = among(await ofTheirRegions(trx, [...wanted.values()]))
      if (missing().length === left.length) throw new Error(`Court was neither found nor added: ${left[0]?.title}`)
    }
  }
  await addCourtCodes(trx, wanted.values(), find)
  return new Map(
    [...wanted].flatMap(([key, record]) => {
      const court = find(record)
      return court === undefined ? [] : [[key, court] as const]
    }),
  )
}

const codesOf = (records: readonly CourtRecord[]): string[] => records.flatMap(({ vnkod }) => (vnkod ? [vnkod] : []))

const courtsWhere = async (
  trx: Transaction<DB>,
  records: readonly CourtRecord[],
  fits: RawBuilder<boolean>,
): Promise<Row[]> =>
  (
    await sql<Row>`
      -- Each way by its own index: for either of two the whole directory would be read.
      select id, title, region, city, vnkod, time_zone from court
      where id in (select id from court where ${fits} union select id from court where vnkod = any(${codesOf(records)}))
      order by id`.execute(trx)
  ).rows
const namedExactly = (trx: Transaction<DB>, records: readonly CourtRecord[]): Promise<Row[]> =>
  courtsWhere(
    trx,
    records,
    sql`(region, title) in (
      select * from unnest(${records.map(({ region }) => region)}::smallint[], ${records.map(({ title }) => title)}::text[]))`,
  )
const ofTheirRegions = (trx: Transaction<DB>, records: readonly CourtRecord[]): Promise<Row[]> => {
  const regions = new Set(records.flatMap(({ region }) => [region, mistakenRegions.get(region) ?? region]))
  return courtsWhere(trx, records, sql`region = any(${[...regions]})`)
}

function among(rows: readonly Row[]): Find {
  const byCode = new Map(rows.flatMap(row => (row.vnkod === null ? [] : [[row.vnkod, row] as const])))
  const byTitle = new Map(rows.map(row => [`${row.region} ${row.title}`, row]))
  const bySpelling = Map.groupBy(rows, row => `${row.region} ${cachedCourtTitle(row.title)}`)
  const within = (region: number, title: string): Row | undefined => {
    const exact = byTitle.get(`${region} ${title}`)
    if (exact) return exact
    const alike = bySpelling.get(`${region} ${cachedCourtTitle(title)}`) ?? []
    return alike.length === 1 ? alike[0] : undefined
  }
  return ({ vnkod, region, title }) => {
    const known = (vnkod ? byCode.get(vnkod) : undefined) ?? within(region, title)
    const meant = mistakenRegions.get(region)
    return known ?? (meant === undefined ? undefined : within(meant, title))
  }
}

async function add(trx: Transaction<DB>, records: readonly CourtRecord[]): Promise<void> {
  const courts = new Map(records.map(court => [`${court.region} ${cachedCourtTitle(court.title)}`, court]))
  const rows = [...courts]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, { title, region, city, vnkod }]) => ({
      title: title.replace(/[\s\u00a0]+/g, ' '),
      region,
      city: city ?? '',
      vnkod: vnkod || null,
      kind: isMagistrateTitle(title) ? 'magistrate' : '',
      instance: instanceOfTitle(title),
      time_zone: courtTimeZone(region, title),
    }))
  await sql`
    insert into court (title, region, city, vnkod, kind, instance, time_zone)
    select title, region, city, vnkod, kind, instance, time_zone
    from json_to_recordset(${JSON.stringify(rows)}::json)
      r(title text, region smallint, city text, vnkod text, kind text, instance smallint, time_zone text)
    on conflict do nothing`.execute(trx)
}

async function addCourtCodes(trx: Transaction<DB>, records: Iterable<CourtRecord>, find: Find): Promise<void> {
  const learned = new Map<number, string>()
  for (const record of records) {
    const court = find(record)
    if (record.vnkod && court?.vnkod === null) learned.set(court.id, record.vnkod)
  }
  if (learned.size === 0) return
  const rows = [...learned].sort(([left], [right]) => left - right)
  await sql`
    update court set vnkod = n.vnkod
    from unnest(${rows.map(([id]) => id)}::int[], ${rows.map(([, vnkod]) => vnkod)}::text[]) n(id, vnkod)
    where court.id = n.id and court.vnkod is null
      and not exists (select from court other where other.vnkod = n.vnkod)`.execute(trx)
}
