import { regionTimeZone } from '#shared/domain/region-places.ts'

/** Districts whose clock is not that of their region's capital (domain §6), by their name in the title of a court. */
const zonesOfDistricts: readonly (readonly [region: number, district: RegExp, zone: string])[] = [
  [14, /(?<!\p{L})(?:верхоянск|усть-янск)/iu, 'Asia/Vladivostok'],
  [14, /(?<!\p{L})оймяконск/iu, 'Asia/Ust-Nera'],
  [14, /(?<!\p{L})(?:абыйск|аллаиховск|верхнеколымск|момск|нижнеколымск|среднеколымск)/iu, 'Asia/Srednekolymsk'],
  [65, /(?<!\p{L})северо-курильск/iu, 'Asia/Srednekolymsk'],
]
export const courtTimeZone = (region: number, title: string): string =>
  zonesOfDistricts.find(([of, district]) => of === region && district.test(title))?.[2] ?? regionTimeZone(region)

export const regionsOfSeveralZones = [...new Set(zonesOfDistricts.map(([region]) => region))]
export const zoneRules = zonesOfDistricts.map(String).join('\n')
