import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { keysOfName } from '../../names/person-name.ts'
import { areOrdinary, surnamesOfGivenNames } from './common-names.ts'
import { isCommon, type NamedPerson } from './find-pairs.ts'
import type { NameParts } from './name-parts.ts'

/**
 * How common a name is: by a list of Russian names and by the people of this database. A small database would call every name rare, and a
 * list does not know local surnames.
 */
export type NameUse = {
  isCommonSurname: (parts: NameParts) => boolean
  isSurname: (parts: NameParts) => boolean
  /** `people`: bearers, one a court; `regions`: of courts of first instance. */
  ofFullName: (full: string | undefined) => { people: number; regions: number }
}

const shareOfCommon = 1 / 2_500
const fewestOfCommon = 20
export const allNames = ''
export const commonFrom = (names: number): number => Math.max(fewestOfCommon, names * shareOfCommon)
export const fewestOfSurname = 2
/** Short surnames are often common in one region. */
const shortSurname = 3

/** Masculine: «Ветрогонова» → «Ветрогонов». */
export const surnameOf = ({ surname, gender }: Pick<NameParts, 'surname' | 'gender'>): string =>
  surname
    .map(half =>
      gender === 'm' ? half : half.replace(/(?<=..(?:ов|ев|ин|ын))а$/, '').replace(/(?<=..[сц]к)ая$/, 'ий'),
    )
    .join('-')

const isKnownSurname = (parts: NameParts): boolean => isCommon(parts) || surnamesOfGivenNames.has(surnameOf(parts))

type Rarity = 'rare' | 'common' | 'neither'

/** Two rare parts leave one bearer in a region, two common ones many. */
export function rarityOf({ parts, full }: Pick<NamedPerson, 'parts' | 'full'>, use: NameUse): Rarity {
  const isOrdinary = areOrdinary(parts.given, parts.father)
  if (use.isCommonSurname(parts)) return isOrdinary || isMadeOf(parts) ? 'common' : 'neither'
  return isOrdinary || use.ofFullName(full).regions > mostRegionsOfRare ? 'neither' : 'rare'
}
const mostRegionsOfRare = 2
/** «Магомедов Магомед Али оглы»: where surnames are made of few given names. */
const isMadeOf = ({ surname, gender, father }: NameParts): boolean => {
  const made = surnamesOfGivenNames.has(surnameOf({ surname, gender }))
  return made && father !== undefined && surnamesOfEast.has(surnameOf({ surname, gender }))
}
/** From given names of the Caucasus and Central Asia: few, and each common. */
const surnamesOfEast = new Set(
  `абдуллаев азатов алиев арсланов асланов ахматов ахмедов булатов гамзатов гасанов джамалов исмаилов ибрагимов камилов каримов
  магомедов маликов маратов мурадов мусаев мустафаев мухаммадов рамазанов расулов рустамов салаватов султанов тагиров умаров
  хасанов хусейнов шамилов эльдаров юсуфов юсупов`.split(/\s+/),
)

export async function readNameUse(db: Kysely<DB>, people: readonly NamedPerson[]): Promise<NameUse> {
  const surnames = [...new Set(people.map(({ parts }) => surnameOf(parts)))]
  const { rows } = await sql<{ surname: string; bearers: number }>`
    select surname, bearers from surname where surname = any(${[allNames, ...surnames]}::text[])`.execute(db)
  const bearersOf = new Map(rows.map(({ surname, bearers }) => [surname, bearers]))
  const common = commonFrom(bearersOf.get(allNames) ?? 0)
  const bearers = (parts: NameParts): number => bearersOf.get(surnameOf(parts)) ?? 0
  const names = await fullNames(db, [...new Set(people.flatMap(({ full }) => full ?? []))])
  return {
    isCommonSurname: parts =>
      isKnownSurname(parts) || parts.surname.join('').length <= shortSurname || bearers(parts) >= common,
    isSurname: parts => isKnownSurname(parts) || bearers(parts) >= fewestOfSurname,
    ofFullName: full => names.get(full ?? '') ?? { people: 0, regions: 0 },
  }
}

const mostCounted = 100

async function fullNames(
  db: Kysely<DB>,
  fulls: readonly string[],
): Promise<ReadonlyMap<string, { people: number; regions: number }>> {
  if (fulls.length === 0) return new Map()
  const keys = JSON.stringify(fulls.map(full => ({ full, ...keysOfName(full) })))
  const { rows } = await sql<{ full: string; people: number; regions: number }>`
    select r."full", count(*) as people, count(distinct court.region) filter (where court.instance = 1) as regions
    from json_to_recordset(${keys}::json) as r("full" text, "from" text, "to" text)
    cross join lateral (
      select split_part(match_key, '|', 2)::integer as court_id from defendant
      where match_key >= r."from" collate "C" and match_key < r."to" collate "C" limit ${mostCounted}
    ) bearer
    join court on court.id = bearer.court_id
    group by 1`.execute(db)
  return new Map(rows.map(({ full, people, regions }) => [full, { people, regions }]))
}
