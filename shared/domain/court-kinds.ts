import { keysOf } from './keys-of.ts'
import { remembered } from './remembered.ts'

/** Kinds of courts and the cases each hears. A court of unknown kind may hear anything. */
type Hearing = { type: 1 | 2; stage: 1 | 2 }

const koap = { first: { type: 1, stage: 1 }, second: { type: 1, stage: 2 } } as const
const uk = { first: { type: 2, stage: 1 }, second: { type: 2, stage: 2 } } as const

// District and city courts review magistrates and officials; regional courts try the gravest crimes.
const ofDistrict = [koap.first, koap.second, uk.first, uk.second]
const ofRegion = [koap.second, uk.first, uk.second]

const heard = {
  magistrate: [koap.first, uk.first],
  district: ofDistrict,
  city: ofDistrict,
  garrison_military: [koap.first, koap.second, uk.first],
  republic: ofRegion,
  krai: ofRegion,
  oblast: ofRegion,
  autonomous_okrug: ofRegion,
  city_of_federal_significance: ofRegion,
  okrug_military: ofRegion,
  appeal: [uk.second],
  cassation: [koap.second, uk.second],
} as const satisfies Record<string, readonly Hearing[]>

export type CourtKind = keyof typeof heard

export const hearings: readonly (Hearing & { kind: CourtKind | '' })[] = [
  ...keysOf(heard).flatMap(kind => heard[kind].map(one => ({ kind, ...one }))),
  ...ofDistrict.map(one => ({ kind: '' as const, ...one })),
]

/** The level of a court by its title (КоАП, ст. 30.1 and 30.13; УПК, ст. 389.3). */
const levels = [
  [/кассационн|верховный суд (?:российской федерации|рф)/iu, 'cassation'],
  [/апелляционн/iu, 'appeal'],
  [/гарнизонн/iu, 'garrison'],
  [/(?:окружной|флотский) военный/iu, 'military_district'],
  [/миров\p{L}+ судь|судебн\p{L}+ участ/iu, 'magistrate'],
  [/(?:областной|краевой) суд|верховный суд|^суд .*(?:области|округа)/iu, 'regional'],
  [/^(?:московский|санкт-петербургский|севастопольский) городской суд/iu, 'regional'],
  [/районн|городск|межмуниципальн/iu, 'district'],
] as const satisfies readonly (readonly [fits: RegExp, level: string])[]
export type CourtLevel = (typeof levels)[number][1]
export const courtLevel = remembered(
  (title): CourtLevel | undefined => levels.find(([fits]) => fits.test(title.trim()))?.[1],
)

const reviewing: ReadonlySet<CourtLevel> = new Set(['regional', 'military_district', 'appeal', 'cassation'])
export const isReviewing = (level: CourtLevel | undefined): boolean => level !== undefined && reviewing.has(level)

export const isMagistrateTitle = (title: string): boolean =>
  /судебн\p{L}* участ\p{L}*|миров\p{L}* судь\p{L}*/iu.test(title)

/**
 * Normalises a title for comparison: letter case, ё, quotes, dashes, «г.», spaces, a region in brackets and a city that
 * is a region are ignored. Magistrates' districts are written with and without the magistrate and region.
 */
export function plainCourtTitle(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s*\([^()]*\)\s*$/u, '')
    .replace(/["«»„“”'`]/g, '')
    .replace(/\s*[-–—]\s*/g, '-')
    .replace(/(?<!\p{L})(?:г\.|города?(?!\p{L}))\s*/gu, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .replace(/ (?:москвы|санкт-петербурга|севастополя)$/, '')
  return isMagistrateTitle(plain) ? plainDistrict(plain) : plain
}

const plainDistrict = (title: string): string =>
  title
    .replace(/судебного участка/, 'судебный участок')
    .replace(/,? ?миров(?:ой судья|ого судьи) ?/, ' ')
    .replace(/№ ?/g, '№')
    .replace(
      /(?<!^)(?: в)? (?:\p{L}[\p{L}-]* (?:области|края)|\p{L}[\p{L}-]* автономного округа.*|республики \p{L}.*|\p{L}+ республики)$/u,
      '',
    )
    .replace(/ +/g, ' ')
    .trim()
