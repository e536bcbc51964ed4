import { type CourtLevel, courtLevel } from '#shared/domain/court-level.ts'
import { numberMeaning } from '#shared/domain/number-index.ts'

/** Which courts review which, by their titles (КоАП, ст. 30.1 and 30.13; УПК, ст. 389.3). */
const above: Readonly<Record<CourtLevel, readonly CourtLevel[]>> = {
  magistrate: ['district', 'cassation'],
  district: ['regional', 'appeal', 'cassation'],
  regional: ['appeal', 'cassation'],
  garrison: ['military_district', 'cassation'],
  military_district: ['appeal', 'cassation'],
  appeal: ['cassation'],
  cassation: [],
}

/** `perhaps`: the level of a court is not clear from its title. */
export function reviewOrder(reviewing: string, deciding: string): 'yes' | 'perhaps' | 'no' {
  const [upper, lower] = [courtLevel(reviewing), courtLevel(deciding)]
  if (upper === undefined || lower === undefined) return 'perhaps'
  return above[lower].includes(upper) ? 'yes' : 'no'
}

/** A cassation reviews what is in force, in addition to an appeal. */
export function isCassation(court: string, caseNumber: string): boolean {
  const level = courtLevel(court)
  return level === 'cassation' || numberMeaning(caseNumber, level)?.instance === 'cassation'
}
