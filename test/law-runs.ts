/**
 * The number of runs of a property test. The default is small, as the seed is fixed and more runs have not found
 * more; `FC_TIMES=5 FC_SEED=…` runs five times as many with another seed.
 */
export const lawRuns = (usual: number): { numRuns: number } => ({ numRuns: usual * integerOf('FC_TIMES', 1, 1) })

/** @throws for other values: a property that is never tried would pass */
export function integerOf(name: string, usual: number, least = Number.MIN_SAFE_INTEGER): number {
  const given = process.env[name]
  if (given === undefined) return usual
  const number = given.trim() === '' ? Number.NaN : Number(given)
  if (Number.isInteger(number) && number >= least) return number
  throw new Error(`${name} is «${given}», which is no integer${least > 0 ? ` from ${least}` : ''}`)
}
