import { totalmem } from 'node:os'

/** `COPY_MEMORY` where nobody has said it: what does not fit is sorted and joined on the disk. */
export const usualShare = 12
/** DuckDB loads a million cases in this; with less it gives up. */
const leastMegabytes = 512

/**
 * For DuckDB: so many hundredths of the memory that this process may have. A container's limit is less than its machine's; where there is
 * none Node tells 0 or a number that no machine has.
 */
export function shareOfMemory(
  hundredths: number,
  [machine, container]: readonly [number, number] = [totalmem(), process.constrainedMemory()],
): string {
  const megabytes = (container > 0 ? Math.min(machine, container) : machine) / 1_048_576
  const least = Math.min(leastMegabytes, megabytes / 2)
  return `${Math.floor(Math.max(least, megabytes * (hundredths / 100)))}MiB`
}
