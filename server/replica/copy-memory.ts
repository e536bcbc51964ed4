import { totalmem } from 'node:os'

/** `COPY_MEMORY` where nobody has said it: what does not fit is sorted and joined on the disk. */
export const usualShare = 12
/** DuckDB loads a million cases in this; with less it gives up. */
const leastMegabytes = 512
/** Copies of past days, the one that is being made among them. */
const mostDays = 4

/** For DuckDB, of each copy. `days`: so many copies of past days may be there at once. */
type CopyMemory = { now: string; ofDay: string; days: number }

/**
 * All copies together take so many hundredths of the memory that this process may have, or two of the smallest, yet no more than half of it then.
 * Up to half of that is for past days, as many as fit: on top of what was given they took all copies to 2.5 of the 4 GB of a
 * container, where PostgreSQL and Node.js have to live too. A container's limit is less than its machine's; where there is none Node tells 0 or a number that
 * no machine has.
 */
export function copyMemory(
  hundredths: number,
  [machine, container]: readonly [number, number] = [totalmem(), process.constrainedMemory()],
): CopyMemory {
  const megabytes = (container > 0 ? Math.min(machine, container) : machine) / 1_048_576
  const room = Math.max(megabytes * (hundredths / 100), Math.min(2 * leastMegabytes, megabytes / 2))
  const ofDay = Math.max(leastMegabytes, room / (2 * mostDays))
  const days = Math.floor(room / 2 / ofDay)
  return { now: `${Math.floor(room - days * ofDay)}MiB`, ofDay: `${Math.floor(ofDay)}MiB`, days }
}
