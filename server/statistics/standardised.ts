import { smallSample } from '#shared/domain/statistics-ranges.ts'
import { wilson } from './intervals.ts'

/** A stratum of similar cases: their number, how many of them have the outcome, and the same for one's own cases. */
export type Stratum = { cases: number; such: number; own: number; ownSuch: number }

/**
 * Indirect standardisation: the observed share of an outcome, and the share expected from the rates of the whole in
 * each stratum. One's own cases are part of the whole, which pulls the expected share towards the observed one:
 * differences are reported too rarely rather than too often. Expected is null when others have fewer than twenty cases.
 * Undefined when one's own are too few.
 */
export function standardised(strata: readonly Stratum[]) {
  const sum = (of: (stratum: Stratum) => number): number => strata.reduce((all, stratum) => all + of(stratum), 0)
  const [own, such] = [sum(stratum => stratum.own), sum(stratum => stratum.ownSuch)]
  if (own < smallSample) return undefined
  // In strata with only one's own cases, the rate of others is unknown.
  const others = sum(stratum => (stratum.own > 0 ? stratum.cases - stratum.own : 0))
  const expected = sum(stratum => (stratum.own === 0 ? 0 : (stratum.own * stratum.such) / stratum.cases)) / own
  return { count: such, of: own, ...wilson(such, own), expected: others < smallSample ? null : expected }
}
