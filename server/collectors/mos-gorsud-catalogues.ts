/**
 * Where the cases of Moscow's courts lie: the part of an address between `/services/cases/` and `/details/`. The city court
 * and the district courts use the same words for different things: `admin` is КоАП in a district, КАС in the city court.
 */
export type MoscowProceedings = { type: 1 | 2; stage: 1 | 2 } | 'other'

const cityCourt: Readonly<Record<string, MoscowProceedings>> = {
  'first-criminal': { type: 2, stage: 1 },
  'appeal-criminal': { type: 2, stage: 2 },
  'board-criminal': { type: 2, stage: 2 },
  'cassation-criminal': { type: 2, stage: 2 },
  'magistrate-cassation-criminal': { type: 2, stage: 2 },
  'review-not-yet': { type: 1, stage: 2 },
  'review-supervision': { type: 1, stage: 2 },
  'first-civil': 'other',
  'first-admin': 'other',
  'appeal-civil': 'other',
  'appeal-admin': 'other',
  'board-civil': 'other',
  'board-admin': 'other',
  'cassation-civil': 'other',
  'cassation-admin': 'other',
  'magistrate-cassation-civil': 'other',
  'magistrate-cassation-admin': 'other',
  'first-civil-exec': 'other',
  'first-criminal-exec': 'other',
  'first-admin-exec': 'other',
  'claim-civil': 'other',
  'claim-admin': 'other',
}
const districtCourt: Readonly<Record<string, MoscowProceedings>> = {
  admin: { type: 1, stage: 1 },
  'appeal-admin': { type: 1, stage: 2 },
  criminal: { type: 2, stage: 1 },
  'appeal-criminal': { type: 2, stage: 2 },
  civil: 'other',
  kas: 'other',
  'appeal-civil': 'other',
  'appeal-kas': 'other',
  'criminal-materials': 'other',
  'civil-exec': 'other',
  'admin-exec': 'other',
  'claim-civil': 'other',
  'claim-admin': 'other',
  'claim-criminal': 'other',
}

/** Codes of the courts by their folder, for pages that do not name the code themselves. */
const codes: Readonly<Record<string, string>> = {
  mgs: '77OS0000',
  babushkinskij: '77RS0001',
  basmannyj: '77RS0002',
  butyrskij: '77RS0003',
  gagarinskij: '77RS0004',
  golovinskij: '77RS0005',
  dorogomilovskij: '77RS0006',
  zamoskvoreckij: '77RS0007',
  zelenogradskij: '77RS0008',
  zyuzinskij: '77RS0009',
  izmajlovskij: '77RS0010',
  koptevskij: '77RS0011',
  kuzminskij: '77RS0012',
  kuncevskij: '77RS0013',
  lefortovskij: '77RS0014',
  lyublinskij: '77RS0015',
  meshchanskij: '77RS0016',
  nagatinskij: '77RS0017',
  nikulinskij: '77RS0018',
  ostankinskij: '77RS0019',
  perovskij: '77RS0020',
  presnenskij: '77RS0021',
  preobrazhenskij: '77RS0022',
  savelovskij: '77RS0023',
  savyolovskij: '77RS0023',
  simonovskij: '77RS0024',
  solncevskij: '77RS0025',
  taganskij: '77RS0026',
  tverskoj: '77RS0027',
  timiryazevskij: '77RS0028',
  tushinskij: '77RS0029',
  hamovnicheskij: '77RS0030',
  horoshevskij: '77RS0031',
  cheremushkinskij: '77RS0032',
  cheryomushkinskij: '77RS0032',
  chertanovskij: '77RS0033',
  shcherbinskij: '77RS0034',
  troickij: '77RS0035',
}

/** What an address of a card, or of a list of one catalogue, says. */
export type CardAddress = {
  court: string
  code: string | undefined
  section: string
  /** Absent: the section is not known. */
  catalogue: MoscowProceedings | undefined
  /** Absent on a list. */
  id: string | undefined
}
/** `mos-sud.ru/424/cases/admin/details/…`: the number of a magistrate's district, which is that of its code. */
function districtAddress(path: string): CardAddress | undefined {
  const [, court, section = '', id] =
    /^\/(\d{1,4})\/(?:services\/)?cases\/(?!details\/)([\w-]+)(?:\/details\/([\w-]+))?/.exec(path) ?? []
  if (court === undefined) return undefined
  const catalogue = Object.hasOwn(magistrate, section) ? magistrate[section] : undefined
  return { court, code: `77MS${court.padStart(4, '0')}`, section, catalogue, id }
}
const magistrate: Readonly<Record<string, MoscowProceedings>> = {
  admin: { type: 1, stage: 1 },
  criminal: { type: 2, stage: 1 },
  civil: 'other',
  kas: 'other',
  'criminal-materials': 'other',
}

export function addressOf(url: URL | undefined): CardAddress | undefined {
  const [, folder = '', section = '', id] =
    /^\/(mgs|rs\/[\w-]+)\/services\/cases\/([\w-]+)(?:\/details\/([\w-]+))?/.exec(url?.pathname ?? '') ?? []
  if (folder === '') return districtAddress(url?.pathname ?? '')
  const court = folder.replace(/^rs\//, '')
  const catalogues = court === 'mgs' ? cityCourt : districtCourt
  const catalogue = Object.hasOwn(catalogues, section) ? catalogues[section] : undefined
  return { court, code: Object.hasOwn(codes, court) ? codes[court] : undefined, section, catalogue, id }
}

/** The folder of a court whose site is `https://mos-gorsud.ru/rs/tverskoj`, as the search wants it named. */
export const courtAlias = (url: string): string | undefined =>
  /^\/(?:rs\/)?([\w-]+)/.exec(URL.parse(url)?.pathname ?? '')?.[1]
