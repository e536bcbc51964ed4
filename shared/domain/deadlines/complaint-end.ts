import { addDays } from '../dates.ts'
import { endOf } from './legal-term.ts'
import { legalTerms, type TermId } from './legal-terms.ts'

/**
 * The end of a term and the edition it was calculated by. `unmovedEnd`: the safe day, before it was moved from a day
 * off.
 */
export type FoundEnd = { term: TermId; end: string; unmovedEnd: string; isExact: boolean }

/** The last day to appeal a КоАП decision whose copy was served on this day (ст. 30.3). */
export function complaintEnd(served: string, articleNumbers: readonly string[] = []): FoundEnd {
  if (articleNumbers.some(isElectionArticle))
    return { term: 'koap-30.3-election', ...endOf(legalTerms['koap-30.3-election'], served) }
  const sutki = endOf(legalTerms['koap-30.3-sutki'], served)
  // A term that was running when the law changed ends by the new one.
  return sutki.end <= legalTerms['koap-30.3-sutki'].until
    ? { term: 'koap-30.3-sutki', ...sutki }
    : { term: 'koap-30.3', ...endOf(legalTerms['koap-30.3'], served) }
}

/**
 * The first day on which a КоАП decision of a judge may be in force without a complaint (ст. 31.1), as if the copy was
 * served on the day of the decision: sites do not state that day, and it is often later.
 */
export const inForceFrom = (decided: string, articleNumbers: readonly string[] = []): string =>
  addDays(complaintEnd(decided, articleNumbers).end, 1)

/** The last day to appeal a decision in a criminal case (УПК, ст. 389.4). */
export function appealEnd(from: string): FoundEnd {
  const term = from <= legalTerms['upk-389.4-10'].until ? 'upk-389.4-10' : 'upk-389.4'
  return { term, ...endOf(legalTerms[term], from) }
}

export const isElectionArticle = (number: string): boolean => {
  const ordinal = /^5\.(\d+)$/.exec(number)?.[1]
  if (ordinal === undefined) return false
  const at = Number(ordinal)
  return at <= 25 || (at >= 45 && at <= 52) || [56, 58, 69].includes(at)
}
