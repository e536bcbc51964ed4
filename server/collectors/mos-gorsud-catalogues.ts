import { lazily, referenceCourtRows } from '../db/reference/tables.ts'
import type { Proceedings } from './catalogues.ts'

/**
 * The section of a Moscow address, between `/services/cases/` and `/details/`. The city court and the district courts
 * use the same words for different things: `admin` is КоАП in a district court and КАС in the city court.
 */
type MoscowProceedings = Proceedings | 'other'

type Sections = Readonly<Record<string, MoscowProceedings>>
const cityCourt: Sections = {
  'first-criminal': { type: 2, stage: 1 },
  'appeal-criminal': { type: 2, stage: 2 },
  'board-criminal': { type: 2, stage: 2 },
  'cassation-criminal': { type: 2, stage: 2 },
  'magistrate-cassation-criminal': { type: 2, stage: 2 },
  'review-not-yet': { type: 1, stage: 2 },
  'review-supervision': { type: 1, stage: 2 },
}
const districtCourt: Sections = {
  admin: { type: 1, stage: 1 },
  'appeal-admin': { type: 1, stage: 2 },
  criminal: { type: 2, stage: 1 },
  'appeal-criminal': { type: 2, stage: 2 },
}
const magistrate: Sections = { admin: { type: 1, stage: 1 }, criminal: { type: 2, stage: 1 } }
/** Civil and administrative (КАС) matters, materials, enforcement. */
const otherSections =
  /^(?:(?:first-|appeal-|board-|cassation-|magistrate-cassation-)?(?:civil|admin|kas)|criminal-materials|(?:first-)?(?:civil|criminal|admin)-exec|claim-(?:civil|admin|criminal))$/
const proceedingsIn = (sections: Sections, name: string): MoscowProceedings | undefined =>
  Object.hasOwn(sections, name) ? sections[name] : otherSections.test(name) ? 'other' : undefined

/** Court codes by folder, for pages without a code; folders whose spelling differs from the reference. */
const otherSpellings: Readonly<Record<string, string>> = {
  savyolovskij: 'savelovskij',
  cheryomushkinskij: 'cheremushkinskij',
}
const codes = lazily(
  () =>
    new Map(
      referenceCourtRows().flatMap(({ url, vnkod, site_layout }) =>
        site_layout === 'mos_gorsud' ? [[courtAlias(url) ?? '', vnkod] as const] : [],
      ),
    ),
)
const codeOf = (folder: string): string | undefined => codes().get(otherSpellings[folder] ?? folder) ?? undefined

export type CardAddress = {
  court: string
  code: string | undefined
  section: string
  catalogue: MoscowProceedings | undefined
  id: string | undefined
}
/** `mos-sud.ru/424/cases/admin/details/…`: the number of a magistrate's district, which is part of its code. */
function districtAddress(path: string): CardAddress | undefined {
  const [, court, section = '', id] =
    /^\/(\d{1,4})\/(?:services\/)?cases\/(?!details\/)([\w-]+)(?:\/details\/([\w-]+))?/.exec(path) ?? []
  if (court === undefined) return undefined
  return { court, code: `77MS${court.padStart(4, '0')}`, section, catalogue: proceedingsIn(magistrate, section), id }
}
export function addressOf(url: URL | undefined): CardAddress | undefined {
  const [, folder = '', section = '', id] =
    /^\/(mgs|rs\/[\w-]+)\/services\/cases\/([\w-]+)(?:\/details\/([\w-]+))?/.exec(url?.pathname ?? '') ?? []
  if (folder === '') return districtAddress(url?.pathname ?? '')
  const court = folder.replace(/^rs\//, '')
  const catalogue = proceedingsIn(court === 'mgs' ? cityCourt : districtCourt, section)
  return { court, code: codeOf(court), section, catalogue, id }
}

/** The folder of a court whose site is `https://mos-gorsud.ru/rs/tverskoj`, as the search expects it. */
export const courtAlias = (url: string): string | undefined =>
  /^\/(?:rs\/)?([\w-]+)/.exec(URL.parse(url)?.pathname ?? '')?.[1]
