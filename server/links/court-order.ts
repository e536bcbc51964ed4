import { isOfWhatIsInForce } from '#shared/domain/outcome-kinds.ts'

/**
 * Which courts review whose decisions, as far as their titles tell (КоАП, ст. 30.1 and 30.13; УПК, ст. 389.3). Pure.
 */
type Level = 'magistrate' | 'district' | 'regional' | 'garrison' | 'military_district' | 'appeal' | 'cassation'

const levels: readonly (readonly [fits: RegExp, level: Level])[] = [
  [/кассационн|верховный суд (?:российской федерации|рф)/iu, 'cassation'],
  [/апелляционн/iu, 'appeal'],
  [/гарнизонн/iu, 'garrison'],
  [/(?:окружной|флотский) военный/iu, 'military_district'],
  [/миров\p{L}+ судь|судебн\p{L}+ участ/iu, 'magistrate'],
  [/(?:областной|краевой) суд|верховный суд|^суд .*(?:области|округа)/iu, 'regional'],
  [/^(?:московский|санкт-петербургский|севастопольский) городской суд/iu, 'regional'],
  [/районн|городск|межмуниципальн/iu, 'district'],
]
const levelOf = (title: string): Level | undefined => levels.find(([fits]) => fits.test(title.trim()))?.[1]

const above: Readonly<Record<Level, readonly Level[]>> = {
  magistrate: ['district', 'cassation'],
  district: ['regional', 'appeal', 'cassation'],
  regional: ['appeal', 'cassation'],
  garrison: ['military_district', 'cassation'],
  military_district: ['appeal', 'cassation'],
  appeal: ['cassation'],
  cassation: [],
}

/** Whether `reviewing` reviews decisions of `deciding`; `perhaps`: a title does not tell what court it is. */
export function reviews(reviewing: string, deciding: string): 'yes' | 'perhaps' | 'no' {
  const [upper, lower] = [levelOf(reviewing), levelOf(deciding)]
  if (upper === undefined || lower === undefined) return 'perhaps'
  return above[lower].includes(upper) ? 'yes' : 'no'
}

/** By such numbers, and in such courts, what is in force is reviewed once more: beside a complaint, not instead of it. */
export const isCassation = (court: string, caseNumber: string): boolean =>
  levelOf(court) === 'cassation' || isOfWhatIsInForce(caseNumber) || /^77-/.test(caseNumber.trim())
