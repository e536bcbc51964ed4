/**
 * How often a law is tried with what is drawn: as often as has ever noticed anything, for everybody who waits for the tests. What was
 * drawn is the same in every run; `FC_TIMES=5 FC_SEED=…` draws five times as much of something else.
 */
export const lawRuns = (usual: number): { numRuns: number } => ({ numRuns: usual * Number(process.env.FC_TIMES ?? 1) })
