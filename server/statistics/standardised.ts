import { smallSample } from '#shared/domain/statistics-ranges.ts'
import { wilson } from './intervals.ts'

/** Cases alike in what they are about: how many there are, how many of them are such, and the same of one's own. */
export type Stratum = { cases: number; such: number; own: number; ownSuch: number }

/**
 * Indirect standardisation: what share of one's own cases is such, and what it would be by the shares of the whole in each stratum. One's own are part
 * of the whole, which draws the expected share towards theirs: differences are told too seldom rather than too often. Expected is null where fewer than
 * twenty cases are of others. Undefined: too few are one's own.
 */
export function standardised(strata: readonly Stratum[]) {
  const sum = (of: (stratum: Stratum) => number): number => strata.reduce((all, stratum) => all + of(stratum), 0)
  const [own, such] = [sum(stratum => stratum.own), sum(stratum => stratum.ownSuch)]
  if (own < smallSample) return undefined
  // Of others where one's own cases are alone no share is known.
  const others = sum(stratum => (stratum.own > 0 ? stratum.cases - stratum.own : 0))
  const expected = sum(stratum => (stratum.own === 0 ? 0 : (stratum.own * stratum.such) / stratum.cases)) / own
  return { count: such, of: own, ...wilson(such, own), expected: others < smallSample ? null : expected }
}
