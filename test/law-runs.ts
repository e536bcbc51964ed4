/**
 * How often a law is tried with what is drawn: as often as has ever noticed anything, for everybody who waits for the tests. What was
 * drawn is the same in every run; `FC_TIMES=5 FC_SEED=…` draws five times as much of something else.
 */
export const lawRuns = (usual: number): { numRuns: number } => ({ numRuns: usual * integerOf('FC_TIMES', 1, 1) })

/** @throws for anything else: a law that is tried no time passes */
export function integerOf(name: string, usual: number, least = Number.MIN_SAFE_INTEGER): number {
  const given = process.env[name]
  if (given === undefined) return usual
  const number = given.trim() === '' ? Number.NaN : Number(given)
  if (Number.isInteger(number) && number >= least) return number
  throw new Error(`${name} is «${given}», which is no integer${least > 0 ? ` from ${least}` : ''}`)
}
