import { type CourtLevel, courtLevel } from '#shared/domain/court-level.ts'
import { numberMeaning } from '#shared/domain/number-index.ts'

/**
 * Which courts review whose decisions, as far as their titles tell (КоАП, ст. 30.1 and 30.13; УПК, ст. 389.3). Pure.
 */
const above: Readonly<Record<CourtLevel, readonly CourtLevel[]>> = {
  magistrate: ['district', 'cassation'],
  district: ['regional', 'appeal', 'cassation'],
  regional: ['appeal', 'cassation'],
  garrison: ['military_district', 'cassation'],
  military_district: ['appeal', 'cassation'],
  appeal: ['cassation'],
  cassation: [],
}

/** Whether `reviewing` reviews decisions of `deciding`; `perhaps`: a title does not tell what court it is. */
export function reviewOrder(reviewing: string, deciding: string): 'yes' | 'perhaps' | 'no' {
  const [upper, lower] = [courtLevel(reviewing), courtLevel(deciding)]
  if (upper === undefined || lower === undefined) return 'perhaps'
  return above[lower].includes(upper) ? 'yes' : 'no'
}

/** By such numbers, and in such courts, what is in force is reviewed once more: beside a complaint, not instead of it. */
export function isCassation(court: string, caseNumber: string): boolean {
  const level = courtLevel(court)
  return level === 'cassation' || numberMeaning(caseNumber, level)?.instance === 'cassation'
}
