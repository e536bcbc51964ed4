import { totalmem } from 'node:os'

/** The default of `COPY_MEMORY`, in percent. What does not fit is sorted and joined on disk. */
export const defaultMemoryShare = 12
/** Enough for DuckDB to load a million cases; with less it gives up. */
const minMegabytes = 512
/** Copies of past days, including one that is being loaded. */
const maxDays = 4

/** DuckDB's memory limits for the current copy and for each copy of a past day. `days`: the maximum number of those. */
type CopyMemory = { now: string; ofDay: string; days: number }

/**
 * All copies together get this percentage of the memory available to the process, but at least two minimal copies
 * unless that exceeds half of the memory. Up to half of the total is for past days: in addition to it they would bring
 * all copies to 2.5 of the 4 GB of a container, which PostgreSQL and Node.js need too. Without a container limit Node
 * returns 0 or an impossibly large number.
 */
export function copyMemory(
  percent: number,
  [machine, container]: readonly [number, number] = [totalmem(), process.constrainedMemory()],
): CopyMemory {
  const megabytes = (container > 0 ? Math.min(machine, container) : machine) / 1_048_576
  const total = Math.max(megabytes * (percent / 100), Math.min(2 * minMegabytes, megabytes / 2))
  const ofDay = Math.max(minMegabytes, total / (2 * maxDays))
  const days = Math.floor(total / 2 / ofDay)
  return { now: `${Math.floor(total - days * ofDay)}MiB`, ofDay: `${Math.floor(ofDay)}MiB`, days }
}
