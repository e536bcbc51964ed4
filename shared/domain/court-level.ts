/** What kind of court a title names, and so which instance it hears (КоАП, ст. 30.1 and 30.13; УПК, ст. 389.3). Pure. */
export type CourtLevel =
  | 'magistrate'
  | 'district'
  | 'regional'
  | 'garrison'
  | 'military_district'
  | 'appeal'
  | 'cassation'

const levels: readonly (readonly [fits: RegExp, level: CourtLevel])[] = [
  [/кассационн|верховный суд (?:российской федерации|рф)/iu, 'cassation'],
  [/апелляционн/iu, 'appeal'],
  [/гарнизонн/iu, 'garrison'],
  [/(?:окружной|флотский) военный/iu, 'military_district'],
  [/миров\p{L}+ судь|судебн\p{L}+ участ/iu, 'magistrate'],
  [/(?:областной|краевой) суд|верховный суд|^суд .*(?:области|округа)/iu, 'regional'],
  [/^(?:московский|санкт-петербургский|севастопольский) городской суд/iu, 'regional'],
  [/районн|городск|межмуниципальн/iu, 'district'],
]
export const courtLevel = (title: string): CourtLevel | undefined =>
  levels.find(([fits]) => fits.test(title.trim()))?.[1]

const reviewing: ReadonlySet<CourtLevel> = new Set(['regional', 'military_district', 'appeal', 'cassation'])
/** Courts whose work is reviewing; the others hear cases first, and review those of magistrates. */
export const isReviewing = (level: CourtLevel | undefined): boolean => level !== undefined && reviewing.has(level)
